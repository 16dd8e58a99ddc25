import { columnIn, readPage, type Condition, type SortColumn, type Source } from '../database/keyset.js'
import { parseJson } from '../../kernel/json.js'
import { Refusal } from '../../kernel/refusal.js'
import { rowsBelow, rowsOfAll, type Rows } from './connection-rows.js'
import { argsOf, countMax, firstMax, typesOf, type ConnectionType } from './connection-types.js'
import type { RequestContext } from './context.js'
import type { FilterField } from './filters.js'
import type { Sort } from './sorts.js'

export { ascending, descending } from './sorts.js'

/** The nodes of rows, in their order. */
type ToNodes<Row> = (
  rows: readonly Row[],
  context: RequestContext,
) => Promise<readonly object[]> | readonly object[]

/** The definition of a list: its rows, its filters and its orders. */
interface Spec<Row> {
  /** The name of the node: `PaymentOrder`. */
  readonly name: string
  /** What descriptions call the rows: `payment orders`. */
  readonly of: string
  readonly node: () => Function | object
  readonly source: Source<Row>
  /** The columns that together are unique; `id` by default. */
  readonly key?: readonly (keyof Row & string)[]
  readonly filter: Readonly<Record<string, FilterField<keyof Row & string>>>
  /** The first one is the default. */
  readonly sorts: Readonly<Record<string, Sort<keyof Row & string>>>
  /** The default number of rows of a page, for expensive rows. */
  readonly firstDefault?: number
  /** Absent if more than the context is needed to make nodes: then the resolver passes this function with each call. */
  readonly toNodes?: ToNodes<Row>
}

export interface ConnectionArgs {
  readonly first: number
  readonly after?: string | null
  readonly filter?: Readonly<Record<string, unknown>> | null
  readonly sort: string
}

/** Which rows of a parent, and how they become nodes; the same for all parents of a field. */
interface Below<Row> {
  readonly only?: readonly Condition[]
  /**
   * For a table without an index on the parent: a condition on an indexed column, which all rows of these parents meet. It excludes
   * nothing, and lets the database use that index.
   */
  readonly narrow?: (ids: readonly string[]) => Condition
  readonly toNodes?: ToNodes<Row> | undefined
}

const valueInCursor = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

const keyOf = <Row>({ key }: Spec<Row>): readonly (keyof Row & string)[] =>
  key ?? ['id' as keyof Row & string]

const propertiesOf = <Row>(spec: Spec<Row>, sort: string): readonly (keyof Row & string)[] => {
  const { property } = spec.sorts[sort]!
  const key = keyOf(spec)
  return key.includes(property) ? key : [property, ...key]
}

const orderOf = <Row>(spec: Spec<Row>, context: RequestContext, sort: string): SortColumn[] =>
  propertiesOf(spec, sort).map((property) => ({
    sql: spec.source.column(context.read, property),
    descending: spec.sorts[sort]!.descending,
  }))

const conditionsOf = <Row>(
  { filter, source }: Spec<Row>,
  context: RequestContext,
  values: ConnectionArgs['filter'],
): Condition[] =>
  Object.entries(filter).flatMap(([field, { property, where }]) => {
    const value = values?.[field]
    if (value === undefined || value === null) return []
    return [where(source.column(context.read, property), value, context)]
  })

/** A cursor is encrypted, so that an analyst cannot read values in it that are masked for them. */
const cursorOf = <Row>(spec: Spec<Row>, { pseudonyms }: RequestContext, sort: string, row: Row): string => {
  const place = propertiesOf(spec, sort).map((property) => valueInCursor(row[property]))
  return pseudonyms.of(JSON.stringify([spec.name, sort, ...place]))
}

const readCursor = <Row>(
  spec: Spec<Row>,
  { pseudonyms }: RequestContext,
  { after, sort }: ConnectionArgs,
): unknown[] | null => {
  if (after === null || after === undefined) return null
  const parts = parseJson(pseudonyms.idOf(after) ?? '')
  const [name, sortOfCursor, ...place] = Array.isArray(parts) ? (parts as unknown[]) : []
  if (name !== spec.name || sortOfCursor !== sort || place.length !== propertiesOf(spec, sort).length)
    throw new Refusal('INVALID_ARGUMENT', `after: "${after}" is no cursor of ${spec.of} in the order ${sort}`)
  return place
}

