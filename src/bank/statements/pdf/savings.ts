import { groupedAmount } from '../../messages/format.js'
import type { Minor } from '../../../kernel/money.js'
import { formatRate } from '../../../kernel/rate.js'
import type { SavingsLine } from '../contents/savings-on.rules.js'
import type { StatementView } from './view.js'
import { colours, type Sheet } from '../../../platform/pdf/sheet.js'
import { drawTable, drawTitle, roomToBegin, type Cell, type Column, type TableRow } from './table.js'

const none: Cell = { text: '' }
const gap = 14

function* tableRows({ texts, contents }: StatementView): Iterable<TableRow> {
  const { currency, savings } = contents
  const money = (amount: Minor): Cell => ({ text: groupedAmount(amount, currency, texts.decimalMark) })
  const rate = (ppm: number) => texts.rate(formatRate(ppm))
  const sum = (amountOf: (line: SavingsLine) => Minor) =>
    savings.reduce((total, line) => total + amountOf(line), 0n)
  for (const line of savings) {
    const { withdrawalRatePpm, interest } = line
    const status = texts.savings.statuses[line.status]
    yield {
      cells: [
        { text: texts.product(line) },
        { text: rate(line.ratePpm) },
        {
          text: withdrawalRatePpm === null ? status : texts.savings.early(status, rate(withdrawalRatePpm)),
          style: withdrawalRatePpm === null ? {} : { size: 7.5 },
        },
        money(line.principal),
        money(interest.gross),
        money(interest.tax),
        money(interest.net),
      ],
      note: texts.savings.since(line.startOn),
    }
  }
  if (savings.length === 0) {
    const noSavings = { text: texts.savings.none, style: { colour: colours.soft } }
    yield { cells: [noSavings, none, none, none, none, none, none] }
    return
  }
  yield {
    isTotal: true,
    cells: [
      { text: texts.savings.total },
      none,
      none,
      none,
      money(sum(({ interest }) => interest.gross)),
      money(sum(({ interest }) => interest.tax)),
      money(sum(({ interest }) => interest.net)),
    ],
  }
}

/**
 * The table of savings at the end of the period, with the same names as in movements and on pages.
 *
 * @param heightAfter the height of the section after it
 */
export const drawSavings = async (sheet: Sheet, view: StatementView, heightAfter: number): Promise<void> => {
  const words = view.texts.savings
  const columns: readonly Column[] = [
    { title: words.product, width: 130 },
    { title: words.rate, width: 38 },
    { title: words.status, width: 93 },
    { title: words.principal, width: 65, align: 'right' },
    { title: words.gross, width: 63, align: 'right' },
    { title: words.tax, width: 61, align: 'right' },
    { title: words.net, width: 65.28, align: 'right' },
  ]
  const heightBelowTable = gap + heightAfter
  await drawTitle(sheet, words.title(view.period.to), roomToBegin(tableRows(view), heightBelowTable))
  await drawTable(sheet, columns, tableRows(view), { heightAfter: heightBelowTable, notesUnder: 0 })
  sheet.y += gap
}
