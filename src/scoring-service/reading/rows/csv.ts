import { parse } from 'csv-parse/sync'
import { csvTextOf } from '../../../scoring-contract/sniff.js'
import type { Cells } from './columns.js'
import { headingCountIn, headingsInRecord } from './csv-headings.js'
import { harmless } from '../text/harmless.js'
import type { Layout } from '../layouts/layout.js'
import { labelOf, type Labels } from '../text/labels.js'
import { rowsMax } from '../text/rows-max.js'
import { Unreadable } from '../text/unreadable.js'

/** A longer record means that a quote was never closed. */
const recordBytesMax = 64 * 1024

/** The maximum number of records: the rows of a statement and the lines around them. */
const recordsMax = rowsMax + 1000
/** The maximum number of lines, since a cell may have several. A longer file is refused before it is parsed. */
const linesMax = 2 * rowsMax

const linesIn = (bytes: Buffer): number => {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

export interface CsvTable {
  readonly labels: Labels
  /** The text before the table, which shows the issuer. */
  readonly above: string
  /** The headings as printed: they may name the currency. */
  readonly heading: string
  readonly records: readonly Cells[]
}

const delimiters = [',', ';', '\t', '|'] as const

/**
 * The delimiter that makes the most headings of one line: details and decimals in the rows, and lines above the table,
 * may contain more of another. Where no line has two headings, the one that occurs most often.
 */
const delimiterOf = (text: string): string => {
  const lines = text.split(/\r\n|\r|\n/)
  const counts = delimiters.map((mark) => {
    const count = lines.reduce((most, line) => Math.max(most, headingCountIn(line.split(mark))), 0)
    return { mark, count: count < 2 ? 0 : count, occurrences: text.split(mark).length }
  })
  return counts.toSorted((a, b) => b.count - a.count || b.occurrences - a.occurrences)[0]?.mark ?? ','
}

/** The value in `="0712"`, which keeps a spreadsheet from reading the text as a number. */
const withoutTextFormula = (cell: string): string => /^="(.*)"$/s.exec(cell)?.[1] ?? cell

const cleanCells = (record: readonly string[]): string[] =>
  record.map((cell) => harmless(withoutTextFormula(cell.normalize('NFC').replaceAll(/\s+/g, ' ').trim())))

const recordsIn = (text: string): string[][] => {
  try {
    return parse(text, {
      delimiter: delimiterOf(text.slice(0, 64 * 1024)),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: recordBytesMax,
      // No more records are read than are needed to refuse the file.
      to: recordsMax + 1,
    })
  } catch {
    throw new Unreadable(
      'unsupported_layout',
      'the document is not a table of comma-separated values, or a quote in it is never closed: send it as its issuer made it',
    )
  }
}

const labelsOf = (records: readonly string[][]): Labels => {
  const labels: Labels = {}
  for (const record of records) {
    record.forEach((cell, i) => {
      const [name = '', ...rest] = cell.split(':')
      const key = labelOf(cell) ?? labelOf(name)
      if (key === undefined || labels[key] !== undefined) return
      const value = rest.join(':').trim() || (record.slice(i + 1).find((other) => other !== '') ?? '')
      if (value !== '') labels[key] = value
    })
  }
  return labels
}

const cellsOf = (record: readonly string[], keys: readonly (keyof Cells | undefined)[]): Cells => {
  const cells: Cells = {}
  record.forEach((cell, i) => {
    const key = keys[i]
    if (key !== undefined && cell !== '' && cells[key] === undefined) cells[key] = cell
  })
  return cells
}

/** Removes repeated headings: some exports print them on every page. */
const withoutHeadings = (
  records: readonly string[][],
  headings: readonly string[][],
): readonly string[][] => {
  const known = new Set(headings.map((record) => record.join('|')))
  return records.filter((record) => !known.has(record.join('|')))
}

/** The cells of a CSV file. Refuses: unsupported_layout, too_many_rows. */
export const readRecords = (bytes: Buffer): readonly string[][] => {
  const tooMany = (): Unreadable =>
    new Unreadable('too_many_rows', `more than ${rowsMax} transactions, at most ${rowsMax} are read`)
  if (linesIn(bytes) > linesMax) throw tooMany()
  const records = recordsIn(csvTextOf(bytes))
  if (records.length > recordsMax) throw tooMany()
  return records.map(cleanCells)
}

/** The table of a CSV file; undefined when it has no heading of this layout. */
export const readCsv = (records: readonly string[][], layout: Layout): CsvTable | undefined => {
  for (let at = 0; at < records.length; at += 1) {
    const heading = headingsInRecord(records[at] as string[], records[at + 1], layout)
    if (!heading) continue
    const above = records.slice(0, at)
    return {
      labels: labelsOf(above),
      above: above.map((record) => record.join(' ')).join('\n'),
      heading: (records[at] ?? []).join(' '),
      records: withoutHeadings(
        records.slice(at + heading.recordCount),
        records.slice(at, at + heading.recordCount),
      ).map((record) => cellsOf(record, heading.keys)),
    }
  }
  return undefined
}
