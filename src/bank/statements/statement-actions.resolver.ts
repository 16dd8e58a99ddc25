import { Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Refusal } from '../../kernel/refusal.js'
import type { Language } from '../../kernel/call.js'
import { counterStaff } from '../../platform/graphql/access.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { languageEnum } from '../../platform/graphql/language.js'
import { costOfWriting } from '../../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, withIdempotencyKey } from '../../platform/graphql/mutation.js'
import type { Statement } from '../statement-orders/statement.entity.js'
import { printStatement, resendStatement } from './resend-statement.js'
import { StatementType, toStatement } from './statement.types.js'

const gives = {
  statement: { type: () => StatementType, description: 'The new statement; null where refused.' },
}

const resending = mutationOf({
  name: 'ResendStatement',
  to: 'sending a statement once more',
  takes: {
    statement: { type: () => ID, isRequired: true, description: 'The statement, `STM-...`.' },
    idempotencyKey,
  },
  gives,
  refuses: ['INVALID_REFERENCE', 'INVALID_EMAIL', 'CLOCK_ADVANCING', 'INVALID_ARGUMENT'],
})

const printing = mutationOf({
  name: 'PrintStatement',
  to: 'printing a statement for a customer at a counter',
  takes: {
    customer: {
      type: () => ID,
      isRequired: true,
      description: 'The id of the customer, as it is shown to the caller.',
    },
    period: {
      type: () => String,
      isRequired: true,
      description:
        '`LAST_MONTH`, `LAST_3_MONTHS`, `LAST_6_MONTHS`, `LAST_12_MONTHS`, `ALL`, a month `YYYY-MM`, or two dates with a slash between them.',
    },
    language: { type: () => languageEnum, defaultValue: 'fr', description: 'The language of the statement.' },
    idempotencyKey,
  },
  gives,
  refuses: ['NOT_REGISTERED', 'INVALID_PERIOD', 'CLOCK_ADVANCING', 'INVALID_ARGUMENT'],
})

interface Keyed {
  readonly idempotencyKey: string
}

@Resolver()
export class StatementActionsResolver {
  constructor(private readonly deps: DepsOf<typeof resendStatement>) {}

  @Authorized(counterStaff)
  @Mutation(() => resending.payload, {
    complexity: costOfWriting,
    description: 'Makes a statement again, and sends it to the address on file of its account.',
  })
  resendStatement(
    @Ctx() context: RequestContext,
    @InputArg(resending.input) input: Keyed & { readonly statement: string },
  ) {
    const call = () => withIdempotencyKey(context, 'resendStatement', input)
    return resending.answer(
      this.payloadOf(context, async () => resendStatement(this.deps, call(), input.statement)),
    )
  }

  @Authorized(counterStaff)
  @Mutation(() => printing.payload, {
    complexity: costOfWriting,
    description:
      'Makes a statement for a customer at a counter. It is not mailed, but downloaded from `/reports/statements/<id>.pdf`.',
  })
  printStatement(
    @Ctx() context: RequestContext,
    @InputArg(printing.input)
    input: Keyed & { readonly customer: string; readonly period: string; readonly language: Language },
  ) {
    const print = async () => {
      const customerId = context.personal.keyOf(input.customer)
      if (customerId === undefined) throw new Refusal('NOT_REGISTERED')
      const { period, language } = input
      return printStatement(this.deps, withIdempotencyKey(context, 'printStatement', input), {
        customerId,
        period,
        language,
      })
    }
    return printing.answer(this.payloadOf(context, print))
  }

  private async payloadOf({ personal }: RequestContext, make: () => Promise<Statement>) {
    return { statement: toStatement(await make(), personal) }
  }
}
