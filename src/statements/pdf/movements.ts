import { groupedAmount, groupedMoney, shortDate } from '../../messages/format.js'
import type { Minor } from '../../shared/money.js'
import { rowsOf, type StatementRow } from '../rows.rules.js'
import type { StatementPaper } from './paper.js'
import { colours, type Sheet } from './sheet.js'
import { drawTable, drawTitle, tableRoomMin, type Cell, type Column, type TableRow } from './table.js'

const none: Cell = { text: '' }
const soft = (text: string): Cell => ({ text, style: { colour: colours.soft } })

/** What can be quoted to us on the phone: the end of the reference of a journal, which is that of a payment or payout. */
const shortReference = (reference: string): string => reference.slice(-8).toUpperCase()

const cellsOf =
  ({ texts, contents }: StatementPaper) =>
  (row: StatementRow): readonly Cell[] => {
    const { currency, termMonthsOf } = contents
    const money = (amount: Minor) => groupedAmount(amount, currency, texts.decimalMark)
    const date = { text: shortDate(row.on) }
    const balance = { text: money(row.balance) }
    if (row.kind === 'MATURITY') {
      const notice = texts.movements.maturity(groupedMoney(row.interest, currency, texts.decimalMark))
      return [date, { text: notice, style: { colour: colours.soft } }, none, none, none, balance]
    }
    const months = row.positionId === null ? undefined : termMonthsOf.get(row.positionId)
    const name = texts.movements.kinds[row.kind]
    const operation = { text: months === undefined ? name : `${name} - ${texts.product(months)}` }
    const reference = soft(shortReference(row.reference))
    return row.amount < 0n
      ? [date, operation, reference, { text: money(-row.amount) }, none, balance]
      : [
          date,
          operation,
          reference,
          none,
          { text: money(row.amount), style: { colour: colours.credit } },
          balance,
        ]
  }

function* tableRows(paper: StatementPaper): Iterable<TableRow> {
  const { texts, contents, period } = paper
  const { opening, closing, currency } = contents
  const bound = (text: string, on: string, balance: Minor): TableRow => ({
    isTotal: true,
    cells: [
      { text: on },
      { text },
      none,
      none,
      none,
      { text: groupedAmount(balance, currency, texts.decimalMark) },
    ],
  })
  yield bound(texts.movements.opening, shortDate(period.from), opening)
  const rows = rowsOf(contents, period)
  if (rows.length === 0) yield { cells: [none, soft(texts.movements.none), none, none, none, none] }
  const cells = cellsOf(paper)
  for (const row of rows) yield { cells: cells(row) }
  yield bound(texts.movements.closing, shortDate(period.to), closing)
}

/** Every movement of the period with the balance after it, between the balance before and the balance at its end. */
export const drawMovements = async (sheet: Sheet, paper: StatementPaper): Promise<void> => {
  const words = paper.texts.movements
  const columns: readonly Column[] = [
    { title: words.date, width: 60 },
    { title: words.operation, width: 175 },
    { title: words.reference, width: 62 },
    { title: words.debit, width: 70, align: 'right' },
    { title: words.credit, width: 70, align: 'right' },
    { title: words.balance, width: 78.28, align: 'right' },
  ]
  await drawTitle(sheet, words.title, tableRoomMin)
  await drawTable(sheet, columns, tableRows(paper))
  sheet.y += 18
}
