import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql'
import { journeyActors } from '../../../platform/graphql/access.js'
import { MsisdnArg, typed, TypedArg } from '../../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { orRefused } from '../../../platform/graphql/errors.js'
import { writing } from '../../../platform/graphql/limits.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { confirmWithdrawal } from './confirm-withdrawal.js'
import { quoteWithdrawal } from './quote-withdrawal.js'
import {
  refusedWithdrawal,
  toWithdrawalConfirmation,
  WithdrawalConfirmationPayloadType,
  withdrawalRefusals,
} from './withdrawal-confirmation.types.js'
import { toWithdrawalPreview, WithdrawalPreviewPayloadType } from './withdrawal-preview.types.js'

@Resolver()
export class WithdrawalsResolver {
  constructor(private readonly deps: DepsOf<typeof quoteWithdrawal> & DepsOf<typeof confirmWithdrawal>) {}

  @Authorized(journeyActors)
  @Mutation(() => WithdrawalPreviewPayloadType, {
    complexity: writing,
    description: 'Says what leaving a position would pay, and promises it for 15 minutes. No money moves.',
  })
  async quoteWithdrawal(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @TypedArg('positionId', 'The position, `POS-...`.') positionId: string | null | undefined,
  ): Promise<WithdrawalPreviewPayloadType> {
    const input = { msisdn, positionId: typed(positionId) }
    return toWithdrawalPreview(await quoteWithdrawal(this.deps, call, input), call)
  }

  @Authorized(journeyActors)
  @Mutation(() => WithdrawalConfirmationPayloadType, {
    complexity: writing,
    description: 'Leaves a position exactly as its preview showed. Idempotent for ever.',
  })
  confirmWithdrawal(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @TypedArg('reference', 'The reference of the preview.') given: string | null | undefined,
  ): Promise<WithdrawalConfirmationPayloadType> {
    const reference = typed(given)
    return orRefused(
      withdrawalRefusals,
      confirmWithdrawal(this.deps, call, { msisdn, reference }).then((payout) =>
        toWithdrawalConfirmation(payout, call),
      ),
      (code) => refusedWithdrawal(code, reference, call.language),
    )
  }
}
