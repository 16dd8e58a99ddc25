import { timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../database/database.js'
import { selectAll, selectOne } from '../../database/rows.js'
import { hashKey } from '../../identity/keys.js'
import type { Instant } from '../../shared/clock.js'
import type { Environment } from '../environment.js'
import { ScoringClient, ScoringCredential, type CredentialKind } from './client.entity.js'

/** The longest that a client may send: what is longer is nobody's. */
export const credentialLengthMax = 200

const equals = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** A client that may be served here now; undefined when it is unknown, revoked or of the other environment. */
export const findClient = async (
  sql: Sql,
  environment: Environment,
  clientId: string,
): Promise<ScoringClient | undefined> => {
  const client = await selectOne(sql, ScoringClient, 'WHERE client_id = ?', [clientId])
  return client && client.environment === environment && client.revokedAt === null ? client : undefined
}

/**
 * Whether this text is a valid secret or key of the client. All of its credentials are compared, each in constant time,
 * so that the time tells nothing about how near a guess was, nor whether the client exists.
 */
export const hasCredential = async (
  sql: Sql,
  client: ScoringClient | undefined,
  kind: CredentialKind,
  pepper: string,
  given: string,
  now: Instant,
): Promise<boolean> => {
  const hash = hashKey(pepper, given)
  const known = await selectAll(sql, ScoringCredential, 'WHERE client = ?', [client?.id ?? ''])
  let found = false
  for (const credential of known) {
    const isValid = credential.kind === kind && (credential.expiresAt === null || now < credential.expiresAt)
    found = (equals(credential.hash, hash) && isValid) || found
  }
  return found
}
