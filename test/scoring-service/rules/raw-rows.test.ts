import { expect, test } from '@jest/globals'
import { genericLayout } from '../../../src/scoring-service/reading/layouts/banks.js'
import type { Cells } from '../../../src/scoring-service/reading/rows/columns.js'
import { rawRowsOf } from '../../../src/scoring-service/reading/rows/raw-rows.js'
import type { TableLine } from '../../../src/scoring-service/reading/rows/table.js'
import { present } from '../../support/present.js'

/** A line of a PDF that begins at `x`, one line below the previous one. */
const lineAt = (x: number, cells: Cells): TableLine => {
  const text = Object.values(cells).join(' ')
  const item = { text, x, right: x + 100, y: 0, height: 8, font: 'f', isAmount: false }
  return { line: { page: 1, y: 0, items: [item], text }, cells, gap: 10 }
}

const first: Cells = {
  moment: '05/01/2026 PAYMENT BY THE',
  details: 'ACME',
  paidIn: '5.00',
  balance: '9.00',
}
const rowsOf = (lines: readonly TableLine[]) => rawRowsOf(lines, genericLayout('ECOBANK'))

test.each([
  [{ moment: 'TRADING', details: 'COMPANY' }, 'PAYMENT BY THE ACME TRADING COMPANY'],
  [{ moment: 'LIMITED' }, 'PAYMENT BY THE ACME LIMITED'],
  [{ moment: 'TO', details: 'EQUITY' }, 'PAYMENT BY THE ACME TO EQUITY'],
  [{ details: 'LTD' }, 'PAYMENT BY THE ACME LTD'],
])('details that begin below the date continue the row: %j', (cells, details) => {
  const { rows, outside, unread } = rowsOf([lineAt(40, first), lineAt(140, cells)])
  expect(rows).toEqual([{ cells: { moment: '05/01/2026', details, paidIn: '5.00', balance: '9.00' } }])
  expect([outside, unread]).toEqual([[], []])
})

test('a row has its amounts on a last line whose details begin below the date', () => {
  const { moment, details, ...amounts } = first
  const { rows } = rowsOf([
    lineAt(40, { moment: present(moment), details: present(details) }),
    lineAt(140, { moment: 'TRADING', ...amounts }),
  ])
  expect(rows).toEqual([
    { cells: { moment: '05/01/2026', details: 'PAYMENT BY THE ACME TRADING', ...amounts } },
  ])
})

test.each([
  ['text below the date', lineAt(60, { moment: 'Thank you', details: 'for banking with us' })],
  ['a total of the page', lineAt(140, { moment: 'Page Total:', details: '130,072.70' })],
  ['text far below', { ...lineAt(140, { moment: 'Thank you' }), gap: 60 }],
])('%s is no part of a row', (_, line) => {
  const { rows, outside } = rowsOf([lineAt(40, first), line])
  expect(rows.map(({ cells }) => cells.details)).toEqual(['PAYMENT BY THE ACME'])
  expect(outside).toEqual([line.line])
})

test('a time below the date stays one', () => {
  const { rows } = rowsOf([lineAt(40, first), lineAt(140, { moment: '09:15 PM' })])
  expect(rows[0]?.cells.moment).toBe('05/01/2026 09:15 PM')
})
