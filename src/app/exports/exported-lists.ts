import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  type DocumentNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

/** A column of a file, by its path in a node. */
export interface Column {
  readonly name: string
  readonly path: readonly string[]
}

/** A root list that can be exported. */
export interface ExportedList {
  readonly name: string
  readonly columns: readonly Column[]
  /** The path of a row's customer; undefined where it has none. */
  readonly owner: readonly string[] | undefined
  /** The type of its rows. */
  readonly node: GraphQLNamedType
  /** The query for its rows. */
  readonly document: (isSorted: boolean) => DocumentNode
}

type Fields = GraphQLObjectType | GraphQLInterfaceType
type Field = GraphQLField<unknown, unknown>

const hasFields = (type: unknown): type is Fields => isObjectType(type) || isInterfaceType(type)

const needsNoArgument = ({ args }: Field): boolean => !args.some(isRequiredArgument)

/** Whether a field fits a cell: it needs no argument, and is a scalar, an enum or a list of these, but not a list of JSON. */
const isCell = (field: Field): boolean => {
  const type = getNullableType(field.type)
  const named = getNamedType(type)
  return needsNoArgument(field) && isLeafType(named) && !(isListType(type) && named.name === 'JSON')
}

/** The columns of a field. For an object: its id; without an id all of its fields, or none if one of them fits no cell. */
const pathsOf = (field: Field): string[][] => {
  const type = getNullableType(field.type)
  if (isCell(field)) return [[field.name]]
  if (!needsNoArgument(field) || isListType(type) || !hasFields(type)) return []
  const fields = Object.values(type.getFields())
  if (type.getFields()['id']) return [[field.name, 'id']]
  return fields.every(isCell) ? fields.map(({ name }) => [field.name, name]) : []
}

const nameOf = (path: readonly string[]): string =>
  path.at(-1) === 'id' && path.length > 1 ? path[0]! : path.join('.')

const nodeOf = (field: Field): Fields | undefined => {
  const type = getNamedType(field.type)
  if (!isObjectType(type) || !type.name.endsWith('Connection')) return undefined
  const node = getNamedType(type.getFields()['nodes']!.type)
  return hasFields(node) ? node : undefined
}

const listOf = (field: Field, node: Fields): ExportedList => {
  const typeOf = (name: string) => String(field.args.find((arg) => arg.name === name)!.type)
  const columns = Object.values(node.getFields())
    .flatMap(pathsOf)
    .map((path) => ({ name: nameOf(path), path }))
  return {
    name: field.name,
    columns,
    owner: columns.find(({ name }) => name === (node.name === 'Customer' ? 'id' : 'customer'))?.path,
    node,
    document: (isSorted) => {
      const [variable, argument] = isSorted ? [`, $sort: ${typeOf('sort')}`, ', sort: $sort'] : ['', '']
      return parse(
        `query ($first: Int!, $after: String, $filter: ${typeOf('filter')}${variable}) {
           list: ${field.name}(first: $first, after: $after, filter: $filter${argument}) {
             nodes { __typename } pageInfo { hasNextPage endCursor } } }`,
      )
    },
  }
}

/** Every list at the root of the schema, by its name. */
export const exportedLists = (schema: GraphQLSchema): ReadonlyMap<string, ExportedList> =>
  new Map(
    Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
      const node = nodeOf(field)
      return node ? [[field.name, listOf(field, node)] as const] : []
    }),
  )
