import type { ApolloServerPlugin } from '@apollo/server'
import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity'

const depthMax = 8
const aliasesMax = 20
const costMax = 2000
/** A document of our back office has a few hundred; the rest of a body of 64 KiB is not worth a parse. */
export const tokensMax = 2000

const tooMuch = (what: string, found: number, max: number): GraphQLError =>
  new GraphQLError(`The ${what} of this operation is ${found}, at most ${max} is answered`, {
    extensions: { code: 'OPERATION_TOO_LARGE', http: { status: 400 } },
  })

interface Size {
  readonly depth: number
  readonly aliases: number
}

const nothing: Size = { depth: 0, aliases: 0 }

const together = (a: Size, b: Size): Size => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
})

/** Depth and aliases of a selection. A fragment is measured once; a circle of them is another rule's error. */
const measure = (context: ValidationContext, measured: Map<string, Size>, set: SelectionSetNode): Size =>
  set.selections
    .map((selection): Size => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value
        const fragment = context.getFragment(name)
        if (fragment && !measured.has(name)) {
          measured.set(name, nothing)
          measured.set(name, measure(context, measured, fragment.selectionSet))
        }
        return measured.get(name) ?? nothing
      }
      // The schema's own description is deep by nature, and closed in production.
      if (selection.kind === Kind.FIELD && selection.name.value.startsWith('__')) return nothing
      const inner = selection.selectionSet ? measure(context, measured, selection.selectionSet) : nothing
      if (selection.kind === Kind.INLINE_FRAGMENT) return inner
      return { depth: inner.depth + 1, aliases: inner.aliases + (selection.alias ? 1 : 0) }
    })
    .reduce(together, nothing)

/** Refuses what nests deeper, or asks the same fields more often under other names, than any screen does. */
export const sizeRule: ValidationRule = (context): ASTVisitor => {
  const measured = new Map<string, Size>()
  const check = (node: OperationDefinitionNode): void => {
    const { depth, aliases } = measure(context, measured, node.selectionSet)
    if (depth > depthMax) context.reportError(tooMuch('depth', depth, depthMax))
    if (aliases > aliasesMax) context.reportError(tooMuch('number of aliases', aliases, aliasesMax))
  }
  return { OperationDefinition: check }
}

/** The cost of a list field: what one row costs, for as many rows as are usual. */
export const rows =
  (usual: number) =>
  ({ childComplexity }: { readonly childComplexity: number }): number =>
    1 + usual * childComplexity

/** A use case that writes: a transaction is dearer than a field. */
export const writing = ({ childComplexity }: { readonly childComplexity: number }): number =>
  100 + childComplexity

/** Refuses an operation whose rows times fields cost more than the largest screen's. */
export const costPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ schema, document, request, operationName }) => {
      const cost = getComplexity({
        schema,
        query: document,
        ...(request.variables && { variables: request.variables }),
        ...(operationName !== null && { operationName }),
        estimators: [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })],
      })
      if (cost > costMax) throw tooMuch('cost', cost, costMax)
    },
  }),
}
