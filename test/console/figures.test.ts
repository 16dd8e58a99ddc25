import { expect, test } from '@jest/globals'
import { civilMoment } from '../../src/kernel/calendar.js'
import { shortened, upToMinute } from '../../web/shared/figures.js'

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [1_500, '1\u202f500', '1,500'],
  [2_000, '2 k', '2 k'],
  [45_499, '45 k', '45 k'],
  [1_000_000, '1 M', '1 M'],
  [1_250_000, '1,3 M', '1.3 M'],
  [12_340_000, '12,3 M', '12.3 M'],
  [123_400_000, '123,4 M', '123.4 M'],
  [1_234_500_000, '1\u202f234,5 M', '1,234.5 M'],
  [25_000_000_000, '25\u202f000 M', '25,000 M'],
])(
  'where there is no room for all digits, %d is written %s in French and %s in English',
  (value, french, english) => {
    expect([shortened(value, 'fr'), shortened(value, 'en')]).toEqual([french, english])
  },
)

test.each([
  '2026-11-27T16:04:00.000Z',
  '2026-11-27T16:04:00.001Z',
  '2026-11-27T16:04:59.999Z',
  '2026-12-31T23:59:30.000Z',
])('the end of a hold, %s, is rounded up to the minute, as in texts for the customer', (instant) => {
  const { on, at } = civilMoment(Date.parse(instant), 'UTC')
  expect(upToMinute(instant)).toBe(`${on}T${at}:00.000Z`)
})
