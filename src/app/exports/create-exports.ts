import { setImmediate } from 'node:timers/promises'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { parseJson } from '../../kernel/json.js'
import type { Database, Snapshot, Sql } from '../../platform/database/database.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import type { Report } from '../../platform/files/report.js'
import { batchSizeMax } from '../../platform/database/in-list.js'
import { createLoad } from '../../platform/graphql/loading.js'
import { csvLine } from './csv.js'
import { listReader, type ReadPage, type ListRequest } from './list-reader.js'
import { createExportSlots, type Export } from './export-slots.js'
import { auditExport, beginReport, withHeader } from './report-lines.js'
import { exportedLists } from './exported-lists.js'

/**
 * Rows per statement: on SQLite the process does nothing else while it reads them, about 15 ms. With a third of them, which is one
 * batch of look-ups per statement, a file takes 1.5 times as long.
 */
const pageRows = 3 * batchSizeMax
/** Turns of the event loop between two pages: a request of the gateway takes several turns, and would wait for a page at each. */
const turnsBetween = 4
/** Characters per chunk; fewer only at the end, or where many customers were shown. */
const chunkChars = 64 * 1024
/** When at least this many shown customers are not recorded yet, they are recorded together, in one commit. */
const recordedAtOnce = 250
/** Customers remembered as recorded; a forgotten one is recorded once more, to no effect. */
const recordedMax = 200_000
/** An analyst gets no rows about fewer customers than this. */
const customersMin = 5

export interface ExportRequest {
  readonly name: string
  /** The filter of the list or report, as JSON. */
  readonly filter: string | undefined
  readonly sort: string | undefined
}

interface Parts {
  readonly schema: GraphQLSchema
  readonly database: Database
  readonly contextFor: (call: Call) => RequestContext
  /** Files that are made by their own SQL. */
  readonly reports?: readonly Report[]
}

type Context = () => RequestContext
type ReaderOf = (request: ListRequest) => ReadPage

const codeOf = ({ extensions }: Partial<GraphQLError>): unknown => extensions?.['code']

/**
 * The rows of every page of one snapshot, with the customers shown. The next page is requested before the look-ups of the present page: a
 * database server reads the next page while the present one is written to the file.
 */
async function* pagesOf(readPage: ReadPage, contextOf: Context) {
  const begin = (after: string | null) => {
    const context = contextOf()
    const page = readPage(context, { first: pageRows, after })
    // A page that is never awaited, since the reader stopped early, must not cause an unhandled rejection.
    page.catch(() => undefined)
    return { context, page }
  }
  for (let next = begin(null); ;) {
    const { context, page } = next
    const { rows, hasNextPage, endCursor } = await page
    if (hasNextPage) next = begin(endCursor)
    yield { rows: await rows(), shown: context.shown }
    if (!hasNextPage) return
    for (let turn = 0; turn < turnsBetween; turn++) await setImmediate()
  }
}

/**
 * Whether a reader who sees pseudonyms may have the rows: the list has no column for a customer, or its rows name at least
 * `customersMin` customers, or there are at least that many rows and none of them names a customer. If any row names one, only customers
 * are counted: a row that names none may be about a customer who is counted already.
 */
const hasManyCustomers = async (readerOf: ReaderOf, request: ListRequest, contextOf: Context) => {
  const { owner } = request.list
  if (!owner) return true
  const columns = request.list.columns.filter(({ path }) => path === owner)
  const customers = new Set<unknown>()
  let withoutCustomer = 0
  for await (const { rows } of pagesOf(readerOf({ ...request, columns }), contextOf)) {
    for (const [customer] of rows)
      if (customer === null) withoutCustomer++
      else customers.add(customer)
    if (customers.size >= customersMin) return true
  }
  return customers.size === 0 && withoutCustomer >= customersMin
}

/** The columns that this reader may have: those that are forbidden are left out. Throws any other error. */
const columnsFor = async (readerOf: ReaderOf, request: ListRequest, contextOf: Context) => {
  let { columns } = request
  for (;;) {
    try {
      const { rows } = await readerOf({ ...request, columns })(contextOf(), { first: pageRows, after: null })
      await rows()
      return columns
    } catch (error) {
      const { path = [] } = error as GraphQLError
      const [, , , fieldName] = path ?? []
      if (codeOf(error as GraphQLError) !== 'FORBIDDEN' || fieldName === undefined) throw error
      columns = columns.filter((column) => column.path[0] !== fieldName)
    }
  }
}

