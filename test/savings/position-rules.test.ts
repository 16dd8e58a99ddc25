import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  figuresOn,
  statusOn,
  type DepositTerms,
  type PositionTerms,
} from '../../src/bank/savings/rules/position.rules.js'
import { heldUntil, hoursHeld } from '../../src/bank/savings/rules/withdrawal.rules.js'
import { addDays, midnight, type LocalDate } from '../../src/kernel/calendar.js'
import { firstOf } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const on = (text: string): LocalDate => dateOf(text)

const position = (change: Partial<PositionTerms> = {}): PositionTerms => ({
  status: 'OPEN',
  ratePpm: 50_000,
  earlyRatePpm: 20_000,
  basisDays: 365,
  taxPpm: 0,
  maturityOn: on('2026-06-01'),
  ...change,
})

const deposits: DepositTerms[] = [
  { principal: 100_000n, valueOn: on('2026-03-01') },
  { principal: 50_000n, valueOn: on('2026-04-15') },
]

test.each([
  ['OPEN', '2026-05-31', 'ACCRUING'],
  ['OPEN', '2026-06-01', 'MATURED'],
  ['OPEN', '2026-06-02', 'MATURED'],
  ['PAYING_OUT', '2026-05-31', 'PAYING_OUT'],
  ['PAYING_OUT', '2026-06-02', 'PAYING_OUT'],
  ['CLOSED', '2026-05-31', 'CLOSED'],
] as const)(
  'a position that matures on 2026-06-01 and is stored as %s is, on %s, %s',
  (status, date, derived) => {
    expect(statusOn(position({ status }), on(date))).toBe(derived)
  },
)

test.each([
  ['2099-12-28', '2099-12-30', 48],
  ['2099-12-29', '2099-12-31', 48],
  ['2099-12-30', '2099-12-31', 24],
])(
  'an early exit on a clock at %s is held until %s, at most until the last date of a clock',
  (at, last, hours) => {
    const moment = midnight(on(at))
    const until = heldUntil('EARLY_EXIT', 48, moment, 'DATE')
    expect(until).toBe(midnight(on(last)))
    expect(hoursHeld(48, moment, until)).toBe(hours)
  },
)

test('the hold is shown in the hours of the product, also on a test clock, and is none at maturity', () => {
  const moment = Date.parse('2026-03-01T22:50:00.001Z')
  expect(hoursHeld(48, moment, heldUntil('EARLY_EXIT', 48, moment, 'INSTANT'))).toBe(48)
  expect(
    hoursHeld(
      36,
      midnight(on('2026-03-01')),
      heldUntil('EARLY_EXIT', 36, midnight(on('2026-03-01')), 'DATE'),
    ),
  ).toBe(36)
  expect(hoursHeld(48, moment, heldUntil('MATURITY', 48, moment, 'INSTANT'))).toBe(0)
})

describe('the figures of two deposits', () => {
  test('before maturity have the interest of a withdrawal (`withdrawable`) at the early rate, computed for each deposit', () => {
    expect(figuresOn(position(), deposits, on('2026-05-01'))).toEqual({
      status: 'ACCRUING',
      principal: 150_000n,
      accrued: { gross: 946n, tax: 0n, net: 946n },
      atMaturity: { gross: 1582n, tax: 0n, net: 1582n },
      withdrawalBasis: 'EARLY_EXIT',
      effectiveRatePpm: 20_000,
      withdrawable: { gross: 378n, tax: 0n, net: 378n },
    })
  })

  test('on the day of the first deposit have no interest, and the second deposit has not begun', () => {
    const { accrued, withdrawable } = figuresOn(position(), deposits, on('2026-03-01'))
    expect([accrued.gross, withdrawable.net]).toEqual([0n, 0n])
  })

  test('from the maturity date on have no further interest, and forfeit none', () => {
    for (const date of ['2026-06-01', '2026-06-30', '2036-06-30']) {
      const figures = figuresOn(position(), deposits, on(date))
      expect(figures).toMatchObject({
        status: 'MATURED',
        accrued: { net: 1582n },
        withdrawable: { gross: 1582n, tax: 0n, net: 1582n },
        withdrawalBasis: 'MATURITY',
        effectiveRatePpm: 50_000,
      })
    }
  })

  test('with an early rate above the locked rate have the interest of a withdrawal (`withdrawable`) at the locked rate', () => {
    const figures = figuresOn(position({ earlyRatePpm: 90_000 }), deposits, on('2026-05-01'))
    expect(figures).toMatchObject({ effectiveRatePpm: 50_000, withdrawable: { net: 946n } })
  })

  test('have a tax that is rounded half up for each deposit', () => {
    const { atMaturity } = figuresOn(position({ taxPpm: 165_000 }), deposits, on('2026-05-01'))
    expect(atMaturity).toEqual({ gross: 1582n, tax: 208n + 53n, net: 1321n })
  })
})

const somePosition = fc
  .record({
    ratePpm: fc.integer({ min: 0, max: 2500 }).map((n) => n * 100),
    earlyRatePpm: fc.integer({ min: 0, max: 2500 }).map((n) => n * 100),
    basisDays: fc.constantFrom(365, 360),
    taxPpm: fc.constantFrom(0, 165_000, 333_300),
    status: fc.constant('OPEN' as const),
  })
  .map((terms) => ({ ...terms, maturityOn: on('2028-02-29') }))

const someDeposits = fc.array(
  fc.record({
    principal: fc.bigInt({ min: 1n, max: 2_000_000n }),
    valueOn: fc.integer({ min: 1, max: 400 }).map((days) => addDays(on('2028-02-29'), -days)),
  }),
  { minLength: 1, maxLength: 5 },
)

describe('for any position', () => {
  test('the accrued interest never falls, and ends at the promised interest', () => {
    fc.assert(
      fc.property(somePosition, someDeposits, fc.integer({ min: -1, max: 450 }), (terms, paid, days) => {
        const date = addDays(terms.maturityOn, -days)
        const [today, tomorrow] = [figuresOn(terms, paid, date), figuresOn(terms, paid, addDays(date, 1))]
        expect(tomorrow.accrued.net).toBeGreaterThanOrEqual(today.accrued.net)
        expect(today.accrued.net).toBeLessThanOrEqual(today.atMaturity.net)
        expect(figuresOn(terms, paid, terms.maturityOn).accrued).toEqual(today.atMaturity)
      }),
    )
  })

  test('the interest of a top-up and that of the earlier deposits add up to the whole', () => {
    fc.assert(
      fc.property(
        somePosition,
        someDeposits,
        someDeposits,
        fc.integer({ min: 0, max: 450 }),
        (terms, one, other, days) => {
          const date = addDays(terms.maturityOn, -days)
          const [a, b, both] = firstOf(
            3,
            [one, other, [...one, ...other]].map((paid) => figuresOn(terms, paid, date)),
          )
          expect(both.atMaturity.net).toBe(a.atMaturity.net + b.atMaturity.net)
          expect(both.withdrawable.net).toBe(a.withdrawable.net + b.withdrawable.net)
        },
      ),
    )
  })

  test('an exit pays at most the accrued interest, and gross less tax is net', () => {
    fc.assert(
      fc.property(somePosition, someDeposits, fc.integer({ min: -30, max: 450 }), (terms, paid, days) => {
        const figures = figuresOn(terms, paid, addDays(terms.maturityOn, -days))
        expect(figures.withdrawable.net).toBeLessThanOrEqual(figures.accrued.net)
        expect(figures.accrued.gross - figures.accrued.tax).toBe(figures.accrued.net)
        expect(figures.accrued.tax).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
})
