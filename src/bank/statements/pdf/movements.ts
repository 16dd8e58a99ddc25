import { groupedAmount, groupedMoney, shortDate } from '../../messages/format.js'
import type { Minor } from '../../../kernel/money.js'
import { rowsOf, type StatementRow } from '../contents/rows.rules.js'
import type { StatementView } from './view.js'
import { colours, type Sheet } from '../../../platform/pdf/sheet.js'
import { drawTable, drawTitle, tableRoomMin, type Cell, type Column, type TableRow } from './table.js'

const none: Cell = { text: '' }
const soft = (text: string): Cell => ({ text, style: { colour: colours.soft } })

/** The reference, and the value date if it differs from the booking date. */
const noteOf = ({ texts }: StatementView, row: StatementRow): string | undefined => {
  const reference = row.kind === 'MATURITY' ? [] : [row.reference]
  const valueDate = row.valueOn === row.on ? [] : [texts.movements.valued(row.valueOn)]
  return [...reference, ...valueDate].join('  -  ') || undefined
}

const rowOf = (view: StatementView, row: StatementRow): TableRow => {
  const { texts, contents } = view
  const { currency, nameOf } = contents
  const money = (amount: Minor) => groupedAmount(amount, currency, texts.decimalMark)
  const date = { text: shortDate(row.on) }
  const balance = { text: money(row.balance) }
  const note = noteOf(view, row)
  const withNote = (...cells: Cell[]): TableRow => (note === undefined ? { cells } : { cells, note })
  const savings = row.positionId === null ? undefined : nameOf.get(row.positionId)
  const savingsName = savings ? texts.product(savings) : ''
  if (row.kind === 'MATURITY') {
    const interest = groupedMoney(row.interest, currency, texts.decimalMark)
    return withNote(date, soft(texts.movements.maturity(savingsName, interest)), none, none, balance)
  }
  if (row.kind === 'GIVEN_BACK') {
    const amount = groupedMoney(row.amount, currency, texts.decimalMark)
    const text = row.isCancelled ? texts.movements.cancelled : texts.movements.givenBack
    return withNote(date, soft(text(savingsName, amount)), none, none, balance)
  }
  const name = texts.movements.kinds[row.kind]
  const operation = { text: savingsName === '' ? name : `${name} - ${savingsName}` }
  return row.amount < 0n
    ? withNote(date, operation, { text: money(-row.amount) }, none, balance)
    : withNote(date, operation, none, { text: money(row.amount), style: { colour: colours.credit } }, balance)
}

function* tableRows(view: StatementView): Iterable<TableRow> {
  const { texts, contents, period } = view
  const { opening, closing, currency } = contents
  const money = (amount: Minor): Cell => ({ text: groupedAmount(amount, currency, texts.decimalMark) })
  const balanceRow = (text: string, on: string, balance: Minor): TableRow => ({
    isTotal: true,
    cells: [{ text: on }, { text }, none, none, money(balance)],
  })
  yield balanceRow(texts.movements.opening, shortDate(period.from), opening)
  const rows = rowsOf(contents, period)
  if (rows.length === 0) yield { cells: [none, soft(texts.movements.none), none, none, none] }
  for (const row of rows) yield rowOf(view, row)
  const sum = (sign: 1n | -1n) =>
    contents.movements.reduce((total, { amount }) => (amount * sign > 0n ? total + amount * sign : total), 0n)
  const total = { text: texts.movements.totals, style: { bold: true } }
  yield { cells: [none, total, money(sum(-1n)), money(sum(1n)), none] }
  yield balanceRow(texts.movements.closing, shortDate(period.to), closing)
}

/** Every movement of the period with the balance after it, between the balance before and the balance at its end. */
export const drawMovements = async (sheet: Sheet, view: StatementView): Promise<void> => {
  const words = view.texts.movements
  const columns: readonly Column[] = [
    { title: words.date, width: 58 },
    { title: words.operation, width: 217 },
    { title: words.debit, width: 78, align: 'right' },
    { title: words.credit, width: 78, align: 'right' },
    { title: words.balance, width: 84.28, align: 'right' },
  ]
  await drawTitle(sheet, words.title, tableRoomMin)
  const carriedRow = (text: string, { cells }: TableRow): TableRow => ({
    isTotal: true,
    cells: [none, { text }, none, none, cells.at(-1)!],
  })
  await drawTable(sheet, columns, tableRows(view), {
    carried: (last) => [carriedRow(words.carriedForward, last), carriedRow(words.broughtForward, last)],
  })
  sheet.y += 18
}
