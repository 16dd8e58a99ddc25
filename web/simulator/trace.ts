import { signal } from '@preact/signals'
import type { Exchange, TestCustomer } from '../../src/simulator/scenario/play-scenario.js'
import { readCustomerRows, operations, type Row, type TableRows } from './service.js'

/** A row that was inserted or changed, with its new values. */
export interface RowChange {
  readonly table: string
  readonly isNew: boolean
  readonly values: Readonly<Record<string, string>>
}

/** One line of a journal. */
export interface JournalLine {
  readonly journal: string
  readonly on: string
  readonly account: string
  readonly amount: string
  readonly currency: string
}

/** An entry of the trace: an envelope with the changes that it made, or changes without an envelope. */
export interface Entry {
  readonly id: number
  readonly exchange: Exchange | undefined
  readonly what: string
  readonly rows: readonly RowChange[]
  readonly journals: readonly JournalLine[]
}

export const entries = signal<readonly Entry[]>([])

const entriesMax = 200
let last = 0
let before: readonly TableRows[] = []

/** Columns whose change only shows that something was polled again. */
const pollingColumns = new Set(['lock_no', 'polls', 'due_at', 'sends'])

/** The key that identifies a row in its table. */
const keyOf = (table: string, row: Row): string =>
  table === 'postings' ? `${row['journal_id']} ${row['line']}` : String(row['id'] ?? row['position_id'])

const shown = (row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (value === null ? [] : [[column, value]])),
  )

const changesBetween = (was: readonly TableRows[], is: readonly TableRows[]): RowChange[] =>
  is.flatMap(({ table, rows }) => {
    if (table === 'journals' || table === 'postings') return []
    const known = new Map(
      was.find((other) => other.table === table)?.rows.map((row) => [keyOf(table, row), row]),
    )
    return rows.toReversed().flatMap((row): RowChange[] => {
      const old = known.get(keyOf(table, row))
      if (!old) return [{ table, isNew: true, values: shown(row) }]
      const changed = Object.entries(row).filter(
        ([column, value]) => old[column] !== value && !pollingColumns.has(column),
      )
      if (changed.length === 0) return []
      const values = Object.fromEntries([
        ['id', keyOf(table, row)],
        ...changed.map(([column, value]) => [column, value ?? 'NULL']),
      ]) as Record<string, string>
      return [{ table, isNew: false, values }]
    })
  })

const rowsIn = (tables: readonly TableRows[], name: string): readonly Row[] =>
  tables.find(({ table }) => table === name)?.rows ?? []

const journalsBetween = (was: readonly TableRows[], is: readonly TableRows[]): JournalLine[] => {
  const known = new Set(rowsIn(was, 'journals').map(({ id }) => id))
  return rowsIn(is, 'journals')
    .toReversed()
    .filter(({ id }) => !known.has(id ?? ''))
    .flatMap((journal) =>
      rowsIn(is, 'postings')
        .filter((posting) => posting['journal_id'] === journal['id'])
        .toSorted((a, b) => Number(a['line']) - Number(b['line']))
        .map((posting) => ({
          journal: journal['reference'] ?? '',
          on: journal['business_on'] ?? '',
          account: [posting['account'], posting['dimension']].filter(Boolean).join(' · '),
          amount: posting['amount'] ?? '',
          currency: posting['currency'] ?? '',
        })),
    )
}

const add = (entry: Omit<Entry, 'id'>): void => {
  entries.value = [{ ...entry, id: ++last }, ...entries.value].slice(0, entriesMax)
}

/** The last refresh; the next one waits for it, since each shows the changes since the one before. */
let lastRead: Promise<unknown> = Promise.resolve()
/** The number of envelopes that are sent and whose changes are not recorded yet. */
let sending = 0

/** Counts an envelope as under way; changes without an envelope are not recorded meanwhile. */
export const whileSending = async <T>(work: () => Promise<T>): Promise<T> => {
  sending += 1
  try {
    return await work()
  } finally {
    sending -= 1
  }
}

/**
 * The changes since the last refresh. `isByOthers` asks for changes that no envelope made: none are returned while an
 * envelope is being sent, since they may be its own.
 */
const readChanges = (testCustomer: TestCustomer | undefined, isByOthers = false) => {
  const read = lastRead.then(async () => {
    if (!testCustomer) return { rows: [], journals: [] }
    const now = await readCustomerRows(testCustomer).catch(() => undefined)
    if (!now || (isByOthers && sending > 0)) return { rows: [], journals: [] }
    const found = { rows: changesBetween(before, now), journals: journalsBetween(before, now) }
    before = now
    return found
  })
  lastRead = read.catch(() => undefined)
  return read
}

/** Records an envelope with its changes. */
export const traceExchange = async (
  testCustomer: TestCustomer | undefined,
  exchange: Exchange,
): Promise<void> => {
  const isReading = /^(check|get|list)_/.test(exchange.operation)
  const { rows, journals } = isReading ? { rows: [], journals: [] } : await readChanges(testCustomer)
  add({ exchange, what: exchange.operation, rows, journals })
}

/** Records changes without an envelope: by the wallet's answer, a night, a job. Does nothing when there are none. */
export const traceChanges = async (testCustomer: TestCustomer, what: string): Promise<void> => {
  const { rows, journals } = await readChanges(testCustomer, true)
  if (rows.length + journals.length > 0) add({ exchange: undefined, what, rows, journals })
}

export const clearTrace = (): void => {
  entries.value = []
  before = []
}

export const documentOf = (operation: string): string => operations.value[operation]?.document.trim() ?? ''

/** The arguments of an envelope that the operation declares. */
export const variablesOf = ({ operation, sent }: Exchange): Record<string, string> => {
  const declared = documentOf(operation)
  const { arguments: pairs } = JSON.parse(sent) as {
    arguments: readonly { key: { value: string }; value: { value: string } }[]
  }
  return Object.fromEntries(
    pairs
      .map(({ key, value }) => [key.value, value.value])
      .filter(([name]) => declared.includes(`$${name}:`)),
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The call as a shell command, with a placeholder for the key. */
export const curlOf = ({ path, sent }: Exchange): string =>
  [
    `curl -s ${location.origin}${path}`,
    '-H "x-api-key: ${KEY:?is the key of the gateway: export it first}"',
    `-H 'content-type: application/json'`,
    `-d ${quoted(sent)}`,
  ].join(' \\\n  ')
