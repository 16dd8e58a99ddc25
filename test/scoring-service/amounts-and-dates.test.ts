import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseAmount } from '../../src/scoring-service/reading/text/amounts.js'
import {
  dateOrderOf,
  parseDate,
  parseMoment,
  splitAfterMoment,
} from '../../src/scoring-service/reading/text/dates.js'

describe('parseAmount', () => {
  const amounts: readonly (readonly [string, number, 'credit' | 'debit' | null])[] = [
    ['1,234,567.89', 123_456_789, null],
    ['-50.00', 5000, 'debit'],
    ['−50.00', 5000, 'debit'],
    ['(50.00)', 5000, 'debit'],
    ['50.00-', 5000, 'debit'],
    ['50.00 Dr', 5000, 'debit'],
    ['50.00DR.', 5000, 'debit'],
    ['50.00 Cr', 5000, 'credit'],
    ['+50.00', 5000, 'credit'],
    ['0.00', 0, null],
    ['5000', 500_000, null],
    ['5.5', 550, null],
    ['1 234 567', 123_456_700, null],
    ['1\u202F234\u202F567', 123_456_700, null],
    ['1\u00A0234\u00A0567,50', 123_456_750, null],
    ['1\u2009234', 123_400, null],
    ['1.234.567', 123_456_700, null],
    ['1.234.567,89', 123_456_789, null],
    ['12,50', 1250, null],
    ['25 000 FCFA', 2_500_000, null],
    ['XAF 25 000', 2_500_000, null],
    ["25'000", 2_500_000, null],
    ['KES 1,000.00', 100_000, null],
    ['Ksh 1,000.00', 100_000, null],
  ]
  test.each(amounts)("reads the amount and the side of '%s'", (text, value, side) => {
    expect(parseAmount(text)).toEqual({ value, side })
  })

  test.each([
    '',
    '-',
    'abc',
    '12..5',
    '1,23,4',
    '1 23',
    '(50.00',
    '50.00)',
    '2026-07-21',
    '12:30',
    '1,234.567',
    '0712 345',
    '123456789012345678',
  ])('finds no amount in %j', (text) => {
    expect(parseAmount(text)).toBeUndefined()
  })

  test('reads the same amount with any separator of thousands', () => {
    const mark = fc.constantFrom(',', ' ', '\u202F', '\u00A0', '')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), mark, (hundredths, thousands) => {
        const [whole = '', decimals = ''] = (hundredths / 100).toFixed(2).split('.')
        const text = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands)}.${decimals}`
        expect(parseAmount(text)).toEqual({ value: hundredths, side: null })
      }),
    )
  })
})

describe('dates', () => {
  const moments: readonly (readonly [string, string])[] = [
    ['2026-07-21 15:41:59', '2026-07-21 15:41:59'],
    ['2026-07-21T15:41:59', '2026-07-21 15:41:59'],
    ['2026-07-21 00:00:00', '2026-07-21 00:00:00'],
    ['21-07-26 15:41', '2026-07-21 15:41:00'],
    ['21/07/2026 15:41:59', '2026-07-21 15:41:59'],
    ['21.07.2026', '2026-07-21 00:00:00'],
    ['01 Jan 2025', '2025-01-01 00:00:00'],
    ['1st January 2025', '2025-01-01 00:00:00'],
    ['03-Feb-26', '2026-02-03 00:00:00'],
    ['4 févr. 2026', '2026-02-04 00:00:00'],
    ['15 août 2026', '2026-08-15 00:00:00'],
    ['15 juill. 2026', '2026-07-15 00:00:00'],
    ['21/07/2026 3:41:59 PM', '2026-07-21 15:41:59'],
    ['21/07/2026 12:05 AM', '2026-07-21 00:05:00'],
    ['29/02/2024', '2024-02-29 00:00:00'],
    ['46224.5', '2026-07-21 12:00:00'],
  ]
  test.each(moments)("reads '%s'", (text, expected) => {
    expect(parseMoment(text, 'DMY')).toBe(expected)
  })

  test.each(['29/02/2025', '31/04/2026', '2026-13-01', '21/07/2026 25:00', '', 'Total', '12345'])(
    'finds no date or time in %j',
    (text) => {
      expect(parseMoment(text, 'DMY')).toBeUndefined()
    },
  )

  test('day first or month first is decided by all values of a column', () => {
    expect(dateOrderOf(['03/04/2026', '05/06/2026'])).toBe('DMY')
    expect(dateOrderOf(['03/04/2026', '05/16/2026'])).toBe('MDY')
    expect(dateOrderOf(['03/04/2026', '16/05/2026'])).toBe('DMY')
    expect(parseDate('03/04/2026', 'MDY')).toBe('2026-03-04')
    expect(parseDate('03/04/2026', 'DMY')).toBe('2026-04-03')
  })
})

describe('splitAfterMoment', () => {
  const moments: readonly (readonly [string, string, string])[] = [
    ['05/01/2026 PAYMENT ACME', '2026-01-05 00:00:00', 'PAYMENT ACME'],
    ['05/01/2026 09:15 PAYMENT AT 10:30', '2026-01-05 09:15:00', 'PAYMENT AT 10:30'],
    ['05/01/2026 09:15 PM PAYMENT ACME', '2026-01-05 21:15:00', 'PAYMENT ACME'],
    ['05/01/2026, 9:15:30pm PAYMENT ACME', '2026-01-05 21:15:30', 'PAYMENT ACME'],
    ['05/01/2026 09:15 AMOUNT DUE', '2026-01-05 09:15:00', 'AMOUNT DUE'],
    ['2026-01-05T09:15:00.123 ACME', '2026-01-05 09:15:00', 'ACME'],
  ]
  test.each(moments)('%s', (text, moment, words) => {
    const [first = '', second] = splitAfterMoment(text) ?? []
    expect([parseMoment(first, 'DMY'), second]).toEqual([moment, words])
  })

  test.each(['05/01/2026 lundi 09:15', '05/01/2026 09:15Z ACME', '05/01/2026 09:15 PM', '05/01/2026'])(
    'leaves %s as it is',
    (text) => expect(splitAfterMoment(text)).toBeUndefined(),
  )
})
