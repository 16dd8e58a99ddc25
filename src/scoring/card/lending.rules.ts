import type { ClassifiedRow } from './classify.rules.js'
import { dayOfRow, type Dossier } from './dossier.rules.js'

/** A loan that is not repaid is owed with its price and its penalty: never may it look better than the same loan repaid. */
export const owedWithPrice = 1.25

const oldLoanDays = 45

/** What one lender lent and had back. Money in minor units. */
interface Lender {
  lent: number
  /** Lent within the last 45 days. */
  young: number
  owed: number
  /** Repaid beyond what was owed: interest, and loans of before the statements. */
  beyond: number
}

export interface Lending {
  /** What lenders and the overdraft have not had back at the end, without any price. */
  readonly owed: number
  /** Of `owed`, what was lent more than 45 days before the last day. */
  readonly overdue: number
  readonly repaid: number
  /** What debt costs: repaid beyond what was lent in the statements, and the price of what is owed. */
  readonly price: number
  /** What is owed at the end of each day on which that changed, in the order of time. */
  readonly byDay: ReadonlyMap<number, number>
}

const overdraft = 'overdraft'

const amountOf = ({ row }: ClassifiedRow): number => row.paidIn || row.paidOut

const isLent = ({ kind }: ClassifiedRow): boolean => kind === 'loanDisbursement' || kind === 'overdraftDraw'
const isBack = ({ kind }: ClassifiedRow): boolean => kind === 'loanRepayment' || kind === 'overdraftRepayment'

const lenderOf = ({ kind, lender }: ClassifiedRow): string =>
  kind === 'overdraftDraw' || kind === 'overdraftRepayment' ? ` ${overdraft}` : (lender ?? '')

/**
 * Loans lender by lender: repayments pay the oldest loan first, early or late, and never a loan that is lent on a later day. No
 * lender answers for what another got.
 */
export const lendingOf = (dossier: Dossier): Lending => {
  const youngFrom = (dossier.covered.at(-1)?.last ?? 0) - oldLoanDays
  const lenders = new Map<string, Lender>()
  const byDay = new Map<number, number>()
  let owed = 0
  const rows = dossier.flows.filter((row) => isLent(row) || isBack(row))
  // A bank prints days without times: of one instant, lending comes first.
  const ordered = rows.sort((a, b) => a.seconds - b.seconds || Number(isBack(a)) - Number(isBack(b)))
  for (const row of ordered) {
    const name = lenderOf(row)
    const lender = lenders.get(name) ?? { lent: 0, young: 0, owed: 0, beyond: 0 }
    lenders.set(name, lender)
    const amount = amountOf(row)
    const before = lender.owed
    if (isLent(row)) {
      lender.lent += amount
      if (dayOfRow(row) >= youngFrom) lender.young += amount
      lender.owed += amount
    } else {
      lender.owed = Math.max(0, lender.owed - amount)
      lender.beyond += amount - (before - lender.owed)
    }
    owed += lender.owed - before
    byDay.set(dayOfRow(row), owed)
  }
  const loans = [...lenders].filter(([name]) => name !== ` ${overdraft}`).map(([, lender]) => lender)
  const add = (of: (lender: Lender) => number): number => loans.reduce((all, lender) => all + of(lender), 0)
  return {
    owed,
    overdue: add((lender) => Math.max(0, lender.owed - lender.young)),
    repaid: add((lender) => lender.lent - lender.owed),
    price: [...lenders.values()].reduce((all, { beyond }) => all + beyond, (owedWithPrice - 1) * owed),
    byDay,
  }
}
