import { describe, expect, test } from '@jest/globals'
import {
  amount,
  column,
  columns,
  date,
  flag,
  integer,
  only,
  orNull,
  text,
} from '../../src/platform/database/read-row.js'

describe('reading the rows of a hand-written statement', () => {
  const read = columns({
    positionId: text,
    paidOn: date,
    principal: amount,
    nth: integer,
    isHeld: flag,
    leftOn: column('exited_on', orNull(date)),
  })
  const row = {
    position_id: 'POS-1',
    paid_on: '2026-03-01',
    principal: '9007199254740993',
    nth: 2n,
    is_held: 1,
    exited_on: null,
  }

  test('gives every column its TypeScript type, on both databases', () => {
    expect(read(row)).toEqual({
      positionId: 'POS-1',
      paidOn: '2026-03-01',
      principal: 9_007_199_254_740_993n,
      nth: 2,
      isHeld: true,
      leftOn: null,
    })
    expect(read({ ...row, principal: null, is_held: 0n, exited_on: '2026-04-01' })).toMatchObject({
      principal: 0n,
      isHeld: false,
      leftOn: '2026-04-01',
    })
  })

  test('fails on a column that was not selected, and on an unexpected NULL', () => {
    const { nth: _, ...without } = row
    expect(() => read(without)).toThrow('the statement has no column nth')
    expect(() => read({ ...row, paid_on: null })).toThrow('paid_on is NULL')
  })

  test('returns the value of a row with one column', () => {
    expect(only({ owed: 12 }, amount)).toBe(12n)
    expect(only(undefined, integer)).toBe(0)
    expect(only(undefined, orNull(date))).toBeNull()
    expect(() => only({ a: 1, b: 2 }, amount)).toThrow('more than one column: a, b')
    expect(() => only(undefined, text)).toThrow('a row is NULL')
  })
})
