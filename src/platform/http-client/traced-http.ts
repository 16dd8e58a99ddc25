import { trace } from '../../kernel/trace.js'
import type { Http, Reply, Request } from './http.js'

interface TracedRequest extends Request {
  /** The path without the parts that are specific to one request. */
  readonly template: string
}

/** A span for each call, by the semantic conventions. The callee continues the trace, where it has one. */
export const tracedHttp =
  (http: Http) =>
  ({ template, ...request }: TracedRequest): Promise<Reply> => {
    if (!trace.isOn()) return http(request)
    let reply: Reply | undefined
    const { method, url, headers } = request
    return trace.span(
      `${method} ${template}`,
      { 'http.request.method': method, 'url.template': template, 'server.address': new URL(url).hostname },
      async () => {
        const traceparent = trace.current()
        reply = await http({ ...request, headers: { ...headers, ...(traceparent && { traceparent }) } })
        return reply
      },
      {
        kind: 'client',
        atEnd: () => ({
          attributes:
            reply?.kind === 'ANSWERED'
              ? { 'http.response.status_code': reply.status }
              : { 'error.type': reply?.kind ?? 'unknown' },
        }),
      },
    )
  }
