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

/** The execution of an operation of the envelope is a span, under its name: there are only so many. */
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

/** So is one of `/graphql`; what it is, its plugin notes (metrics-plugin.ts): its name is the caller's. */
export const traceExecutions = (apollo: ApolloServer<RequestContext>): void => {
  const execute = apollo.executeHTTPGraphQLRequest.bind(apollo)
  apollo.executeHTTPGraphQLRequest = (request) => trace.span('graphql', {}, () => execute(request))
}
