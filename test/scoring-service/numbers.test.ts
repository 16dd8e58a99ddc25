import { describe, expect, test } from '@jest/globals'
import { maskedEmail, maskedPhone } from '../../src/scoring-service/bodies/contacts.rules.js'
import {
  mean,
  percentile,
  ranked,
  ratio,
  variation,
  winsorisedMean,
} from '../../src/scoring-service/card/features/statistics.rules.js'

describe('the statistics of the card', () => {
  test('are 0 for an empty list', () => {
    expect([mean([]), percentile([], 0.5), winsorisedMean([]), ratio(0, 0)]).toEqual([0, 0, 0, 0])
  })

  test('of a single value are that value, but the winsorised mean is 0', () => {
    expect([mean([7]), percentile([7], 0.9), winsorisedMean([7])]).toEqual([7, 7, 0])
  })

  test('count a windfall as the next largest value in the winsorised mean', () => {
    expect(winsorisedMean([10, 1000, 20])).toBe((20 + 20 + 10) / 3)
  })

  test('have an infinite ratio for a division by zero, with the sign of the dividend', () => {
    expect([ratio(1, 0), ratio(-1, 0), ratio(1, 4)]).toEqual([Infinity, -Infinity, 0.25])
  })

  test('have an infinite variation without values or with zeros only', () => {
    expect([variation([]), variation([0, 0]), variation([5, 5])]).toEqual([Infinity, Infinity, 0])
    expect(variation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(0.4)
  })

  test('rank equal amounts by name, whatever their order', () => {
    const amounts = [
      ['b', 2],
      ['a', 2],
      ['c', 3],
    ] as const
    const names = (given: readonly (readonly [string, number])[]) =>
      ranked(new Map(given)).map(([name]) => name)
    expect(names(amounts)).toEqual(['c', 'a', 'b'])
    expect(names(amounts.toReversed())).toEqual(['c', 'a', 'b'])
  })
})

describe('a masked contact', () => {
  test.each([
    ['+254 712 345 678', '2547******678'],
    ['0712345', '******'],
    ['07123456', '0712******456'],
    ['2547******123', '2547******123'],
    ['', ''],
    ['none', ''],
  ])('shows the phone number %j as %j', (phone, shown) => {
    expect(maskedPhone(phone)).toBe(shown)
  })

  test.each([
    ['wanjiku@example.com', 'w***@example.com'],
    ['w***@example.com', 'w***@example.com'],
    ['@example.com', '***'],
    ['wanjiku', '***'],
    ['', ''],
  ])('shows the e-mail address %j as %j', (email, shown) => {
    expect(maskedEmail(email)).toBe(shown)
  })
})
