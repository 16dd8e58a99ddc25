import { messagesFor, type Messages } from '../../messages/messages.js'
import type { Language } from '../../../kernel/call.js'
import { exponentOf } from '../../../kernel/money.js'
import { formatRate } from '../../../kernel/rate.js'
import type { DepositTermsQuoted } from '../rules/deposit.rules.js'
import type { QuoteOutcome, QuoteStatus } from './quote-answer.js'

const summaryOf = ({ depositSummary }: Messages, terms: DepositTermsQuoted): string => {
  const { amount, currency, maturityOn, estimatedEarnings: earnings } = terms
  const rate = formatRate(terms.ratePpm)
  if (terms.basis === 'NEW') {
    const total = amount + earnings
    return depositSummary.NEW({
      amount,
      currency,
      rate,
      termMonths: terms.termMonths,
      maturityOn,
      earnings,
      total,
    })
  }
  const balanceAfter = terms.savingsBalanceNow + amount
  const totalOfSavings = balanceAfter + terms.savingsEarningsAtMaturity
  return depositSummary.TOP_UP({ amount, currency, rate, balanceAfter, maturityOn, earnings, totalOfSavings })
}

type Text = (texts: Messages['summaryRefusal'], answer: QuoteOutcome) => string

const aboveMaximum: Text = ({ aboveMaximum: texts }, { limits, cause, walletMax, currency }) => {
  const { maxBalance, room } = limits!
  return texts[cause!]({ roomLeft: room, maxBalance, walletMax: walletMax ?? 0n, currency })
}

const refusals: Readonly<Record<Exclude<QuoteStatus, 'OK'>, Text>> = {
  NOT_REGISTERED: (texts) => texts.notRegistered,
  ACCOUNT_CLOSING: (texts) => texts.accountClosing,
  ACCOUNT_BLOCKED: (texts) => texts.accountBlocked,
  CLOCK_ADVANCING: (texts) => texts.clockAdvancing,
  PRODUCT_NOT_AVAILABLE: (texts) => texts.productNotAvailable,
  INVALID_AMOUNT: (texts, { fault, currency }) =>
    texts.invalidAmount[fault!]({ currency, decimals: exponentOf(currency) }),
  BELOW_MINIMUM: (texts, { limits, currency }) => texts.belowMinimum({ minimum: limits!.minimum, currency }),
  ABOVE_MAXIMUM: aboveMaximum,
}

/** What the customer reads of a deposit summary. */
export const quoteMessage = (answer: QuoteOutcome, language: Language): string => {
  const messages = messagesFor(language)
  if (answer.status === 'OK') return summaryOf(messages, answer.terms!)
  return refusals[answer.status](messages.summaryRefusal, answer)
}
