import type { CivilMoment } from '../../kernel/calendar.js'
import type { Minor } from '../../kernel/money.js'
import { groupedMoney, shortDate } from './format.js'
import type { Messages } from './catalogue.js'

const money = (amount: Minor, currency: string): string => groupedMoney(amount, currency, '.')
const months = (count: number): string => (count === 1 ? '1 month' : `${count} months`)
const dayAndTime = ({ on, at }: CivilMoment): string => `on ${shortDate(on)} at ${at}`

const notRegistered = 'You do not have a savings account. Please register first, then come back to save.'
const accountClosing = 'Your account is being closed. Once that is done, you can register again.'
const accountBlocked =
  'Your account is blocked for now. Your money is safe. Please see us with your identity document.'
const clockAdvancing = 'Your account is being updated. Please try again in a moment.'
const invalidEmail = 'This e-mail address is not valid. Please enter one like awa@example.com.'
const statementNotRequested = 'Your statement has not been requested. Please start again.'

/** English for customers in Cameroon. */
export const en: Messages = {
  depositSummary: {
    NEW: ({ amount, currency, rate, termMonths, maturityOn, earnings, total }) =>
      `You save ${money(amount, currency)} for ${months(termMonths)} at ${rate}% a year. ` +
      `On ${shortDate(maturityOn)} you get ${money(total, currency)}, including ${money(earnings, currency)} interest.`,
    TOP_UP: ({ amount, currency, rate, balanceAfter, maturityOn, earnings, totalOfSavings }) =>
      `You add ${money(amount, currency)} at ${rate}% a year, earning ${money(earnings, currency)}. ` +
      `Your savings will be ${money(balanceAfter, currency)}, ` +
      `and ${money(totalOfSavings, currency)} on ${shortDate(maturityOn)}.`,
  },
  summaryRefusal: {
    invalidAmount: {
      MISSING: () => 'Please enter the amount, for example 5000.',
      NOT_DIGITS: () => 'This amount is not valid. Please enter digits only, for example 5000.',
      DECIMALS: ({ currency, decimals }) =>
        decimals === 0
          ? `Amounts in ${currency} have no decimals. Please enter a whole amount, for example 5000.`
          : `Amounts in ${currency} have ${decimals} decimals or none. Please enter, for example, 5000.`,
      NOT_POSITIVE: ({ currency }) => `The amount must be more than 0 ${currency}. Please enter another one.`,
      TOO_LONG: () => 'This amount is too high. Please enter 12 digits at most.',
    },
    belowMinimum: ({ minimum, currency }) =>
      `This amount is too low. The smallest deposit is ${money(minimum, currency)}.`,
    aboveMaximum: {
      ROOM: ({ roomLeft, maxBalance, currency }) =>
        `This amount is too high. You can add up to ${money(roomLeft, currency)} ` +
        `(the limit of these savings is ${money(maxBalance, currency)}).`,
      FULL: ({ maxBalance, currency }) =>
        `You cannot add more: the limit of these savings is ${money(maxBalance, currency)}. ` +
        'To save more, choose another term.',
      COLLECTING: ({ maxBalance, currency }) =>
        `A payment of yours is still in progress. With it, these savings reach their limit of ${money(maxBalance, currency)}. ` +
        'Please try again later.',
      LEAVING: ({ maxBalance, currency }) =>
        `Your withdrawal has not been sent yet and counts towards the limit of these savings, ${money(maxBalance, currency)}. ` +
        'Please try again later.',
      WALLET: ({ walletMax, currency }) =>
        `Mobile Money allows at most ${money(walletMax, currency)} per payment. Please enter a lower amount.`,
    },
    notRegistered,
    productNotAvailable: 'These savings are not available. Please choose from the list again.',
    accountClosing,
    accountBlocked,
    clockAdvancing,
  },
  payment: {
    succeeded: ({ amount, currency }) => `Thank you! Your deposit of ${money(amount, currency)} has arrived.`,
    failed: {
      INSUFFICIENT_FUNDS:
        'Your Mobile Money balance is too low. Nothing was taken. Please top up your wallet and try again.',
      PAYER_DECLINED:
        'The payment was declined on your phone. Nothing was taken. You can try again whenever you like.',
      PAYER_TIMEOUT:
        'The payment was not approved in time. Nothing was taken. Please try again and enter your PIN.',
      PAYER_NOT_FOUND:
        'This number has no active Mobile Money account. Please see your operator, then try again.',
      PAYER_LIMIT_REACHED:
        'This payment is over the limit of your Mobile Money account. Nothing was taken. Please try a lower amount.',
      DEPOSIT_VOIDED:
        'Your operator took this payment back: this deposit is cancelled. Please see us if you do not know why.',
      PROVIDER_ERROR:
        'Sorry, the payment did not go through. Nothing was taken. Please try again a little later.',
    },
  },
  underWay: {
    DEPOSIT: {
      REQUESTED: ({ amount, currency }) =>
        `Please approve the payment of ${money(amount, currency)} on your phone with your PIN. ` +
        'Never share your PIN.',
      CLOSING: ({ amount, currency }) =>
        `Your account is being closed. If your payment of ${money(amount, currency)} still goes through, ` +
        'we will send the money back to you.',
      CHECKING: ({ amount, currency }) =>
        `We are checking your payment of ${money(amount, currency)} with your operator. ` +
        'Please do not pay again: your money is safe.',
    },
    PAYOUT: {
      HELD: ({ amount, currency, until }) =>
        `Your withdrawal of ${money(amount, currency)} is confirmed. ` +
        `It will be sent to your Mobile Money account ${dayAndTime(until)}.`,
      FROZEN: ({ amount, currency }) =>
        `Your withdrawal of ${money(amount, currency)} is blocked with your account. ` +
        'Your money is safe. Please see us with your identity document.',
      SENDING: ({ amount, currency }) =>
        `Your withdrawal of ${money(amount, currency)} is being sent to your Mobile Money account.`,
      DELAYED: ({ amount, currency }) =>
        `Your withdrawal of ${money(amount, currency)} has not gone through yet. ` +
        'Your money is safe, and our team is taking care of it.',
      CHECKING: ({ amount, currency }) =>
        `We are checking your withdrawal of ${money(amount, currency)} with your operator. Your money is safe.`,
      SENT: ({ amount, currency }) => `Your withdrawal of ${money(amount, currency)} has been paid.`,
      GIVEN_BACK: ({ amount, currency }) =>
        `Your withdrawal of ${money(amount, currency)} did not go through. ` +
        'Your savings are restored, with their interest. Please check your Mobile Money account.',
      CANCELLED: ({ amount, currency }) =>
        `Your withdrawal of ${money(amount, currency)} has been cancelled. Your savings are restored, with their interest.`,
    },
    REFUND: {
      FROZEN: ({ amount, currency }) =>
        `Your refund of ${money(amount, currency)} is blocked with your account. ` +
        'Your money is safe. Please see us with your identity document.',
      SENDING: ({ amount, currency }) =>
        `Your deposit of ${money(amount, currency)} came while your account was being closed. ` +
        'It is being sent back to your Mobile Money account.',
      DELAYED: ({ amount, currency }) =>
        `Your refund of ${money(amount, currency)} has not gone through yet. ` +
        'Your money is safe, and our team is taking care of it.',
      CHECKING: ({ amount, currency }) =>
        `We are checking your refund of ${money(amount, currency)} with your operator. Your money is safe.`,
      REFUNDED: ({ amount, currency }) =>
        `Your deposit of ${money(amount, currency)} came while your account was being closed. It has been refunded.`,
    },
  },
  confirmRefusal: {
    INVALID_REFERENCE: 'We cannot find this request. Nothing was taken. Please start again.',
    REFERENCE_EXPIRED: 'The time to confirm has passed. Nothing was taken. Please start again.',
    TERMS_CHANGED:
      'Your savings have changed since your request. Nothing was taken. Please start again to see the new figures.',
    ABOVE_MAXIMUM:
      'There is no longer room for this deposit. Nothing was taken. Please start again to see how much you can add.',
    PRODUCT_NOT_AVAILABLE:
      'These savings are no longer available. Nothing was taken. Please choose from the list again.',
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    ACCOUNT_BLOCKED: accountBlocked,
    CLOCK_ADVANCING: clockAdvancing,
  },
  withdrawalSummary: {
    EARLY_EXIT: ({ total, currency, until, maturityOn, totalIfKept }) =>
      `Early withdrawal: ${money(total, currency)}, sent ` +
      `${until === null ? 'at once' : `on ${shortDate(until.on)} at about ${until.at}`}. ` +
      `If you wait until ${shortDate(maturityOn)}, you get ${money(totalIfKept, currency)}.`,
    MATURITY: ({ total, currency, earnings }) =>
      `Your savings have matured. You get ${money(total, currency)}, including ${money(earnings, currency)} interest. ` +
      'The money is sent at once.',
    notFound: 'We cannot find these savings. Please choose from the list again.',
  },
  withdrawalRefusal: {
    INVALID_REFERENCE: 'We cannot find this request. Your savings have not changed. Please start again.',
    REFERENCE_EXPIRED: 'The time to confirm has passed. Your savings have not changed. Please start again.',
    TERMS_CHANGED:
      'The figures of this withdrawal have changed. Nothing was withdrawn. Please start again to see the new figures.',
    POSITION_NOT_OPEN: 'These savings have already been paid out. There is nothing left to withdraw.',
    ALREADY_PAYING_OUT:
      'A withdrawal of these savings is already under way. There is nothing more for you to do.',
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    ACCOUNT_BLOCKED: accountBlocked,
    CLOCK_ADVANCING: clockAdvancing,
  },
  optOutRefusal: {
    NOT_REGISTERED: 'You do not have a savings account, so there is nothing to close.',
    ACCOUNT_BLOCKED: accountBlocked,
    CLOCK_ADVANCING: clockAdvancing,
  },
  registrationRefusal: {
    INVALID_EMAIL: invalidEmail,
    ACCOUNT_CLOSING: accountClosing,
    CLOCK_NOT_FOUND: 'This number cannot be used with this test clock.',
    CLOCK_ADVANCING: clockAdvancing,
  },
  statementRefusal: {
    NOT_REGISTERED: notRegistered,
    INVALID_REFERENCE: statementNotRequested,
    REFERENCE_EXPIRED: statementNotRequested,
    CLOCK_ADVANCING: clockAdvancing,
    INVALID_EMAIL: {
      NOT_AN_ADDRESS: invalidEmail,
      NONE_ON_FILE: 'We do not have your e-mail address yet. Please enter it, for example awa@example.com.',
      NOT_OF_CLOSED_ACCOUNT:
        'Your account is closed: its statement is sent only to the e-mail address that was kept with that account.',
      CLOSED_WITHOUT_ADDRESS:
        'Your account is closed and had no e-mail address, so we cannot send its statement. ' +
        'Please see us with your identity document.',
    },
    INVALID_PERIOD:
      'This period is not valid. Choose for example 3 for three months, or a month such as 2026-05; 24 months at most.',
  },
  label: ({ termMonths, maturityOn, nth }) =>
    `${termMonths}-month savings to ${shortDate(maturityOn)}${nth > 1 ? ` (${nth})` : ''}`,
  payerNote: ({ termMonths }) => `${termMonths} month savings deposit`,
}
