import { expect, test } from '@jest/globals'
import { csvLine } from '../../src/app/exports/csv.js'

test('a cell is what it is, and never a formula', () => {
  expect(csvLine(['a', null, true, 7, ['x', 'y'], { a: 1 }])).toBe('a,,true,7,x y,"{""a"":1}"\r\n')
  expect(csvLine(['-4000', '-1.5', '4000'])).toBe('-4000,-1.5,4000\r\n')
  for (const formula of ['=1+1', '+237', '-1-1', '@SUM(A1)', '\t=1', '\r=1'])
    expect(csvLine([formula])).toBe(`"'${formula}"\r\n`)
  expect(csvLine(['a,b', 'say "no"', 'one\ntwo'])).toBe('"a,b","say ""no""","one\ntwo"\r\n')
})
