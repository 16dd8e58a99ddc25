import { describe, expect, test } from '@jest/globals'
import type { BureauAccount, BureauReport } from '../../../src/scoring-service/model/bureau.js'
import {
  bureauReadingOf,
  type BureauReading,
} from '../../../src/scoring-service/card/verdict/bureau-reading.rules.js'
import { accountWith, asOf, reportWith } from './reports.js'

const readingOf = (more: Partial<BureauReport>): BureauReading => bureauReadingOf(reportWith(more), asOf)
const ofAccounts = (...accounts: readonly Partial<BureauAccount>[]): BureauReading =>
  readingOf({ accounts: accounts.map(accountWith) })

describe('the figures of a bureau report on 1 March 2026', () => {
  test('are computed from two open loans, one settled, one settled late and one written off', () => {
    const repaid = { status: 'CLOSED', originalAmount: 900, currentBalance: 0 } as const
    const settledLate = { ...repaid, performing: false, overdueBalance: 0 }
    const lost = { status: 'WRITTEN_OFF', originalAmount: 700, currentBalance: 700 } as const
    const open = { originalAmount: 8_000, currentBalance: 3_001, overdueBalance: 20, daysInArrears: 90 }
    const second = { originalAmount: 1_000, currentBalance: 500, overdueBalance: 3, instalment: null }
    expect(
      readingOf({
        accounts: [open, { ...second, performing: false }, repaid, settledLate, lost].map(accountWith),
        enquiries90Days: 3,
        bouncedCheques12Months: 2,
      }),
    ).toEqual({
      // Reported on 20 February.
      recordAgeDays: 9,
      openAccounts: 2,
      closedAccounts: 2,
      openNonPerforming: 1,
      closedPerforming: 1,
      worstArrearsDays: 90,
      enquiries90Days: 3,
      bouncedCheques12Months: 2,
      // Since 1 January 2020: six years with two leap days, and 59 days.
      creditAgeDays: 6 * 365 + 2 + 59,
      // 3,501 / 9,000, open accounts only.
      utilisation: 0.389,
      totalBalance: 3_501,
      totalOverdue: 23,
      monthlyInstalments: 1_050_000,
      hasFraud: false,
      writtenOffAccounts: 1,
      longDefault: true,
    })
  })

  test.each<[what: string, account: Partial<BureauAccount>, lost: number]>([
    ['a loan that its lender wrote off is lost', { status: 'WRITTEN_OFF' }, 1],
    [
      'a closed loan with a balance is lost',
      { status: 'CLOSED', performing: false, currentBalance: 1, overdueBalance: 0 },
      1,
    ],
    [
      'a closed loan with only an overdue amount is lost',
      { status: 'CLOSED', performing: false, currentBalance: 0, overdueBalance: 1 },
      1,
    ],
    [
      'a closed loan without a balance is not lost',
      { status: 'CLOSED', performing: false, currentBalance: 0, overdueBalance: 0 },
      0,
    ],
    [
      'a closed loan that performed is not lost, even with a balance',
      { status: 'CLOSED', currentBalance: 1 },
      0,
    ],
    ['an open loan that does not perform is not lost', { performing: false, overdueBalance: 1 }, 0],
  ])('%s', (_, account, lost) => {
    expect(ofAccounts({}, account)).toMatchObject({ writtenOffAccounts: lost, longDefault: lost > 0 })
  })

  test.each([
    [90, false],
    [91, true],
  ])('%d days in arrears: long default %s', (daysInArrears, longDefault) => {
    expect(ofAccounts({ daysInArrears })).toMatchObject({ longDefault, writtenOffAccounts: 0 })
  })

  test.each([
    ['2026-03-01', 0],
    ['2026-02-28', 1],
    ['2026-02-20T23:59:59+03:00', 9],
    // A date after today, because the bureau's clock is ahead: the age is 0, not negative.
    ['2026-03-02', 0],
    ['yesterday', 0],
  ])('a record of %s is %d days old', (reportedAt, days) => {
    expect(readingOf({ reportedAt }).recordAgeDays).toBe(days)
  })

  test.each([
    ['the oldest account that the bureau names', '2026-02-01', ['2026-02-25', null], 28],
    ['an account that is older than the one named', '2026-02-27', ['2026-02-28', '2026-02-25'], 4],
    ['the oldest account if the bureau names none', null, [null, '2026-02-25', '2026-02-26'], 4],
    ['null without any date', null, [null], null],
    ['null if the date is invalid', 'long ago', [null], null],
  ])('the age of the credit history: %s', (_, oldestAccountOn, opened, days) => {
    const accounts = opened.map((openedOn) => accountWith({ openedOn }))
    expect(readingOf({ oldestAccountOn, accounts }).creditAgeDays).toBe(days)
  })

  test.each([
    ['a third', [[300, 100]], 0.3333],
    ['two thirds', [[300, 200]], 0.6667],
    [
      'an account that is overpaid, which takes nothing off another',
      [
        [100, 50],
        [100, -40],
      ],
      0.25,
    ],
    ['null if nothing was lent', [[0, 70]], null],
    ['no account', [], null],
  ] as const)('the utilisation is the share still owed: %s', (_, loans, utilisation) => {
    const accounts = loans.map(([originalAmount, currentBalance]) =>
      accountWith({ originalAmount, currentBalance }),
    )
    expect(readingOf({ accounts }).utilisation).toBe(utilisation)
  })
})
