import { characteristics } from '../../../scoring-contract/characteristics.rules.js'
import type { Characteristic } from './characteristic.rules.js'
import type { Features } from '../features/features.rules.js'

/**
 * The card's version. A change that moves a score needs a new one: of a bin, of a formula, or of a wording by which the
 * rows of statements are classified.
 */
export const model = { id: 'sc-2026.2', version: '2.1.0', calibration: 'expert' } as const

export type FeatureName = keyof Features

export interface ScoreCharacteristic extends Characteristic<FeatureName> {
  /** Weight of the points in the generic score, which looks twelve months ahead. */
  readonly genericWeight: number
}

/**
 * The characteristics, in the order of the published table. Two characteristics of sc-2026.1 are no longer in it: the
 * code R11 (days of use) is now the reason for a thin file, the code R13 (bills) is not used.
 */
export const card: readonly ScoreCharacteristic[] = [
  {
    name: 'incomeRegularity',
    ...characteristics.incomeRegularity,
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
    ...characteristics.incomeShortfall,
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
    ...characteristics.netCashRatio,
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
    ...characteristics.daysOfCover,
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
    ...characteristics.lowBalanceShare,
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
    ...characteristics.overdraftShare,
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
    ...characteristics.debtService,
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
    ...characteristics.repaid,
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
    ...characteristics.lenders,
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
    ...characteristics.betting,
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
    ...characteristics.fullMonths,
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
    ...characteristics.netSaving,
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
    ...characteristics.recentIncome,
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
