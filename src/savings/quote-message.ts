import { messagesFor, type Messages } from '../messages/messages.js'
import type { Language } from '../shared/call.js'
import { formatRate } from '../shared/rate.js'
import type { DepositTermsQuoted } from './deposit.rules.js'
import type { QuoteAnswer, QuoteStatus } from './quote-deposit.js'

const summaryOf = ({ depositSummary }: Messages, terms: DepositTermsQuoted): string => {
  const { amount, currency, maturityOn, estimatedEarnings: earnings } = terms
  if (terms.basis === 'NEW') {
    const rate = formatRate(terms.ratePpm)
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
  return depositSummary.TOP_UP({ amount, currency, balanceAfter, maturityOn, earnings, totalOfSavings })
}

type Text = (texts: Messages['summaryRefusal'], answer: QuoteAnswer) => string

/** Savings without room for the smallest deposit are full: no amount that we could name would be taken. */
const aboveMaximum: Text = (texts, { limits, currency }) => {
  const { minimum, maxBalance, room } = limits!
  return room < minimum
    ? texts.savingsFull({ maxBalance, currency })
    : texts.aboveMaximum({ roomLeft: room, maxBalance, currency })
}

const refusals: Readonly<Record<Exclude<QuoteStatus, 'OK'>, Text>> = {
  NOT_REGISTERED: (texts) => texts.notRegistered,
  ACCOUNT_CLOSING: (texts) => texts.accountClosing,
  CLOCK_ADVANCING: (texts) => texts.clockAdvancing,
  PRODUCT_NOT_AVAILABLE: (texts) => texts.productNotAvailable,
  INVALID_AMOUNT: (texts) => texts.invalidAmount,
  BELOW_MINIMUM: (texts, { limits, currency }) => texts.belowMinimum({ minimum: limits!.minimum, currency }),
  ABOVE_MAXIMUM: aboveMaximum,
}

/** What the customer reads of a deposit summary. */
export const quoteMessage = (answer: QuoteAnswer, language: Language): string => {
  const messages = messagesFor(language)
  if (answer.status === 'OK') return summaryOf(messages, answer.terms!)
  return refusals[answer.status](messages.summaryRefusal, answer)
}
