import { businessCard } from './business-card.rules.js'
import { card, model } from './card.rules.js'
import { binText, boundText, type Characteristic } from './characteristic.rules.js'
import { shortHistoryCaps } from './points.rules.js'

const begin = '<!-- the tables: written by npm run scorecard -->'
const end = '<!-- end of the tables -->'

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points))

/** A Markdown table as Prettier writes it. */
const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(header), rule, ...rows.map(line)].join('\n')
}

const binsOf = <Name extends string>(line: Characteristic<Name>): string =>
  [
    ...line.bins.map((bin) => `${binText(line, bin)}: ${signed(bin.points)}`),
    `otherwise: ${signed(line.otherwise)}`,
  ].join('; ')

const scoreTable = tableOf(
  ['#', 'characteristic', 'is', 'points', 'weight in the generic score', 'reason'],
  card.map((line, index) => [
    String(index + 1),
    line.title,
    line.formula,
    binsOf(line),
    line.genericWeight.toFixed(1),
    `${line.reason.code} ${line.reason.text}`,
  ]),
)

const businessTable = tableOf(
  ['characteristic', 'is', 'points'],
  businessCard.map((line) => [line.title, line.formula, binsOf(line)]),
)

const largestPoints = (line: Characteristic<string>): number =>
  Math.max(line.otherwise, ...line.bins.map((bin) => bin.points))
const leastPoints = (line: Characteristic<string>): number =>
  Math.min(line.otherwise, ...line.bins.map((bin) => bin.points))
const range = (lines: readonly Characteristic<string>[]): string => {
  const totalOf = (pointsOf: (line: Characteristic<string>) => number): string =>
    signed(lines.reduce((total, line) => total + pointsOf(line), 0))
  return `${totalOf(leastPoints)} to ${totalOf(largestPoints)}`
}

const caps = shortHistoryCaps.map(
  ({ belowMonths, scoreMax }) => `fewer than ${belowMonths} full months: at most ${scoreMax}`,
)

/** The part of docs/scorecard.md that is generated from the code. */
const tables = (): string =>
  [
    `Card \`${model.id}\`, version ${model.version}, calibration: ${model.calibration}.`,
    `### Points of the short-term score and of the generic score`,
    scoreTable,
    `All together ${range(card)} points. Shares are compared as percentages (${boundText(card[0]!, 0.5)} is 0.5). Caps: ${caps.join('; ')}.`,
    `### Points of the business score`,
    businessTable,
    `All together ${range(businessCard)} points.`,
  ].join('\n\n')

/** Replaces the tables between the two marks of `page` with those of the present code. Throws when a mark is missing. */
export const withTables = (page: string): string => {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error('docs/scorecard.md has lost the marks of its tables')
  return `${before}${begin}\n\n${tables()}\n\n${end}${after}`
}
