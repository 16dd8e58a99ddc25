import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  beginningOf,
  civilDate,
  civilMoment,
  daysBetween,
  firstDate,
  firstDateFrom,
  lastDate,
  maxDate,
  midnight,
  minDate,
  parseLocalDate,
  type LocalDate,
} from '../../src/kernel/calendar.js'
import { present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const on = (text: string): LocalDate => dateOf(text)

/** All days of the century by the rules of the calendar, without a date library. */
const daysByCalendarRules = (): readonly string[] => {
  const two = (n: number): string => String(n).padStart(2, '0')
  const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return Array.from({ length: 100 }, (_, n) => 2000 + n).flatMap((year) =>
    lengths(year).flatMap((length, month) =>
      Array.from({ length }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
    ),
  )
}

const century = daysByCalendarRules()
const dayOfCentury = fc.integer({ min: 0, max: century.length - 1 })
const dateInCentury = dayOfCentury.map((n) => on(present(century[n])))

describe('parseLocalDate', () => {
  test('takes every day of the century', () => {
    expect(century.filter((text) => parseLocalDate(text) !== text)).toEqual([])
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2100-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '01/02/2026',
    '20260101',
    '2026-01-01T00:00:00Z',
    '2026-01-01Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '+02026-01-01',
    '+010000-01',
    '-2026-01-01',
    '2026-W01-1',
    '٢٠٢٦-٠١-٠١',
    '２０２６-01-01',
    '',
    'today',
  ])('%j is not a date', (raw) => {
    expect(parseLocalDate(raw)).toBeUndefined()
  })

  test('returns the text itself or nothing, for any text', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123-'), minLength: 8, maxLength: 11 })
    const triple = fc
      .tuple(fc.nat(9999), fc.nat(99), fc.nat(99))
      .map(([y, m, d]) =>
        [String(y).padStart(4, '0'), String(m).padStart(2, '0'), String(d).padStart(2, '0')].join('-'),
      )
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits, triple), (raw) => {
        expect([raw, undefined]).toContain(parseLocalDate(raw))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('days', () => {
  test('the distance from a day to the next is 1, and that to the n-th day after it is n', () => {
    fc.assert(
      fc.property(dayOfCentury, dayOfCentury, (a, b) => {
        expect(daysBetween(on(present(century[a])), on(present(century[b])))).toBe(b - a)
        expect(addDays(on(present(century[a])), b - a)).toBe(century[b])
      }),
      { numRuns: 1_000 },
    )
  })

  test('the first and last date are those of the century, and text order is date order', () => {
    expect([century[0], century.at(-1)]).toEqual([firstDate, lastDate])
    expect(daysBetween(firstDate, lastDate)).toBe(36_524)
    expect([...century].sort()).toEqual(century)
  })

  test('minDate and maxDate give the earlier and the later of two dates', () => {
    expect([
      minDate(on('2026-02-28'), on('2026-03-01')),
      maxDate(on('2026-02-28'), on('2026-03-01')),
    ]).toEqual(['2026-02-28', '2026-03-01'])
    expect([
      minDate(on('2026-03-01'), on('2026-02-28')),
      maxDate(on('2026-03-01'), on('2026-02-28')),
    ]).toEqual(['2026-02-28', '2026-03-01'])
  })
})

describe('addMonths', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-01-31', 12, '2027-01-31'],
    ['2026-01-30', 1, '2026-02-28'],
    ['2026-01-29', 1, '2026-02-28'],
    ['2028-01-29', 1, '2028-02-29'],
    ['2026-01-28', 1, '2026-02-28'],
    ['2026-02-28', 1, '2026-03-28'],
    ['2028-02-29', 1, '2028-03-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-03-01', 3, '2026-06-01'],
    ['2026-03-31', 1, '2026-04-30'],
    ['2026-05-31', 1, '2026-06-30'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2099-01-31', 1, '2099-02-28'],
    ['2000-01-31', 1, '2000-02-29'],
    ['2026-07-15', 0, '2026-07-15'],
  ])('%s + %d months is %s', (from, months, to) => {
    expect(addMonths(on(from), months)).toBe(to)
  })

  test('is not chained: a short month in between does not shorten a later one', () => {
    const start = on('2026-01-31')
    expect(addMonths(addMonths(start, 1), 1)).toBe('2026-03-28')
    expect(addMonths(start, 2)).toBe('2026-03-31')
  })

  test('keeps the day of the month, or takes the last one of a shorter month', () => {
    fc.assert(
      fc.property(dateInCentury, fc.integer({ min: 0, max: 120 }), (from, months) => {
        const to = addMonths(from, months)
        const monthsPassed = (date: string): number =>
          Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
        expect(monthsPassed(to) - monthsPassed(from)).toBe(months)
        if (to.slice(8) === from.slice(8)) return
        expect(to.slice(8) < from.slice(8)).toBe(true)
        expect(addDays(to, 1).slice(8)).toBe('01')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('civilDate', () => {
  test.each([
    ['UTC', '2026-02-28T23:59:59.999Z', '2026-02-28'],
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['Africa/Douala', '2026-02-28T22:59:59.999Z', '2026-02-28'],
    ['Africa/Douala', '2026-02-28T23:00:00.000Z', '2026-03-01'],
    ['America/Lima', '2026-03-01T04:59:59.999Z', '2026-02-28'],
    ['America/Lima', '2026-03-01T05:00:00.000Z', '2026-03-01'],
    ['Asia/Tokyo', '2026-02-28T14:59:59.999Z', '2026-02-28'],
    ['Asia/Tokyo', '2026-02-28T15:00:00.000Z', '2026-03-01'],
    ['Africa/Douala', '2028-02-28T23:00:00.000Z', '2028-02-29'],
    ['Africa/Douala', '1970-01-01T00:00:00.000Z', '1970-01-01'],
    ['Africa/Douala', '1969-12-31T22:59:59.999Z', '1969-12-31'],
    // In Sao Paulo summer time began at midnight, so that the day began at 1:00; Samoa skipped 30 December 2011.
    ['America/Sao_Paulo', '2018-11-04T02:59:59.999Z', '2018-11-03'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-04'],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
  ])('in %s at %s it is %s', (zone, instant, date) => {
    expect(civilDate(zone)(Date.parse(instant))).toBe(date)
  })

  test.each(['UTC', 'America/Lima', 'Asia/Tokyo', 'Africa/Douala', 'America/Sao_Paulo', 'Pacific/Apia'])(
    'in %s agrees with the platform, in whatever order it is asked for instants',
    (zone) => {
      const ask = civilDate(zone)
      const platform = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
      const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) })
      // Steps of some hours stay within the day that the function remembers, or leave it on either side.
      const steps = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 20 })
      fc.assert(
        fc.property(instant, steps, (start, hours) => {
          for (const hour of [0, ...hours, 0]) {
            const asked = start + hour * 3_600_000
            expect(ask(asked)).toBe(platform.format(asked))
          }
        }),
      )
    },
  )

  test.each([
    ['America/Sao_Paulo', '2018-02-16'],
    ['America/Sao_Paulo', '2018-11-02'],
    ['Pacific/Apia', '2011-12-28'],
  ])('in %s, days around %s that do not have 24 hours end when the platform says', (zone, from) => {
    const ask = civilDate(zone)
    const platform = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
    const halfHours = Array.from({ length: 5 * 48 }, (_, n) => Date.parse(from) + n * 1_800_000)
    expect(halfHours.map(ask)).toEqual(halfHours.map((instant) => platform.format(instant)))
  })
})

describe('a time of day', () => {
  test.each([
    ['2026-11-24T13:05:00Z', 'Africa/Douala', '2026-11-24', '14:05'],
    ['2026-11-24T13:05:00.001Z', 'Africa/Douala', '2026-11-24', '14:06'],
    ['2026-12-31T23:00:00Z', 'Africa/Douala', '2027-01-01', '00:00'],
    ['2026-12-31T23:59:30Z', 'UTC', '2027-01-01', '00:00'],
    ['2026-07-01T00:00:00Z', 'UTC', '2026-07-01', '00:00'],
  ])('%s in %s is %s %s, rounded up to the minute', (instant, zone, on, at) => {
    expect(civilMoment(Date.parse(instant), zone)).toEqual({ on, at })
  })

  test('a calendar date begins at midnight', () => {
    const date = dateOf('2026-02-28')
    expect(midnight(date)).toBe(Date.parse('2026-02-28T00:00:00Z'))
    expect(firstDateFrom(midnight(date))).toBe(date)
    expect(firstDateFrom(midnight(date) + 1)).toBe('2026-03-01')
  })
})

describe('the beginning of a date in a zone', () => {
  test.each([
    ['2026-11-24', 'UTC', '2026-11-24T00:00:00Z'],
    ['2026-11-24', 'Africa/Douala', '2026-11-23T23:00:00Z'],
    ['2026-11-24', 'America/Lima', '2026-11-24T05:00:00Z'],
    ['2026-11-24', 'Asia/Kathmandu', '2026-11-23T18:15:00Z'],
    ['2026-11-24', 'Pacific/Kiritimati', '2026-11-23T10:00:00Z'],
    // The clocks went from 23:59 to 1:00, so that this day has no midnight.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ])('of %s in %s is %s', (date, zone, instant) => {
    expect(new Date(beginningOf(on(date), zone))).toEqual(new Date(instant))
  })

  test('is on the date, or on the next if the zone skipped it; the millisecond before is on an earlier date', () => {
    fc.assert(
      fc.property(
        dateInCentury,
        fc.constantFrom('Africa/Douala', 'America/Lima', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Paris'),
        (date, zone) => {
          const begins = beginningOf(date, zone)
          expect(civilDate(zone)(begins) >= date).toBe(true)
          expect(civilDate(zone)(begins - 1) < date).toBe(true)
        },
      ),
    )
  })
})
