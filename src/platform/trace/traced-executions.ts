import type { ApolloServer } from '@apollo/server'
import { trace } from '../../kernel/trace.js'
import type { RequestContext } from '../graphql/context.js'

interface Call {
  readonly operationName: string
}

type Handle<Endpoint, FacadeCall extends Call, Reply> = (
  endpoint: Endpoint,
  body: Uint8Array | string,
  contextFor: (call: FacadeCall) => unknown,
  requestId?: string,
) => Promise<Reply>

/** A span for each operation of the envelope, named after it: the set of names is bounded. */
export const tracedFacade = <Endpoint, FacadeCall extends Call, Reply>(facade: {
  readonly handle: Handle<Endpoint, FacadeCall, Reply>
}): { readonly handle: Handle<Endpoint, FacadeCall, Reply> } => ({
  handle: (endpoint, body, contextFor, requestId) => {
    if (!trace.isOn()) return facade.handle(endpoint, body, contextFor, requestId)
    let operation: string | undefined
    const noteOperation: typeof contextFor = (call) => {
      operation = call.operationName
      return contextFor(call)
    }
    return trace.span('graphql', {}, () => facade.handle(endpoint, body, noteOperation, requestId), {
      atEnd: () =>
        operation === undefined
          ? {}
          : { name: `graphql ${operation}`, attributes: { 'graphql.operation.name': operation } },
    })
  },
})

/** A span for each execution at `/graphql`. metrics-plugin.ts adds the root field as an attribute; the names that callers choose are unbounded. */
export const traceExecutions = (apollo: ApolloServer<RequestContext>): void => {
  const execute = apollo.executeHTTPGraphQLRequest.bind(apollo)
  apollo.executeHTTPGraphQLRequest = (request) => trace.span('graphql', {}, () => execute(request))
}
