import type { Characteristic } from './characteristic.rules.js'
import type { Features } from '../features/features.rules.js'

/** The card's version: every change of a bin, of a formula or of a wording that moves a score is a new one. */
export const model = { id: 'sc-2026.2', version: '2.0.0', calibration: 'expert' } as const

export type FeatureName = keyof Features

export interface ScoreCharacteristic extends Characteristic<FeatureName> {
  /** Weight of the points in the generic score, which looks twelve months ahead. */
  readonly genericWeight: number
}

/** The characteristics, in the order of the published table. R11 and R13 were points of sc-2026.1 for days of use and bills. */
export const card: readonly ScoreCharacteristic[] = [
  {
    name: 'incomeRegularity',
    title: 'Income regularity',
    formula:
      'months used whose income and own money from before reach half of the usual cost of living until then / months used',
    unit: 'share',
    better: 'more',
    bins: [
      { bound: 1, points: 60 },
      { bound: 0.8, points: 35 },
      { bound: 0.6, points: 0 },
      { bound: 0.4, points: -40 },
    ],
    otherwise: -80,
    genericWeight: 1.2,
    reason: { code: 'R01', text: 'Income and savings do not reach through every month' },
  },
  {
    name: 'incomeShortfall',
    title: 'Income shortfall',
    formula:
      'root of the mean square of what a month lacks of the usual cost of living until then, as a share of it; income and own money from before count',
    unit: 'number',
    better: 'less',
    bins: [
      { bound: 0.15, points: 50 },
      { bound: 0.3, points: 25 },
      { bound: 0.5, points: 0 },
      { bound: 0.75, points: -35 },
    ],
    otherwise: -60,
    genericWeight: 1.2,
    reason: { code: 'R02', text: 'Some months do not bring what living costs' },
  },
  {
    name: 'netCashRatio',
    title: 'Net cash',
    formula:
      '(inflow - cost of living - price of debt) / inflow, without loans, savings and what only goes round',
    unit: 'share',
    better: 'more',
    bins: [
      { bound: 0.1, points: 40 },
      { bound: 0.02, points: 20 },
      { bound: -0.02, points: 0 },
      { bound: -0.1, points: -25 },
    ],
    otherwise: -50,
    genericWeight: 1.2,
    reason: { code: 'R03', text: 'Little or nothing is left of what comes in' },
  },
  {
    name: 'daysOfCover',
    title: 'Days of cover',
    formula: 'average end-of-day balance, less what is owed / mean cost of living of a day',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 15, points: 60 },
      { bound: 7, points: 35 },
      { bound: 3, points: 10 },
      { bound: 1, points: -15 },
    ],
    otherwise: -50,
    genericWeight: 1,
    reason: { code: 'R04', text: 'Balances cover less than 15 days of usual spending' },
  },
  {
    name: 'lowBalanceShare',
    title: 'Days with a low balance',
    formula: 'days that end with a low balance, less what is owed / days covered',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0.05, points: 40 },
      { bound: 0.2, points: 15 },
      { bound: 0.4, points: -10 },
      { bound: 0.6, points: -30 },
    ],
    otherwise: -50,
    genericWeight: 0.6,
    reason: { code: 'R05', text: 'Days end with a low balance' },
  },
  {
    name: 'overdraftShare',
    title: 'Days with overdraft',
    formula: 'days on which the overdraft was drawn (or a bank balance was below zero) / days covered',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0, points: 40 },
      { bound: 0.05, points: 15 },
      { bound: 0.2, points: -15 },
      { bound: 0.4, points: -40 },
    ],
    otherwise: -70,
    genericWeight: 0.7,
    reason: { code: 'R06', text: 'The overdraft is used' },
  },
  {
    name: 'debtService',
    title: 'Debt service',
    formula:
      'monthly loan repayments and overdraft fees of the last three months used, and what is still owed / dependable monthly income',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0.1, points: 15 },
      { bound: 0.3, points: 0 },
      { bound: 0.5, points: -40 },
    ],
    otherwise: -90,
    genericWeight: 1.2,
    reason: { code: 'R07', text: 'Debt takes a part of income' },
  },
  {
    name: 'repaid',
    title: 'Loans repaid',
    formula: 'repaid of what was lent / (that + what is owed of loans older than 45 days)',
    unit: 'share',
    better: 'more',
    bins: [
      { bound: 0.95, points: 0 },
      { bound: 0.9, points: -60 },
      { bound: 0.8, points: -160 },
      { bound: 0.65, points: -270 },
      { bound: 0.5, points: -380 },
      { bound: 0.25, points: -510 },
    ],
    otherwise: -640,
    genericWeight: 1,
    reason: { code: 'R08', text: 'Loans that are older than 45 days are not fully repaid' },
  },
  {
    name: 'lenders',
    title: 'Lenders',
    formula: 'distinct lenders that lent in the last 90 days',
    unit: 'number',
    better: 'less',
    bins: [
      { bound: 1, points: 15 },
      { bound: 2, points: 0 },
      { bound: 3, points: -30 },
    ],
    otherwise: -70,
    genericWeight: 1,
    reason: { code: 'R09', text: 'More than one lender lent in the last 90 days' },
  },
  {
    name: 'betting',
    title: 'Betting',
    formula: 'betting stakes / income',
    unit: 'share',
    better: 'less',
    bins: [
      { bound: 0, points: 20 },
      { bound: 0.02, points: 0 },
      { bound: 0.05, points: -25 },
      { bound: 0.1, points: -60 },
    ],
    otherwise: -110,
    genericWeight: 1,
    reason: { code: 'R10', text: 'A share of income is staked on bets' },
  },
  {
    name: 'fullMonths',
    title: 'Depth',
    formula: 'calendar months that the main account covers but for three days at most',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 12, points: 40 },
      { bound: 6, points: 20 },
      { bound: 3, points: 0 },
    ],
    otherwise: -60,
    genericWeight: 1.6,
    reason: { code: 'R12', text: 'The statements cover less than twelve full months' },
  },
  {
    name: 'netSaving',
    title: 'Net saving',
    formula: '(paid into savings - withdrawn from savings - owed) / cost of living; 0 without income',
    unit: 'share',
    better: 'more',
    bins: [
      { bound: 0.05, points: 30 },
      { bound: 0.01, points: 15 },
      { bound: 0, points: 5, above: true },
    ],
    otherwise: 0,
    genericWeight: 1.6,
    reason: { code: 'R14', text: 'Little or nothing is saved' },
  },
  {
    name: 'recentIncome',
    title: 'Recent income',
    formula:
      'income of the last three months used and own money from before them / three times the usual cost of living of the months before',
    unit: 'number',
    better: 'more',
    bins: [
      { bound: 1.1, points: 20 },
      { bound: 0.9, points: 0 },
      { bound: 0.7, points: -20 },
    ],
    otherwise: -45,
    genericWeight: 1.2,
    reason: { code: 'R15', text: 'Recent income does not exceed what living used to cost' },
  },
]
