import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseProducts } from '../../src/bank/products/product-file.js'
import { interestOn, dayCountBasis } from '../../src/kernel/interest.js'
import { addMonths } from '../../src/kernel/calendar.js'
import { first } from '../support/present.js'
import { dateOf, recordOf, textOf } from '../support/typed.js'

const good = {
  code: 'LOCK3M',
  version: 1,
  termMonths: 3,
  rate: '4.50',
  earlyRate: '1.00',
  minAmount: '1000',
  maxBalance: '2000000',
  currency: 'XAF',
  holdHours: 48,
}

const parse = (...products: object[]) => parseProducts(JSON.stringify(products))
const messageOf = (...products: object[]): string => {
  try {
    parse(...products)
  } catch (error) {
    return textOf(recordOf(error)['message'])
  }
  return 'accepted'
}

test('a product gets the defaults: ACT/365, no tax, no automatic payout at maturity, top-ups at the locked rate', () => {
  expect(parse(good)).toEqual([
    {
      code: 'LOCK3M',
      version: 1,
      termMonths: 3,
      ratePpm: 45_000,
      earlyRatePpm: 10_000,
      dayCount: 'ACT_365F',
      taxPpm: 0,
      currency: 'XAF',
      minAmount: 1000n,
      maxBalance: 2_000_000n,
      holdHours: 48,
      maturityInstruction: 'HOLD',
      joinsOtherRate: true,
      onSale: true,
      onSaleFrom: null,
    },
  ])
})

describe('the products file is refused for', () => {
  const percent = /rate must be percent with at most two decimals/i
  test.each<[string, object, RegExp]>([
    ['a rate of three decimals', { rate: '4.505' }, percent],
    ['a rate with a sign', { rate: '5%' }, percent],
    ['a rate with a comma', { rate: '5,00' }, percent],
    ['a negative rate', { rate: '-5.00' }, percent],
    ['a rate as a number', { rate: 4.5 }, /expected string/],
    ['an early rate of three decimals', { earlyRate: '1.005' }, /earlyRate must be percent/],
    ['a tax of three decimals', { tax: '16.505' }, /tax must be percent/],
    ['no rate', { rate: undefined }, /rate/],
    ['a term of no months', { termMonths: 0 }, /termMonths/],
    ['a term of eleven years', { termMonths: 132 }, /termMonths/],
    ['half a month', { termMonths: 1.5 }, /termMonths/],
    ['a code with a space', { code: 'LOCK 3M' }, /code must be 1 to 32 of A-Z, 0-9 and _/],
    ['a version 0', { version: 0 }, /version/],
    ['an unknown day count', { dayCount: 'ACT_ACT' }, /dayCount/],
    ['a currency in words', { currency: 'francs' }, /currency/],
    ['an amount with decimals', { minAmount: '1000.00' }, /minAmount and maxBalance must be amounts/],
    ['a minimum above the maximum', { minAmount: '3000000' }, /the first not above the second/],
    ['a hold of half a year', { holdHours: 5000 }, /holdHours/],
    ['an unknown maturity instruction', { maturityInstruction: 'REINVEST' }, /maturityInstruction/],
    ['an unknown key', { intrest: '4.50' }, /intrest/],
  ])('%s', (_mistake, change, message) => {
    expect(messageOf({ ...good, ...change })).toMatch(message)
  })

  test('several mistakes, each named with its place', () => {
    const message = messageOf(good, { ...good, version: 0, rate: '5%' })
    expect(message).toMatch(/\(at \[1\]\.version\)/)
    expect(message).toMatch(/rate must be percent .*\(at \[1\]\.rate\)/)
    expect(message).not.toContain('\n')
  })

  test('the same version twice', () => {
    expect(messageOf(good, good)).toContain('LOCK3M version 1 is in the file twice')
  })

  test('a mistake whose quotation has a line break, which is shown on one line', () => {
    expect(() => parseProducts('[\n x\n]')).toThrow(
      /^the products file is wrong: it is not JSON: .*"\[ x \]"/,
    )
    expect(messageOf({ ...good, 'in\nterest': 1 })).toMatch(/Unrecognized key: "in terest" \(at \[0\]\)$/)
  })

  test('a text that is not JSON, or not a list', () => {
    expect(() => parseProducts('{')).toThrow(/products file is wrong: it is not JSON/)
    expect(() => parseProducts('{}')).toThrow(/products file is wrong/)
  })

  test('terms whose interest could exceed the integers of the database', () => {
    const huge = { ...good, maxBalance: '999999999999', termMonths: 120 }
    expect(messageOf({ ...huge, rate: '99.00' })).toMatch(/too large for exact interest/)
  })
})

test('for every accepted product, no step of the computation of interest reaches 2^63', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 0, max: 9999 }),
      fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      fc.constantFrom('ACT_365F' as const, 'ACT_360' as const),
      (termMonths, hundredths, maxBalance, dayCount) => {
        const rate = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
        let product
        try {
          product = first(
            parse({
              ...good,
              termMonths,
              rate,
              dayCount,
              minAmount: '1',
              maxBalance: `${maxBalance}`,
            }),
          )
        } catch {
          return
        }
        const valueOn = dateOf('2027-12-31')
        const maturityOn = addMonths(valueOn, termMonths)
        const basisDays = dayCountBasis[dayCount]
        const terms = { principal: maxBalance, ratePpm: product.ratePpm, basisDays, valueOn, maturityOn }
        const days = BigInt((Date.parse(maturityOn) - Date.parse(valueOn)) / 86_400_000)
        const numerator = 2n * BigInt(product.ratePpm) * maxBalance * days + 1_000_000n * BigInt(basisDays)
        expect(numerator < 2n ** 63n).toBe(true)
        expect(interestOn(terms, maturityOn)).toBe(numerator / (2_000_000n * BigInt(basisDays)))
      },
    ),
  )
})