const linesOf = async function* (
  parts: Parts,
  call: Call,
  { list }: ListRequest,
  pages: ReturnType<typeof pagesOf>,
): AsyncGenerator<string, void> {
  const { watch } = parts.contextFor(call)
  const recorded = new Set<string>()
  let lines: string[] = []
  let chars = 0
  const unrecorded = new Set<string>()
  /** The text of the lines so far. First records access to their customers, each once per file. */
  const nextChunk = async (): Promise<string> => {
    if (unrecorded.size > 0) await watch.recordShown(call, `export: ${list.name}`, unrecorded)
    if (recorded.size > recordedMax) recorded.clear()
    for (const id of unrecorded) recorded.add(id)
    const text = lines.join('')
    unrecorded.clear()
    lines = []
    chars = 0
    return text
  }
  for await (const { rows, shown } of pages) {
    for (const id of shown) if (!recorded.has(id)) unrecorded.add(id)
    for (const row of rows) {
      const line = csvLine(row)
      lines.push(line)
      chars += line.length
    }
    if (chars >= chunkChars || unrecorded.size >= recordedAtOnce) yield nextChunk()
  }
  if (lines.length > 0) yield nextChunk()
}

/** Calls `onEnd` before the reader sees the end of the file, so that the reader may request another file at once. */
const withEnd = async function* (
  lines: AsyncGenerator<string, void>,
  onEnd: () => void,
): AsyncGenerator<string, void> {
  try {
    yield* lines
  } finally {
    onEnd()
  }
}

const refusalOf = (error: unknown): Export => {
  if (error instanceof Refusal && error.code === 'INVALID_ARGUMENT')
    return { refused: 'INVALID_ARGUMENT', message: error.message }
  if (!(error instanceof GraphQLError)) throw error
  const { message, path } = error
  const code = codeOf(error)
  if (code === 'FORBIDDEN') return { refused: 'FORBIDDEN' }
  // The error of an invalid filter has no code and no path, since it is found before anything is executed.
  if (code === 'INVALID_ARGUMENT' || (code === undefined && !path))
    return { refused: 'INVALID_ARGUMENT', message }
  throw error.originalError ?? error
}

/** Filter fields that identify a customer: that they were used is recorded, but not their values. */
const personalFilters: ReadonlySet<string> = new Set(['name', 'nationalId'])

const withoutPersons = (filter: unknown): unknown =>
  typeof filter === 'object' && filter !== null && !Array.isArray(filter)
    ? Object.fromEntries(
        Object.entries(filter).map(([key, value]) => [key, personalFilters.has(key) ? '***' : value]),
      )
    : filter

const begin = async (
  parts: Parts & { readonly readerOf: ReaderOf },
  call: Call,
  request: ListRequest,
  sql: Sql,
): Promise<AsyncGenerator<string, void>> => {
  const contextOf: Context = () => {
    const context = parts.contextFor(call)
    // The file is audited as a whole, and not page by page.
    const watch: RequestContext['watch'] = { ...context.watch, recordRead: async () => undefined }
    return { ...context, read: sql, load: createLoad({ read: sql, call }), watch, rowsMax: pageRows }
  }
  const columns = await columnsFor(parts.readerOf, request, contextOf)
  const allowed = { ...request, columns }
  const { personal } = parts.contextFor(call)
  // The number of customers is not checked for auditors, who may read each row anyway.
  const isShown =
    !personal.isMasked ||
    call.actor.roles.has('AUDITOR') ||
    (await hasManyCustomers(parts.readerOf, allowed, contextOf))
  const { filter, sort = null } = request
  await auditExport(parts, call, request.list.name, { filter: withoutPersons(filter), sort })
  const names = columns.map(({ name }) => name)
  return withHeader(
    names,
    isShown ? linesOf(parts, call, allowed, pagesOf(parts.readerOf(allowed), contextOf)) : undefined,
  )
}

/** Files of lists, with the same rows, filters and masks as in GraphQL, and of reports: a page at a time from one snapshot. */
export const createExports = (parts: Parts) => {
  const lists = exportedLists(parts.schema)
  const readerOf = listReader(parts.schema)
  const slots = createExportSlots()

  return async (call: Call, { name, filter, sort }: ExportRequest): Promise<Export> => {
    const list = lists.get(name)
    const report = parts.reports?.find((other) => other.name === name)
    if (!list && !report) return { refused: 'NOT_FOUND' }
    if (report && !report.readers.some((role) => call.actor.roles.has(role))) {
      await parts.contextFor(call).watch.recordRefusal(call, `export: ${name}`)
      return { refused: 'FORBIDDEN' }
    }
    const parsedFilter = filter === undefined ? null : parseJson(filter)
    if (parsedFilter === undefined) return { refused: 'INVALID_ARGUMENT', message: 'filter is not JSON' }
    const leave = slots.take(call.actor.id ?? call.actor.name)
    if (typeof leave !== 'function') return leave
    let snapshot: Snapshot | undefined
    const close = async (): Promise<void> => {
      leave()
      await snapshot?.close()
    }
    try {
      snapshot = await parts.database.snapshot()
      const { sql } = snapshot
      const lines = report
        ? await beginReport(parts, call, { report, filter: parsedFilter }, sql)
        : await begin(
            { ...parts, readerOf },
            call,
            { list: list!, columns: list!.columns, filter: parsedFilter, sort },
            sql,
          )
      return { lines: withEnd(lines, leave), close }
    } catch (error) {
      await close()
      return refusalOf(error)
    }
  }
}
