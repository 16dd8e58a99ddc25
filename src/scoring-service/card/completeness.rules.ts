import { dateOf, dayOf } from './rows/dossier.rules.js'
import type { Facts } from './features/features.rules.js'
import { ratio } from './features/statistics.rules.js'

export type CompletenessFlag = 'Green' | 'Yellow' | 'Red'

export interface Completeness {
  readonly from: string
  readonly to: string
  readonly flag: CompletenessFlag
  /** Calendar months with rows / calendar months of the period, at most 1. */
  readonly monthsWithRowsShare: number
}

const yellowFrom = 0.8

/** Green when every month has rows, Yellow from 80 %, else Red. */
export const completenessOf = ({ dossier, calendar }: Facts): Completeness => {
  const monthsWithRowsShare = Math.min(1, ratio(calendar.monthsWithRows, calendar.all.length))
  return {
    from: dateOf(dossier.covered[0]?.first ?? dayOf('1970-01-01')),
    to: dateOf(dossier.covered.at(-1)?.last ?? dayOf('1970-01-01')),
    flag: completenessFlag(monthsWithRowsShare),
    monthsWithRowsShare,
  }
}

const completenessFlag = (monthsWithRowsShare: number): CompletenessFlag => {
  if (monthsWithRowsShare >= 1) return 'Green'
  return monthsWithRowsShare >= yellowFrom ? 'Yellow' : 'Red'
}

const weights = { monthsWithRows: 0.3, fullMonths: 0.2, rows: 0.15, reconciliation: 0.2, classified: 0.15 }
const monthsEnough = 12
const rowsEnough = 600

/** How much data there is to judge by, from 0 to 1. It is not part of any score, so that it cannot hide a risk. */
export const confidenceOf = (facts: Facts): number => {
  const { dossier, calendar } = facts
  const moved = (rows: typeof dossier.counted): number =>
    rows.reduce((total, { row }) => total + row.paidIn + row.paidOut, 0)
  return (
    weights.monthsWithRows * completenessOf(facts).monthsWithRowsShare +
    weights.fullMonths * Math.min(1, calendar.fullMonths / monthsEnough) +
    weights.rows * Math.min(1, dossier.counted.length / rowsEnough) +
    weights.reconciliation * ratio(dossier.reconciliation.agreeing, dossier.reconciliation.groups) +
    weights.classified *
      ratio(moved(dossier.counted.filter(({ recognised }) => recognised)), moved(dossier.counted))
  )
}
