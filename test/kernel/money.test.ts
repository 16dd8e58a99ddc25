import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formatAmount, maxMinor, minMinor, parseAmount, typedAmount } from '../../src/kernel/money.js'
import { anyText } from '../support/any-text.js'

/** The largest number of whole francs or cedis that is accepted. */
const largestWhole = 999_999_999_999n

describe('an amount in plain digits', () => {
  test.each([
    ['5000', 5_000n],
    ['1', 1n],
    ['007', 7n],
    [' 5000 ', 5_000n],
    ['999999999999', largestWhole],
  ])('%j XAF is taken unchanged', (raw, minor) => {
    expect(parseAmount(raw, 'XAF')).toBe(minor)
  })

  test.each([
    ['an exponent', '1e3'],
    ['a space', '1 000'],
    ['a narrow no-break space', '1\u202f000'],
    ['decimals that the franc has not', '100.00'],
    ['a decimal comma', '100,00'],
    ['an empty fraction', '100.'],
    ['a grouping comma', '1,000'],
    ['an underscore', '1_000'],
    ['a minus', '-5'],
    ['a plus', '+5'],
    ['zero', '0'],
    ['many zeros', '000'],
    ['nothing', ''],
    ['only spaces', '   '],
    ['20 digits', '12345678901234567890'],
    ['13 digits', '1000000000000'],
    ['Arabic-Indic digits', '٥٠٠٠'],
    ['full-width digits', '５０００'],
    ['a superscript', '5²'],
    ['hexadecimal', '0x10'],
    ['a currency', '5000 XAF'],
    ['a bigint literal', '5000n'],
    ['words', 'cinq mille'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['two lines', '5000\n1'],
    ['a null character', '5000\u0000'],
  ])('is refused with %s', (_what, raw) => {
    expect(parseAmount(raw, 'XAF')).toBeUndefined()
  })

  test.each([
    ['50', 5_000n],
    ['50.00', 5_000n],
    ['0.01', 1n],
    ['999999999999.99', 99_999_999_999_999n],
    ['50.5', undefined],
    ['50.000', undefined],
    ['50.', undefined],
    ['.50', undefined],
    ['50,00', undefined],
    ['0.00', undefined],
    ['0', undefined],
    ['50.٠٠', undefined],
  ])('as %j in a currency of two decimals is %p', (raw, minor) => {
    expect(parseAmount(raw, 'GHS')).toBe(minor)
  })

  test('is undefined or positive for any text, and never another number than was typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText({ maxLength: 14 }), fc.string({ unit: fc.constantFrom(...'0159 .,-e') })),
        (raw) => {
          const minor = parseAmount(raw, 'XAF')
          if (minor === undefined) return
          expect(raw.trim().replace(/^0+/, '')).toBe(minor.toString())
          expect(minor > 0n && minor <= largestWhole).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('an amount on the wire', () => {
  test.each([
    [5_000n, 'XAF', '5000'],
    [0n, 'XAF', '0'],
    [-5n, 'XAF', '-5'],
    [9_007_199_254_740_993n, 'XAF', '9007199254740993'],
    [5_000n, 'XOF', '5000'],
    [5_000n, 'UGX', '5000'],
    [5_000n, 'GHS', '50.00'],
    [5n, 'GHS', '0.05'],
    [-5n, 'GHS', '-0.05'],
    [-150n, 'GHS', '-1.50'],
    [0n, 'GHS', '0.00'],
    [5_000n, 'TND', '5.000'],
  ])('%d minor units of %s are %j', (minor, currency, text) => {
    expect(formatAmount(minor, currency)).toBe(text)
  })

  test.each([
    ['XAF', 0],
    ['GHS', 2],
    ['TND', 3],
  ])('is read back unchanged in %s', (currency, exponent) => {
    const largest = (largestWhole + 1n) * 10n ** BigInt(exponent) - 1n
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: largest }), (minor) => {
        expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor)
      }),
      { examples: [[1n], [largest]] },
    )
  })
})

test('minMinor and maxMinor give the lesser and the greater of two amounts', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      expect(minMinor(a, b) <= maxMinor(a, b)).toBe(true)
      expect(minMinor(a, b) + maxMinor(a, b)).toBe(a + b)
      expect([a, b]).toContain(minMinor(a, b))
    }),
  )
})

describe('an amount as a customer types it', () => {
  test.each([
    ['5000', 'XAF', 5000n],
    ['1 250 000', 'XAF', 1_250_000n],
    ['1\u00a0250\u00a0000', 'XAF', 1_250_000n],
    ['1\u202f250\u202f000', 'XAF', 1_250_000n],
    ['1\u202f250\u00a0000', 'XAF', 'NOT_DIGITS'],
    ['1.250.000', 'XAF', 1_250_000n],
    ['12.000', 'XAF', 12_000n],
    ['1 250.000', 'XAF', 'NOT_DIGITS'],
    ['1,250', 'XAF', 'DECIMALS'],
    ['1.2500', 'XAF', 'DECIMALS'],
    ['1250.000', 'XAF', 'DECIMALS'],
    [' 5000 ', 'XAF', 5000n],
    ['-55', 'XAF', 'NOT_POSITIVE'],
    ['5-5', 'XAF', 'NOT_DIGITS'],
    ['-5x', 'XAF', 'NOT_DIGITS'],
    ['1,5x', 'XAF', 'NOT_DIGITS'],
    ['1  250', 'XAF', 'NOT_DIGITS'],
    ['000', 'XAF', 'NOT_POSITIVE'],
    ['0 000', 'XAF', 'NOT_POSITIVE'],
    ['0.500', 'XAF', 'DECIMALS'],
    ['0 500', 'XAF', 'NOT_DIGITS'],
    ['001 000', 'XAF', 'NOT_DIGITS'],
    ['-5', 'XAF', 'NOT_POSITIVE'],
    ['0.00', 'GHS', 'NOT_POSITIVE'],
    ['-5.00', 'GHS', 'NOT_POSITIVE'],
    ['1234567890123.00', 'GHS', 'TOO_LONG'],
    ['5.000', 'GHS', 'DECIMALS'],
    ['1 000 000 000 000', 'XAF', 'TOO_LONG'],
    ['', 'XAF', 'MISSING'],
    ['50.00', 'GHS', 5000n],
    ['1 000', 'GHS', 'NOT_DIGITS'],
    ['1.000', 'GHS', 'DECIMALS'],
  ])('as %j of %s is %p', (raw, currency, amount) => {
    expect(typedAmount(raw, currency)).toBe(amount)
  })
})
