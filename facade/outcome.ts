import type { GraphQLError } from 'graphql'
import { refuse, type FacadeReply } from './wire.js'

/**
 * The reply for an execution with errors. The error itself carries what the caller sees: `extensions.code` and
 * `extensions.http.status`, so the facade needs no table of codes. An error without a code is a bug or an outage: it
 * takes precedence over every other, and `fail` reports it to the operator.
 */
export const refuseErrors = (
  errors: readonly GraphQLError[],
  fail: (error: unknown) => FacadeReply,
): FacadeReply => {
  const failure = errors.find(({ extensions }) => typeof extensions?.['code'] !== 'string')
  const [first] = errors
  if (failure || !first) return fail(failure)
  return refuse(statusOf(first), String(first.extensions['code']), first.message)
}

const statusOf = ({ extensions }: GraphQLError): number => {
  const status = (extensions['http'] as { status?: unknown } | undefined)?.status
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : 400
}
