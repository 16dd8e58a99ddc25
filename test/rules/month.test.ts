import { expect, test } from '@jest/globals'
import { monthBefore, monthNamed, monthOf } from '../../src/bank/month-end/month.rules.js'
import { dateOf } from '../support/typed.js'

const february = { name: '2028-02', from: '2028-02-01', last: '2028-02-29', before: '2028-03-01' }

test('a month is found by any of its days or by its name, and has its first and last day', () => {
  expect(monthOf(dateOf('2028-02-29'))).toEqual(february)
  expect(monthNamed('2028-02')).toEqual(february)
})

test('the month before January is December', () => {
  const january = monthNamed('2027-01')
  expect(monthBefore(january)).toEqual({
    name: '2026-12',
    from: '2026-12-01',
    last: '2026-12-31',
    before: '2027-01-01',
  })
})

test.each(['2026-13', '2026-1', '2026', '', '2026-01-01', 'march', '9999-12', '0000-01'])(
  '%j is not the name of a month',
  (name) => {
    expect(() => monthNamed(name)).toThrow(`"${name}" is no month YYYY-MM`)
    expect(() => monthNamed(name)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  },
)
