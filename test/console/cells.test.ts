import { describe, expect, test } from '@jest/globals'
import { csvLine } from '../../src/app/exports/csv.js'
import { csvOf, tablesOf } from '../../web/shared/table.js'

const hostile = [
  '=1+1',
  ' =1+1',
  '\t=1+1',
  '+237',
  '-x',
  '@SUM(A1)',
  '＝1+1',
  ' ＋1',
  'x;=HYPERLINK("http://a.example")',
  'x; -y',
  '\rx',
  '\nx',
  'x\n=1+1',
  'x\r\n -y',
  'it’s "so"; =1',
]

describe('a cell', () => {
  test.each(hostile)(
    '%j is written as a text, not as a formula, by the pages and by the service alike',
    (text) => {
      const [, ofPage] = csvOf({ columns: ['a'], rows: [[text]] }).split(/(?<=^\u{feff}a\r\n)/u)
      expect(ofPage).toBe(csvLine([text]))
      expect(ofPage).toContain("'")
    },
  )

  test('that holds a figure stays a figure', () => {
    expect(csvOf({ columns: ['a'], rows: [['-1200'], ['-5,25']] })).toBe('\u{feff}a\r\n-1200\r\n"-5,25"\r\n')
  })
})

test('each list of objects in an answer becomes a table, the least nested first; a list within a row stays in a cell of that row', () => {
  const tables = tablesOf({
    deep: { page: { nodes: [{ id: 'a', of: { name: 'x' }, parts: [{ id: 1 }] }, { id: 'b' }] } },
    rows: [{ id: 7 }],
    none: [],
    words: ['a'],
  })
  expect(tables).toEqual([
    { path: 'rows', columns: ['id'], rows: [['7']] },
    {
      path: 'deep.page.nodes',
      columns: ['id', 'of.name', 'parts'],
      rows: [
        ['a', 'x', '[{"id":1}]'],
        ['b', '', ''],
      ],
    },
  ])
})
