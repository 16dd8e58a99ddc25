import type { Tx } from '../../database/database.js'
import { insertOrKeep, update } from '../../database/rows.js'
import { hashKey } from '../../identity/keys.js'
import type { Instant } from '../../shared/clock.js'
import { productCodes } from '../engine.js'
import type { Environment } from '../environment.js'
import { ScoringClient, ScoringCredential, type CredentialKind } from './client.entity.js'

interface DevelopmentClient {
  readonly environment: Environment
  readonly clientId: string
  readonly secret: string
  readonly apiKey: string
}

/** They exist outside production only (SCORING: credentials). */
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

const insertCredential = (
  tx: Tx,
  pepper: string,
  client: string,
  kind: CredentialKind,
  text: string,
  createdAt: Instant,
): Promise<void> => {
  const id = `${client}-${kind}`
  const row = { id, client, kind, hash: hashKey(pepper, text), createdAt, expiresAt: null }
  return insertOrKeep(tx, ScoringCredential, row, 'id')
}

/** Makes the development clients; safe at every start. */
export const ensureDevelopmentClients = async (tx: Tx, pepper: string, now: Instant): Promise<void> => {
  for (const { environment, clientId, secret, apiKey } of developmentClients) {
    const client = {
      id: clientId,
      clientId,
      name: `development (${environment})`,
      environment,
      products: productCodes.join(','),
      withChecks: false,
      createdAt: now,
      revokedAt: null,
    }
    await insertOrKeep(tx, ScoringClient, client, 'id')
    await insertCredential(tx, pepper, clientId, 'SECRET', secret, now)
    await insertCredential(tx, pepper, clientId, 'API_KEY', apiKey, now)
  }
}

/** A database that served development once must not open to its well-known clients in production. */
export const revokeDevelopmentClients = async (tx: Tx, now: Instant): Promise<void> => {
  for (const { clientId } of developmentClients) {
    await update(tx, ScoringClient, { revokedAt: now }, 'client_id = ? AND revoked_at IS NULL', [clientId])
  }
}
