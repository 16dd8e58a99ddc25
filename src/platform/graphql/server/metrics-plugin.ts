import type { ApolloServerPlugin } from '@apollo/server'
import { trace } from '../../../kernel/trace.js'
import { Kind, type OperationDefinitionNode } from 'graphql'
import type { OperationOutcome } from '../../metrics/operations.js'
import { roles } from '../../identity/roles.js'
import type { RequestContext } from '../context.js'

/** Labels are names of the schema, and never texts of a caller, so that their number is bounded. */
const fieldOf = ({ selectionSet }: OperationDefinitionNode): string => {
  const [first] = selectionSet.selections
  return first?.kind === Kind.FIELD ? first.name.value : 'fragment'
}

/** One label for a caller with several roles: the last of them in the order of roles.ts. */
const roleOf = ({ call }: RequestContext): string =>
  roles.findLast((role) => call.actor.roles.has(role)) ?? 'none'

const outcomeOf = (codes: readonly unknown[]): OperationOutcome => {
  if (codes.length === 0) return 'answered'
  if (codes.includes('INTERNAL')) return 'failed'
  return codes.includes('UNAVAILABLE') ? 'unavailable' : 'refused'
}

/** What a GraphQL request called and how it ended, for the log. */
export interface GraphqlOperation {
  readonly operation: string
  readonly outcome: OperationOutcome
  readonly isWrite: boolean
}

/** Keyed by the call: Apollo executes with a copy of the context that it is given. */
const operations = new WeakMap<object, GraphqlOperation>()

/** Undefined before the request is answered, and for one without a root field of the schema. */
export const graphqlOperationOf = (context: { readonly call?: object }): GraphqlOperation | undefined =>
  context.call && operations.get(context.call)

/** Times each request that names a root field of the schema. */
export const graphqlMetricsPlugin = (
  record: (
    labels: { readonly field: string; readonly role: string; readonly outcome: OperationOutcome },
    seconds: number,
  ) => void,
): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => {
    const begunMs = performance.now()
    return {
      willSendResponse: async ({ operation, contextValue, response }) => {
        if (!operation || response.body.kind !== 'single') return
        const { errors = [] } = response.body.singleResult
        trace.note({
          'graphql.operation.type': operation.operation,
          'cauri.graphql.field': fieldOf(operation),
        })
        const field = fieldOf(operation)
        const outcome = outcomeOf(errors.map(({ extensions }) => extensions?.['code']))
        operations.set(contextValue.call, {
          operation: field,
          outcome,
          isWrite: operation.operation === 'mutation',
        })
        record({ field, role: roleOf(contextValue), outcome }, (performance.now() - begunMs) / 1000)
      },
    }
  },
})
