import type { Summary } from '../../model/statement.js'
import type { SummaryCategory } from '../../../scoring-contract/words.js'
import { parseAmount } from '../text/amounts.js'
import type { Line } from '../text/page.js'
import { plainWords } from '../text/words.js'

const categoryByLabel: Readonly<Record<string, SummaryCategory>> = {
  'send money': 'sendMoney',
  'received money': 'receivedMoney',
  'agent deposit': 'agentDeposit',
  'agent withdrawal': 'agentWithdrawal',
  'lipa na m pesa paybill': 'lipaPayBill',
  'lipa na m pesa buy goods': 'lipaBuyGoods',
  others: 'others',
  total: 'total',
}

/** The table of totals that a wallet statement prints before its rows; null when it is missing or incomplete. */
export const printedSummaryIn = (lines: readonly Line[]): Summary | null => {
  const sums: Partial<Record<SummaryCategory, { paidIn: number; paidOut: number }>> = {}
  for (const { items } of lines) {
    const amounts = items.flatMap(({ text }) => parseAmount(text) ?? [])
    if (amounts.length < 2) continue
    const label = plainWords(
      items
        .slice(0, items.length - amounts.length)
        .map(({ text }) => text)
        .join(' '),
    )
    const category = categoryByLabel[label]
    if (category === undefined) continue
    sums[category] ??= { paidIn: amounts[0]?.value ?? 0, paidOut: amounts[1]?.value ?? 0 }
  }
  const isComplete = new Set(Object.values(categoryByLabel)).size === Object.keys(sums).length
  return isComplete ? (sums as Summary) : null
}
