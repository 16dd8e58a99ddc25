import { Arg, Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { erasers } from '../../graphql/access.js'
import type { RequestContext } from '../../graphql/context.js'
import type { Domain } from '../../graphql/domain.js'
import { writing } from '../../graphql/limits.js'
import { eraseScoringPerson, eraseScoringRequest } from './erase-scores.js'
import { ScoringErasureType } from './erasure.types.js'

const ReasonArg = () =>
  Arg('reason', () => String, {
    description: 'Why, for the audit log; at most 500 characters, naming nobody.',
  })

@Resolver()
export class ScoringErasureResolver {
  constructor(private readonly domain: Domain) {}

  private get deps() {
    return { ...this.domain.scoring, database: this.domain.database }
  }

  @Authorized(erasers)
  @Mutation(() => ScoringErasureType, {
    complexity: writing,
    description:
      'Removes all that is personal of a request to our scoring service: documents, results and what a bureau said. ' +
      'Its client finds nothing any more. Refuses: INVALID_REFERENCE, INVALID_ARGUMENT.',
  })
  eraseScoringRequest(
    @Ctx() { call }: RequestContext,
    @Arg('requestId', () => ID, { description: 'The requestId that its client was given.' })
    requestId: string,
    @ReasonArg() reason: string,
  ): Promise<ScoringErasureType> {
    return eraseScoringRequest(this.deps, call, { requestId, reason })
  }

  @Authorized(erasers)
  @Mutation(() => ScoringErasureType, {
    complexity: writing,
    description:
      'Removes the same of all requests to our scoring service about a person, of all its clients. ' +
      'Refuses: INVALID_ARGUMENT.',
  })
  eraseScoringPerson(
    @Ctx() { call }: RequestContext,
    @Arg('nationalId', () => String, { description: 'As the clients sent it.' }) nationalId: string,
    @ReasonArg() reason: string,
  ): Promise<ScoringErasureType> {
    return eraseScoringPerson(this.deps, call, { nationalId, reason })
  }
}
