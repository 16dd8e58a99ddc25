import DataLoader from 'dataloader'
import { ArgsType, Field, Int, ObjectType } from 'type-graphql'
import { batchSizeMax } from '../database/in-list.js'
import {
  countRows,
  countRowsOf,
  isAnyOf,
  readPage,
  readPages,
  type Ask,
  type Condition,
  type Listing,
  type Page,
  type SortColumn,
  type Source,
} from '../database/keyset.js'
import { together } from '../database/together.js'
import { parseJson } from '../../kernel/json.js'
import { Refusal } from '../../kernel/refusal.js'
import type { RequestContext } from './context.js'
import { addFields, inputOf, newInput, type FilterField } from './filters.js'
import { describedEnum } from './words.js'

/** The most rows of one page. */
const firstMax = 100
/** Rows of a page where nobody says how many: with all their fields still below what an operation may cost. */
export const firstDefault = 20
/** How far rows are counted: who needs more asks for a report. */
const countMax = 10_000

@ObjectType('PageInfo', { simpleResolvers: true, description: 'Where a page stands in its list.' })
class PageInfoType {
  @Field(() => Boolean, { description: 'Whether there are rows behind this page.' })
  hasNextPage!: () => Promise<boolean>

  @Field(() => String, {
    nullable: true,
    description: 'What the next page is asked for with, as `after`; null for a page without rows.',
  })
  endCursor!: () => Promise<string | null>
}

@ObjectType('TotalCount', { simpleResolvers: true, description: 'How many rows the filter lets through.' })
class TotalCountType {
  @Field(() => Int, { description: `How many, at most ${countMax}.` })
  value!: number

  @Field(() => Boolean, { description: `False where there are more than ${countMax}.` })
  isExact!: boolean
}

interface Edge {
  readonly node: object
  readonly cursor: () => string
}

/** What is read only where it is asked for. */
interface ConnectionType {
  readonly edges: () => Promise<readonly Edge[]>
  readonly nodes: () => Promise<readonly object[]>
  readonly pageInfo: PageInfoType
  readonly totalCount: () => Promise<TotalCountType>
}

const typesOf = (name: string, node: () => Function | object, of: string) => {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One of the ${of}, with its place.` })
  class EdgeType {
    @Field(() => node() as Function, { description: 'The row itself.' })
    node!: object

    @Field(() => String, { description: 'Its place: `after` it the list goes on.' })
    cursor!: () => string
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of a list of ${of}.` })
  class Connection {
    @Field(() => [EdgeType], { description: 'The rows with their places.' })
    edges!: () => Promise<readonly Edge[]>

    @Field(() => [node() as Function], { description: 'The rows without their places.' })
    nodes!: () => Promise<readonly object[]>

    @Field(() => PageInfoType, { description: 'Where the page stands in the list.' })
    pageInfo!: PageInfoType

    @Field(() => TotalCountType, {
      description: 'How many rows the filter lets through; counted when asked.',
    })
    totalCount!: () => Promise<TotalCountType>
  }
  return Connection
}

/** An order by a column that never changes; the key of the row breaks ties. */
export interface Sort<Property extends string> {
  readonly property: Property
  readonly descending: boolean
  readonly description: string
}

export const ascending = <P extends string>(property: P, description: string): Sort<P> => ({
  property,
  descending: false,
  description,
})

export const descending = <P extends string>(property: P, description: string): Sort<P> => ({
  property,
  descending: true,
  description,
})

/** The nodes of rows, in their order. */
type ToNodes<Row> = (
  rows: readonly Row[],
  context: RequestContext,
) => Promise<readonly object[]> | readonly object[]

/** A list as data: what its rows are, what may be asked of them, and in which orders they are shown. */
interface Spec<Row> {
  /** Of the node: `PaymentOrder`. */
  readonly name: string
  /** Of the rows, in a sentence: `payment orders`. */
  readonly of: string
  readonly node: () => Function | object
  readonly source: Source<Row>
  /** What tells two rows apart; `id` where nothing is said. */
  readonly key?: readonly (keyof Row & string)[]
  readonly filter: Readonly<Record<string, FilterField<keyof Row & string>>>
  /** The first is the one that is used where nobody names one. */
  readonly sorts: Readonly<Record<string, Sort<keyof Row & string>>>
  /** Absent where a resolver says it, which knows more. */
  readonly toNodes?: ToNodes<Row>
}

