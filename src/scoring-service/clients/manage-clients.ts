import type { Database, Tx } from '../../platform/database/database.js'
import { insert, selectAll, selectOne, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { AuditAction } from '../../platform/identity/audit-action.js'
import { hashSecret, newKey } from '../../platform/identity/keys/keys.js'
import type { Actor } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import { resultOptionsDefault, type ResultOptions } from '../model/engine.js'
import { type ProductCode } from '../../scoring-contract/words.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { ScoringClient, ScoringCredential, type CredentialKind } from './client.entity.js'

export interface ManageDeps {
  readonly database: Database
  readonly pepper: string
  readonly now: Instant
}

/** The actor of commands. Whoever can run commands controls the machine, so no person is recorded. */
const operator: Actor = { name: 'operator', roles: new Set() }

/** Shown once: only their hashes are stored. */
export interface NewCredentials {
  readonly secret: string
  readonly apiKey: string
}

/** A mistake of the operator, reported in one line. */
export class ClientMistake extends Error {}

const clientOf = async (tx: Tx, clientId: string): Promise<ScoringClient> => {
  const where = `WHERE client_id = ? ${tx.dialect.forUpdate}`
  const client = await selectOne(tx, ScoringClient, where, [clientId])
  if (!client) throw new ClientMistake(`there is no client '${clientId}'`)
  if (client.revokedAt !== null) throw new ClientMistake(`the client '${clientId}' is revoked`)
  return client
}

const insertCredentials = async (
  tx: Tx,
  { pepper, now }: ManageDeps,
  client: string,
): Promise<NewCredentials> => {
  const insertOne = async (kind: CredentialKind): Promise<string> => {
    const text = newKey()
    const row = {
      id: newId(now),
      client,
      kind,
      hash: hashSecret(pepper, text),
      createdAt: now,
      expiresAt: null,
    }
    await insert(tx, ScoringCredential, row)
    return text
  }
  return { secret: await insertOne('SECRET'), apiKey: await insertOne('API_KEY') }
}

interface Change {
  readonly action: AuditAction
  readonly client: ScoringClient
  readonly after: object
  readonly before?: object
}

const auditOf = (tx: Tx, { now }: ManageDeps, { client, ...change }: Change) =>
  audit(tx, { now, actor: operator }, { customerId: null, subject: client.id, ...change })

/** A new client of one environment with its first secret and key. Refuses a `clientId` that is taken. */
export const createClient = (
  deps: ManageDeps,
  facts: {
    readonly clientId: string
    readonly name: string
    readonly environment: Environment
    readonly products: readonly ProductCode[]
    readonly options?: Partial<ResultOptions>
  },
): Promise<NewCredentials> =>
  deps.database.inTransaction(async (tx) => {
    const { clientId, name, environment } = facts
    if (await selectOne(tx, ScoringClient, 'WHERE client_id = ?', [clientId]))
      throw new ClientMistake(`the client '${clientId}' exists already`)
    const id = newId(deps.now)
    const products = facts.products.join(',')
    const options = { ...resultOptionsDefault, ...facts.options }
    const terms = { clientId, name, environment, products, ...options }
    const client = { id, ...terms, createdAt: deps.now, revokedAt: null }
    await insert(tx, ScoringClient, client)
    await auditOf(tx, deps, { action: 'CREATE_SCORING_CLIENT', client, after: terms })
    return insertCredentials(tx, deps, id)
  })

export const listClients = ({ database }: ManageDeps): Promise<ScoringClient[]> =>
  selectAll(database.read, ScoringClient, 'ORDER BY environment, client_id', [])

/**
 * Adds a new secret and key. The old ones stay valid for `overlapMs`, so that the client can change over; 0 ends them
 * now, for credentials that have leaked.
 */
export const rotateClient = (
  deps: ManageDeps,
  { clientId, overlapMs }: { readonly clientId: string; readonly overlapMs: number },
): Promise<NewCredentials> =>
  deps.database.inTransaction(async (tx) => {
    const client = await clientOf(tx, clientId)
    const expiresAt = deps.now + overlapMs
    const stillValid = 'client = ? AND (expires_at IS NULL OR expires_at > ?)'
    await update(tx, ScoringCredential, { expiresAt }, stillValid, [client.id, expiresAt])
    await auditOf(tx, deps, { action: 'ROTATE_SCORING_CLIENT', client, after: { expiresAt } })
    return insertCredentials(tx, deps, client.id)
  })

/** Changes what was agreed with a client (`ResultOptions`), for results that are made from now on. */
export const setClientOptions = (
  deps: ManageDeps,
  { clientId, options }: { readonly clientId: string; readonly options: Partial<ResultOptions> },
): Promise<void> =>
  deps.database.inTransaction(async (tx) => {
    const client = await clientOf(tx, clientId)
    const { masksContacts, withChecks, acceptsCsv } = client
    const before = { masksContacts, withChecks, acceptsCsv }
    const after = { ...before, ...options }
    await update(tx, ScoringClient, after, 'id = ?', [client.id])
    await auditOf(tx, deps, { action: 'CHANGE_SCORING_CLIENT', client, after, before })
  })

/**
 * Ends a client for good. Its tokens and upload addresses are invalid from then on, since each use of them checks the
 * client. Its result addresses do not check it, so they are marked as used.
 */
export const revokeClient = (deps: ManageDeps, clientId: string): Promise<void> =>
  deps.database.inTransaction(async (tx) => {
    const client = await clientOf(tx, clientId)
    await update(tx, ScoringClient, { revokedAt: deps.now }, 'id = ?', [client.id])
    await tx.run(
      `UPDATE scoring_addresses SET consumed_at = ? WHERE consumed_at IS NULL AND object_key IN (
         SELECT object_key FROM scoring_results JOIN scoring_requests ON scoring_requests.id = scoring_results.request_id
         WHERE scoring_requests.client = ?)`,
      [deps.now, client.id],
    )
    await auditOf(tx, deps, { action: 'REVOKE_SCORING_CLIENT', client, after: { revokedAt: deps.now } })
  })
