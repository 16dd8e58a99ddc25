import type { Minor } from '../shared/money.js'
import { groupedMoney, shortDate } from './format.js'
import type { Messages } from './catalogue.js'

const money = (amount: Minor, currency: string): string => groupedMoney(amount, currency, '.')
const months = (count: number): string => (count === 1 ? '1 month' : `${count} months`)
const afterHours = (hours: number): string =>
  hours === 0 ? 'at once' : hours === 1 ? 'after 1 hour' : `after ${hours} hours`

const notRegistered = 'You do not have a savings account yet. Please register first, then come back to save.'
const accountClosing = 'Your account is being closed. Once that is done, you can register again.'
const clockAdvancing = 'Your account is being updated. Please try again in a moment.'

/** English for customers in Cameroon. */
export const en: Messages = {
  depositSummary: {
    NEW: ({ amount, currency, rate, termMonths, maturityOn, earnings, total }) =>
      `You save ${money(amount, currency)} for ${months(termMonths)} at ${rate}% a year. ` +
      `On ${shortDate(maturityOn)} you will have ${money(total, currency)}, with ${money(earnings, currency)} earned.`,
    TOP_UP: ({ amount, currency, balanceAfter, maturityOn, earnings, totalOfSavings }) =>
      `You add ${money(amount, currency)} (earns ${money(earnings, currency)}). ` +
      `Your savings become ${money(balanceAfter, currency)}. ` +
      `On ${shortDate(maturityOn)} you will have ${money(totalOfSavings, currency)}.`,
  },
  summaryRefusal: {
    invalidAmount: 'This amount is not valid. Please type digits only, for example 5000.',
    belowMinimum: ({ minimum, currency }) =>
      `This amount is too small. The smallest deposit is ${money(minimum, currency)}.`,
    aboveMaximum: ({ roomLeft, maxBalance, currency }) =>
      `This amount is too large. You can add up to ${money(roomLeft, currency)} ` +
      `(these savings hold ${money(maxBalance, currency)} at most).`,
    savingsFull: ({ maxBalance, currency }) =>
      `Well done, these savings are full: they hold ${money(maxBalance, currency)} at most. ` +
      'To save more, choose another term.',
    notRegistered,
    productNotAvailable: 'These savings are not available. Please choose another one from the list.',
    accountClosing,
    clockAdvancing,
  },
  payment: {
    pendingApproval: ({ amount, currency }) =>
      `Please approve the payment of ${money(amount, currency)} on your phone with your PIN. ` +
      'Never share your PIN.',
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
        'This payment is over the limit of your Mobile Money account. Nothing was taken. Please try a smaller amount.',
      PROVIDER_ERROR:
        'Sorry, the payment did not go through. Nothing was taken. Please try again a little later.',
    },
  },
  confirmRefusal: {
    INVALID_REFERENCE: 'We cannot find this request. Nothing was taken. Please start again.',
    REFERENCE_EXPIRED: 'The time to confirm has passed. Nothing was taken. Please start again.',
    TERMS_CHANGED:
      'Your savings have changed since your request. Nothing was taken. Please start again to see the new figures.',
    ABOVE_MAXIMUM:
      'This deposit is more than these savings can hold. Nothing was taken. Please try a smaller amount.',
    PRODUCT_NOT_AVAILABLE:
      'These savings are no longer available. Nothing was taken. Please choose another one.',
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    CLOCK_ADVANCING: clockAdvancing,
  },
  withdrawalSummary: {
    EARLY_EXIT: ({ total, currency, holdHours, forfeited, maturityOn, totalIfKept }) =>
      `Withdraw now: you get ${money(total, currency)}, sent ${afterHours(holdHours)}. ` +
      `You give up ${money(forfeited, currency)} of interest. ` +
      `Wait until ${shortDate(maturityOn)}: ${money(totalIfKept, currency)}.`,
    MATURITY: ({ total, currency, earnings }) =>
      `Your savings have matured. You get ${money(total, currency)}, with ${money(earnings, currency)} earned. ` +
      'The money is sent at once.',
  },
  payout: {
    onHold: ({ amount, currency, sentOn }) =>
      `Your withdrawal of ${money(amount, currency)} is confirmed. ` +
      `It will be sent to your Mobile Money account on ${shortDate(sentOn)}.`,
    processing: ({ amount, currency }) =>
      `Your withdrawal of ${money(amount, currency)} is on its way to your Mobile Money account.`,
    paid: ({ amount, currency }) =>
      `Your withdrawal of ${money(amount, currency)} has been paid to your Mobile Money account.`,
    givenBack: ({ amount, currency }) =>
      `Your withdrawal of ${money(amount, currency)} did not go through. ` +
      'Your savings are back as they were. Please check your Mobile Money account.',
    failed: ({ amount, currency }) =>
      `Your withdrawal of ${money(amount, currency)} did not go through. ` +
      'Your money is safe, and our team is taking care of it.',
  },
  withdrawalRefusal: {
    INVALID_REFERENCE: 'We cannot find this request. Your savings have not changed. Please start again.',
    REFERENCE_EXPIRED: 'The time to confirm has passed. Your savings have not changed. Please start again.',
    TERMS_CHANGED:
      'The figures of this withdrawal have changed. Nothing was withdrawn. Please start again to see the new figures.',
    POSITION_NOT_OPEN: 'These savings have already been paid out. There is nothing left to withdraw.',
    ALREADY_PAYING_OUT: 'These savings are already on their way to your Mobile Money account.',
    NOT_REGISTERED: notRegistered,
    ACCOUNT_CLOSING: accountClosing,
    CLOCK_ADVANCING: clockAdvancing,
  },
  label: ({ termMonths, maturityOn }) => `${termMonths}-month savings - ${shortDate(maturityOn)}`,
  payerNote: ({ termMonths }) => `${termMonths} month savings deposit`,
}
