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
  /** Milliseconds. Of a paced step from the moment when it was due, so that a late start counts as waiting. */
  readonly p50: number
  readonly p99: number
}

const depositPair = async (connection: Connection, customer: number): Promise<void> => {
  const quoted = await connection.send(quoteRequest(customer))
  const reference = referenceIn(quoted)
  if (reference === undefined) throw new Error(`no reference in ${quoted}`)
  const confirmed = await connection.send(confirmRequest(customer, reference))
  if (!confirmed.includes('"PENDING_VALIDATION"')) throw new Error(`not accepted: ${confirmed}`)
}

/** One step: a request, or a quote and its confirmation. */
export const stepOf = (subject: Subject): ((connection: Connection, customer: number) => Promise<void>) => {
  if (subject.kind === 'deposit') return depositPair
  const { kind, operation } = subject
  return async (connection, customer) => {
    const request = kind === 'graphql' ? graphqlRequest(operation, customer) : envelope(operation, customer)
    const body = await connection.send(request)
    if (body.includes('"errors"')) throw new Error(body)
  }
}
