import { describe, expect, test } from '@jest/globals'
import type { BureauAccount, BureauReport } from '../../../src/scoring-service/model/bureau.js'
import {
  bureauCard,
  capOf,
  capScore,
  reasonsOfCap,
  scoreReport,
} from '../../../src/scoring-service/card/verdict/bureau.rules.js'
import type { BureauReading } from '../../../src/scoring-service/card/verdict/bureau-reading.rules.js'
import { accountWith, asOf, reportWith } from './reports.js'

const repaid = (count: number): BureauAccount[] =>
  Array.from({ length: count }, () => accountWith({ status: 'CLOSED', currentBalance: 0 }))
const withAge = (days: number): Partial<BureauReport> => ({
  accounts: [accountWith({ openedOn: null })],
  oldestAccountOn: new Date(asOf.getTime() - days * 86_400_000).toISOString().slice(0, 10),
})
const owing = (currentBalance: number): Partial<BureauReport> => ({
  accounts: [accountWith({ originalAmount: 1_000, currentBalance })],
})
const notPerforming = (count: number): Partial<BureauReport> => ({
  accounts: [accountWith(), ...Array.from({ length: count }, () => accountWith({ performing: false }))],
})

/** With five repaid loans the record is perfect: nothing costs points. */
const perfect = (more: Partial<BureauReport> = {}): BureauReport =>
  reportWith({ accounts: [accountWith(), ...repaid(5)], ...more })

test("the bureau card has an id, a version and the calibration 'expert'", () => {
  expect(bureauCard).toEqual({ id: 'bc-2026.2', version: '2026.2', calibration: 'expert' })
})

describe('the points of the bureau card at each bound and just beyond it', () => {
  test.each<[string, number, Partial<BureauReport>, number]>([
    ['openNonPerforming', 0, notPerforming(0), 40],
    ['openNonPerforming', 1, notPerforming(1), -120],
    ['openNonPerforming', 2, notPerforming(2), -240],
    ['closedPerforming', 4, { accounts: repaid(4) }, 0],
    ['closedPerforming', 5, { accounts: repaid(5) }, 40],
    ['enquiries90Days', 1, { enquiries90Days: 1 }, 15],
    ['enquiries90Days', 2, { enquiries90Days: 2 }, 0],
    ['enquiries90Days', 4, { enquiries90Days: 4 }, 0],
    ['enquiries90Days', 5, { enquiries90Days: 5 }, -60],
    ['bouncedCheques12Months', 0, { bouncedCheques12Months: 0 }, 10],
    ['bouncedCheques12Months', 1, { bouncedCheques12Months: 1 }, -40],
    ['bouncedCheques12Months', 2, { bouncedCheques12Months: 2 }, -40],
    ['bouncedCheques12Months', 3, { bouncedCheques12Months: 3 }, -100],
    ['creditAgeDays', 1825, withAge(1825), 30],
    ['creditAgeDays', 1824, withAge(1824), 15],
    ['creditAgeDays', 730, withAge(730), 15],
    ['creditAgeDays', 729, withAge(729), 0],
    ['creditAgeDays', 365, withAge(365), 0],
    ['creditAgeDays', 364, withAge(364), -20],
    ['utilisation', 0.3, owing(300), 20],
    ['utilisation', 0.301, owing(301), 0],
    ['utilisation', 0.7, owing(700), 0],
    ['utilisation', 0.701, owing(701), -20],
    ['utilisation', 0.9, owing(900), -20],
    ['utilisation', 0.901, owing(901), -40],
  ])('%s of %d', (name, value, more, points) => {
    const { features } = scoreReport(reportWith(more), asOf)
    expect(features.find((feature) => feature.name === name)).toEqual({ name, value, points })
  })
})

