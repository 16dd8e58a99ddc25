import { card } from './card.rules.js'
import { scored, type Characteristic, type Scored } from './characteristic.rules.js'

/** What the business working-capital score looks at (research/scoring 7.3). */
export interface BusinessFeatures {
  readonly tradingDays: number
  readonly takingsVolatility: number
  readonly payersAWeek: number
  readonly concentration: number
  readonly supplyGap: number
  readonly refunds: number
  readonly takingsTrend: number | null
  readonly takingsLag: number | null
  readonly overdraftShare: number
  readonly debtService: number
  readonly fullMonths: number
}

type BusinessFeature = keyof BusinessFeatures

const shared = (name: BusinessFeature): Characteristic<BusinessFeature> => {
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
    name: 'takingsVolatility',
    title: 'Volatility of takings',
    formula: 'standard deviation of weekly takings / their mean',
    unit: 'number',
    better: 'less',
    bins: [
      { bound: 0.25, points: 50 },
      { bound: 0.5, points: 25 },
      { bound: 0.8, points: 0 },
      { bound: 1.2, points: -25 },
    ],
    otherwise: -50,
    reason: { code: 'W02', text: 'Weekly takings vary widely' },
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
    formula: 'distance of (shopping, groceries and bills / takings) from the range of 30 to 90 %',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0, points: 40 },
      { bound: 0.15, points: 0 },
    ],
    otherwise: -40,
    reason: { code: 'W05', text: 'Purchases do not fit the takings' },
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
    name: 'takingsTrend',
    title: 'Trend of takings',
    formula: 'median takings of the last three months used / median takings of the months before',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 1.1, points: 45 },
      { bound: 0.9, points: 0 },
      { bound: 0.7, points: -20 },
    ],
    otherwise: -45,
    reason: { code: 'W07', text: 'Takings have fallen' },
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
  shared('overdraftShare'),
  shared('debtService'),
  shared('fullMonths'),
]

export const businessPointsOf = (features: BusinessFeatures): readonly Scored<BusinessFeature>[] =>
  businessCard.map((characteristic) => scored(characteristic, features[characteristic.name]))

export const businessPoints = (features: BusinessFeatures): number =>
  businessPointsOf(features).reduce((total, { points }) => total + points, 0)
