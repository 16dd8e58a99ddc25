import type { ApolloServer } from '@apollo/server'
import { trace } from '../../kernel/trace.js'
import type { RequestContext } from '../graphql/context.js'

interface Call {
  readonly operationName: string
}

type Handle<Endpoint, Of extends Call, Reply> = (
  endpoint: Endpoint,
  body: Uint8Array | string,
  contextFor: (call: Of) => unknown,
  requestId?: string,
) => Promise<Reply>

/** A span for each operation of the envelope, named after it: the set of names is bounded. */
export const tracedFacade = <Endpoint, Of extends Call, Reply>(facade: {
  readonly handle: Handle<Endpoint, Of, Reply>
}): { readonly handle: Handle<Endpoint, Of, Reply> } => ({
  handle: (endpoint, body, contextFor, requestId) => {
    if (!trace.isOn()) return facade.handle(endpoint, body, contextFor, requestId)
    let operation: string | undefined
    const seen: typeof contextFor = (call) => {
      operation = call.operationName
      return contextFor(call)
    }
    return trace.span('graphql', {}, () => facade.handle(endpoint, body, seen, requestId), {
      atEnd: () =>
        operation === undefined
          ? {}
          : { name: `graphql ${operation}`, attributes: { 'graphql.operation.name': operation } },
    })
  },
})

/** A span for each execution at `/graphql`; metrics-plugin.ts names it, since the caller's own name is unbounded. */
export const traceExecutions = (apollo: ApolloServer<RequestContext>): void => {
  const execute = apollo.executeHTTPGraphQLRequest.bind(apollo)
  apollo.executeHTTPGraphQLRequest = (request) => trace.span('graphql', {}, () => execute(request))
}