describe('the reasons of a bureau score, in words for the person', () => {
  test('are empty for a perfect record, which has 500 + 235 points', () => {
    expect(scoreReport(perfect(), asOf)).toMatchObject({ score: 735, reasonCodes: [], cappedBy: null })
  })

  test.each<[string, string, keyof BureauReading, Partial<BureauReport>]>([
    [
      'B01',
      'A loan is in arrears',
      'worstArrearsDays',
      { accounts: [accountWith({ daysInArrears: 7 }), ...repaid(5)] },
    ],
    [
      'B02',
      'Open accounts are reported as not performing',
      'openNonPerforming',
      { accounts: [accountWith({ performing: false }), ...repaid(5)] },
    ],
    ['B03', 'Few loans have been repaid in full', 'closedPerforming', { accounts: [accountWith()] }],
    ['B04', 'Many lenders asked about credit in the last 90 days', 'enquiries90Days', { enquiries90Days: 2 }],
    ['B05', 'Cheques bounced in the last 12 months', 'bouncedCheques12Months', { bouncedCheques12Months: 1 }],
    [
      'B06',
      'The credit history is short',
      'creditAgeDays',
      { accounts: [accountWith(), ...repaid(5)], oldestAccountOn: null },
    ],
    [
      'B07',
      'Much of what was borrowed is still owed',
      'utilisation',
      { accounts: [accountWith({ currentBalance: 12_000_000 }), ...repaid(5)] },
    ],
  ])('%s: %s', (code, text, characteristic, more) => {
    const { reasonCodes, reading } = scoreReport(perfect(more), asOf)
    const value = reading[characteristic]
    expect(reasonCodes).toEqual([{ code, text, characteristic, value }])
  })

  test('begin with a fraud, then written-off loans, then what costs points', () => {
    const accounts = [accountWith({ daysInArrears: 91 }), accountWith({ status: 'WRITTEN_OFF' })]
    const { reasonCodes } = scoreReport(reportWith({ hasFraud: true, accounts }), asOf)
    expect(reasonCodes).toEqual([
      { code: 'B00', text: 'A fraud is reported', characteristic: 'hasFraud', value: true },
      { code: 'B09', text: 'A loan was written off', characteristic: 'writtenOffAccounts', value: 1 },
      { code: 'B01', text: 'A loan is in arrears', characteristic: 'worstArrearsDays', value: 91 },
      {
        code: 'B03',
        text: 'Few loans have been repaid in full',
        characteristic: 'closedPerforming',
        value: 0,
      },
    ])
  })
})

describe('a cap of the bureau score', () => {
  test.each([
    [700, 'FRAUD_REPORTED', 199],
    [150, 'FRAUD_REPORTED', 150],
    [-1, 'FRAUD_REPORTED', 199],
    [700, 'LONG_DEFAULT', 399],
    [380, 'LONG_DEFAULT', 380],
    [700, null, 700],
    [-1, null, -1],
  ] as const)('turns a score of %d under the cap %s into %d', (score, cap, held) => {
    expect(capScore(score, cap)).toBe(held)
  })

  test('is FRAUD_REPORTED if both a fraud and a long default are reported', () => {
    const of = (hasFraud: boolean, daysInArrears: number) =>
      capOf(scoreReport(reportWith({ hasFraud, accounts: [accountWith({ daysInArrears })] }), asOf).reading)
    expect([of(true, 91), of(true, 0), of(false, 91), of(false, 90)]).toEqual([
      'FRAUD_REPORTED',
      'FRAUD_REPORTED',
      'LONG_DEFAULT',
      null,
    ])
  })

  test('is named only if it lowered the score', () => {
    // 500 - 250 (arrears) - 240 (two open accounts not performing) + 15 (enquiries) + 10 (cheques) + 30 (length of the history) + 20
    // (utilisation).
    const accounts = [91, 91].map((daysInArrears) => accountWith({ daysInArrears, performing: false }))
    expect(scoreReport(reportWith({ accounts }), asOf)).toMatchObject({ score: 85, cappedBy: null })
    expect(scoreReport(reportWith({ accounts: [accountWith({ daysInArrears: 91 })] }), asOf)).toMatchObject({
      score: 365,
      cappedBy: null,
    })
    const wellKept = perfect({ accounts: [accountWith({ daysInArrears: 91 }), ...repaid(5)] })
    expect(scoreReport(wellKept, asOf)).toMatchObject({ score: 399, cappedBy: 'LONG_DEFAULT' })
  })

  test('gives only the reasons of the cap itself', () => {
    const reasons = ['B00', 'B09', 'B01', 'B03'].map((code) => ({
      code,
      text: '',
      characteristic: '',
      value: null,
    }))
    const codesOf = (cap: 'FRAUD_REPORTED' | 'LONG_DEFAULT') =>
      reasonsOfCap(cap, reasons).map(({ code }) => code)
    expect(codesOf('FRAUD_REPORTED')).toEqual(['B00'])
    expect(codesOf('LONG_DEFAULT')).toEqual(['B09', 'B01'])
  })
})
