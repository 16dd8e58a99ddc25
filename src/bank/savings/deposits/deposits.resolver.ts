import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql'
import { journeyActors } from '../../../platform/graphql/access.js'
import { MsisdnArg, typed, TypedArg } from '../../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { orRefused } from '../../../platform/graphql/errors.js'
import { writing } from '../../../platform/graphql/limits.js'
import { messagesFor } from '../../messages/messages.js'
import type { Language } from '../../../kernel/call.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { confirmDeposit } from './confirm-deposit.js'
import {
  confirmRefusals,
  DepositConfirmationPayloadType,
  refusedConfirmation,
  toDepositConfirmation,
} from './deposit-confirmation.types.js'
import { DepositQuotePayloadType, toDepositQuote } from './deposit-quote.types.js'
import { quoteDeposit } from './quote-deposit.js'

const payerNote = (language: Language, termMonths: number): string =>
  messagesFor(language).payerNote({ termMonths })

@Resolver()
export class DepositsResolver {
  constructor(
    private readonly deps: DepsOf<typeof quoteDeposit> & Omit<DepsOf<typeof confirmDeposit>, 'payerNote'>,
  ) {}

  @Authorized(journeyActors)
  @Mutation(() => DepositQuotePayloadType, {
    complexity: writing,
    description: 'Says what a deposit would earn, and promises it for 15 minutes. No money moves.',
  })
  async quoteDeposit(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @TypedArg('amount', 'The amount as the customer typed it.') amount: string | null | undefined,
    @TypedArg('productCode', 'The product as it is listed.') productCode: string | null | undefined,
  ): Promise<DepositQuotePayloadType> {
    const input = { msisdn, amount: typed(amount), productCode: typed(productCode) }
    return toDepositQuote(await quoteDeposit(this.deps, call, input), call.language)
  }

  @Authorized(journeyActors)
  @Mutation(() => DepositConfirmationPayloadType, {
    complexity: writing,
    description:
      'Honours a quote: asks the customer to approve the payment on their phone. Idempotent for ever.',
  })
  confirmDeposit(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
    @TypedArg('reference', 'The reference of the quote.') given: string | null | undefined,
  ): Promise<DepositConfirmationPayloadType> {
    const reference = typed(given)
    const { language } = call
    return orRefused(
      confirmRefusals,
      confirmDeposit({ ...this.deps, payerNote }, call, { msisdn, reference }).then((confirmed) =>
        toDepositConfirmation(confirmed, language),
      ),
      (code) => refusedConfirmation(code, reference, language),
    )
  }
}
