import {
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  Kind,
  locatedError,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { RequestContext } from '../../platform/graphql/context.js'
import { cellsOf, rowFieldsOf, infoOf, fieldReaderOf, type ListQuery, type ReadField } from './cells.js'
import type { Column, ExportedList } from './exported-lists.js'

export interface Page {
  /**
   * The cells of each row, in the requested columns. May be called once; throws the first error, with the path of its
   * column.
   */
  readonly rows: () => Promise<readonly (readonly unknown[])[]>
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

/** What to export: a list, its columns, and which rows in which order. */
export interface ListRequest {
  readonly list: ExportedList
  readonly columns: readonly Column[]
  readonly filter: unknown
  readonly sort: string | undefined
}

interface PageArguments {
  readonly first: number
  readonly after: string | null
}

export type ReadPage = (context: RequestContext, place: PageArguments) => Promise<Page>

const queryOf = (schema: GraphQLSchema, { list, sort }: ListRequest): ListQuery => {
  const [operation] = list.document(sort !== undefined).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error(`the document of the list ${list.name} has no operation`)
  const [root] = operation.selectionSet.selections
  if (root?.kind !== Kind.FIELD) throw new Error(`the document of the list ${list.name} has no root field`)
  return { schema, operation, root }
}

/** The functions that read these fields of an object of this type, by the name of the field. */
const fieldReadersOf = <Name extends string>(
  query: ListQuery,
  type: GraphQLObjectType,
  names: readonly Name[],
): Readonly<Record<Name, ReadField>> =>
  Object.fromEntries(names.map((name) => [name, fieldReaderOf(query, type, name)])) as Record<Name, ReadField>

const objectTypeOf = (type: GraphQLObjectType, name: string): GraphQLObjectType => {
  const found = getNamedType(type.getFields()[name]!.type)
  if (!isObjectType(found)) throw new Error(`${name} is no object`)
  return found
}

/**
 * Reads root lists for files. Values come from the resolvers with all their guards and masks, as in GraphQL; the work that GraphQL
 * repeats for each field of each row is done once per file.
 */
export const listReader = (schema: GraphQLSchema): ((request: ListRequest) => ReadPage) => {
  const queryType = schema.getQueryType()!

  /** Throws the error of an invalid filter or order. */
  return (request) => {
    const { list, columns, filter, sort } = request
    const query = queryOf(schema, request)
    const field = queryType.getFields()[list.name]!
    const { errors, coerced } = getVariableValues(schema, query.operation.variableDefinitions ?? [], {
      first: 1,
      after: null,
      filter,
      sort,
    })
    if (errors?.[0]) throw errors[0]
    const info = infoOf(query, queryType, list.name)
    const connection = objectTypeOf(queryType, list.name)
    const inList = fieldReadersOf(query, connection, ['nodes', 'pageInfo'])
    const inPage = fieldReadersOf(query, objectTypeOf(connection, 'pageInfo'), ['hasNextPage', 'endCursor'])
    const rowFields = rowFieldsOf(
      query,
      list.node,
      columns.map(({ path }) => path),
    )
    const toError = (error: unknown, fieldName: string): unknown =>
      locatedError(error, undefined, ['list', 'nodes', 0, fieldName])

    return async (context, place) => {
      const args = getArgumentValues(field, query.root, { ...coerced, ...place })
      const page: unknown = await field.resolve!(undefined, args, context, info)
      const nodes = (await inList.nodes(page, context)) as readonly unknown[]
      const pageInfo = await inList.pageInfo(page, context)
      return {
        rows: () => cellsOf(rowFields, nodes, context, toError),
        hasNextPage: (await inPage.hasNextPage(pageInfo, context)) as boolean,
        endCursor: (await inPage.endCursor(pageInfo, context)) as string | null,
      }
    }
  }
}
