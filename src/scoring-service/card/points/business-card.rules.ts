import { card } from './card.rules.js'
import {
  scoreCharacteristic,
  type Characteristic,
  type ScoredCharacteristic,
} from './characteristic.rules.js'

/**
 * The values that the business working-capital score uses (docs/scorecard.md#points-of-the-business-score). `businessCard`
 * has the formula of each; `refunds` and `recentTakings` are ratios, not amounts.
 */
export interface BusinessFeatures {
  readonly tradingDays: number
  readonly takingsShortfall: number
  readonly payersAWeek: number
  readonly concentration: number
  readonly supplyGap: number
  readonly refunds: number
  readonly recentTakings: number | null
  readonly takingsLag: number | null
  readonly overdraftShare: number
  readonly debtService: number
  readonly fullMonths: number
}

type BusinessFeature = keyof BusinessFeatures

const sharedCharacteristic = (name: BusinessFeature): Characteristic<BusinessFeature> => {
  const line = card.find((characteristic) => characteristic.name === name)
  if (!line) throw new RangeError(`the card has no ${name}`)
  return { ...line, name }
}

export const businessCard: readonly Characteristic<BusinessFeature>[] = [
  {
    name: 'tradingDays',
    title: 'Trading days',
    formula: 'days with takings / days covered',
    unit: 'share',
    better: 'more',
    bins: [
      { bound: 0.6, points: 60 },
      { bound: 0.4, points: 30 },
      { bound: 0.2, points: 0 },
      { bound: 0.1, points: -30 },
    ],
    otherwise: -60,
    reason: { code: 'W01', text: 'Takings on few days' },
  },
  {
    name: 'takingsShortfall',
    title: 'Shortfall of takings',
    formula:
      'root mean square over the weeks of (usual weekly cost of living - takings - money left from earlier weeks, at least 0) / usual weekly cost of living (median of the weeks up to then)',
    unit: 'number',
    better: 'less',
    bins: [
      { bound: 0.15, points: 50 },
      { bound: 0.3, points: 25 },
      { bound: 0.5, points: 0 },
      { bound: 0.75, points: -25 },
    ],
    otherwise: -50,
    reason: { code: 'W02', text: 'Some weeks do not bring what goes out' },
  },
  {
    name: 'payersAWeek',
    title: 'Payers a week',
    formula: 'median of distinct payers by whole week',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 20, points: 40 },
      { bound: 10, points: 20 },
      { bound: 5, points: 0 },
      { bound: 2, points: -20 },
    ],
    otherwise: -40,
    reason: { code: 'W03', text: 'Few customers pay in a week' },
  },
  {
    name: 'concentration',
    title: 'Concentration',
    formula: 'sum of the squared shares of the five largest payers in takings',
    unit: 'number',
    better: 'less',
    bins: [
      { bound: 0.05, points: 40 },
      { bound: 0.15, points: 20 },
      { bound: 0.3, points: 0 },
      { bound: 0.5, points: -20 },
    ],
    otherwise: -40,
    reason: { code: 'W04', text: 'Takings depend on a few payers' },
  },
  {
    name: 'supplyGap',
    title: 'Supplies',
    formula: 'by how much shopping, groceries and bills exceed 90 % of the takings',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0, points: 0 },
      { bound: 0.15, points: -20 },
    ],
    otherwise: -40,
    reason: { code: 'W05', text: 'Purchases take more than the takings' },
  },
  {
    name: 'refunds',
    title: 'Refunds',
    formula: 'money taken back by reversals / takings',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0.01, points: 0 },
      { bound: 0.03, points: -15 },
      { bound: 0.05, points: -30 },
    ],
    otherwise: -60,
    reason: { code: 'W06', text: 'Takings are often taken back' },
  },
  {
    name: 'recentTakings',
    title: 'Recent takings',
    formula:
      'takings of the last three months used / three times the usual monthly cost of living of the months before',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 1.1, points: 45 },
      { bound: 0.9, points: 0 },
      { bound: 0.7, points: -20 },
    ],
    otherwise: -45,
    reason: { code: 'W07', text: 'Recent takings do not exceed what used to go out' },
  },
  {
    name: 'takingsLag',
    title: 'Takings kept',
    formula: 'days that takings stay before they are withdrawn as cash or sent to a bank, first in first out',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 7, points: 20 },
      { bound: 3, points: 10 },
      { bound: 1, points: 0 },
    ],
    otherwise: -20,
    reason: { code: 'W08', text: 'Takings are withdrawn at once' },
  },
  sharedCharacteristic('overdraftShare'),
  sharedCharacteristic('debtService'),
  sharedCharacteristic('fullMonths'),
]

export const businessPointsOf = (
  features: BusinessFeatures,
): readonly ScoredCharacteristic<BusinessFeature>[] =>
  businessCard.map((characteristic) => scoreCharacteristic(characteristic, features[characteristic.name]))

export const businessPoints = (features: BusinessFeatures): number =>
  businessPointsOf(features).reduce((total, { points }) => total + points, 0)
