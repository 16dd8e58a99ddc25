import { meaningOf } from '../../card/rows/classify-row.rules.js'
import type { StatementRow, Summary } from '../../model/statement.js'
import { summaryCategories, type SummaryCategory } from '../../../scoring-contract/words.js'
import { isCounted } from '../rows/reconcile.js'

/**
 * The eight lines of the printed summary, computed from the rows, in hundredths. Each row is assigned to a line by its
 * own wording alone. The score also uses other rows to classify a row, so its sums may differ.
 */
export const recomputedSummary = (rows: readonly StatementRow[]): Summary => {
  const sums = Object.fromEntries(
    summaryCategories.map((category) => [category, { paidIn: 0, paidOut: 0 }]),
  ) as Record<SummaryCategory, { paidIn: number; paidOut: number }>
  for (const row of rows) {
    if (!isCounted(row)) continue
    for (const sum of [sums[meaningOf(row).category], sums.total]) {
      sum.paidIn += row.paidIn
      sum.paidOut += row.paidOut
    }
  }
  return sums
}
