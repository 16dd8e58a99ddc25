import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { inSets } from '../../src/platform/database/in-sets.js'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

test('rows are written in order, each once, by statements of a few fixed sizes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), (count) => {
      const sets = inSets(numbers(count))
      expect(sets.flat()).toEqual(numbers(count))
      expect(sets.slice(0, -1).filter(({ length }) => ![32, 16, 8].includes(length))).toEqual([])
    }),
  )
})

test('twenty rows, a page of a list, are written by two statements', () => {
  expect(inSets(numbers(20)).map(({ length }) => length)).toEqual([16, 4])
})
