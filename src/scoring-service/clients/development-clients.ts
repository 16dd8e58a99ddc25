import type { Tx } from '../../platform/database/database.js'
import { insertOrKeep, update } from '../../platform/database/rows.js'
import { withSecret } from '../../platform/identity/keys/development-keys.js'
import { hashSecret } from '../../platform/identity/keys/keys.js'
import type { Instant } from '../../kernel/clock.js'
import { resultOptionsDefault } from '../model/engine.js'
import { productCodes } from '../../scoring-contract/words.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { ScoringClient, ScoringCredential, type CredentialKind } from './client.entity.js'

interface DevelopmentClient {
  readonly environment: Environment
  readonly clientId: string
  readonly secret: string
  readonly apiKey: string
}

/** Clients that exist outside production only. */
export const developmentClients: readonly DevelopmentClient[] = [
  {
    environment: 'live',
    clientId: 'dev-scoring-client',
    secret: 'dev-scoring-secret',
    apiKey: 'dev-scoring-key',
  },
  {
    environment: 'sandbox',
    clientId: 'dev-sandbox-client',
    secret: 'dev-sandbox-secret',
    apiKey: 'dev-sandbox-key',
  },
]

const insertCredential = async (
  tx: Tx,
  pepper: string,
  text: string,
  credential: { readonly client: string; readonly kind: CredentialKind; readonly createdAt: Instant },
): Promise<void> => {
  const id = `${credential.client}-${credential.kind}`
  const hash = hashSecret(pepper, text)
  const row = { ...credential, id, hash, expiresAt: null }
  await insertOrKeep(tx, ScoringCredential, row, 'id')
  // A start with another secret, or without one, must not leave the earlier secret valid.
  await update(tx, ScoringCredential, { hash }, 'id = ? AND hash <> ?', [id, hash])
}

/** Makes the development clients; safe at every start. */
export const ensureDevelopmentClients = async (
  tx: Tx,
  pepper: string,
  now: Instant,
  developmentSecret?: string,
): Promise<void> => {
  for (const { environment, clientId, secret, apiKey } of developmentClients) {
    const client = {
      id: clientId,
      clientId,
      name: `development (${environment})`,
      environment,
      products: productCodes.join(','),
      ...resultOptionsDefault,
      createdAt: now,
      revokedAt: null,
    }
    await insertOrKeep(tx, ScoringClient, client, 'id')
    const common = { client: clientId, createdAt: now }
    await insertCredential(tx, pepper, withSecret(secret, developmentSecret), { ...common, kind: 'SECRET' })
    await insertCredential(tx, pepper, withSecret(apiKey, developmentSecret), { ...common, kind: 'API_KEY' })
  }
}

/** A database that was used in development must not accept the well-known development clients in production. */
export const revokeDevelopmentClients = async (tx: Tx, now: Instant): Promise<void> => {
  for (const { clientId } of developmentClients) {
    await update(tx, ScoringClient, { revokedAt: now }, 'client_id = ? AND revoked_at IS NULL', [clientId])
  }
}
