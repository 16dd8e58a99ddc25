import {
  defaultFieldResolver,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { RequestContext } from '../../platform/graphql/context.js'

/** A synthetic query with the list as its root, so that guards treat the fields of a row as nested fields. */
export interface ListQuery {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly root: FieldNode
}

/** The value of a field, or its promise, from its resolver with all guards and masks. */
export type ReadField = (source: unknown, context: RequestContext) => unknown

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

const rootPath = { prev: undefined, key: 'list', typename: 'Query' } as const

const fieldNode = (name: string): FieldNode => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } })

export const infoOf = (
  { schema, operation, root }: ListQuery,
  parentType: GraphQLObjectType,
  fieldName: string,
): GraphQLResolveInfo => {
  const isRoot = parentType === schema.getQueryType()
  return {
    fieldName,
    fieldNodes: [isRoot ? root : fieldNode(fieldName)],
    returnType: parentType.getFields()[fieldName]!.type,
    parentType,
    path: isRoot ? rootPath : { prev: rootPath, key: fieldName, typename: parentType.name },
    schema,
    fragments: {},
    rootValue: undefined,
    operation,
    variableValues: {},
  }
}

const fieldReaderOfObject = (query: ListQuery, type: GraphQLObjectType, name: string): ReadField => {
  const field = type.getFields()[name]!
  const { resolve = defaultFieldResolver } = field
  const args = getArgumentValues(field, fieldNode(name))
  const info = infoOf(query, type, name)
  return (source, context) => resolve(source, args, context, info)
}

/** Reads a field. For an interface, the resolver is that of the object type of the value that is read. */
export const fieldReaderOf = (query: ListQuery, type: GraphQLNamedType, name: string): ReadField => {
  if (isObjectType(type)) return fieldReaderOfObject(query, type, name)
  if (!isAbstractType(type)) throw new Error(`${type.name} has no fields`)
  const readers = new Map(
    query.schema.getPossibleTypes(type).map((one) => [one.name, fieldReaderOfObject(query, one, name)]),
  )
  const info = infoOf(query, query.schema.getQueryType()!, query.root.name.value)
  return (source, context) => {
    const read = readers.get(String(type.resolveType?.(source, context, info, type)))
    if (!read) throw new Error(`no object type was found for a value of ${type.name}`)
    return read(source, context)
  }
}

/** Makes the function that serialises a value of this type. */
const writerOf = (type: GraphQLOutputType): ((value: unknown) => unknown) => {
  const inner = getNullableType(type)
  const one = isListType(inner) ? writerOf(inner.ofType) : undefined
  const write = (value: unknown): unknown => {
    if (one) return Array.from(value as Iterable<unknown>, one)
    return isLeafType(inner) ? inner.serialize(value) : value
  }
  return (value) => {
    if (!isNothing(value)) return write(value)
    if (isNonNullType(type)) throw new Error(`a value of the non-null type ${String(type)} is missing`)
    return null
  }
}

interface Cell {
  /** Reads the cell from the value of the row's field; undefined where that value is itself the cell. */
  readonly read: ReadField | undefined
  readonly write: (value: unknown) => unknown
}

/** A field of a row, and the cells that are read from its value. */
export interface RowField {
  readonly name: string
  readonly read: ReadField
  readonly cells: readonly Cell[]
}

const fieldTypeOf = (type: GraphQLNamedType, name: string): GraphQLOutputType => {
  if (!('getFields' in type)) throw new Error(`${type.name} has no fields`)
  return (type as GraphQLObjectType).getFields()[name]!.type
}

/** The fields of a row of this type that must be read for the columns with these paths. */
export const rowFieldsOf = (
  query: ListQuery,
  type: GraphQLNamedType,
  paths: readonly (readonly string[])[],
): readonly RowField[] =>
  [...new Set(paths.map(([name]) => name!))].map((name) => {
    const fieldType = fieldTypeOf(type, name)
    const cells = paths
      .filter(([first]) => first === name)
      .map(([, below]) => {
        if (below === undefined) return { read: undefined, write: writerOf(fieldType) }
        const inner = getNamedType(fieldType)
        return { read: fieldReaderOf(query, inner, below), write: writerOf(fieldTypeOf(inner, below)) }
      })
    return { name, read: fieldReaderOf(query, type, name), cells }
  })

/** Replaces promises by their values. Throws the first error, converted by `toError`, which also gets the index of its promise. */
const replacePromises = async (values: unknown[], toError: (error: unknown, at: number) => unknown) => {
  const places = values.flatMap((value, i) => (isPromise(value) ? [i] : []))
  if (places.length === 0) return
  const promises = places.map((i) => values[i])
  const found = await Promise.all(promises).catch(async (error: unknown) => {
    const ends = await Promise.allSettled(promises)
    const at = ends.findIndex((end) => end.status === 'rejected' && end.reason === error)
    throw toError(error, places[at]!)
  })
  for (const [n, i] of places.entries()) values[i] = found[n]
}

const begin = (read: ReadField, source: unknown, context: RequestContext): unknown => {
  try {
    return read(source, context)
  } catch (error) {
    return Promise.reject(error)
  }
}

/**
 * The cells of rows. All fields of all rows are requested before any is awaited, so that look-ups of one kind are one
 * statement.
 */
export const cellsOf = async (
  rowFields: readonly RowField[],
  rows: readonly unknown[],
  context: RequestContext,
  toError: (error: unknown, fieldName: string) => unknown,
): Promise<unknown[][]> => {
  const values = rows.flatMap((row) => rowFields.map((field) => begin(field.read, row, context)))
  await replacePromises(values, (error, at) => toError(error, rowFields[at % rowFields.length]!.name))
  const cells = rowFields.flatMap((field, at) =>
    field.cells.map((cell) => ({ ...cell, at, name: field.name })),
  )
  const below = rows.flatMap((_row, n) =>
    cells.map(({ read, at }) => {
      const value = values[n * rowFields.length + at]
      return read === undefined || isNothing(value) ? value : begin(read, value, context)
    }),
  )
  await replacePromises(below, (error, at) => toError(error, cells[at % cells.length]!.name))
  return rows.map((_row, n) =>
    cells.map(({ read, write }, i) => {
      const from = values[n * rowFields.length + cells[i]!.at]
      const value = below[n * cells.length + i]
      // Below a null object every cell is empty, even one whose type is not nullable.
      return read !== undefined && isNothing(from) ? null : write(value)
    }),
  )
}
