import { describe, expect, test } from '@jest/globals'
import { assert, date, property } from 'fast-check'
import { addDays, addMonths, daysBetween } from '../../src/kernel/calendar.js'
import { checkedPeriod } from '../../src/bank/statement-orders/period.rules.js'
import { refusalOf } from '../support/thrown.js'
import { dateOf } from '../support/typed.js'

const day = (text: string) => dateOf(text)
const opened = day('2023-11-30')

const periodOn = (today: string, raw: string): string => {
  const { from, to } = checkedPeriod(raw, day(today), opened)
  return `${from} ${to}`
}

describe('a period', () => {
  test.each([
    ['2026-03-31', 'LAST_MONTH', '2026-03-01 2026-03-31'],
    ['2026-03-15', 'LAST_MONTH', '2026-02-16 2026-03-15'],
    ['2024-03-30', '1', '2024-03-01 2024-03-30'],
    ['2024-02-29', '1', '2024-01-30 2024-02-29'],
    ['2023-02-28', '12', '2022-03-01 2023-02-28'],
    ['2025-02-28', 'LAST_12_MONTHS', '2024-02-29 2025-02-28'],
    ['2024-02-29', 'LAST_12_MONTHS', '2023-03-01 2024-02-29'],
    ['2026-05-31', 'LAST_3_MONTHS', '2026-03-01 2026-05-31'],
    ['2026-05-31', '3', '2026-03-01 2026-05-31'],
    ['2026-08-31', 'LAST_6_MONTHS', '2026-03-01 2026-08-31'],
    ['2026-08-31', '6', '2026-03-01 2026-08-31'],
    ['2026-03-15', 'ALL', '2023-11-30 2026-03-15'],
    ['2023-11-30', 'ALL', '2023-11-30 2023-11-30'],
    ['2026-03-15', '2024-02', '2024-02-01 2024-02-29'],
    ['2026-03-15', '2025-02', '2025-02-01 2025-02-28'],
    ['2026-03-15', '2026-03', '2026-03-01 2026-03-15'],
    ['2026-03-15', '2025-12', '2025-12-01 2025-12-31'],
    ['2026-03-15', ' 2025-12 ', '2025-12-01 2025-12-31'],
    ['2026-03-15', '2026-03-15/2026-03-15', '2026-03-15 2026-03-15'],
    ['2026-03-15', '2026-03-01/2026-04-30', '2026-03-01 2026-03-15'],
    ['2026-03-15', '2024-01-01/2025-12-31', '2024-01-01 2025-12-31'],
    ['2026-03-15', '2024-02-29/2026-02-28', '2024-02-29 2026-02-28'],
    ['2026-03-15', '2000-01-01/2000-01-31', '2000-01-01 2000-01-31'],
    ['2000-01-01', 'LAST_MONTH', '2000-01-01 2000-01-01'],
    ['2000-12-30', '12', '2000-01-01 2000-12-30'],
    ['2000-12-31', '12', '2000-01-01 2000-12-31'],
  ])('on %s, given as %j, is %s', (today, raw, expected) => {
    expect(periodOn(today, raw)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '0',
    '2',
    '24',
    '-1',
    '1.0',
    'last_month',
    'LAST_2_MONTHS',
    'LAST_24_MONTHS',
    'constructor',
    '2026',
    '2026-13',
    '2026-00',
    '2026-4',
    '2026-04',
    '2027-01',
    '2026-03-16/2026-03-20',
    '2026-03-10/2026-03-01',
    '2026-02-29/2026-03-01',
    '2026-02-01/2026-02-30',
    '2026-02-01/',
    '/2026-02-01',
    '2026-02-01',
    '2026-02-01/2026-02-02/2026-02-03',
    '2024-01-01/2026-01-01',
    '2024-02-28/2026-02-28',
    '1999-12-01/2000-01-31',
    '0001-01',
    '2026-02-01 / 2026-02-02',
    '２０２６-02',
    'ALL; DROP',
    'x'.repeat(10_000),
  ])('given as %j is refused on 2026-03-15', async (raw) => {
    expect(await refusalOf(Promise.resolve(raw).then((text) => periodOn('2026-03-15', text)))).toBe(
      'INVALID_PERIOD',
    )
  })

  const days = date({ min: new Date('2001-06-01'), max: new Date('2099-01-01'), noInvalidDate: true }).map(
    (moment) => day(moment.toISOString().slice(0, 10)),
  )

  test('of n months ends today, and begins a day after the same date n months before', () => {
    assert(
      property(days, (today) => {
        for (const months of [1, 3, 6, 12]) {
          const { from, to } = checkedPeriod(String(months), today, opened)
          expect(to).toBe(today)
          expect(addDays(from, -1)).toBe(addMonths(today, -months))
        }
      }),
    )
  })

  test('given as a month has all days of the month', () => {
    assert(
      property(days, (today) => {
        const month = addMonths(today, -1).slice(0, 7)
        const { from, to } = checkedPeriod(month, today, opened)
        expect(from).toBe(`${month}-01`)
        expect(addDays(to, 1).slice(8)).toBe('01')
        expect(daysBetween(from, to)).toBeGreaterThan(26)
        expect(daysBetween(from, to)).toBeLessThan(31)
      }),
    )
  })
})
