import type { ClassifiedRow } from '../rows/classify.rules.js'
import { ranked, sumBy } from './statistics.rules.js'

/**
 * What a row costs the person, including the charges of its receipt. A charge that is included in its payment is not
 * counted again.
 */
export const spendingOf = (row: ClassifiedRow): number =>
  row.spending === null || row.chargeOf !== null ? 0 : row.row.paidOut + row.charges

/** The amounts spent by category, the largest first, in hundredths. */
export const spendingByCategory = (rows: readonly ClassifiedRow[]): (readonly [string, number])[] =>
  ranked(
    sumBy(
      rows.filter((row) => spendingOf(row) > 0),
      ({ spending }) => spending ?? 'other',
      spendingOf,
    ),
  )
