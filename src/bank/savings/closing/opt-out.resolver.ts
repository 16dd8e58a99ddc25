import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { AccountType } from '../../customers/customer.types.js'
import { customerReadersAndGateway, actorsWithoutApproval } from '../../../platform/graphql/access.js'
import { MsisdnArg } from '../../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { refusalAsPayload } from '../../../platform/graphql/errors.js'
import { costOfRows, costOfWriting } from '../../../platform/graphql/limits.js'
import { InputArg } from '../../../platform/graphql/mutation.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { confirmOptOut } from './confirm-opt-out.js'
import { one } from '../../../platform/graphql/loading.js'
import { readClosings, readOptOutPositions } from './opt-out.read.js'
import {
  ClosingType,
  OptOutInput,
  OptOutPayloadType,
  OptOutPositionType,
  optOutRefusals,
  refusedOptOut,
  toClosing,
  toOptOutPayload,
  toOptOutPositions,
} from './opt-out.types.js'

const closingOfAccount = one(
  ({ read }, ids) => readClosings(read, ids),
  ({ accountId }) => accountId,
)

@Resolver(() => AccountType)
export class OptOutResolver {
  constructor(private readonly deps: DepsOf<typeof confirmOptOut>) {}

  @Authorized(customerReadersAndGateway)
  @Query(() => [OptOutPositionType], {
    complexity: costOfRows(5),
    description:
      'The positions that an opt-out would withdraw now, oldest first; without those already being paid out.',
  })
  async optOutPositions(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<OptOutPositionType[]> {
    return toOptOutPositions(await readOptOutPositions(this.deps.database, call, msisdn), call.language)
  }

  @Authorized(actorsWithoutApproval)
  @Mutation(() => OptOutPayloadType, {
    complexity: costOfWriting,
    description:
      'Withdraws every position, and closes the account once everything has settled. Idempotent. For customers at the gateway; ' +
      'staff propose it.',
  })
  optOut(
    @Ctx() { call }: RequestContext,
    @InputArg(OptOutInput) { msisdn }: { readonly msisdn: Msisdn },
  ): Promise<OptOutPayloadType> {
    return refusalAsPayload(
      optOutRefusals,
      confirmOptOut(this.deps, call, { msisdn }).then(toOptOutPayload),
      (code) => refusedOptOut(code, call.language),
    )
  }

  @FieldResolver(() => ClosingType, {
    nullable: true,
    complexity: costOfRows(5),
    description: 'What it still waits for while it is CLOSING, else null.',
  })
  async leaving(
    @Root() { key, status }: AccountType,
    @Ctx() { load, personal, call }: RequestContext,
  ): Promise<ClosingType | null> {
    if (status !== 'CLOSING') return null
    const closing = await load(closingOfAccount, key)
    return closing ? toClosing(closing, personal, call) : null
  }
}
