import { readRow } from '../../card/rows/classify-row.rules.js'
import type { StatementRow, Summary } from '../../model/statement.js'
import { summaryCategories, type SummaryCategory } from '../../../scoring-contract/words.js'
import { isCounted } from '../rows/reconcile.js'

/**
 * The eight lines of the printed table from the rows, in hundredths. The line of a row follows from its own
 * wording: its neighbours, which the card looks at too, have no say in it.
 */
export const recomputedSummary = (rows: readonly StatementRow[]): Summary => {
  const sums = Object.fromEntries(
    summaryCategories.map((category) => [category, { paidIn: 0, paidOut: 0 }]),
  ) as Record<SummaryCategory, { paidIn: number; paidOut: number }>
  for (const row of rows) {
    if (!isCounted(row)) continue
    for (const sum of [sums[readRow(row).category], sums.total]) {
      sum.paidIn += row.paidIn
      sum.paidOut += row.paidOut
    }
  }
  return sums
}
