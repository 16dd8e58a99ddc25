import { groupedAmount, shortDate } from '../../messages/format.js'
import type { Minor } from '../../../kernel/money.js'
import type { UnderWayLine } from '../contents/under-way-on.rules.js'
import type { StatementView } from './view.js'
import type { Sheet } from '../../../platform/pdf/sheet.js'
import { drawTable, drawTitle, roomToBegin, type Cell, type Column, type TableRow } from './table.js'

const none: Cell = { text: '' }
const gap = 18

const standingOf = ({ texts }: StatementView, line: UnderWayLine): string => {
  const words = texts.underWay
  if (line.kind === 'DEPOSIT') return words.deposit[line.standing]
  if (line.standing !== 'HELD') return words.owed[line.standing]
  return line.heldUntil === null ? words.owed.UNPAID : words.held(line.heldUntil)
}

function* tableRows(view: StatementView): Iterable<TableRow> {
  const { texts, contents } = view
  const { currency, underWay, nameOf } = contents
  const money = (amount: Minor): Cell => ({ text: groupedAmount(amount, currency, texts.decimalMark) })
  for (const line of underWay) {
    const savings = line.positionId === null ? undefined : nameOf.get(line.positionId)
    const operation = [texts.underWay.kinds[line.kind], ...(savings ? [texts.product(savings)] : [])]
    yield {
      cells: [
        { text: shortDate(line.on) },
        { text: operation.join(' - ') },
        { text: standingOf(view, line) },
        money(line.amount),
      ],
      note: line.reference,
    }
  }
  const owed = underWay.filter(({ kind }) => kind !== 'DEPOSIT')
  if (owed.length === 0) return
  const total = owed.reduce((sum, { amount }) => sum + amount, 0n)
  yield { isTotal: true, cells: [none, { text: texts.underWay.total }, none, money(total)] }
}

/** The table of money under way at the end of the period, with the state of each; nothing without any. */
export const drawUnderWay = async (sheet: Sheet, view: StatementView): Promise<void> => {
  if (view.contents.underWay.length === 0) return
  const { underWay: words, movements } = view.texts
  const columns: readonly Column[] = [
    { title: movements.date, width: 58 },
    { title: movements.operation, width: 207 },
    { title: words.standing, width: 166 },
    { title: words.amount, width: 84.28, align: 'right' },
  ]
  await drawTitle(sheet, words.title(view.period.to), roomToBegin(tableRows(view)))
  await drawTable(sheet, columns, tableRows(view))
  sheet.y += gap
}
