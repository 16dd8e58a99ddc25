import 'reflect-metadata'
import { isInputObjectType, lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync, type ContainerType } from 'type-graphql'
import { guardTypes } from '../platform/graphql/access-of-types.js'
import { authChecker } from '../platform/graphql/access.js'
import type { Domain } from './domain.js'
import { refusalsToErrors } from '../platform/graphql/errors.js'
import { resolvers } from './modules.js'

/** Inputs of which exactly one field is given. */
const oneOf: ReadonlySet<string> = new Set(['CustomerBy'])

const build = (container: ContainerType, { skipCheck }: { readonly skipCheck: boolean }): GraphQLSchema => {
  const schema = buildSchemaSync({
    resolvers,
    container,
    authChecker,
    globalMiddlewares: [refusalsToErrors],
    validate: false,
    skipCheck,
  })
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type) && oneOf.has(type.name)) type.isOneOf = true
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'What can be read. Nothing here changes anything.'
  if (mutation)
    mutation.description =
      'What changes something, with an audit row that names the caller. A quote only goes to the request log.'
  return schema
}

/**
 * The schema of the whole service. Its resolvers are made here, once, by hand. It was asked all about itself when
 * `schema.graphql` was emitted: a start does not ask again.
 */
export const createSchema = (domain: Domain): GraphQLSchema => {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver, new resolver(domain)]))
  return guardTypes(build({ get: (resolver) => instances.get(resolver) }, { skipCheck: true }))
}

const oneLineDescription = /^( *)"""(.+)"""$/gm

/** The text of `schema.graphql`: in an order that no import can change, and as our formatter would leave it. */
export const schemaText = (): string => {
  const schema = build({ get: () => undefined }, { skipCheck: false })
  const text = printSchema(lexicographicSortSchema(schema))
  return `${text.replace(oneLineDescription, '$1"""\n$1$2\n$1"""')}\n`
}