export interface ConnectionArgs {
  readonly first: number
  readonly after?: string | null
  readonly filter?: Readonly<Record<string, unknown>> | null
  readonly sort: string
}

/** A page of the rows of one parent, or of all. */
interface Rows<Row> {
  readonly page: (page: Page) => Promise<readonly Row[]>
  readonly count: (listing: Listing) => Promise<number>
}

/** Lists below the rows of one request: those that are asked for alike are one query, and all of a turn one statement. */
interface Below {
  readonly loaders: Map<string, DataLoader<string, unknown>>
  readonly ask: Ask
}
const belowOf = new WeakMap<RequestContext, Below>()

const batched = <Value>(
  context: RequestContext,
  asked: object,
  read: (ids: readonly string[], ask: Ask) => Promise<(id: string) => Value>,
): DataLoader<string, Value> => {
  const below = belowOf.get(context) ?? { loaders: new Map(), ask: together(context.read) }
  belowOf.set(context, below)
  const { loaders, ask } = below
  const key = JSON.stringify(asked)
  const known = loaders.get(key)
  if (known) return known as DataLoader<string, Value>
  const loader = new DataLoader<string, Value>(
    async (ids) => {
      const valueOf = await read(ids, ask)
      return ids.map(valueOf)
    },
    { maxBatchSize: batchSizeMax },
  )
  loaders.set(key, loader as DataLoader<string, unknown>)
  return loader
}

const valueInCursor = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

