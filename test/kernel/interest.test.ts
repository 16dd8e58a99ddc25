import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, addMonths, daysBetween, type LocalDate } from '../../src/kernel/calendar.js'
import {
  dayCountBasis,
  interestOn,
  netInterestOn,
  ratePpmMax,
  taxOn,
  type InterestTerms,
} from '../../src/kernel/interest.js'
import { present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const on = (text: string): LocalDate => dateOf(text)
const fivePercent = 50_000

const deposit = (facts: Partial<InterestTerms>): InterestTerms => ({
  principal: 100_000n,
  ratePpm: fivePercent,
  basisDays: dayCountBasis.ACT_365F,
  valueOn: on('2026-03-01'),
  maturityOn: on('2026-06-01'),
  ...facts,
})

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

describe('interest of 100,000 at 5 % to maturity', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28', 28, 384n, 389n],
    ['2028-01-31', 1, '2028-02-29', 29, 397n, 403n],
    ['2028-02-29', 12, '2029-02-28', 365, 5_000n, 5_069n],
    ['2026-08-31', 6, '2027-02-28', 181, 2_479n, 2_514n],
    ['2026-03-01', 3, '2026-06-01', 92, 1_260n, 1_278n],
    ['2027-12-31', 2, '2028-02-29', 60, 822n, 833n],
    ['2026-11-30', 3, '2027-02-28', 90, 1_233n, 1_250n],
  ])(
    'from %s for %d months ends on %s, after %d days, and is %d, or %d on a year of 360 days',
    (start, months, maturity, days, act365, act360) => {
      const valueOn = on(start)
      const maturityOn = addMonths(valueOn, months)
      expect([maturityOn, daysBetween(valueOn, maturityOn)]).toEqual([maturity, days])
      const terms = deposit({ valueOn, maturityOn })
      expect(interestOn(terms, maturityOn)).toBe(act365)
      expect(interestOn({ ...terms, basisDays: dayCountBasis.ACT_360 }, maturityOn)).toBe(act360)
    },
  )

  test('29 February earns like other days: a year with it has 366 days of interest', () => {
    const terms = deposit({ valueOn: on('2028-01-01'), maturityOn: on('2029-01-01') })
    expect(interestOn(terms, terms.maturityOn)).toBe(5_014n)
  })
})

describe('the deposit is the unit of rounding', () => {
  const first = deposit({})
  const topUp = deposit({ principal: 50_000n, valueOn: on('2026-04-15') })

  test('a deposit and a later top-up of 50,000 are rounded each', () => {
    expect([first, topUp].map((terms) => interestOn(terms, terms.maturityOn))).toEqual([1_260n, 322n])
  })

  test('an early exit on 1 May at 2 % pays the sum of the rounded interest of each deposit', () => {
    const exit = on('2026-05-01')
    const accrued = sum([first, topUp].map((terms) => interestOn(terms, exit)))
    const withdrawable = sum([first, topUp].map((terms) => interestOn({ ...terms, ratePpm: 20_000 }, exit)))
    // 836 + 110: the interest of each deposit is rounded before the sum. Rounded only as a sum, it would be 945.
    expect({ accrued, withdrawable }).toEqual({ accrued: 946n, withdrawable: 378n })
    expect(150_000n + withdrawable).toBe(150_378n)
  })

  test('two deposits of 350 earn 4 and 2, not the 7 of one deposit of 700', () => {
    const both = [first, topUp].map((terms) => ({ ...terms, principal: 350n }))
    expect(both.map((terms) => interestOn(terms, terms.maturityOn))).toEqual([4n, 2n])
  })

  test.each([
    [1_000n, 25n, 0n],
    [5_000n, 123n, 180n],
    [10_000n, 247n, 180n],
  ])('%d over 180 days earns %d, where rounding each day would give %d', (principal, whole, naive) => {
    const terms = deposit({ principal, maturityOn: addDays(on('2026-03-01'), 180) })
    expect(interestOn(terms, terms.maturityOn)).toBe(whole)
    expect(180n * interestOn(terms, addDays(terms.valueOn, 1))).toBe(naive)
  })
})

describe('tax', () => {
  const tax165 = 165_000

  test('of 16.5 % on 1,582 is 261', () => {
    expect(taxOn(1_582n, tax165)).toBe(261n)
    const terms = deposit({ principal: 125_565n })
    expect(interestOn(terms, terms.maturityOn)).toBe(1_582n)
    expect(netInterestOn(terms, tax165, terms.maturityOn)).toBe(1_321n)
  })

  test.each([
    [0n, tax165, 0n],
    [1_582n, 0, 0n],
    [1_582n, 1_000_000, 1_582n],
    [3n, tax165, 0n],
    [4n, tax165, 1n],
    [1n, 500_000, 1n],
  ])('on %d at %d ppm is %d', (interest, ppm, tax) => {
    expect(taxOn(interest, ppm)).toBe(tax)
  })
})

const anyDeposit: fc.Arbitrary<InterestTerms> = fc
  .record({
    principal: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
    ratePpm: fc.integer({ min: 0, max: 9_999 }).map((hundredths) => hundredths * 100),
    basisDays: fc.constantFrom(...Object.values(dayCountBasis)),
    startDay: fc.integer({ min: 0, max: 30_000 }),
    termDays: fc.integer({ min: 0, max: 3_660 }),
  })
  .map(({ startDay, termDays, ...rest }) => {
    const valueOn = addDays(on('2000-01-01'), startDay)
    return { ...rest, valueOn, maturityOn: addDays(valueOn, termDays) }
  })
