import { confirmRequest, envelope, graphqlRequest, quoteRequest, referenceIn } from '../requests.js'
import type { Connection } from './connection.js'

/** The requests to a server, repeated for each next customer. */
export type Subject =
  { readonly kind: 'facade' | 'graphql'; readonly operation: string } | { readonly kind: 'deposit' }

/** One measurement of one server. */
export interface Job {
  readonly origin: string
  readonly subject: Subject
  readonly connections: number
  readonly seconds: number
  /** Steps per second, evenly spaced; undefined: each connection sends its next request at once. */
  readonly rate: number | undefined
  /** The customer of the first step, and the number of customers before it starts again with the first. */
  readonly firstCustomer: number
  readonly customers: number
}

export interface Measured {
  readonly steps: number
  readonly seconds: number
  /** The latency of requests, in milliseconds. The first request of a paced step counts from the time when the step was due. */
  readonly p50: number
  readonly p99: number
  /** All latencies of a paced job, to be combined with those of other jobs; empty for an unpaced one. */
  readonly latencies: readonly number[]
}

/** The quantile of values in rising order; 0 of none. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** One step for a customer; `answered` is called for each request that was answered. */
type Step = (connection: Connection, customer: number, answered: () => void) => Promise<void>

const depositPair: Step = async (connection, customer, answered) => {
  const quoted = await connection.send(quoteRequest(customer))
  answered()
  const reference = referenceIn(quoted)
  if (reference === undefined) throw new Error(`no reference in ${quoted}`)
  const confirmed = await connection.send(confirmRequest(customer, reference))
  answered()
  if (!confirmed.includes('"PENDING_VALIDATION"')) throw new Error(`not accepted: ${confirmed}`)
}

/** One step: a request, or a quote and its confirmation. */
export const stepOf = (subject: Subject): Step => {
  if (subject.kind === 'deposit') return depositPair
  const { kind, operation } = subject
  return async (connection, customer, answered) => {
    const request = kind === 'graphql' ? graphqlRequest(operation, customer) : envelope(operation, customer)
    const body = await connection.send(request)
    answered()
    if (body.includes('"errors"')) throw new Error(body)
  }
}
