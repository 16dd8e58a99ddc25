import { confirmRequest, envelope, graphqlRequest, quoteRequest, referenceIn } from '../requests.js'
import type { Connection } from './connection.js'

/** What is asked of a server, over and over, each time for the next customer. */
export type Subject =
  { readonly kind: 'facade' | 'graphql'; readonly operation: string } | { readonly kind: 'deposit' }

/** One measurement of one server. */
export interface Job {
  readonly origin: string
  readonly subject: Subject
  readonly connections: number
  readonly seconds: number
  /** Steps a second, spread evenly; undefined: each connection goes on at once. */
  readonly rate: number | undefined
  /** The customer of the first step, and how many there are before it begins again. */
  readonly firstCustomer: number
  readonly customers: number
}

export interface Measured {
  readonly steps: number
  readonly seconds: number
  /** Of a request, in milliseconds. The first of a paced step counts from the moment when the step was due. */
  readonly p50: number
  readonly p99: number
  /** Each of a paced job, to be put together with those of others; none of one that goes on at once. */
  readonly latencies: readonly number[]
}

/** Of values in rising order; 0 of none. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** One step for a customer; `answered` is told of each request that got its answer. */
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
