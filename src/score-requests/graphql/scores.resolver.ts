import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../bank/customers/customer.types.js'
import { scoreOrderers, staff } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows, costOfWriting, tooLarge } from '../../platform/graphql/limits.js'
import { checkedKey, idempotencyKey, InputArg, mutationOf } from '../../platform/graphql/mutation.js'
import type { ScoreRequest } from '../model/score.entity.js'
import { keyOfId } from '../../kernel/ids.js'
import { parseJson } from '../../kernel/json.js'
import { uploadPath } from '../http/upload-routes.js'
import { inTurn } from '../model/in-turn.js'
import { maskResult } from '../report/display/mask.rules.js'
import { resubmitScoreRequest } from '../requests/resubmit-score-request.js'
import { toScoreResult } from './result/read-result.js'
import { scoreResult, type ScoreResult } from './result/result.types.js'
import { documentsOf, orderOf, ScoreDocumentInput, ScoreRequestInput } from './score-inputs.types.js'
import { JsonScalar, ScoreDocumentType, ScoreRequestType, toScore, toScoreDocument } from './score.types.js'
import { outlineBytesMax, rawBytesMax, ResultsTooLarge } from '../drive/result-parts.js'
import { batched } from '../../platform/graphql/loading.js'
import type { ScoresDeps, ScoresDomain } from '../model/deps.js'
import { findScore, readOutlinesOf, readResultsOf } from '../requests/scores.read.js'
import { scoreRequests } from './scores.connection.js'
import { documentsOfScore, scoresById } from './scores.loaders.js'
import { shownIn } from './shown-results.js'
import { documentWaitMs } from '../requests/insert-order.js'
import { submitScoreRequest } from '../requests/submit-score-request.js'
import type { Database } from '../../platform/database/database.js'
import { customersById } from '../../bank/customers/customers.loaders.js'

/**
 * The limit on the raw results of one score request for a caller who sees them masked, since they must be parsed to be
 * masked; the same as the length of the longest outline.
 */
const maskedLengthMax = 512 * 1024

const refuseLarge = (error: unknown, bytesMax: number): never => {
  if (!(error instanceof ResultsTooLarge)) throw error
  throw tooLarge(`The results are longer than ${bytesMax} bytes; request fewer at once, or the report`)
}

const gives = {
  scoreRequest: { type: () => ScoreRequestType, description: 'The request; null where refused.' },
}

const submitting = mutationOf({
  name: 'SubmitScoreRequest',
  to: 'requesting a score',
  takes: ScoreRequestInput,
  gives,
  refuses: ['NOT_REGISTERED', 'INVALID_ARGUMENT'],
})

