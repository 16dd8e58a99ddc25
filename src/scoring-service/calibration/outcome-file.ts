import { parse } from 'csv-parse/sync'
import { insufficientData } from '../card/verdict/scale.rules.js'

/** The outcome of a person who was scored: paid as agreed, defaulted, or unclear. */
export const outcomes = ['good', 'bad', 'indeterminate'] as const
export type LoanOutcome = (typeof outcomes)[number]

/** A row of an outcome file. A column that the file does not have is an empty text, or `indeterminate` for the outcome. */
export interface OutcomeRow {
  /** The line of the file on which the row ends, from 1. */
  readonly line: number
  readonly requestId: string
  readonly card: string
  /** 0 to 1000, or -1 for too little data. */
  readonly score: number
  /** `YYYY-MM-DD`. */
  readonly scoredOn: string
  /** The day of the default, or the last day on which a good person was observed. */
  readonly observedOn: string
  readonly outcome: LoanOutcome
  readonly group: string
}

/** The columns that a file may have. No others are allowed, so that no personal data travels with scores. */
export const columns = [
  'request_id',
  'card',
  'score',
  'scored_on',
  'observed_on',
  'outcome',
  'group',
] as const
export type Column = (typeof columns)[number]

/** The file cannot be used. The message says why; of invalid lines it names the first `namedFaultsMax`. */
export class FileMistake extends Error {}

const namePattern = /^[\w.:@ -]{1,64}$/
const isName = (text: string): boolean => namePattern.test(text)

const isDate = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const isScore = (text: string): boolean =>
  /^(?:-1|\d{1,4})$/.test(text) && Number(text) >= insufficientData && Number(text) <= 1000

const isOutcome = (text: string): text is LoanOutcome => outcomes.some((one) => one === text)

const shapes: Readonly<Record<Column, readonly [(text: string) => boolean, string]>> = {
  request_id: [isName, '1 to 64 letters, digits, spaces or . : @ _ -'],
  card: [isName, '1 to 64 letters, digits, spaces or . : @ _ -'],
  score: [isScore, 'a whole number from 0 to 1000, or -1'],
  scored_on: [isDate, 'a day as YYYY-MM-DD'],
  observed_on: [isDate, 'a day as YYYY-MM-DD'],
  outcome: [isOutcome, outcomes.join(', ')],
  group: [isName, '1 to 64 letters, digits, spaces or . : @ _ -'],
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

const recordBytesMax = 4096
export const fileBytesMax = 100 * 1024 * 1024

const recordsIn = (bytes: Buffer): CsvRecord[] => {
  if (bytes.length > fileBytesMax) throw new FileMistake(`the file has more than ${fileBytesMax} bytes`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileMistake('the file is not UTF-8 text')
  }
  const [heading = ''] = text.split('\n', 1)
  try {
    return parse(text, {
      delimiter: heading.includes(';') ? ';' : ',',
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: recordBytesMax,
    }) as unknown as CsvRecord[]
  } catch (error) {
    throw new FileMistake(`the file is no CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const isColumn = (text: string): text is Column => columns.some((one) => one === text)

const headingOf = (cells: readonly string[], needed: readonly Column[]): Column[] => {
  const faults: string[] = []
  const heading = cells.filter(isColumn)
  const unknown = cells.filter((cell) => !isColumn(cell))
  if (unknown.length > 0)
    faults.push(`has the unknown columns ${unknown.map((one) => `'${one}'`).join(', ')}`)
  if (new Set(heading).size < heading.length) faults.push('names a column twice')
  const missing = needed.filter((column) => !heading.includes(column))
  if (missing.length > 0) faults.push(`lacks the columns ${missing.join(', ')}`)
  if (faults.length > 0)
    throw new FileMistake(`line 1 ${faults.join(' and ')}; known are ${columns.join(', ')}`)
  return heading
}

const faultsOf = (record: readonly string[], heading: readonly Column[]): string[] => {
  if (record.length !== heading.length) return [`${record.length} cells, the heading has ${heading.length}`]
  const faults = heading.flatMap((column, i) => {
    const [isRight, shape] = shapes[column]
    return isRight(record[i] ?? '') ? [] : [`${column} '${(record[i] ?? '').slice(0, 40)}' is not ${shape}`]
  })
  const cell = (column: Column): string => record[heading.indexOf(column)] ?? ''
  const [scored, observed] = [cell('scored_on'), cell('observed_on')]
  const isBackwards = scored !== '' && observed !== '' && observed < scored
  return isBackwards && faults.length === 0
    ? [`observed_on ${observed} is before scored_on ${scored}`]
    : faults
}

const rowOf = ({ record, info }: CsvRecord, heading: readonly Column[]): OutcomeRow => {
  const cell = (column: Column): string => record[heading.indexOf(column)] ?? ''
  const outcome = cell('outcome')
  return {
    line: info.lines,
    requestId: cell('request_id'),
    card: cell('card'),
    score: Number(cell('score')),
    scoredOn: cell('scored_on'),
    observedOn: cell('observed_on'),
    outcome: isOutcome(outcome) ? outcome : 'indeterminate',
    group: cell('group'),
  }
}

const namedFaultsMax = 10

/** A request has one outcome: two lines for it would count one person twice. */
const repeatedIn = (rows: readonly OutcomeRow[]): string[] => {
  const first = new Map<string, number>()
  return rows.flatMap(({ requestId, line }) => {
    const before = first.get(requestId)
    if (requestId === '' || before === undefined) {
      first.set(requestId, line)
      return []
    }
    return [`line ${line}: request_id ${requestId} was on line ${before}`]
  })
}

/** Reads an outcome file that has at least the `needed` columns. Throws `FileMistake`, which names the lines that are wrong. */
export const readOutcomes = (bytes: Buffer, needed: readonly Column[]): OutcomeRow[] => {
  const [first, ...records] = recordsIn(bytes)
  if (!first) throw new FileMistake('the file is empty')
  const heading = headingOf(first.record, needed)
  if (records.length === 0) throw new FileMistake('the file has a heading and no rows')
  const faults = records.flatMap(({ record, info }) => {
    const found = faultsOf(record, heading)
    return found.length > 0 ? [`line ${info.lines}: ${found.join('; ')}`] : []
  })
  const rows = faults.length > 0 ? [] : records.map((record) => rowOf(record, heading))
  const all = [...faults, ...repeatedIn(rows)]
  if (all.length === 0) return rows
  const more = all.length > namedFaultsMax ? [`and ${all.length - namedFaultsMax} more`] : []
  throw new FileMistake([...all.slice(0, namedFaultsMax), ...more].join('\n'))
}
