import {
  countRows,
  countRowsOf,
  readPage,
  readPages,
  type Condition,
  type Listing,
  type Page,
  type Source,
} from '../database/keyset.js'
import { countMax } from './connection-types.js'
import type { RequestContext } from './context.js'
import { batchedBelow } from './lists-below.js'

/** The name of the rows, and their source. */
interface NamedSource<Row> {
  readonly name: string
  readonly source: Source<Row>
}

/** A page of the rows of one parent, or of all. */
export interface Rows<Row> {
  readonly page: (page: Page) => Promise<readonly Row[]>
  readonly count: (listing: Listing) => Promise<number>
}

/** The rows of one parent, read together with those of all other parents of the same request. */
export const rowsBelow = <Row extends object>(
  { name, source }: NamedSource<Row>,
  {
    parent,
    id,
    conditionsFor,
  }: {
    readonly parent: keyof Row & string
    readonly id: string
    readonly conditionsFor: (ids: readonly string[]) => readonly Condition[]
  },
  context: RequestContext,
  args: object,
): Rows<Row> => {
  const { read } = context
  const listingOf = <L extends Listing>(listing: L, ids: readonly string[]): L => ({
    ...listing,
    conditions: [...conditionsFor(ids), ...listing.conditions],
  })
  return {
    page: (page) =>
      batchedBelow<readonly Row[]>(context, [name, parent, args], async (ids, runQuery) => {
        const rows = new Map<string, Row[]>(ids.map((parentId) => [parentId, []]))
        for (const row of await readPages(
          read,
          source,
          { parent, ids, page: listingOf(page, ids) },
          runQuery,
        ))
          rows.get(String(row[parent]))?.push(row)
        return (parentId) => rows.get(parentId) ?? []
      }).load(id),
    count: (listing) =>
      batchedBelow<number>(context, [name, parent, args, 'count'], async (ids, runQuery) => {
        const { conditions } = listingOf(listing, ids)
        const counts = await countRowsOf(read, source, { parent, ids, conditions }, runQuery)
        return (parentId) => counts.get(parentId) ?? 0
      }).load(id),
  }
}

/** The rows for which all conditions `only` hold. If the first page has all of these rows, its length is the count. */
export const rowsOfAll = <Row extends object>(
  { source }: NamedSource<Row>,
  { read }: RequestContext,
  only: readonly Condition[],
): Rows<Row> => {
  let countOfFirstPage: Promise<number | undefined> | undefined
  return {
    page: (page) => {
      const rows = readPage(read, source, { ...page, conditions: [...only, ...page.conditions] })
      const isAll = ({ length }: readonly Row[]) => page.after === null && length < page.limit
      countOfFirstPage = rows.then(
        (those) => (isAll(those) ? those.length : undefined),
        () => undefined,
      )
      return rows
    },
    count: async ({ conditions }) => {
      // Waits until the page is requested, if it is requested in the same turn of the event loop.
      await Promise.resolve()
      return (await countOfFirstPage) ?? countRows(read, source, [...only, ...conditions], countMax + 1)
    },
  }
}
