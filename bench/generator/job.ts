import { confirmRequest, envelope, graphqlRequest, quoteRequest, referenceIn } from '../requests.js'
import type { Connection } from './connection.js'

/** What a step requests from the server; the next step does the same for the next customer. */
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
  /** The customer of the first step, and the number of customers, after which the steps begin again with the first. */
  readonly firstCustomer: number
  readonly customers: number
}

export interface Measured {
  readonly steps: number
  readonly seconds: number
  /**
   * The latencies of requests, in milliseconds. In a job with a rate, the first request of a step counts from the time
   * when the step was due.
   */
  readonly p50: number
  readonly p99: number
  /** All latencies of a job with a rate, to be combined with those of other jobs; empty for a job without one. */
  readonly latencies: readonly number[]
}

/** The quantile of values in rising order; 0 if there are none. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Runs one step for a customer; `answered` is called after each answer. */
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
