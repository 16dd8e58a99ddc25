import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql'
import { journeyActors } from '../../../platform/graphql/access.js'
import { textOrEmpty } from '../../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { refusalAsPayload } from '../../../platform/graphql/errors.js'
import { costOfWriting } from '../../../platform/graphql/limits.js'
import { InputArg } from '../../../platform/graphql/mutation.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { confirmWithdrawal } from './confirm-withdrawal.js'
import { quoteWithdrawal } from './quote-withdrawal.js'
import {
  ConfirmWithdrawalInput,
  refusedWithdrawal,
  toWithdrawalConfirmation,
  WithdrawalConfirmationPayloadType,
  withdrawalRefusals,
} from './withdrawal-confirmation.types.js'
import {
  QuoteWithdrawalInput,
  toWithdrawalPreview,
  WithdrawalPreviewPayloadType,
} from './withdrawal-preview.types.js'

interface QuoteInput {
  readonly msisdn: Msisdn
  readonly positionId?: string | null
}

interface ConfirmInput {
  readonly msisdn: Msisdn
  readonly reference?: string | null
}

@Resolver()
export class WithdrawalsResolver {
  constructor(private readonly deps: DepsOf<typeof quoteWithdrawal> & DepsOf<typeof confirmWithdrawal>) {}

  @Authorized(journeyActors)
  @Mutation(() => WithdrawalPreviewPayloadType, {
    complexity: costOfWriting,
    description:
      'Computes what a withdrawal of a position would pay, and guarantees it for 15 minutes. No money moves.',
  })
  async quoteWithdrawal(
    @Ctx() { call }: RequestContext,
    @InputArg(QuoteWithdrawalInput) { msisdn, positionId }: QuoteInput,
  ): Promise<WithdrawalPreviewPayloadType> {
    const input = { msisdn, positionId: textOrEmpty(positionId) }
    return toWithdrawalPreview(await quoteWithdrawal(this.deps, call, input), call)
  }

  @Authorized(journeyActors)
  @Mutation(() => WithdrawalConfirmationPayloadType, {
    complexity: costOfWriting,
    description:
      'Withdraws a position exactly as its preview showed. A repeated call, however late, answers the state of the same payout.',
  })
  confirmWithdrawal(
    @Ctx() { call }: RequestContext,
    @InputArg(ConfirmWithdrawalInput) { msisdn, reference: typedReference }: ConfirmInput,
  ): Promise<WithdrawalConfirmationPayloadType> {
    const reference = textOrEmpty(typedReference)
    return refusalAsPayload(
      withdrawalRefusals,
      confirmWithdrawal(this.deps, call, { msisdn, reference }).then((payout) =>
        toWithdrawalConfirmation(payout, call),
      ),
      (code) => refusedWithdrawal(code, reference, call.language),
    )
  }
}
