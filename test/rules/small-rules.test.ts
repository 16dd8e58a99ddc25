import { describe, expect, test } from '@jest/globals'
import { blockedBy, isInForce, type BlockScope } from '../../src/bank/customers/block.rules.js'
import { checkedEmail } from '../../src/bank/customers/email.rules.js'
import {
  amountBandSql,
  approximateMinutes,
  bandEnd,
  bandsFrom,
  minutesBandSql,
} from '../../src/bank/insights/rules/bands.rules.js'
import { datesOf } from '../../src/bank/insights/rules/dates.rules.js'
import {
  contains,
  monthsBetween,
  monthOf,
  periodOf,
  weekOf,
  weekWithinMonth,
  wholeMonth,
} from '../../src/bank/insights/rules/periods.rules.js'
import { alarmFromAttempt, waitMsAfter } from '../../src/bank/statements/retry.rules.js'
import type { LocalDate } from '../../src/kernel/calendar.js'
import { dateOf } from '../support/typed.js'

const on = (date: string): LocalDate => dateOf(date)
const today = on('2026-03-10')
const open = { endsOn: null, expiresAt: null } as const

describe('a block', () => {
  test.each([
    [open, true],
    [{ ...open, endsOn: on('2026-03-11') }, true],
    [{ ...open, endsOn: today }, false],
    [{ ...open, expiresAt: 1001 }, true],
    [{ ...open, expiresAt: 1000 }, false],
    [{ endsOn: on('2026-03-11'), expiresAt: 1000 }, false],
    [{ endsOn: today, expiresAt: 1001 }, false],
  ])('with %j is in force: %s', (block, is) => {
    expect(isInForce(block, today, 1000)).toBe(is)
  })
})

describe('blocks in force', () => {
  test.each<[readonly BlockScope[], boolean, boolean]>([
    [[], false, false],
    [['DEBIT'], true, false],
    [['CREDIT'], false, true],
    [['BOTH'], true, true],
    [['DEBIT', 'CREDIT'], true, true],
  ])('of the scopes %j stop debits: %s, credits: %s; none do once they are over', (scopes, debit, credit) => {
    const blocks = scopes.map((scope) => ({ ...open, scope }))
    expect(blockedBy({ blocks, today }, { now: 1000 })).toEqual({ debit, credit })
    const over = blocks.map((block) => ({ ...block, endsOn: today }))
    expect(blockedBy({ blocks: over, today }, { now: 1000 })).toEqual({ debit: false, credit: false })
  })
})

describe('an e-mail address', () => {
  test('is kept without the blanks around it', () => {
    expect(checkedEmail('  awa@example.com ')).toBe('awa@example.com')
  })

  const longest = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
  test.each(['', 'awa', 'awa@', '@example.com', `${longest}.com`])('is not valid: %j', (text) => {
    expect(() => checkedEmail(text)).toThrow(expect.objectContaining({ code: 'INVALID_EMAIL' }))
  })
})

describe('bands of insights', () => {
  test('of amounts begin where the previous one ends', () => {
    expect(bandsFrom).toEqual([
      0n,
      5_000n,
      10_000n,
      25_000n,
      50_000n,
      100_000n,
      250_000n,
      500_000n,
      1_000_000n,
      2_000_000n,
    ])
    expect(bandEnd(0n)).toBe(5_000n)
    expect(bandEnd(1_000_000n)).toBe(2_000_000n)
    expect(bandEnd(2_000_000n)).toBeNull()
  })

  test('are written as a CASE of SQL: amounts below the upper end, minutes up to and including it', () => {
    expect(amountBandSql('x')).toMatch(
      /^CASE WHEN x < 5000 THEN '0' WHEN x < 10000 THEN '5000' .* WHEN x < 2000000 THEN '1000000' ELSE '2000000' END$/,
    )
    expect(minutesBandSql('ms')).toMatch(
      /^CASE WHEN ms <= 60000 THEN '1' WHEN ms <= 120000 THEN '2' .* WHEN ms <= 1209600000 THEN '20160' ELSE '40320' END$/,
    )
  })

  test.each([
    [[], 0.5, null],
    [[{ upTo: 5, n: 0 }], 0.5, null],
    [[{ upTo: 1, n: 4 }], 0.5, 1],
    [[{ upTo: 10, n: 4 }], 0.5, 8],
    [[{ upTo: 10, n: 4 }], 1, 10],
    [
      [
        { upTo: 60, n: 2 },
        { upTo: 5, n: 2 },
      ],
      0.5,
      5,
    ],
    [
      [
        { upTo: 60, n: 2 },
        { upTo: 5, n: 2 },
      ],
      0.75,
      45,
    ],
  ])('give an approximate quantile: of %j a share of %s took at most %s minutes', (given, share, minutes) => {
    expect(approximateMinutes(given, share)).toBe(minutes)
  })
})