const resubmitting = mutationOf({
  name: 'ResubmitScoreRequest',
  to: 'repeating a failed score request',
  takes: {
    id: { type: () => ID, isRequired: true, description: 'The failed request.' },
    documents: {
      type: () => [ScoreDocumentInput],
      description:
        'They replace the documents of the failed request; one without a file uses the stored file of the same name. Null: the same documents again.',
    },
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_ARGUMENT'],
})

interface ResubmitInput {
  readonly id: string
  readonly documents?: ScoreDocumentInput[] | null
  readonly idempotencyKey: string
}

const payloadOf = async (score: Promise<ScoreRequest>, { call, personal }: RequestContext) => ({
  scoreRequest: toScore(await score, personal, call.language),
})

@Resolver(() => ScoreRequestType)
export class ScoresResolver {
  private readonly deps: ScoresDeps
  /** The bodies of each score request; none until it is completed. */
  private readonly results
  /** The outline of each score request. */
  private readonly outlines

  constructor({ database, scores }: { readonly database: Database; readonly scores: ScoresDomain }) {
    this.deps = { ...scores, database }
    this.results = batched(async ({ read }, ids) => {
      const results = await readResultsOf(read, scores.sealing, ids)
      return (id) => results.get(id) ?? []
    })
    this.outlines = batched(async ({ read }, ids) => {
      const outlines = await readOutlinesOf(read, scores.sealing, ids)
      return (id) => outlines.get(id)
    })
  }

  @Authorized(scoreOrderers)
  @Mutation(() => submitting.payload, {
    complexity: costOfWriting,
    description: 'Requests a score of a customer or of anybody else; answers once the request is stored.',
  })
  submitScoreRequest(@Ctx() context: RequestContext, @InputArg(ScoreRequestInput) input: ScoreRequestInput) {
    const submit = async () => submitScoreRequest(this.deps, context.call, orderOf(input))
    return submitting.answer(payloadOf(submit(), context))
  }

  @Authorized(scoreOrderers)
  @Mutation(() => resubmitting.payload, {
    complexity: costOfWriting,
    description:
      'Repeats a failed score request, once, within a day; a second call returns the first repeat.',
  })
  resubmitScoreRequest(@Ctx() context: RequestContext, @InputArg(resubmitting.input) input: ResubmitInput) {
    const { id, documents, idempotencyKey } = input
    const resubmit = async () =>
      resubmitScoreRequest(this.deps, context.call, {
        id: keyOfId('ScoreRequest', id),
        documents: documents ? documentsOf(documents) : null,
        orderKey: checkedKey(idempotencyKey),
      })
    return resubmitting.answer(payloadOf(resubmit(), context))
  }

  @Authorized(staff)
  @Query(() => ScoreRequestType, {
    nullable: true,
    description: 'A score request; null when there is none with this id.',
  })
  async scoreRequest(
    @Ctx() { call, personal }: RequestContext,
    @Arg('id', () => ID, { description: '`SCORE-...`.' }) id: string,
  ): Promise<ScoreRequestType | null> {
    const score = await findScore(this.deps.database.read, keyOfId('ScoreRequest', id))
    return score ? toScore(score, personal, call.language) : null
  }

  @Authorized(staff)
  @Query(() => scoreRequests.type, {
    complexity: costOfFirstRows,
    description: 'Score requests, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  scoreRequests(@Ctx() context: RequestContext, @Args(() => scoreRequests.args) args: ConnectionArgs) {
    return scoreRequests.page(context, args)
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer; null for anybody else.' })
  async customer(
    @Root() { customerId }: ScoreRequestType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = customerId === null ? undefined : await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }

  @FieldResolver(() => ScoreRequestType, {
    nullable: true,
    description: 'The failed request that it repeats.',
  })
  async repeatOf(
    @Root() { resubmissionOf }: ScoreRequestType,
    @Ctx() { load, personal, call }: RequestContext,
  ): Promise<ScoreRequestType | null> {
    const key = resubmissionOf && keyOfId('ScoreRequest', resubmissionOf)
    const score = key ? await load(scoresById, key) : undefined
    return score ? toScore(score, personal, call.language) : null
  }

  @FieldResolver(() => [ScoreDocumentType], {
    complexity: costOfRows(2),
    description: 'Its documents, in the order of the request.',
  })
  async documents(
    @Root() { key, status, askedAt }: ScoreRequestType,
    @Ctx() { load, personal, call: { actor, language } }: RequestContext,
  ): Promise<ScoreDocumentType[]> {
    const { signing } = this.deps
    const mayUpload = status === 'AWAITING_DOCUMENTS' && scoreOrderers.some((role) => actor.roles.has(role))
    return (await load(documentsOfScore, key)).map((document) => {
      const path =
        mayUpload && document.state === 'AWAITED'
          ? uploadPath(signing, document.id, askedAt + documentWaitMs)
          : null
      return toScoreDocument(document, personal, language, path)
    })
  }

  @FieldResolver(() => scoreResult.type, {
    nullable: true,
    complexity: ({ childComplexity }) => 10 + childComplexity,
    description: 'The result, section by section; null until it is completed.',
  })
  async result(
    @Root() { key }: ScoreRequestType,
    @Ctx() context: RequestContext,
  ): Promise<ScoreResult | null> {
    const { load, personal } = context
    const results = shownIn(context)
    try {
      const { bodies, length } = (await load(this.outlines, key)) ?? { bodies: [], length: 0 }
      results.countOutline(length)
      return bodies.length === 0
        ? null
        : await inTurn(() => toScoreResult(bodies.map((body) => maskResult(body, personal.isMasked))))
    } catch (error) {
      return refuseLarge(error, outlineBytesMax)
    }
  }

  @FieldResolver(() => [JsonScalar], {
    complexity: 150,
    description:
      'The bodies of the result as the scoring service returned them, one for each result address; personal data is masked for analysts. Empty until it is completed.',
  })
  async rawResults(@Root() { key }: ScoreRequestType, @Ctx() context: RequestContext): Promise<string[]> {
    const { load, personal } = context
    const results = shownIn(context)
    try {
      const bodies = await load(this.results, key)
      if (!personal.isMasked) return bodies.map(results.placeholderOf)
      const length = bodies.reduce((sum, body) => sum + body.length, 0)
      if (length > maskedLengthMax) return refuseLarge(new ResultsTooLarge(), maskedLengthMax)
      const shown: string[] = []
      for (const body of bodies)
        shown.push(
          results.placeholderOf(await inTurn(() => JSON.stringify(maskResult(parseJson(body), true)))),
        )
      return shown
    } catch (error) {
      return refuseLarge(error, rawBytesMax)
    }
  }
}

@Resolver(() => CustomerType)
export class CustomerScoresResolver {
  @FieldResolver(() => scoreRequests.type, {
    complexity: costOfFirstRows,
    description: 'The score requests about them, the latest first.',
  })
  scoreRequests(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => scoreRequests.args) args: ConnectionArgs,
  ) {
    return scoreRequests.below({ customerId: key }, context, args)
  }
}
