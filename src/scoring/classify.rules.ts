import { readRow, type ReadRow } from './classify-row.rules.js'
import { summaryCategories, type StatementRow, type Summary, type SummaryCategory } from './statement.js'
import { notIncome } from './wordings.js'

/** A row with what it means among its neighbours. */
export interface ClassifiedRow extends ReadRow {
  readonly row: StatementRow
  /** Whether it was completed. All the rest is returned to the client and counted nowhere. */
  readonly counted: boolean
  /** Seconds since 1970 on the statement's own clock. */
  readonly seconds: number
  readonly date: string
  /** A payment that was taken back, or its taking back: neither side counts. */
  readonly reversed: boolean
  /** For a charge: the `rowIndex` of the payment on the same receipt that it is part of. */
  readonly chargeOf: number | null
  /** For a payment: its charges on the same receipt, in minor units. */
  readonly charges: number
  /** Cash that came back to the agent within days of being taken out. */
  readonly roundTrip: boolean
  /** Money earned or given; not borrowed, won, saved before or taken back (research/scoring 7.2). */
  readonly isIncome: boolean
}

const reversalDaysMax = 7
const roundTripDaysMax = 3
const roundTripTolerance = 0.02
const secondsPerDay = 86_400

type Draft = { -readonly [Key in keyof ClassifiedRow]: ClassifiedRow[Key] }

const amountOf = (row: StatementRow): number => row.paidIn || row.paidOut

const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Oldest first, by what is printed alone: neither the order of the pages nor of the documents can change a result. */
const compareRows = (a: StatementRow, b: StatementRow): number =>
  compareText(a.completionTime, b.completionTime) ||
  compareText(a.receiptNumber, b.receiptNumber) ||
  compareText(a.details, b.details) ||
  a.paidIn - b.paidIn ||
  a.paidOut - b.paidOut ||
  (a.balance ?? -1) - (b.balance ?? -1)

const draftOf = (row: StatementRow): Draft => ({
  ...readRow(row),
  row,
  counted: row.transactionStatus.trim().toLowerCase() === 'completed',
  seconds: Date.parse(`${row.completionTime.replace(' ', 'T')}Z`) / 1000,
  date: row.completionTime.slice(0, 10),
  reversed: false,
  chargeOf: null,
  charges: 0,
  roundTrip: false,
  isIncome: false,
})

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

const foldCharges = (drafts: readonly Draft[]): void => {
  for (const group of groupBy(drafts, (draft) => draft.row.receiptNumber).values()) {
    if (group.length < 2) continue
    const payment = group.find((draft) => draft.kind !== 'charge' && draft.row.paidOut > 0)
    if (!payment) continue
    for (const charge of group) {
      if (charge.kind !== 'charge' || charge.row.paidOut === 0) continue
      charge.chargeOf = payment.row.rowIndex
      payment.charges += charge.row.paidOut
    }
  }
}

/** `KCB M-PESA Withdraw` is own savings, unless a loan was asked for at the same lender within the day before. */
const settleAmbiguous = (drafts: readonly Draft[]): void => {
  const requests = drafts.filter((draft) => draft.kind === 'loanRequest')
  for (const draft of drafts) {
    if (draft.kind !== 'savingsWithdrawal' || !draft.ambiguous) continue
    const isLoan = requests.some(
      ({ lender, seconds }) =>
        lender === draft.lender && seconds <= draft.seconds && draft.seconds - seconds <= secondsPerDay,
    )
    if (isLoan) draft.kind = 'loanDisbursement'
    else draft.lender = null
  }
}

const sideOf = (draft: Draft): string => `${draft.row.paidIn > 0 ? 'in' : 'out'} ${amountOf(draft.row)}`
const otherSideOf = (draft: Draft): string => `${draft.row.paidIn > 0 ? 'out' : 'in'} ${amountOf(draft.row)}`

/** The latest payment of the same amount and counterparty in the week before; a reversal that names nobody takes any. */
const pairReversals = (drafts: readonly Draft[]): void => {
  const payments = groupBy(
    drafts.filter((draft) => draft.kind !== 'reversal' && amountOf(draft.row) > 0),
    sideOf,
  )
  for (const reversal of drafts) {
    if (reversal.kind !== 'reversal' || amountOf(reversal.row) === 0) continue
    const payment = payments
      .get(otherSideOf(reversal))
      ?.findLast(
        ({ reversed, counterparty, seconds }) =>
          !reversed &&
          seconds <= reversal.seconds &&
          reversal.seconds - seconds <= reversalDaysMax * secondsPerDay &&
          (reversal.counterparty === '' || reversal.counterparty === counterparty),
      )
    if (!payment) continue
    payment.reversed = true
    reversal.reversed = true
  }
}

/** Cash taken from an agent and paid in again is the same money twice: greedy, each withdrawal explains one deposit. */
const markRoundTrips = (drafts: readonly Draft[]): void => {
  let open: Draft[] = []
  for (const draft of drafts) {
    if (draft.reversed) continue
    if (draft.kind === 'agentWithdrawal') open.push(draft)
    if (draft.kind !== 'agentDeposit') continue
    open = open.filter(({ seconds }) => draft.seconds - seconds <= roundTripDaysMax * secondsPerDay)
    const at = open.findLastIndex(
      ({ row }) => Math.abs(row.paidOut - draft.row.paidIn) <= roundTripTolerance * row.paidOut,
    )
    if (at < 0) continue
    open.splice(at, 1)
    draft.roundTrip = true
  }
}

/**
 * Rows of one account with what each means, oldest first. Pure: the order of `rows` does not matter, and a row's amounts
 * are never changed. Rows that were not completed are read but take part in nothing.
 */
export const classifyRows = (rows: readonly StatementRow[]): readonly ClassifiedRow[] => {
  const drafts = [...rows].sort(compareRows).map(draftOf)
  const counted = drafts.filter((draft) => draft.counted)
  foldCharges(counted)
  settleAmbiguous(counted)
  pairReversals(counted)
  markRoundTrips(counted)
  for (const draft of counted) {
    draft.isIncome = draft.row.paidIn > 0 && !draft.reversed && !draft.roundTrip && !notIncome.has(draft.kind)
  }
  return drafts
}

/** The eight lines of the printed table, recomputed from completed rows, in minor units (contract 2.4). */
export const summaryOf = (classified: readonly ClassifiedRow[]): Summary => {
  const sums = Object.fromEntries(
    summaryCategories.map((category) => [category, { paidIn: 0, paidOut: 0 }]),
  ) as Record<SummaryCategory, { paidIn: number; paidOut: number }>
  for (const { counted, category, row } of classified) {
    if (!counted) continue
    for (const sum of [sums[category], sums.total]) {
      sum.paidIn += row.paidIn
      sum.paidOut += row.paidOut
    }
  }
  return sums
}
