import type { AddressFault, Messages } from '../../bank/messages/catalogue.js'
import { failureMeanings, type FailureReason } from '../../bank/failure-reasons/failure-reason.js'
import { messagesFor } from '../../bank/messages/messages.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Reason } from '../../platform/docs/guide.js'

/** Example values for the texts that contain an amount, a date or a limit. */
const facts = { amount: 50_000n, currency: 'XAF', until: { on: '2026-02-02' as LocalDate, at: '14:05' } }
const limits = { currency: 'XAF', minimum: 1_000n, maxBalance: 2_000_000n, roomLeft: 150_000n, decimals: 0 }

/** Why a deposit summary is refused: each status with its meaning and one of its texts. */
const summaryWords: Readonly<
  Record<string, readonly [meaning: string, text: (messages: Messages) => string]>
> = {
  NOT_REGISTERED: [failureMeanings.NOT_REGISTERED, ({ summaryRefusal }) => summaryRefusal.notRegistered],
  ACCOUNT_CLOSING: [failureMeanings.ACCOUNT_CLOSING, ({ summaryRefusal }) => summaryRefusal.accountClosing],
  ACCOUNT_BLOCKED: [failureMeanings.ACCOUNT_BLOCKED, ({ summaryRefusal }) => summaryRefusal.accountBlocked],
  CLOCK_ADVANCING: [failureMeanings.CLOCK_ADVANCING, ({ summaryRefusal }) => summaryRefusal.clockAdvancing],
  PRODUCT_NOT_AVAILABLE: [
    'The product is not on sale, its smallest deposit is more than a wallet allows, or its maturity would lie beyond 2099.',
    ({ summaryRefusal }) => summaryRefusal.productNotAvailable,
  ],
  INVALID_AMOUNT: [
    'The text that was typed is not an amount.',
    ({ summaryRefusal }) => summaryRefusal.invalidAmount.NOT_DIGITS(limits),
  ],
  BELOW_MINIMUM: [
    'The amount is under `minimum_amount`.',
    ({ summaryRefusal }) => summaryRefusal.belowMinimum(limits),
  ],
  ABOVE_MAXIMUM: [
    'The amount is over `room_left`, or over the wallet’s limit for one payment.',
    ({ summaryRefusal }) => summaryRefusal.aboveMaximum.ROOM(limits),
  ],
}

/** The meaning of each fault of an address: these are the causes of one reason, each with a text of its own. */
const addressMeanings: Readonly<Record<AddressFault, string>> = {
  NOT_AN_ADDRESS: 'The text that was typed is not an e-mail address.',
  NONE_ON_FILE: 'No address was typed, and the account has none.',
  NOT_OF_CLOSED_ACCOUNT: 'The account is closed: its statements go only to the address that it had.',
  CLOSED_WITHOUT_ADDRESS: 'The account is closed, and has no address.',
}

const givenBack = ({ underWay }: Messages): string => underWay.PAYOUT.GIVEN_BACK(facts)

/** The texts of each operation by reason, from the catalogue. */
const texts: Readonly<
  Record<string, (messages: Messages) => Readonly<Record<string, string | Readonly<Record<string, string>>>>>
> = {
  register_savings_account: ({ registrationRefusal }) => registrationRefusal,
  create_deposit_summary: (messages) =>
    Object.fromEntries(Object.entries(summaryWords).map(([word, [, text]]) => [word, text(messages)])),
  confirm_deposit: ({ confirmRefusal, payment }) => ({ ...confirmRefusal, ...payment.failed }),
  create_withdrawal_summary: ({ withdrawalSummary }) => ({ NOT_FOUND: withdrawalSummary.notFound }),
  confirm_withdrawal: (messages) => {
    // The text for ACCOUNT_CLOSING is never shown: while an account closes, all its savings are being paid out, and the text that
    // says so takes precedence. A fault of the provider is no reason either: it is retried or reviewed by people.
    const { ACCOUNT_CLOSING: _neverShown, ...refusals } = messages.withdrawalRefusal
    return {
      ...refusals,
      PAYEE_NOT_FOUND: givenBack(messages),
      PAYEE_NOT_ALLOWED: givenBack(messages),
      PAYEE_LIMIT_REACHED: givenBack(messages),
      PAYOUT_CANCELLED: messages.underWay.PAYOUT.CANCELLED(facts),
    }
  },
  confirm_opt_out: ({ optOutRefusal }) => optOutRefusal,
  request_full_statement: ({ statementRefusal }) => statementRefusal,
}

/** By operation: the key of its answer that contains the text for the customer. */
const textKeys: Readonly<Record<string, string>> = {
  create_deposit_summary: 'summary_message',
  confirm_deposit: 'payment_message',
  confirm_withdrawal: 'payout_message',
}

const meaningOf = (operation: string, code: string, cause?: string): string => {
  if (operation === 'create_deposit_summary') return summaryWords[code]?.[0] ?? ''
  if (cause !== undefined) return addressMeanings[cause as AddressFault]
  if (code === 'INVALID_EMAIL') return addressMeanings.NOT_AN_ADDRESS
  if (code === 'NOT_FOUND') return 'The position is unknown, or belongs to another customer.'
  return failureMeanings[code as FailureReason]
}

/**
 * The reasons that an operation can give, each with the text for the customer in both languages. If the answer has a key for texts
 * (`textKeys`), it contains this text; otherwise the gateway shows it by itself.
 */
export const reasonsOf = (operation: string): readonly Reason[] => {
  const own = texts[operation]
  if (!own) return []
  const [french, english] = [own(messagesFor('fr')), own(messagesFor('en'))]
  return Object.entries(english).flatMap(([code, ofReason]): Reason[] => {
    const inFrench = french[code]!
    if (typeof ofReason === 'string')
      return [{ code, meaning: meaningOf(operation, code), french: String(inFrench), english: ofReason }]
    // One reason of several causes, each with its text.
    return Object.entries(ofReason).map(([cause, text]) => ({
      code,
      meaning: meaningOf(operation, code, cause),
      french: (inFrench as Readonly<Record<string, string>>)[cause]!,
      english: text,
    }))
  })
}

/** How a gateway selects the text where one reason has several: by what it knows of its own call. */
const severalCauses = (operation: string): readonly string[] => {
  const codes = reasonsOf(operation).map(({ code }) => code)
  const repeatsCode = codes.some((code, index) => codes.indexOf(code) !== index)
  return repeatsCode
    ? [
        'For `INVALID_EMAIL`, show the first text if the call had `email`, and the second if it had none.',
        'If the account is closed (`check_registration_status` answers `NOT_REGISTERED`), show the third text if the call had `email`, and the fourth if a call without `email` is refused too.',
      ]
    : []
}

/** Sentences that say which text the gateway shows for a reason of this operation. */
export const shownFor = (operation: string): readonly string[] => {
  const key = textKeys[operation]
  return key === undefined
    ? [
        'The text below, in the language of the call: the answer has no key for it.',
        ...severalCauses(operation),
      ]
    : [`\`${key}\`, as it comes: it is the text below in the language of the call, with its figures.`]
}
