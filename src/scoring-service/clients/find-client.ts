import { timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../platform/database/database.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import { hashesOfSecret, peppersOf, type Peppers } from '../../platform/identity/keys/keys.js'
import type { Instant, WallClock } from '../../kernel/clock.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { ScoringClient, ScoringCredential, type CredentialKind } from './client.entity.js'

/** The longest credential; anything longer is invalid. */
export const credentialLengthMax = 200

const equals = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The client, if it may be served in this environment now; undefined when it is unknown, revoked or of the other
 * environment.
 */
export const findClient = async (
  sql: Sql,
  environment: Environment,
  clientId: string,
): Promise<ScoringClient | undefined> => {
  const client = await selectOne(sql, ScoringClient, 'WHERE client_id = ?', [clientId])
  // The id is compared again, since MySQL ignores trailing blanks.
  if (client?.clientId !== clientId || client.revokedAt !== null) return undefined
  return client.environment === environment ? client : undefined
}

const isValid = ({ expiresAt }: ScoringCredential, now: Instant): boolean =>
  expiresAt === null || now < expiresAt

/**
 * Whether the client still has the credential with this id. A token becomes invalid with the credential that it was
 * issued for.
 */
export const isCredentialOf = async (
  sql: Sql,
  client: ScoringClient,
  id: string,
  now: Instant,
): Promise<boolean> => {
  const credential = await selectOne(sql, ScoringCredential, 'WHERE id = ? AND client = ?', [id, client.id])
  return credential !== undefined && isValid(credential, now)
}

/** Whether the client of this request is active. The upload addresses of a revoked client are invalid. */
export const isClientActive = async (sql: Sql, requestId: string): Promise<boolean> => {
  const found = await sql.all(
    `SELECT scoring_clients.id FROM scoring_requests JOIN scoring_clients ON scoring_clients.id = scoring_requests.client
     WHERE scoring_requests.id = ? AND revoked_at IS NULL`,
    [requestId],
  )
  return found.length > 0
}

/**
 * The valid credential of this kind with this text; undefined when there is none. The text is hashed even without a
 * client, and compared with each credential of the client in constant time, so that the time reveals neither how close
 * a guess was nor whether the client exists.
 */
export const findCredential = async (
  {
    database: { read: sql },
    clock,
    ...peppers
  }: { readonly database: { readonly read: Sql }; readonly clock: WallClock } & Peppers,
  client: ScoringClient | undefined,
  { kind, text }: { readonly kind: CredentialKind; readonly text: string },
): Promise<ScoringCredential | undefined> => {
  const now = clock.now()
  const hashes = peppersOf(peppers).flatMap((pepper) => hashesOfSecret(pepper, text))
  const credentials = await selectAll(sql, ScoringCredential, 'WHERE client = ?', [client?.id ?? ''])
  let found: ScoringCredential | undefined
  for (const credential of credentials) {
    for (const hash of hashes) {
      const isMatch = equals(credential.hash, hash)
      if (isMatch && credential.kind === kind && isValid(credential, now)) found = credential
    }
  }
  return found
}
