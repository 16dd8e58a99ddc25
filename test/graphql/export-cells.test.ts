import { expect, test } from '@jest/globals'
import { csvLine } from '../../src/app/exports/csv.js'

test('a cell of a CSV file keeps its text, with an apostrophe before what would be a formula', () => {
  expect(csvLine(['a', null, true, 7, ['x', 'y'], { a: 1 }])).toBe('a,,true,7,x y,"{""a"":1}"\r\n')
  expect(csvLine(['-4000', '-1.5', '4000'])).toBe('-4000,-1.5,4000\r\n')
  for (const formula of ['=1+1', '+237', '-1-1', '@SUM(A1)', '＝1+1', '\tx', '\rx'])
    expect(csvLine([formula])).toBe(`"'${formula}"\r\n`)
  // An apostrophe also precedes a formula after spaces, after a line break, and after a semicolon, which separates cells in the
  // spreadsheets of some countries.
  expect(csvLine([' =1+1', 'paid; =1+1;-2', 'a;b', '2026-03-01; ok'])).toBe(
    `" '=1+1","paid; '=1+1;'-2",a;b,2026-03-01; ok\r\n`,
  )
  expect(csvLine(['paid\n=1+1;x', 'a\r\n -1'])).toBe(`"paid\n'=1+1;x","a\r\n '-1"\r\n`)
  expect(csvLine(['\t=1'])).toBe(`"\t'=1"\r\n`)
  expect(csvLine(['a,b', 'say "no"', 'one\ntwo'])).toBe('"a,b","say ""no""","one\ntwo"\r\n')
})
