import type { ClassifiedRow } from '../rows/classify.rules.js'
import { dayOfRow, type Dossier } from '../rows/dossier.rules.js'

/**
 * What is owed counts with a quarter more, for its price and as a penalty, so that an unpaid loan never looks better than
 * the same loan repaid.
 */
export const owedFactor = 1.25

const oldLoanDays = 45

interface Loan {
  readonly amount: number
  readonly day: number
  left: number
}

export interface Lending {
  /** What is owed to lenders and on the overdraft on the last day, without the price of the loans. */
  readonly owed: number
  /** The part of `owed` that lenders lent more than 45 days before the last day; without the overdraft. */
  readonly overdue: number
  /** What lenders were paid back of the amounts that they lent in the statements. */
  readonly repaid: number
  /** The price of debt: what was repaid beyond the amounts that were lent in the statements, and a quarter of `owed`. */
  readonly price: number
  /** What is owed at the end of each day on which it changed, in the order of time. */
  readonly owedByDay: ReadonlyMap<number, number>
}

/** The overdraft in the map of lenders: no lender's name begins with a space. */
const overdraft = ' overdraft'

const amountOf = ({ row }: ClassifiedRow): number => row.paidIn || row.paidOut

const isLent = ({ kind }: ClassifiedRow): boolean => kind === 'loanDisbursement' || kind === 'overdraftDraw'
const isRepayment = ({ kind }: ClassifiedRow): boolean =>
  kind === 'loanRepayment' || kind === 'overdraftRepayment'

const lenderOf = ({ kind, lender }: ClassifiedRow): string =>
  kind === 'overdraftDraw' || kind === 'overdraftRepayment' ? overdraft : (lender ?? '')

/**
 * Repays the oldest loan first. When a loan is settled and the rest of the payment is at most a quarter of the loan,
 * this rest is the price of the loan and repays no other one: otherwise the interest of repaid loans would repay an
 * unpaid one. A larger rest repays the next loan. Returns the part of the payment that repaid no loan.
 */
const pay = (open: Loan[], amount: number): number => {
  let rest = amount
  let beyond = 0
  for (let [loan] = open; loan && rest > 0; [loan] = open) {
    const part = Math.min(loan.left, rest)
    loan.left -= part
    rest -= part
    if (loan.left > 0) continue
    open.shift()
    if (rest <= (owedFactor - 1) * loan.amount) [beyond, rest] = [beyond + rest, 0]
  }
  return beyond + rest
}

const leftOf = (loans: readonly Loan[]): number => loans.reduce((total, { left }) => total + left, 0)

/**
 * What all lenders together lent, got back and are owed. A repayment, early or late, goes to the oldest loan of its lender
 * first; never to a loan that is lent after it, nor to a loan of another lender.
 */
export const lendingOf = (dossier: Dossier): Lending => {
  const oldUntil = (dossier.covered.at(-1)?.last ?? 0) - oldLoanDays
  const lenders = new Map<string, Loan[]>()
  const owedByDay = new Map<number, number>()
  let [owed, lent, beyond] = [0, 0, 0]
  const rows = dossier.flows.filter((row) => isLent(row) || isRepayment(row))
  // A bank prints days without times: of rows with the same time, loans come before repayments.
  const ordered = rows.sort(
    (a, b) => a.seconds - b.seconds || Number(isRepayment(a)) - Number(isRepayment(b)),
  )
  for (const row of ordered) {
    const name = lenderOf(row)
    const open = lenders.get(name) ?? []
    lenders.set(name, open)
    const amount = amountOf(row)
    if (isLent(row)) {
      open.push({ amount, day: dayOfRow(row), left: amount })
      owed += amount
      if (row.kind === 'loanDisbursement') lent += amount
    } else {
      const before = leftOf(open)
      beyond += pay(open, amount)
      owed += leftOf(open) - before
    }
    owedByDay.set(dayOfRow(row), owed)
  }
  const loans = [...lenders].flatMap(([name, open]) => (name === overdraft ? [] : open))
  return {
    owed,
    overdue: leftOf(loans.filter(({ day }) => day < oldUntil)),
    repaid: lent - leftOf(loans),
    price: beyond + (owedFactor - 1) * owed,
    owedByDay,
  }
}
