import type { StatementHeader, StatementRow, Summary } from '../../model/statement.js'
import { summaryCategories, type SummaryCategory } from '../../../scoring-contract/words.js'
import { changedAmountIn } from './changed-amount.js'
import { check, notApplicable, type Check } from './checks.js'
import type { Layout } from '../layouts/layout.js'
import { isCounted, type Replay } from '../rows/reconcile.js'
import { unexplainedIn } from './unexplained-balances.js'
import { unreadAmounts } from './unread-amounts.js'

export interface RowFacts {
  readonly rows: readonly StatementRow[]
  /** Rows that could not be read, as text. */
  readonly unread: readonly string[]
  readonly header: StatementHeader
  readonly period: { readonly from: string; readonly to: string }
  readonly replay: Replay
  /** The eight lines of the summary, computed from the rows. */
  readonly recomputed: Summary
  readonly layout: Layout
}

const money = (hundredths: number): string => (hundredths / 100).toFixed(2)

interface Fault {
  readonly text: string
  /** The printed figure less that of the rows; negative if the rows add up to more. */
  readonly missing: number
  /** True for a sum, which unread rows can only raise; false for a balance, which they can also lower. */
  readonly isSum: boolean
}

const fault = (what: string, printed: number, found: number, isSum = true): Fault[] =>
  printed === found
    ? []
    : [{ text: `${what} printed ${money(printed)}, rows ${money(found)}`, missing: printed - found, isSum }]

const summaryFaults = (
  printed: Summary,
  recomputed: Summary,
  categories: readonly SummaryCategory[],
): Fault[] =>
  categories.flatMap((category) =>
    (['paidIn', 'paidOut'] as const).flatMap((side) =>
      fault(`${category}.${side}`, printed[category][side], recomputed[category][side]),
    ),
  )

const sumOf = (rows: readonly StatementRow[], side: 'paidIn' | 'paidOut'): number =>
  rows.filter(isCounted).reduce((sum, row) => sum + row[side], 0)

const headerFaults = (header: StatementHeader, rows: readonly StatementRow[]): Fault[] => {
  const paidIn = sumOf(rows, 'paidIn')
  const paidOut = sumOf(rows, 'paidOut')
  const { openingBalance, closingBalance, sumPaidIn, sumPaidOut } = header
  // Some banks add the opening balance to the total of its side.
  const openings = { paidIn: Math.max(0, openingBalance ?? 0), paidOut: Math.max(0, -(openingBalance ?? 0)) }
  return [
    ...(sumPaidIn === null || sumPaidIn === paidIn + openings.paidIn
      ? []
      : fault('paid in', sumPaidIn, paidIn)),
    ...(sumPaidOut === null || sumPaidOut === paidOut + openings.paidOut
      ? []
      : fault('paid out', sumPaidOut, paidOut)),
    ...(openingBalance === null || closingBalance === null
      ? []
      : fault('closing balance', closingBalance, openingBalance + paidIn - paidOut, false)),
  ]
}

/** Whether the statement prints totals to compare its rows with. */
const declaresTotals = (header: StatementHeader): boolean => {
  const { sumPaidIn, sumPaidOut, openingBalance, closingBalance } = header
  return sumPaidIn !== null || sumPaidOut !== null || (openingBalance !== null && closingBalance !== null)
}

/**
 * Compares the printed totals with the rows. If unread rows may explain the difference, the cause is the reader and
 * not an edit.
 */
const totalsCheck = ({ header, rows, recomputed, unread }: RowFacts): Check => {
  if (!declaresTotals(header)) return notApplicable('declared_totals', 'no totals are printed')
  const faults = header.printedSummary
    ? summaryFaults(header.printedSummary, recomputed, ['total'])
    : headerFaults(header, rows)
  const { canAddUpTo, canExplainDrift } = unreadAmounts(unread)
  const isExplained = faults.every(({ missing, isSum }) => (isSum ? canAddUpTo : canExplainDrift)(missing))
  if (faults.length > 0 && unread.length > 0 && isExplained) {
    return notApplicable('declared_totals', `${unread.length} rows were not read`)
  }
  const evidence = faults.map(({ text }) => text).join('; ') || 'as printed'
  return check('declared_totals', 'hard', faults.length === 0, evidence)
}

/**
 * A hint and not a verdict: issuers do not publish to which line they count a row, and the one real table that we know
 * counts some rows differently from us.
 */
const linesCheck = ({ header, recomputed }: RowFacts): Check => {
  const { printedSummary } = header
  if (!printedSummary) return notApplicable('declared_lines', 'no totals by line are printed')
  const lines = summaryCategories.filter((category) => category !== 'total')
  const faults = summaryFaults(printedSummary, recomputed, lines)
  return check(
    'declared_lines',
    'soft',
    faults.length === 0,
    faults.map(({ text }) => text).join('; ') || 'as printed',
  )
}

