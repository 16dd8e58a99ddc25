import { Client, type Dispatcher } from 'undici'
import { gatewayHeaders, type BenchRequest } from '../requests.js'

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  /** Returns the body of a 200; throws for any other answer. */
  send(request: BenchRequest): Promise<string>
  close(): Promise<void>
}

/** Collects one answer. undici's `request` creates a stream for each answer; this takes a third of its time. */
const collect = (
  resolve: (body: string) => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler => {
  let status = 0
  let body = ''
  return {
    onRequestStart: () => {},
    onResponseStart: (_controller, statusCode) => {
      status = statusCode
    },
    onResponseData: (_controller, chunk) => {
      body += chunk.toString()
    },
    onResponseEnd: () => (status === 200 ? resolve(body) : reject(new Error(`answered ${status}: ${body}`))),
    onResponseError: (_controller, error) => reject(error),
  }
}

export const connectTo = (origin: string): Connection => {
  const client = new Client(origin, { pipelining: 1, keepAliveTimeout: 60_000 })
  return {
    send: ({ path, body }) =>
      new Promise((resolve, reject) => {
        client.dispatch({ path, method: 'POST', headers: gatewayHeaders, body }, collect(resolve, reject))
      }),
    close: () => client.close(),
  }
}
