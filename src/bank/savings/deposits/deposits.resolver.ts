import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql'
import { journeyActors } from '../../../platform/graphql/access.js'
import { textOrEmpty } from '../../../platform/graphql/arguments.js'
import type { DepsOf, RequestContext } from '../../../platform/graphql/context.js'
import { refusalAsPayload } from '../../../platform/graphql/errors.js'
import { costOfWriting } from '../../../platform/graphql/limits.js'
import { InputArg } from '../../../platform/graphql/mutation.js'
import { messagesFor } from '../../messages/messages.js'
import type { Language } from '../../../kernel/call.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { confirmDeposit } from './confirm-deposit.js'
import {
  ConfirmDepositInput,
  confirmRefusals,
  DepositConfirmationPayloadType,
  refusedConfirmation,
  toDepositConfirmation,
} from './deposit-confirmation.types.js'
import { DepositQuotePayloadType, QuoteDepositInput, toDepositQuote } from './deposit-quote.types.js'
import { quoteDeposit } from './quote-deposit.js'

const payerNote = (language: Language, termMonths: number): string =>
  messagesFor(language).payerNote({ termMonths })

interface QuoteInput {
  readonly msisdn: Msisdn
  readonly amount?: string | null
  readonly productCode?: string | null
}

interface ConfirmInput {
  readonly msisdn: Msisdn
  readonly reference?: string | null
}

@Resolver()
export class DepositsResolver {
  constructor(
    private readonly deps: DepsOf<typeof quoteDeposit> & Omit<DepsOf<typeof confirmDeposit>, 'payerNote'>,
  ) {}

  @Authorized(journeyActors)
  @Mutation(() => DepositQuotePayloadType, {
    complexity: costOfWriting,
    description:
      'Computes what a deposit would earn; these terms can be confirmed for 15 minutes. No money moves.',
  })
  async quoteDeposit(
    @Ctx() { call }: RequestContext,
    @InputArg(QuoteDepositInput) { msisdn, amount, productCode }: QuoteInput,
  ): Promise<DepositQuotePayloadType> {
    const input = { msisdn, amount: textOrEmpty(amount), productCode: textOrEmpty(productCode) }
    return toDepositQuote(await quoteDeposit(this.deps, call, input))
  }

  @Authorized(journeyActors)
  @Mutation(() => DepositConfirmationPayloadType, {
    complexity: costOfWriting,
    description:
      'Confirms a quote: asks the customer to approve the payment on their phone. A repeated call, however late, answers the state of the same payment.',
  })
  confirmDeposit(
    @Ctx() { call }: RequestContext,
    @InputArg(ConfirmDepositInput) { msisdn, reference: typedReference }: ConfirmInput,
  ): Promise<DepositConfirmationPayloadType> {
    const reference = textOrEmpty(typedReference)
    const { language } = call
    return refusalAsPayload(
      confirmRefusals,
      confirmDeposit({ ...this.deps, payerNote }, call, { msisdn, reference }).then((confirmed) =>
        toDepositConfirmation(confirmed, language),
      ),
      (code) => refusedConfirmation(code, reference, language),
    )
  }
}
