import type { Database, Tx } from '../../database/database.js'
import { databaseNow, insert, insertOrKeep, selectAll, selectOne, update } from '../../database/rows.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { newId } from '../../../kernel/ids.js'
import { Refusal } from '../../../kernel/refusal.js'
import { ApiKey, KeyHolder } from './api-key.entity.js'
import { recordOnce } from '../act-once.js'
import { audit } from '../audit.js'
import { assignRoles, endRoles } from './role-assignments.js'
import { operatorName } from './another-person.js'
import { hashSecret, newKey } from './keys.js'
import { nameKey, normaliseName } from '../person.rules.js'
import { conflictOf, rolesProblem, type HolderKind, type Role } from '../roles.js'

export interface KeyDeps {
  readonly database: Database
  readonly pepper: string
}

type Caller = Pick<Call, 'now' | 'actor' | 'address' | 'once'>

export interface NewApiKey {
  readonly name: string
  readonly kind: HolderKind
  readonly roles: readonly Role[]
  readonly expiresAt: Instant | null
}

/** A key without its secret. */
export interface ListedKey {
  readonly key: ApiKey
  readonly holder: KeyHolder
}

export interface CreatedKey extends ListedKey {
  /** Shown once, and not stored: null when a repeated request finds the key already created. */
  readonly text: string | null
}

const refuse = (detail: string): Refusal => new Refusal('INVALID_ARGUMENT', detail)

const nameLengthMax = 64

export const rolesOf = ({ roles }: Pick<ApiKey, 'roles'>): Role[] => roles.split(',') as Role[]

/**
 * The holder of this name, in any spelling; created where there is none. Row-locked, so that its keys are checked
 * together.
 */
const holderOf = async (tx: Tx, name: string, kind: HolderKind, now: Instant): Promise<KeyHolder> => {
  const row = { id: newId(now), name, nameKey: nameKey(name), kind, createdAt: now }
  await insertOrKeep(tx, KeyHolder, row, 'id')
  const where = `WHERE name_key = ? ${tx.dialect.forUpdate}`
  const holder = await selectOne(tx, KeyHolder, where, [row.nameKey])
  if (!holder) throw new Error('the existing holder of keys was deleted concurrently')
  if (holder.kind !== kind) throw refuse(`${holder.name} is a ${holder.kind.toLowerCase()}`)
  return holder
}

const findKey = async (tx: Tx, id: string): Promise<ListedKey | undefined> => {
  const key = await selectOne(tx, ApiKey, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  const holder = key && (await selectOne(tx, KeyHolder, 'WHERE id = ?', [key.holder]))
  // The id is compared again, since MySQL ignores trailing blanks.
  return holder && key.id === id ? { key, holder } : undefined
}

/**
 * Creates a key for a person or system; a known name, in any spelling, is the same holder. Refuses keys that would let
 * one holder both propose and approve. Refuses: INVALID_ARGUMENT.
 */
export const createKey = async (deps: KeyDeps, caller: Caller, input: NewApiKey): Promise<CreatedKey> => {
  const name = normaliseName(input.name)
  const roles = [...new Set(input.roles)]
  if (name === '' || name.length > nameLengthMax)
    throw refuse(`A name must have 1 to ${nameLengthMax} characters`)
  // This name is reserved: it marks keys that were created on the command line.
  if (nameKey(name) === operatorName) throw refuse(`The name ${operatorName} is reserved`)
  const problem = rolesProblem(input.kind, roles)
  if (problem !== undefined) throw refuse(problem)
  if (input.expiresAt !== null && input.expiresAt <= caller.now)
    throw refuse('A key must expire later than now')
  const text = newKey()
  const id = newId(caller.now)
  return deps.database.inTransaction(async (tx) => {
    const earlier = await recordOnce(tx, caller, id)
    if (earlier !== undefined) return { ...(await findKey(tx, earlier))!, text: null }
    const holder = await holderOf(tx, name, input.kind, caller.now)
    const valid = 'WHERE holder = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'
    const others = await selectAll(tx, ApiKey, valid, [holder.id, caller.now])
    const conflict = conflictOf([...roles, ...others.flatMap(rolesOf)])
    if (conflict !== undefined) throw refuse(`With this key and another, ${holder.name} would ${conflict}`)
    const key: ApiKey = {
      id,
      holder: holder.id,
      hash: hashSecret(deps.pepper, text),
      roles: roles.join(','),
      createdAt: caller.now,
      createdBy: caller.actor.name,
      lastUsedAt: null,
      expiresAt: input.expiresAt,
      revokedAt: null,
    }
    await insert(tx, ApiKey, key)
    await assignRoles(tx, key, holder)
    const after = {
      holder: holder.id,
      name: holder.name,
      kind: holder.kind,
      roles,
      expiresAt: input.expiresAt,
    }
    await audit(tx, caller, { action: 'CREATE_API_KEY', customerId: null, subject: key.id, after })
    return { key, holder, text }
  })
}

export const listKeys = async ({
  database,
}: {
  readonly database: Pick<Database, 'read'>
}): Promise<ListedKey[]> => {
  const holders = await selectAll(database.read, KeyHolder, 'ORDER BY name_key', [])
  const keys = await selectAll(database.read, ApiKey, 'ORDER BY id', [])
  return holders.flatMap((holder) =>
    keys.filter((key) => key.holder === holder.id).map((key) => ({ key, holder })),
  )
}

/**
 * Revokes a key. A process refuses it once it has read the keys again; the upload addresses that were requested with it end at once.
 * Idempotent. Refuses: INVALID_REFERENCE; INVALID_ARGUMENT for an idempotency key that was used for something else.
 */
export const revokeKey = (deps: Pick<KeyDeps, 'database'>, caller: Caller, id: string): Promise<ListedKey> =>
  deps.database.inTransaction(async (tx) => {
    await recordOnce(tx, caller, id)
    const found = await findKey(tx, id)
    if (!found) throw new Refusal('INVALID_REFERENCE', 'There is no key of this id')
    const { key, holder } = found
    if (key.revokedAt !== null) return { key, holder }
    await update(tx, ApiKey, { revokedAt: databaseNow }, 'id = ?', [id])
    await endRoles(tx, id, caller.now)
    await audit(tx, caller, {
      action: 'REVOKE_API_KEY',
      customerId: null,
      subject: id,
      after: { holder: holder.id, name: holder.name },
    })
    return { key: (await selectOne(tx, ApiKey, 'WHERE id = ?', [id]))!, holder }
  })
