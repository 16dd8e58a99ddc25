import 'reflect-metadata'
import {
  isAbstractType,
  isInputObjectType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
  type GraphQLTypeResolver,
} from 'graphql'
import { buildSchemaSync, getMetadataStorage, type ContainerType } from 'type-graphql'
import { guardTypes } from '../platform/graphql/server/access-of-types.js'
import { authChecker } from '../platform/graphql/access.js'
import type { Domain } from './domain.js'
import { refusalsToErrors } from '../platform/graphql/errors.js'
import { resolvers } from './modules.js'

/** Inputs of which exactly one field is given. */
const oneOf: ReadonlySet<string> = new Set(['CustomerBy'])

type TypeResolver = GraphQLTypeResolver<unknown, unknown>

/** The `resolveType` of our own types for an interface or union: type-graphql wraps it in a promise, which a compiled query does not await. */
const typeResolverOf = (name: string): TypeResolver | undefined => {
  const { interfaceTypes, unions } = getMetadataStorage()
  return [...interfaceTypes, ...unions].find((one) => one.name === name)?.resolveType as
    TypeResolver | undefined
}

const build = (container: ContainerType, { skipCheck }: { readonly skipCheck: boolean }): GraphQLSchema => {
  const schema = buildSchemaSync({
    resolvers,
    container,
    authChecker,
    validate: false,
    skipCheck,
  })
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && oneOf.has(type.name)) type.isOneOf = true
    if (isAbstractType(type)) type.resolveType = typeResolverOf(type.name) ?? type.resolveType
    if (!isObjectType(type)) continue
    // A field without a resolver reads a property, or the rows of a list: neither refuses anything.
    for (const field of Object.values(type.getFields()))
      if (field.resolve) field.resolve = refusalsToErrors(field.resolve)
  }
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'What can be read. Nothing here changes anything.'
  if (mutation)
    mutation.description =
      'What changes something, with an audit row that names the caller. A quote only goes to the request log.'
  return schema
}

/**
 * The schema of the whole service. Its resolvers are constructed here, once. It was validated when `schema.graphql` was emitted, so
 * that a start does not validate it again.
 */
export const createSchema = (domain: Domain): GraphQLSchema => {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver, new resolver(domain)]))
  return guardTypes(build({ get: (resolver) => instances.get(resolver) }, { skipCheck: true }))
}

const oneLineDescription = /^( *)"""(.+)"""$/gm

/** The text of `schema.graphql`: sorted, so that the order of imports does not matter, and formatted. */
export const schemaText = (): string => {
  const schema = build({ get: () => undefined }, { skipCheck: false })
  const text = printSchema(lexicographicSortSchema(schema))
  return `${text.replace(oneLineDescription, '$1"""\n$1$2\n$1"""')}\n`
}
