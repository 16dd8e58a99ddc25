import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { divideHalfUp } from '../../src/kernel/rounding.js'

describe('divideHalfUp', () => {
  test.each([
    [0n, 1n, 0n],
    [1n, 2n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [5n, 2n, 3n],
    [7n, 2n, 4n],
    [49n, 100n, 0n],
    [50n, 100n, 1n],
    [9_007_199_254_740_993n, 1n, 9_007_199_254_740_993n],
    [9_007_199_254_740_993n, 2n, 4_503_599_627_370_497n],
  ])('%d / %d is %d', (n, d, quotient) => {
    expect(divideHalfUp(n, d)).toBe(quotient)
  })

  test('is the one integer q with q - 1/2 <= n/d < q + 1/2', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (n, d) => {
          const q = divideHalfUp(n, d)
          expect((2n * q - 1n) * d <= 2n * n && 2n * n < (2n * q + 1n) * d).toBe(true)
        },
      ),
    )
  })

  test('rounds an exact half upwards, whatever the divisor', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (q, half) => {
          expect(divideHalfUp(2n * half * q + half, 2n * half)).toBe(q + 1n)
        },
      ),
    )
  })

  test.each([
    [-1n, 1n],
    [1n, 0n],
    [1n, -1n],
  ])('refuses %d / %d', (n, d) => {
    expect(() => divideHalfUp(n, d)).toThrow(`divideHalfUp(${n}, ${d})`)
  })
})