describe('periods of insights', () => {
  test('of a week begin on Monday, in any year', () => {
    expect(weekOf(on('2026-03-08'))).toBe('2026-03-02')
    expect(weekOf(on('2026-03-09'))).toBe('2026-03-09')
    expect(weekOf(on('1999-12-26'))).toBe('1999-12-20')
    expect(weekOf(on('1999-12-27'))).toBe('1999-12-27')
  })

  test('begin on the day, on Monday, or on the first of the month', () => {
    const day = on('2026-03-10')
    expect(periodOf.DAY(day)).toBe(day)
    expect(periodOf.WEEK(day)).toBe('2026-03-09')
    expect(periodOf.MONTH(day)).toBe('2026-03-01')
    expect(monthOf(on('2026-12-31'))).toBe('2026-12-01')
  })

  test('of a week within a month have only the days that are in both', () => {
    const within = (week: string, month: string) => weekWithinMonth(on(week), on(month))
    expect(within('2026-03-09', '2026-03-01')).toEqual({ from: '2026-03-09', before: '2026-03-16' })
    expect(within('2026-03-30', '2026-03-01')).toEqual({ from: '2026-03-30', before: '2026-04-01' })
    expect(within('2026-03-30', '2026-04-01')).toEqual({ from: '2026-04-01', before: '2026-04-06' })
    expect(wholeMonth(on('2026-12-01'))).toEqual({ from: '2026-12-01', before: '2027-01-01' })
  })

  test('contain exactly the ranges that do not go beyond their ends', () => {
    const outer = { from: on('2026-03-01'), before: on('2026-04-01') }
    expect(contains(outer, outer)).toBe(true)
    expect(contains(outer, { ...outer, from: on('2026-02-28') })).toBe(false)
    expect(contains(outer, { ...outer, before: on('2026-04-02') })).toBe(false)
    expect(contains(outer, { from: on('2026-03-02'), before: on('2026-03-03') })).toBe(true)
  })

  test('of months are counted across years', () => {
    expect(monthsBetween(on('2026-03-01'), on('2026-03-01'))).toBe(0)
    expect(monthsBetween(on('2025-11-01'), on('2026-02-01'))).toBe(3)
    expect(monthsBetween(on('2026-02-01'), on('2025-11-01'))).toBe(-3)
  })
})

describe('the dates of a query of insights', () => {
  test('are the last twelve months if none are given', () => {
    const last = { from: '2025-04-01', before: '2026-03-11' }
    expect(datesOf(undefined, today, 'MONTH')).toEqual(last)
    expect(datesOf(null, today, 'MONTH')).toEqual(last)
    expect(datesOf({ from: null, before: null }, today, 'DAY')).toEqual(last)
    expect(datesOf({ before: on('2026-01-01') }, today, 'DAY')).toEqual({
      from: '2025-01-01',
      before: '2026-01-01',
    })
  })

  const from = on('2026-01-01')
  test.each([
    ['DAY', '2026-01-02', 'are accepted'],
    ['DAY', '2026-01-01', /dates: "2026-01-01" is not before "2026-01-01"/],
    ['DAY', '2027-02-05', 'are accepted'],
    ['DAY', '2027-02-06', /dates: 401 days, but figures by day cover at most 400/],
    ['WEEK', '2027-02-06', 'are accepted'],
    ['MONTH', '2031-01-05', 'are accepted'],
    ['MONTH', '2031-01-06', /dates: 1831 days, but figures by month cover at most 1830/],
  ] as const)('from 2026-01-01, by %s, until %s: %s', (by, before, expected) => {
    const asked = () => datesOf({ from, before: on(before) }, today, by)
    if (expected === 'are accepted') {
      expect(asked()).toEqual({ from, before })
    } else {
      expect(asked).toThrow(expected)
      expect(asked).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    }
  })
})

test('a statement that cannot be mailed waits longer each time, for an hour at most', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(waitMsAfter)).toEqual([
    10_000, 30_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000, 3_600_000,
  ])
  expect(alarmFromAttempt).toBe(7)
})