const nodesOf = <Row>({ of, toNodes }: Spec<Row>): ToNodes<Row> =>
  toNodes ??
  (() => {
    throw new Error(`the list of ${of} has no function toNodes`)
  })

/** The answer to a request; each part is read only if it is requested. */
const createAnswer =
  <Row extends object>(spec: Spec<Row>) =>
  (
    context: RequestContext,
    args: ConnectionArgs,
    rows: Rows<Row>,
    toNodes: ToNodes<Row> = nodesOf(spec),
  ): ConnectionType => {
    const { first, sort } = args
    const { rowsMax = firstMax } = context
    if (first < 1 || first > rowsMax)
      throw new Refusal('INVALID_ARGUMENT', `first: ${first} is not from 1 to ${rowsMax}`)
    const listing = {
      conditions: conditionsOf(spec, context, args.filter),
      order: orderOf(spec, context, sort),
    }
    const page = { ...listing, after: readCursor(spec, context, args), limit: first + 1 }
    const cursor = (row: Row): string => cursorOf(spec, context, sort, row)
    let rowsRead: Promise<readonly Row[]> | undefined
    const read = () => (rowsRead ??= rows.page(page))
    const shown = async () => (await read()).slice(0, first)
    let nodesMade: Promise<readonly object[]> | undefined
    const nodes = () =>
      (nodesMade ??= shown().then(async (those) => (those.length === 0 ? [] : toNodes(those, context))))
    return {
      nodes,
      edges: async () => {
        const those = await shown()
        return (await nodes()).map((node, i) => ({ node, cursor: () => cursor(those[i]!) }))
      },
      pageInfo: {
        hasNextPage: async () => (await read()).length > first,
        endCursor: async () => {
          const last = (await shown()).at(-1)
          return last ? cursor(last) : null
        },
      },
      totalCount: async () => {
        const n = await rows.count(listing)
        return { value: Math.min(n, countMax), isExact: n <= countMax }
      },
    }
  }

/** A list of `spec`, with the types that the schema has for it. */
export const connection = <Row extends object>(spec: Spec<Row>) => {
  const { name, source, sorts } = spec
  const answer = createAnswer(spec)
  const descriptions = Object.entries(sorts).map(([sort, { description }]) => [sort, description] as const)
  return {
    type: typesOf(name, spec.node, spec.of),
    args: argsOf(spec, Object.fromEntries(descriptions)),
    /** A page of all rows, or of those for which `only` holds. */
    page: (
      context: RequestContext,
      args: ConnectionArgs,
      only: readonly Condition[] = [],
      toNodes = spec.toNodes,
    ): ConnectionType => answer(context, args, rowsOfAll(spec, context, only), toNodes),
    /** The rows for which `only` holds, as a separate list: cursors of the whole list are not valid in it. */
    part: (names: Pick<Spec<Row>, 'name' | 'of'>, only: Condition) => {
      const answerPart = createAnswer({ ...spec, ...names })
      return {
        page: (context: RequestContext, args: ConnectionArgs): ConnectionType =>
          answerPart(context, args, rowsOfAll(spec, context, [only])),
      }
    },
    /** The one row with this key, as a node; null where there is none. */
    node: async (context: RequestContext, id: string, toNodes = nodesOf(spec)): Promise<object | null> => {
      const property = keyOf(spec)[0]!
      const conditions = [columnIn(source.column(context.read, property), [id])]
      const order = orderOf(spec, context, Object.keys(sorts)[0]!)
      const [row] = await readPage(context.read, source, { conditions, order, after: null, limit: 1 })
      // Compare in code too: MySQL ignores blanks at the end, and finds `x` for `x `.
      if (row?.[property] !== id) return null
      return (await toNodes([row], context))[0] ?? null
    },
    /** The list of one parent, as if a filter named the parent. */
    below: (
      parentId: { readonly [Property in keyof Row & string]?: string },
      context: RequestContext,
      args: ConnectionArgs,
      { only = [], narrow, toNodes = spec.toNodes }: Below<Row> = {},
    ): ConnectionType => {
      const [parentPair] = Object.entries(parentId) as [keyof Row & string, string][]
      if (!parentPair) throw new Error(`the list of ${name} below a parent needs that parent`)
      const [parent, id] = parentPair
      const conditionsFor = (ids: readonly string[]): Condition[] =>
        narrow ? [narrow(ids), ...only] : [...only]
      return answer(context, args, rowsBelow(spec, { parent, id, conditionsFor }, context, args), toNodes)
    },
  }
}
