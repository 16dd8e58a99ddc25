import { summaryCategories, type StatementHeader, type StatementRow, type Summary } from '../statement.js'
import { check, notApplicable, type Check } from './checks.js'
import type { Layout } from './layouts/layout.js'
import { isCounted, type Replay } from './reconcile.js'

export interface RowFacts {
  readonly rows: readonly StatementRow[]
  readonly unreadCount: number
  readonly header: StatementHeader
  readonly period: { readonly from: string; readonly to: string }
  readonly replay: Replay
  /** The eight lines from the rows. */
  readonly recomputed: Summary
  readonly layout: Layout
}

const money = (hundredths: number): string => (hundredths / 100).toFixed(2)

const summaryFaults = (printed: Summary, recomputed: Summary): string[] =>
  summaryCategories.flatMap((category) =>
    (['paidIn', 'paidOut'] as const).flatMap((side) => {
      const [said, found] = [printed[category][side], recomputed[category][side]]
      return said === found ? [] : [`${category}.${side} printed ${money(said)}, rows ${money(found)}`]
    }),
  )

const sumOf = (rows: readonly StatementRow[], side: 'paidIn' | 'paidOut'): number =>
  rows.filter(isCounted).reduce((sum, row) => sum + row[side], 0)

const headerFaults = (header: StatementHeader, rows: readonly StatementRow[]): string[] => {
  const faults: string[] = []
  const paidIn = sumOf(rows, 'paidIn')
  const paidOut = sumOf(rows, 'paidOut')
  const { openingBalance, closingBalance } = header
  if (header.sumPaidIn !== null && header.sumPaidIn !== paidIn) {
    faults.push(`paid in printed ${money(header.sumPaidIn)}, rows ${money(paidIn)}`)
  }
  if (header.sumPaidOut !== null && header.sumPaidOut !== paidOut) {
    faults.push(`paid out printed ${money(header.sumPaidOut)}, rows ${money(paidOut)}`)
  }
  if (
    openingBalance !== null &&
    closingBalance !== null &&
    openingBalance + paidIn - paidOut !== closingBalance
  ) {
    faults.push(
      `closing balance printed ${money(closingBalance)}, rows ${money(openingBalance + paidIn - paidOut)}`,
    )
  }
  return faults
}

/** Whether the paper has totals to hold its rows against. */
export const declaresTotals = (header: StatementHeader): boolean => {
  const { sumPaidIn, sumPaidOut, openingBalance, closingBalance } = header
  return sumPaidIn !== null || sumPaidOut !== null || (openingBalance !== null && closingBalance !== null)
}

/** Rows that were not read explain a difference by themselves: then it is the reader's, and no sign of an edit. */
const totalsCheck = ({ header, rows, recomputed, unreadCount }: RowFacts): Check => {
  const faults = header.printedSummary
    ? summaryFaults(header.printedSummary, recomputed)
    : headerFaults(header, rows)
  if (!declaresTotals(header)) return notApplicable('declared_totals', 'no totals are printed')
  if (unreadCount > 0) return notApplicable('declared_totals', `${unreadCount} rows were not read`)
  return check('declared_totals', 'hard', faults.length === 0, faults.join('; ') || 'as printed')
}

const listedMax = 5

const balanceCheck = ({ replay, layout, unreadCount }: RowFacts): Check => {
  const { groups, broken } = replay
  if (groups === 0) return notApplicable('running_balance', 'no balances are printed')
  const named = broken.slice(0, listedMax).map((group) => `${group.receiptNumber} at ${group.completionTime}`)
  const evidence = `${broken.length} of ${groups} groups do not follow${named.length > 0 ? `: ${named.join(', ')}` : ''}`
  if (unreadCount > 0 && broken.length > 0)
    return notApplicable('running_balance', `${evidence}; ${unreadCount} rows were not read`)
  const { share, count } = layout.brokenGroups
  const isBroken = broken.length >= count && broken.length > share * groups
  return check('running_balance', 'hard', !isBroken, evidence)
}

/** A sign and no verdict: what a changed amount leaves behind, and a row that the issuer left out too. */
const driftCheck = ({ replay }: RowFacts): Check =>
  replay.groups === 0
    ? notApplicable('balance_drift', 'no balances are printed')
    : check(
        'balance_drift',
        'soft',
        replay.drift === 0,
        `${money(replay.drift)} between the first and the last balance`,
      )

const periodCheck = ({ header, period, rows }: RowFacts): Check => {
  if (header.statementPeriod === '') return notApplicable('period', 'no period is printed')
  const outside = rows.filter(({ completionTime }) => {
    const date = completionTime.slice(0, 10)
    return date < period.from || date > period.to
  }).length
  return check('period', 'soft', outside === 0, `${outside} rows outside the printed period`)
}

/** Receipts are serial in time: their order is compared between rows that are a day apart or more. */
const receiptCheck = ({ rows, layout }: RowFacts): Check => {
  if (!layout.receipt) return notApplicable('receipts', 'rows have no receipts')
  const misshapen = rows.filter(({ receiptNumber }) => !layout.receipt?.test(receiptNumber)).length
  let backwards = 0
  let last = rows[0]
  for (const row of rows) {
    if (!last || row.completionTime.slice(0, 10) === last.completionTime.slice(0, 10)) continue
    if (row.receiptNumber < last.receiptNumber) backwards += 1
    last = row
  }
  return check(
    'receipts',
    'soft',
    misshapen === 0 && backwards === 0,
    `${misshapen} of another shape, ${backwards} out of order`,
  )
}

const unreadCheck = ({ unreadCount }: RowFacts): Check =>
  check('unread_rows', 'soft', unreadCount === 0, `${unreadCount} rows could not be read`)

/** What the figures of a statement tell about each other. */
export const rowChecks = (facts: RowFacts): Check[] => [
  totalsCheck(facts),
  balanceCheck(facts),
  driftCheck(facts),
  periodCheck(facts),
  receiptCheck(facts),
  unreadCheck(facts),
]
