import { describe, expect, test } from '@jest/globals'
import { formatRate, parseRate } from '../../src/kernel/rate.js'

describe('rates', () => {
  test.each([
    ['5', 50_000],
    ['5.00', 50_000],
    ['4.5', 45_000],
    ['4.50', 45_000],
    ['0', 0],
    ['0.01', 100],
    ['0.05', 500],
    ['99.99', 999_900],
  ])('%j is %d ppm', (percent, ppm) => {
    expect(parseRate(percent)).toBe(ppm)
  })

  test.each(['', ' 5', '5 ', '5,00', '5%', '5.', '.5', '-5', '+5', '5.001', '100', '1e1', '٥', '５', 'NaN'])(
    '%j is not a rate',
    (percent) => {
      expect(parseRate(percent)).toBeUndefined()
    },
  )

  test('each of the 10,000 rates below 100 % is written and read back unchanged', () => {
    const lost = Array.from({ length: 10_000 }, (_, hundredths) => hundredths * 100).filter(
      (ppm) => parseRate(formatRate(ppm)) !== ppm || !/^\d{1,2}\.\d{2}$/.test(formatRate(ppm)),
    )
    expect(lost).toEqual([])
  })

  test.each([-100, 1, 99, 50_050, 0.5, NaN, Infinity, 2 ** 53])(
    '%d ppm cannot be written as a percentage',
    (ppm) => {
      expect(() => formatRate(ppm)).toThrow(RangeError)
    },
  )
})