/** A list of `spec`, with the types that the schema has for it. */
export const connection = <Row extends object>(spec: Spec<Row>) => {
  const { name, of, source, filter, sorts } = spec
  const noNodes: ToNodes<Row> = () => {
    throw new Error(`nobody says what the nodes of ${of} are`)
  }
  const key = spec.key ?? ['id' as keyof Row & string]
  const sortNames = Object.keys(sorts)
  const sortEnum = describedEnum(
    `${name}Sort`,
    `The orders of ${of}; the id breaks ties.`,
    Object.fromEntries(sortNames.map((sort) => [sort, sorts[sort]!.description])),
  )
  const filterInput = inputOf(`${name}Filter`, `Which ${of}: all that is said holds.`, filter)
  const Args = newInput()
  ArgsType()(Args)
  addFields(Args, {
    first: { type: () => Int, defaultValue: firstDefault, description: `How many rows, 1 to ${firstMax}.` },
    after: { type: () => String, description: 'A cursor of this list and order: the rows behind it.' },
    filter: { type: () => filterInput, description: 'Which rows.' },
    sort: { type: () => sortEnum, defaultValue: sortNames[0], description: 'In which order.' },
  })

  const propertiesOf = (sort: string): readonly (keyof Row & string)[] => {
    const { property } = sorts[sort]!
    return key.includes(property) ? key : [property, ...key]
  }

  const conditionsOf = (context: RequestContext, given: ConnectionArgs['filter']): Condition[] =>
    Object.entries(filter).flatMap(([field, { property, where }]) => {
      const value = given?.[field]
      if (value === undefined || value === null) return []
      return [where(source.column(context.read, property), value, context)]
    })

  const orderOf = (context: RequestContext, sort: string): SortColumn[] =>
    propertiesOf(sort).map((property) => ({
      sql: source.column(context.read, property),
      descending: sorts[sort]!.descending,
    }))

  /** Sealed: an analyst does not read in it what the row says to others. */
  const cursorOf = ({ pseudonyms }: RequestContext, sort: string, row: Row): string =>
    pseudonyms.of(
      JSON.stringify([name, sort, ...propertiesOf(sort).map((property) => valueInCursor(row[property]))]),
    )

  const placeOf = ({ pseudonyms }: RequestContext, { after, sort }: ConnectionArgs): unknown[] | null => {
    if (after === null || after === undefined) return null
    const said = parseJson(pseudonyms.idOf(after) ?? '')
    if (!Array.isArray(said) || said[0] !== name || said[1] !== sort)
      throw new Refusal('INVALID_ARGUMENT', `after: "${after}" is no cursor of ${of} in the order ${sort}`)
    return said.slice(2)
  }

  const answer = (
    context: RequestContext,
    args: ConnectionArgs,
    rows: Rows<Row>,
    toNodes = spec.toNodes ?? noNodes,
  ): ConnectionType => {
    const { first, sort } = args
    const { rowsMax = firstMax } = context
    if (first < 1 || first > rowsMax)
      throw new Refusal('INVALID_ARGUMENT', `first: ${first} is not from 1 to ${rowsMax}`)
    const listing = { conditions: conditionsOf(context, args.filter), order: orderOf(context, sort) }
    const page = { ...listing, after: placeOf(context, args), limit: first + 1 }
    let found: Promise<readonly Row[]> | undefined
    const read = () => (found ??= rows.page(page))
    const shown = async () => (await read()).slice(0, first)
    let made: Promise<readonly object[]> | undefined
    const nodes = () =>
      (made ??= shown().then(async (those) => (those.length === 0 ? [] : toNodes(those, context))))
    return {
      nodes,
      edges: async () => {
        const those = await shown()
        return (await nodes()).map((node, i) => ({ node, cursor: () => cursorOf(context, sort, those[i]!) }))
      },
      pageInfo: {
        hasNextPage: async () => (await read()).length > first,
        endCursor: async () => {
          const last = (await shown()).at(-1)
          return last ? cursorOf(context, sort, last) : null
        },
      },
      totalCount: async () => {
        const n = await rows.count(listing)
        return { value: Math.min(n, countMax), isExact: n <= countMax }
      },
    }
  }

  return {
    type: typesOf(name, spec.node, of),
    args: Args,
    /** Of everybody, or those of which `only` holds. */
    page: (
      context: RequestContext,
      args: ConnectionArgs,
      only: readonly Condition[] = [],
      toNodes = spec.toNodes,
    ): ConnectionType =>
      answer(
        context,
        args,
        {
          page: (page) =>
            readPage(context.read, source, { ...page, conditions: [...only, ...page.conditions] }),
          count: ({ conditions }) => countRows(context.read, source, [...only, ...conditions], countMax + 1),
        },
        toNodes,
      ),
    /** The one row with this key, as a node; null where there is none. */
    node: async (
      context: RequestContext,
      id: string,
      toNodes = spec.toNodes ?? noNodes,
    ): Promise<object | null> => {
      const property = key[0]!
      const conditions = [isAnyOf(source.column(context.read, property), [id])]
      const order = orderOf(context, sortNames[0]!)
      const [row] = await readPage(context.read, source, { conditions, order, after: null, limit: 1 })
      // MySQL finds `x` for `X` too.
      if (row?.[property] !== id) return null
      return (await toNodes([row], context))[0] ?? null
    },
    /** Of one parent: as if the filter named it. */
    below: (
      parent: keyof Row & string,
      id: string,
      context: RequestContext,
      args: ConnectionArgs,
      only: readonly Condition[] = [],
    ): ConnectionType => {
      const { read } = context
      const among = <L extends Listing>(listing: L): L => ({
        ...listing,
        conditions: [...only, ...listing.conditions],
      })
      return answer(context, args, {
        page: (page) =>
          batched<readonly Row[]>(context, [name, parent, args], async (ids, ask) => {
            const rows = new Map<string, Row[]>(ids.map((parentId) => [parentId, []]))
            for (const row of await readPages(read, source, { parent, ids, page: among(page) }, ask))
              rows.get(String(row[parent]))?.push(row)
            return (parentId) => rows.get(parentId) ?? []
          }).load(id),
        count: (listing) =>
          batched<number>(context, [name, parent, args, 'count'], async (ids, ask) => {
            const counts = await countRowsOf(
              read,
              source,
              { parent, ids, conditions: among(listing).conditions },
              ask,
            )
            return (parentId) => counts.get(parentId) ?? 0
          }).load(id),
      })
    },
  }
}
