import { ArgsType, Field, Int, ObjectType } from 'type-graphql'
import { addFields, inputOf, newClass, type FilterField } from './filters.js'
import { describedEnum } from './words.js'

/** The most rows of one page. */
export const firstMax = 100
/** The default number of rows of a page. A page of this size with all its fields costs less than the limit of an operation. */
const usualFirst = 20
/** The largest count that is shown; a whole list is counted no further. Larger figures are in the insights, and in exports. */
export const countMax = 10_000

@ObjectType('PageInfo', { simpleResolvers: true, description: 'The position of a page in its list.' })
class PageInfoType {
  @Field(() => Boolean, { description: 'Whether there are rows after this page.' })
  hasNextPage!: () => Promise<boolean>

  @Field(() => String, {
    nullable: true,
    description: 'The value of `after` for the next page; null for a page without rows.',
  })
  endCursor!: () => Promise<string | null>
}

@ObjectType('TotalCount', { simpleResolvers: true, description: 'How many rows match the filter.' })
class TotalCountType {
  @Field(() => Int, { description: `How many, at most ${countMax}.` })
  value!: number

  @Field(() => Boolean, { description: `False if there are more than ${countMax}.` })
  isExact!: boolean
}

interface Edge {
  readonly node: object
  readonly cursor: () => string
}

/** The parts of a list, each read only if it is requested. */
export interface ConnectionType {
  readonly edges: () => Promise<readonly Edge[]>
  readonly nodes: () => Promise<readonly object[]>
  readonly pageInfo: PageInfoType
  readonly totalCount: () => Promise<TotalCountType>
}

export const typesOf = (name: string, node: () => Function | object, of: string) => {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One of the ${of}, with its cursor.` })
  class EdgeType {
    @Field(() => node() as Function, { description: 'The row itself.' })
    node!: object

    @Field(() => String, { description: 'Its position, as the value of `after` for the rows after it.' })
    cursor!: () => string
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of a list of ${of}.` })
  class Connection {
    @Field(() => [EdgeType], { description: 'The rows with their cursors.' })
    edges!: () => Promise<readonly Edge[]>

    @Field(() => [node() as Function], { description: 'The rows without their cursors.' })
    nodes!: () => Promise<readonly object[]>

    @Field(() => PageInfoType, { description: 'The position of the page in the list.' })
    pageInfo!: PageInfoType

    @Field(() => TotalCountType, {
      description: 'How many rows match the filter; counted only when requested.',
    })
    totalCount!: () => Promise<TotalCountType>
  }
  return Connection
}

/** The arguments of a list. */
export const argsOf = (
  {
    name,
    of,
    filter,
    firstDefault = usualFirst,
  }: {
    readonly name: string
    readonly of: string
    readonly firstDefault?: number
    readonly filter: Readonly<Record<string, FilterField<string>>>
  },
  sorts: Readonly<Record<string, string>>,
) => {
  const sortEnum = describedEnum(`${name}Sort`, `The ways to sort ${of}; the id breaks ties.`, sorts)
  const filterInput = inputOf(
    `${name}Filter`,
    `Conditions on ${of}; a row must meet all that are given.`,
    filter,
  )
  const Args = newClass()
  ArgsType()(Args)
  addFields(Args, {
    first: { type: () => Int, defaultValue: firstDefault, description: `How many rows, 1 to ${firstMax}.` },
    after: {
      type: () => String,
      description: 'A cursor of this list and order: the page has the rows after it.',
    },
    filter: { type: () => filterInput, description: 'The conditions on the rows.' },
    sort: {
      type: () => sortEnum,
      defaultValue: Object.keys(sorts)[0],
      description: 'The order of the rows.',
    },
  })
  return Args
}
