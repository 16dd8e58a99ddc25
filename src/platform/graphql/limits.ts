import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity'

/** The maximum nesting depth. A connection takes two levels: the list, and its nodes. */
const depthMax = 10
const aliasesMax = 20
export const costMax = 2000
/** The maximum number of tokens of a document; those of our back office have a few hundred. */
export const tokensMax = 2000

/** The cost of a list field: that of one row, times the usual number of rows. */
export const costOfRows =
  (usual: number) =>
  ({ childComplexity }: { readonly childComplexity: number }): number =>
    1 + usual * childComplexity

/** The cost of a list field whose number of rows is the argument `first`, which has a default. */
export const costOfFirstRows = ({
  args,
  childComplexity,
}: {
  readonly args: Record<string, unknown>
  readonly childComplexity: number
}): number => costOfRows(Math.max(1, Number(args['first'])))({ childComplexity })

/** The cost of a use case that writes, as a transaction costs more than a field. */
export const costOfWriting = ({ childComplexity }: { readonly childComplexity: number }): number =>
  100 + childComplexity

/** The list fields of the introspection schema, which multiply: nested in each other, their result would not fit in memory. */
const schemaLists: ReadonlySet<string> = new Set([
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
  'enumValues',
])
const schemaFields: ReadonlySet<string> = new Set(['__schema', '__type'])

interface Size {
  readonly depth: number
  readonly aliases: number
  /** How deep `schemaLists` are nested. */
  readonly lists: number
  /** `aliases` and `lists` inside introspection fields, which have limits of their own. */
  readonly schema: { readonly aliases: number; readonly lists: number }
}

const emptySize: Size = { depth: 0, aliases: 0, lists: 0, schema: { aliases: 0, lists: 0 } }

const beside = (a: Size, b: Size): Size => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  lists: Math.max(a.lists, b.lists),
  schema: {
    aliases: a.schema.aliases + b.schema.aliases,
    lists: Math.max(a.schema.lists, b.schema.lists),
  },
})

/** Measures a selection. Each fragment is measured once, so that fragments of fragments stay cheap. */
const createMeasure = (document: DocumentNode): ((set: SelectionSetNode) => Size) => {
  const fragments = new Map<string, SelectionSetNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet)
  }
  const known = new Map<string, Size>()

  const sizeOfFragment = (name: string): Size => {
    const set = fragments.get(name)
    if (set && !known.has(name)) known.set(name, measure(set))
    return known.get(name) ?? emptySize
  }
  const measure = (set: SelectionSetNode): Size => set.selections.map(sizeOf).reduce(beside, emptySize)
  const sizeOf = (selection: SelectionSetNode['selections'][number]): Size => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return measure(selection.selectionSet)
    const inner = selection.selectionSet ? measure(selection.selectionSet) : emptySize
    const aliases = inner.aliases + (selection.alias ? 1 : 0)
    const name = selection.name.value
    // Introspection is deeply nested by nature, so its depth does not count; it needs no alias, so none is allowed in it.
    if (schemaFields.has(name)) return { ...emptySize, schema: { aliases, lists: inner.lists } }
    const lists = inner.lists + (schemaLists.has(name) ? 1 : 0)
    return { ...inner, depth: inner.depth + (name === '__typename' ? 0 : 1), aliases, lists }
  }
  return measure
}

/** The error for a request beyond a limit, also where that is found during the execution. */
export const tooLarge = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE', http: { status: 400 } } })

const noSubscriptions = (): GraphQLError =>
  new GraphQLError('There are no subscriptions', {
    extensions: { code: ApolloServerErrorCode.BAD_REQUEST, http: { status: 400 } },
  })

const refuseAbove = (what: string, found: number, max: number): void => {
  if (found <= max) return
  throw tooLarge(`The ${what} of this operation is ${found}, at most ${max} is answered`)
}

interface SentOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Record<string, unknown> | undefined
}

export const costOf = ({ schema, document, operation, variables }: SentOperation): number => {
  try {
    return getComplexity({
      schema,
      query: document,
      ...(variables && { variables }),
      ...(operation.name && { operationName: operation.name.value }),
      estimators: [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })],
    })
  } catch (error) {
    // Invalid values of variables are found here, before the execution would find them.
    if (!(error instanceof GraphQLError)) throw error
    throw new GraphQLError(error.message, {
      extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
    })
  }
}

/**
 * Refuses subscriptions, and operations that are larger than any of our pages needs: deep nesting, the same fields under many aliases,
 * too many rows times fields. Runs on valid documents, and at `/graphql` only, since the operations of the facade are our own.
 */
export const limitsPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ schema, document, operation, request: { variables } }) => {
      // If the document does not have the named operation, the server refuses it later.
      if (!operation) return
      // Validation accepts a subscription although the schema has none, and the execution would fail like a bug of this service.
      if (operation.operation === 'subscription') throw noSubscriptions()
      const { depth, aliases, schema: introspection } = createMeasure(document)(operation.selectionSet)
      refuseAbove('depth', depth, depthMax)
      refuseAbove('number of aliases', aliases, aliasesMax)
      refuseAbove('number of aliases in an introspection query', introspection.aliases, 0)
      refuseAbove('depth of lists in an introspection query', introspection.lists, 1)
      refuseAbove('cost', costOf({ schema, document, operation, variables }), costMax)
    },
  }),
}
