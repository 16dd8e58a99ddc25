import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { market } from '../../src/kernel/market.js'
import { maskMsisdn, maskNumbersIn, parseMsisdn } from '../../src/kernel/msisdn.js'
import { anyText } from '../support/any-text.js'
import { present } from '../support/present.js'

const nationalNumber = fc
  .integer({ min: 0, max: 9_999_999 })
  .map((rest) => `67${String(rest).padStart(7, '0')}`)

describe('a mobile number', () => {
  test.each([
    '+237670000010',
    '00237670000010',
    '237670000010',
    '670000010',
    ' 237670000010 ',
    '237 670 000 010',
    '+237 6\u00a070 00 00 10',
    '+237\u202f670\u202f000\u202f010',
  ])('written as %j is 237670000010', (raw) => {
    expect(parseMsisdn(raw)).toBe('237670000010')
  })

  test('is the same in whatever form it is written', () => {
    fc.assert(
      fc.property(nationalNumber, (number) => {
        const read = [number, `237${number}`, `+237${number}`, `00237${number}`].map(parseMsisdn)
        expect(read).toEqual(Array(4).fill(`237${number}`))
        expect(parseMsisdn(present(read[0]))).toBe(read[0])
      }),
    )
  })

  test('is exactly what the numbering plan of the market calls mobile', () => {
    const prefixes = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))
    const numbers = prefixes.map((prefix) => prefix.padEnd(market.nationalDigits, '0'))
    const planned = numbers.filter(
      (number) => parsePhoneNumberFromString(number, market.country)?.getType() === 'MOBILE',
    )
    expect(planned.length).toBeGreaterThan(50)
    expect(numbers.filter((number) => parseMsisdn(number) !== undefined)).toEqual(planned)
  })

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['only the calling code', '237'],
    ['a digit too few', '67000001'],
    ['a digit too many', '6700000100'],
    ['a digit too few behind the code', '23767000001'],
    ['a digit too many behind the code', '2376700000100'],
    ['an absurd length', '6'.repeat(10_000)],
    ['Nigeria', '+2348012345678'],
    ['Nigeria with 00', '002348012345678'],
    ['France', '+33612345678'],
    ['France without a prefix', '33612345678'],
    ['a plus before a national number', '+670000010'],
    ['00 before a national number', '00670000010'],
    ['a trunk zero', '0670000010'],
    ['a zero before the code', '0237670000010'],
    ['two prefixes', '+00237670000010'],
    ['the code twice', '237237670000010'],
    ['a landline', '222201234'],
    ['a prefix that is no mobile one', '600000010'],
    ['dashes', '670-000-010'],
    ['letters', '67000001O'],
    ['Arabic-Indic digits', '٦٧٠٠٠٠٠١٠'],
    ['full-width digits', '６７０００００１０'],
    ['a second line', '670000010\n670000011'],
    ['SQL', "670000010' OR '1'='1"],
  ])('is refused with %s', (_what, raw) => {
    expect(parseMsisdn(raw)).toBeUndefined()
  })

  test('is undefined or 12 digits for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText({ maxLength: 14 }), fc.string({ unit: fc.constantFrom(...'+0123679') })),
        (raw) => {
          expect(parseMsisdn(raw) ?? '237000000000').toMatch(/^237[0-9]{9}$/)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('a masked number', () => {
  test('keeps the calling code and the last two digits', () => {
    expect(maskMsisdn('237670000010')).toBe('237*******10')
  })

  test('is as long as the number, and hides at least half of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+'), maxLength: 20 }), (text) => {
        const masked = maskMsisdn(text)
        expect(masked).toHaveLength(text.length)
        expect(masked.replace(/[^*]/g, '').length * 2).toBeGreaterThanOrEqual(text.length)
      }),
    )
  })

  test('is the same for numbers that differ only in hidden digits', () => {
    fc.assert(
      fc.property(nationalNumber, nationalNumber, (a, b) => {
        const lastTwo = a.slice(-2)
        expect(maskMsisdn(`237${a}`)).toBe(maskMsisdn(`237${b.slice(0, -2)}${lastTwo}`))
      }),
    )
  })
})

describe('free text in which numbers are masked', () => {
  const masked = (number: string): string =>
    `${number.slice(0, 3)}${'*'.repeat(number.length - 5)}${number.slice(-2)}`

  test.each([
    ['call 237670000010 now', 'call 237*******10 now'],
    ['+237670000010', '+237*******10'],
    ['237670000010,237670000011', '237*******10,237*******11'],
    ['670000010', '*********'],
    ['123456789012345', `123${'*'.repeat(10)}45`],
    ['6 70 00 00 10', '*********'],
    ['6\u00a070\u00a000\u00a000\u00a010', '*********'],
    ['237 670\u202f000\u202f010', '237*******10'],
    ['call +237 670-00-00-10 now', 'call +237*******10 now'],
    ['+237.670.00.00.10', '+237*******10'],
    ['+2 3 7 6 7 0 0 0 0 0 1 0', '+237*******10'],
  ])('%j becomes %j', (text, expected) => {
    expect(maskNumbersIn(text)).toBe(expected)
  })

  test.each([
    ['an amount', 'XAF 12345678'],
    ['an amount with its thousands apart', '12 345 678'],
    ['a date and a time', '2026-11-24 10:05'],
    ['two short numbers', '1 2'],
    ['digits between other signs', '1x2x3x4x5x6x7x8x9'],
    ['a dashed number that begins with no plus', '670-00-00-10'],
    ['a plus and few digits', '+1 2'],
    ['long words', 'transferred yesterday'],
    ['a plus before a word', '+a 1-2-3-4-5-6-7-8'],
  ])('with only %s stays unchanged', (_what, text) => {
    expect(maskNumbersIn(text)).toBe(text)
  })

  test('shows no more than five digits of any number of nine to fifteen digits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 15 }),
        fc.constantFrom('', ' ', '\u00a0', '\u202f'),
        (number, gap) => {
          const shown = number.length < 12 ? '*'.repeat(number.length) : masked(number)
          expect(maskNumbersIn(`a${[...number].join(gap)}b`)).toBe(`a${shown}b`)
        },
      ),
    )
  })
})
