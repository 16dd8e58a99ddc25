import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BureauAccount, BureauReport } from '../../../src/scoring-service/model/bureau.js'
import { scoreReport } from '../../../src/scoring-service/card/verdict/bureau.rules.js'
import { accountWith, asOf, reports, reportWith } from './reports.js'
import { present } from '../../support/present.js'

const scoreOf = (report: BureauReport): number => scoreReport(report, asOf).score

/**
 * Checks that a change for the worse never raises the score. Reports without accounts are left out: their score is -1,
 * which is neither better nor worse.
 */
const neverRises = (worse: (report: BureauReport, n: number) => BureauReport): void => {
  fc.assert(
    fc.property(
      reports.filter(({ accounts }) => accounts.length > 0),
      fc.nat({ max: 400 }),
      (report, n) => scoreOf(worse(report, n)) <= scoreOf(report),
    ),
  )
}

const eachAccount = (report: BureauReport, change: (account: BureauAccount) => BureauAccount) => ({
  ...report,
  accounts: report.accounts.map(change),
})

describe('the bureau card never gives more points for', () => {
  test('more days in arrears', () =>
    neverRises((report, n) =>
      eachAccount(report, (account) => ({ ...account, daysInArrears: account.daysInArrears + n })),
    ))
  test('accounts that no longer perform', () =>
    neverRises((report, n) =>
      eachAccount(report, (account) => ({ ...account, performing: account.performing && n % 2 === 0 })),
    ))
  test('one more open account that does not perform', () =>
    neverRises((report) => ({
      ...report,
      accounts: [
        ...report.accounts,
        accountWith({ performing: false, openedOn: null, originalAmount: 0, currentBalance: 0 }),
      ],
    })))
  test('one repaid loan fewer', () =>
    neverRises((report) => {
      const repaid = report.accounts.findIndex(({ status, performing }) => status === 'CLOSED' && performing)
      return {
        ...report,
        accounts: report.accounts.map((a, i) => (i === repaid ? { ...a, performing: false } : a)),
      }
    }))
  test('more enquiries', () =>
    neverRises((report, n) => ({ ...report, enquiries90Days: report.enquiries90Days + n })))
  test('more bounced cheques', () =>
    neverRises((report, n) => ({ ...report, bouncedCheques12Months: report.bouncedCheques12Months + n })))
  test('a higher balance', () =>
    neverRises((report, n) =>
      eachAccount(report, (account) => ({ ...account, currentBalance: account.currentBalance + n * 10_000 })),
    ))
  test('a younger history', () =>
    neverRises((report) =>
      eachAccount({ ...report, oldestAccountOn: report.oldestAccountOn && '2026-02-01' }, (account) => ({
        ...account,
        openedOn: account.openedOn && '2026-02-01',
      })),
    ))
  test('a fraud', () => neverRises((report) => ({ ...report, hasFraud: true })))
})

describe('the bureau card', () => {
  test('gives 500 plus the published points', () => {
    const scored = scoreReport(reportWith(), asOf)
    expect(scored.features.map(({ name, points }) => [name, points])).toEqual([
      ['worstArrearsDays', 80],
      ['openNonPerforming', 40],
      ['closedPerforming', 0],
      ['enquiries90Days', 15],
      ['bouncedCheques12Months', 10],
      ['creditAgeDays', 30],
      ['utilisation', 20],
    ])
    expect(scored.score).toBe(695)
  })

  test.each([
    [0, 80],
    [1, -20],
    [30, -20],
    [31, -120],
    [90, -120],
    [91, -250],
  ])('gives %d days in arrears %d points', (daysInArrears, points) => {
    const { features } = scoreReport(reportWith({ accounts: [accountWith({ daysInArrears })] }), asOf)
    expect(features[0]).toEqual({ name: 'worstArrearsDays', value: daysInArrears, points })
  })

  test('counts the arrears of open accounts only', () => {
    const paid = accountWith({
      status: 'CLOSED',
      daysInArrears: 200,
      performing: false,
      currentBalance: 0,
    })
    expect(scoreReport(reportWith({ accounts: [accountWith(), paid] }), asOf).reading).toMatchObject({
      worstArrearsDays: 0,
      openNonPerforming: 0,
      longDefault: false,
    })
  })

  test('gives 0 points if the age or the utilisation is unknown', () => {
    const accounts = [accountWith({ openedOn: null, originalAmount: 0 })]
    const { features, reasonCodes } = scoreReport(reportWith({ accounts, oldestAccountOn: null }), asOf)
    expect(features.slice(-2)).toEqual([
      { name: 'creditAgeDays', value: null, points: 0 },
      { name: 'utilisation', value: null, points: 0 },
    ])
    expect(reasonCodes.map(({ code }) => code)).toEqual(['B03'])
  })

  test('gives -1 without a reason to a record without accounts', () => {
    expect(scoreReport(reportWith({ accounts: [] }), asOf)).toMatchObject({
      score: -1,
      features: [],
      reasonCodes: [],
      cappedBy: null,
    })
  })

  test('scores a reported fraud at 199, with or without accounts, and names it first', () => {
    for (const accounts of [[], [accountWith()]]) {
      const { score, reasonCodes, cappedBy } = scoreReport(reportWith({ hasFraud: true, accounts }), asOf)
      expect([score, cappedBy]).toEqual([199, 'FRAUD_REPORTED'])
      expect(reasonCodes[0]).toEqual({
        code: 'B00',
        text: 'A fraud is reported',
        characteristic: 'hasFraud',
        value: true,
      })
    }
  })

  test('gives a whole score from 0 to 1000, or -1, whatever the order of the accounts', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const scored = scoreReport(report, asOf)
        expect(scoreReport({ ...report, accounts: report.accounts.toReversed() }, asOf)).toEqual(scored)
        return Number.isInteger(scored.score) && scored.score >= -1 && scored.score <= 1000
      }),
    )
  })

  test('gives at most four reasons, each of a feature that cost points, the most costly first', () => {
    const best = { worstArrearsDays: 80, openNonPerforming: 40, closedPerforming: 40, enquiries90Days: 15 }
    const most: Record<string, number> = {
      ...best,
      bouncedCheques12Months: 10,
      creditAgeDays: 30,
      utilisation: 20,
    }
    fc.assert(
      fc.property(reports, (report) => {
        const { reasonCodes, features, reading } = scoreReport(report, asOf)
        expect(reasonCodes.length).toBeLessThanOrEqual(4)
        if (features.length === 0) return
        const costs = reasonCodes
          .filter(
            ({ characteristic }) => characteristic !== 'hasFraud' && characteristic !== 'writtenOffAccounts',
          )
          .map(
            ({ characteristic: name }) =>
              present(most[name]) - present(features.find((f) => f.name === name)).points,
          )
        expect(costs.every((cost) => cost > 0)).toBe(true)
        expect(costs).toEqual(costs.toSorted((a, b) => b - a))
        expect(reasonCodes.some(({ code }) => code === 'B00')).toBe(reading.hasFraud)
      }),
    )
  })

  test('gives the same score whatever the names, lenders and account numbers', () => {
    fc.assert(
      fc.property(reports, fc.string(), (report, text) => {
        const renamed = eachAccount({ ...report, reportedName: text, nameMatches: false }, (account) => ({
          ...account,
          lender: text,
          accountNumber: text,
          sector: text,
        }))
        expect(scoreReport(renamed, asOf)).toEqual(scoreReport(report, asOf))
      }),
    )
  })
})