const anyDay = fc.integer({ min: -400, max: 4_400 })
const taxPpm = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths * 100)

describe('for any deposit', () => {
  test('interest is within half a unit of the exact fraction, and an exact half goes up', () => {
    fc.assert(
      fc.property(anyDeposit, fc.nat(3_660), (terms, held) => {
        const days = BigInt(Math.min(held, daysBetween(terms.valueOn, terms.maturityOn)))
        const exact = terms.principal * BigInt(terms.ratePpm) * days
        const unit = 1_000_000n * BigInt(terms.basisDays)
        const doubleError = 2n * (interestOn(terms, addDays(terms.valueOn, held)) * unit - exact)
        expect(doubleError > -unit && doubleError <= unit).toBe(true)
      }),
    )
  })

  test('interest, gross and net, never falls with time', () => {
    fc.assert(
      fc.property(anyDeposit, taxPpm, anyDay, fc.nat(400), (terms, tax, day, later) => {
        const [a, b] = [addDays(terms.valueOn, day), addDays(terms.valueOn, day + later)]
        expect(interestOn(terms, a) <= interestOn(terms, b)).toBe(true)
        expect(netInterestOn(terms, tax, a) <= netInterestOn(terms, tax, b)).toBe(true)
      }),
    )
  })

  test('interest never falls with more principal or a higher rate', () => {
    fc.assert(
      fc.property(
        anyDeposit,
        anyDay,
        fc.bigInt({ min: 0n, max: 10_000n }),
        fc.nat(1_000),
        (terms, day, more, higher) => {
          const at = addDays(terms.valueOn, day)
          const plain = interestOn(terms, at)
          expect(plain <= interestOn({ ...terms, principal: terms.principal + more }, at)).toBe(true)
          expect(
            plain <=
              interestOn({ ...terms, ratePpm: Math.min(terms.ratePpm + 100 * higher, ratePpmMax) }, at),
          ).toBe(true)
        },
      ),
    )
  })

  test('no interest is earned on or before the value date', () => {
    fc.assert(
      fc.property(anyDeposit, fc.nat(400), (terms, before) => {
        expect(interestOn(terms, addDays(terms.valueOn, -before))).toBe(0n)
      }),
    )
  })

  test('the interest at maturity is that of the same days in a longer term, and none is earned later', () => {
    fc.assert(
      fc.property(anyDeposit, fc.nat(4_000), (terms, after) => {
        const atMaturity = interestOn(terms, terms.maturityOn)
        expect(interestOn(terms, addDays(terms.maturityOn, after))).toBe(atMaturity)
        // The same days earn the same in a longer term.
        const open = { ...terms, maturityOn: on('2199-01-01') }
        expect(interestOn(open, terms.maturityOn)).toBe(atMaturity)
      }),
    )
  })

  test('the interest of the day before maturity does not include the last day', () => {
    const terms = deposit({ principal: 1_000_000_000n })
    const lastDay = interestOn(terms, terms.maturityOn) - interestOn(terms, addDays(terms.maturityOn, -1))
    expect(lastDay).toBe(136_987n)
    expect(interestOn(terms, addDays(terms.valueOn, 1))).toBe(136_986n)
  })

  test('net and tax add up to gross, and neither is negative', () => {
    fc.assert(
      fc.property(anyDeposit, taxPpm, anyDay, (terms, tax, day) => {
        const at = addDays(terms.valueOn, day)
        const gross = interestOn(terms, at)
        const net = netInterestOn(terms, tax, at)
        expect(net + taxOn(gross, tax)).toBe(gross)
        expect(net >= 0n && net <= gross).toBe(true)
      }),
    )
  })

  test('the daily changes add up to the interest, whatever days are missed', () => {
    fc.assert(
      fc.property(anyDeposit, fc.array(fc.nat(4_000), { maxLength: 20 }), (terms, visits) => {
        const days = [...visits, 4_000].sort((a, b) => a - b).map((day) => addDays(terms.valueOn, day))
        const posted = days.map(
          (day, n) => interestOn(terms, day) - (n === 0 ? 0n : interestOn(terms, present(days[n - 1]))),
        )
        expect(posted.every((change) => change >= 0n)).toBe(true)
        expect(sum(posted)).toBe(interestOn(terms, terms.maturityOn))
      }),
    )
  })
})

test.each([
  ['a rate below zero', { ratePpm: -1 }],
  ['a rate above the maximum', { ratePpm: ratePpmMax + 1 }],
  ['a year of 364 days', { basisDays: 364 }],
])('interest with %s throws, while the limits of a rate are valid', (_what, spoilt) => {
  expect(() => interestOn(deposit(spoilt), on('2026-04-01'))).toThrow()
  expect(interestOn(deposit({ ratePpm: 0 }), on('2026-04-01'))).toBe(0n)
  expect(interestOn(deposit({ ratePpm: ratePpmMax }), on('2026-03-02'))).toBe(274n)
})
