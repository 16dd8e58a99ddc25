import { hashText } from '../../platform/identity/keys/keys.js'
import type { Fingerprint } from '../model/engine.js'
import type { Environment } from '../../scoring-contract/environment.js'

/**
 * An HMAC, 64 hex digits, that identifies a document or a person. It is made of the value; of its kind, so that equal
 * values of different kinds give different traces; and of the environment, so that neither environment knows what the
 * other has seen.
 */
const traceOf = (pepper: string, environment: Environment, kind: string, value: string): string =>
  hashText(pepper, JSON.stringify(['sighting', environment, kind, value]))

export const fileTrace = (pepper: string, environment: Environment, { sha256 }: Fingerprint): string =>
  traceOf(pepper, environment, 'file', sha256)

/** Undefined for a document without a verification code. */
export const codeTrace = (
  pepper: string,
  environment: Environment,
  { code }: Fingerprint,
): string | undefined => (code === '' ? undefined : traceOf(pepper, environment, 'code', code))

export const personTrace = (pepper: string, environment: Environment, nationalId: string): string =>
  traceOf(pepper, environment, 'person', nationalId)
