import { shortDate } from '../../messages/format.js'
import { messagesFor } from '../../messages/messages.js'
import type { PeriodFacts, StatementTexts } from './words.js'

/** A period of one day is that day. */
const periodText = ({ from, to }: PeriodFacts): string =>
  from === to ? `of ${shortDate(to)}` : `from ${shortDate(from)} to ${shortDate(to)}`

export const en: StatementTexts = {
  decimalMark: '.',
  title: 'Savings account statement',
  copy: (title) => `${title} - COPY`,
  period: ({ from, to }) =>
    from === to ? `On ${shortDate(to)}` : `From ${shortDate(from)} to ${shortDate(to)}`,
  rate: (percent) => `${percent}%`,
  facts: {
    customer: 'Account holder',
    number: 'Mobile Money number',
    email: 'E-mail',
    account: 'Account',
    openedOn: 'Opened on',
    statement: 'Statement',
    period: 'Period',
    issuedOn: 'Issued on',
    reference: 'Reference',
    currency: 'Currency',
  },
  summary: {
    opening: 'Opening balance',
    paidIn: 'Paid in',
    paidOut: 'Paid out',
    interest: 'Net interest credited',
    closing: 'Closing balance',
  },
  chart: 'Balance over the period',
  movements: {
    title: 'Movements',
    date: 'Date',
    operation: 'Operation',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    opening: 'Opening balance',
    closing: 'Closing balance',
    totals: 'Totals',
    carriedForward: 'Carried forward',
    broughtForward: 'Brought forward',
    valued: (on) => `value date ${shortDate(on)}`,
    none: 'No movement in this period.',
    kinds: {
      DEPOSIT: 'Deposit',
      RECEIVED: 'Received, to be refunded',
      WITHDRAWAL: 'Withdrawal paid',
      REFUND: 'Refund',
      INTEREST: 'Interest credited',
      INTEREST_REVERSED: 'Interest reversed',
      TAX: 'Withholding tax',
      TAX_REVERSED: 'Withholding tax reversed',
      VOIDED: 'Deposit taken back by your operator',
      ADJUSTED: 'Correction',
    },
    maturity: (savings, interest) => `Maturity - ${savings}: ${interest} net interest, paid on withdrawal`,
    givenBack: (savings, amount) => `Withdrawal of ${amount} did not go through - ${savings}, restored`,
    cancelled: (savings, amount) => `Withdrawal of ${amount} cancelled - ${savings}, restored`,
  },
  underWay: {
    title: (on) => `In progress on ${shortDate(on)}`,
    standing: 'Status',
    amount: 'Amount',
    kinds: { DEPOSIT: 'Deposit requested', PAYOUT: 'Withdrawal', REFUND: 'Refund' },
    deposit: {
      REQUESTED: 'to be approved on your phone',
      CLOSING: 'will be sent back if it goes through',
      CHECKING: 'being checked',
    },
    owed: {
      UNPAID: 'owed to you, not paid yet',
      FROZEN: 'blocked with your account',
      SENDING: 'being sent',
      DELAYED: 'not gone through yet, our team is on it',
      CHECKING: 'being checked',
    },
    held: ({ on, at }) => `held, not before ${shortDate(on)} at ${at}`,
    total: 'Included in the closing balance',
  },
  product: messagesFor('en').label,
  savings: {
    title: (on) => `Your savings on ${shortDate(on)}`,
    product: 'Savings',
    rate: 'Rate',
    since: (on) => `Opened on ${shortDate(on)}`,
    status: 'Status',
    principal: 'Principal',
    gross: 'Gross int.',
    tax: 'Tax',
    net: 'Net int.',
    total: 'Total interest',
    none: 'No savings in this period.',
    statuses: {
      ACCRUING: 'Earning',
      MATURED: 'Matured',
      PAYING_OUT: 'Being paid out',
      CLOSED: 'Paid out',
    },
    early: (status, rate) => `${status} at ${rate}`,
  },
  notes: [
    'The balance is what the bank owes you: the principal of your savings, plus withdrawals and refunds that have not reached you yet. ' +
      'Interest is simple, counted by day, and credited when you withdraw; the table shows what was earned by the end of the period.',
    'Please check this statement and tell us of any error. We will never ask for your PIN.',
  ],
  lastDayOpen:
    'The last day of the period was not over when this statement was issued: what was booked later on that day is not on it.',
  contact: (bank) => `Contact us: ${bank}`,
  page: (page, pages) => `Page ${page} of ${pages}`,
  closing: {
    title: 'Closing statement',
    subject: ({ bank }) => `${bank}: your savings account is closed`,
    body: ({ from, to, bank }) =>
      'Hello,\n\n' +
      `Your savings account was closed on ${shortDate(to)}, and everything has been paid to you. ` +
      `Please find attached its last statement, from its opening on ${shortDate(from)}.\n\n` +
      'If you did not ask for this, please contact us. We will never ask for your PIN.\n\n' +
      `${bank}\n`,
  },
  mail: {
    subject: ({ from, to, bank }) => `${bank}: your savings statement ${periodText({ from, to })}`,
    body: ({ from, to, bank }) =>
      'Hello,\n\n' +
      `Your savings account statement ${periodText({ from, to })} is attached.\n\n` +
      'If you did not ask for this statement, please contact us. We will never ask for your PIN.\n\n' +
      `${bank}\n`,
    file: 'statement',
  },
}