const listedMax = 5

/** A missing row breaks at most two groups: its own, if other rows of that group remain, and the next group. */
const breaksPerUnread = 2

const balanceCheck = ({ replay, layout, unread }: RowFacts): Check => {
  const { comparedCount, broken } = replay
  if (comparedCount === 0) return notApplicable('running_balance', 'no balances are printed')
  const named = broken.slice(0, listedMax).map((group) => `${group.receiptNumber} at ${group.completionTime}`)
  const evidence = `${broken.length} of ${comparedCount} groups do not follow${named.length > 0 ? `: ${named.join(', ')}` : ''}`
  const isExplained =
    unread.length > 0 &&
    broken.length > 0 &&
    broken.length <= breaksPerUnread * unread.length &&
    unreadAmounts(unread).canExplainDrift(replay.drift)
  if (isExplained) return notApplicable('running_balance', `${evidence}; ${unread.length} rows were not read`)
  const { share, count } = layout.brokenGroups
  const isBroken = broken.length >= count && broken.length > share * comparedCount
  return check('running_balance', 'hard', !isBroken, evidence)
}

/** Evidence of `balance_drift` and `changed_amount` if one broken group fails `running_balance`: they would find nothing more. */
const oneBreakFails = 'running_balance already fails if one group does not follow'

/**
 * A failure is a sign of a changed amount, or of a row that the issuer lost. It proves neither, but the statement
 * cannot be relied on.
 */
const driftCheck = ({ rows, replay, layout, unread }: RowFacts): Check => {
  if (replay.comparedCount === 0) return notApplicable('balance_drift', 'no balances are printed')
  if (layout.brokenGroups.count <= 1) return notApplicable('balance_drift', oneBreakFails)
  if (unread.length > 0 && unreadAmounts(unread).canExplainDrift(replay.drift))
    return notApplicable('balance_drift', `${unread.length} rows were not read`)
  // Only wallets get here, and their balance is never below zero. For a bank, whose accounts may be overdrawn, `oneBreakFails`.
  if ((replay.openingMax ?? 0) < 0)
    return check('balance_drift', 'soft', false, 'the balance before the first row would be below zero')
  const unexplained = unexplainedIn(rows, replay)
  const listed = unexplained.map(({ receiptNumber, drift }) => `${receiptNumber} by ${money(drift)}`)
  return check(
    'balance_drift',
    'soft',
    unexplained.length === 0,
    `${unexplained.length} groups do not follow in any order of booking${listed.length > 0 ? `: ${listed.slice(0, listedMax).join(', ')}` : ''}`,
  )
}

/**
 * Fails for one amount that contradicts the balances around it while the printed totals agree with it, as if the totals
 * had been changed too (docs/decisions/0014). The check is made only if printed totals agree with the rows: without
 * them, a row that the issuer lost looks the same.
 */
const changedAmountCheck = (facts: RowFacts, totals: Check): Check => {
  const { layout, replay, rows, unread } = facts
  if (layout.brokenGroups.count <= 1) return notApplicable('changed_amount', oneBreakFails)
  if (!totals.applicable || !totals.passed)
    return notApplicable('changed_amount', 'no printed totals agree with the rows')
  if (unread.length > 0 && unreadAmounts(unread).canExplainDrift(replay.drift)) {
    return notApplicable('changed_amount', `${unread.length} rows were not read`)
  }
  const changed = changedAmountIn(rows, replay)
  return check(
    'changed_amount',
    'hard',
    changed === undefined,
    changed
      ? `${changed.receiptNumber} at ${changed.completionTime} alone does not follow, by ${money(changed.drift)}`
      : 'none',
  )
}

const periodCheck = ({ header, period, rows }: RowFacts): Check => {
  if (header.statementPeriod === '') return notApplicable('period', 'no period is printed')
  const outside = rows.filter(({ completionTime }) => {
    const date = completionTime.slice(0, 10)
    return date < period.from || date > period.to
  }).length
  return check('period', 'soft', outside === 0, `${outside} rows outside the printed period`)
}

/** Receipt numbers grow with time. Only rows of different days are compared. */
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

const unreadCheck = ({ unread }: RowFacts): Check =>
  check('unread_rows', 'soft', unread.length === 0, `${unread.length} rows could not be read`)

/** The checks of whether the figures of a statement agree with each other. */
export const rowChecks = (facts: RowFacts): Check[] => {
  const totals = totalsCheck(facts)
  return [
    totals,
    linesCheck(facts),
    balanceCheck(facts),
    driftCheck(facts),
    changedAmountCheck(facts, totals),
    periodCheck(facts),
    receiptCheck(facts),
    unreadCheck(facts),
  ]
}
