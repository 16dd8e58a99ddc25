import type { Instant } from '../../../kernel/clock.js'
import type { Tx } from '../../database/database.js'
import { insert, insertOrKeep, selectOne, update } from '../../database/rows.js'
import type { ApiKey, KeyHolder } from './api-key.entity.js'
import { RoleAssignment } from './role-assignment.entity.js'

/** Records which roles a key gives to whom, in the transaction that creates it. */
export const assignRoles = (tx: Tx, key: ApiKey, holder: KeyHolder): Promise<void> =>
  insert(tx, RoleAssignment, {
    id: key.id,
    personId: holder.id,
    name: holder.name,
    kind: holder.kind,
    source: 'KEY',
    roles: key.roles,
    from: key.createdAt,
    until: key.expiresAt,
    seenAt: null,
    givenBy: key.createdBy,
    openKey: null,
  })

/** Ends the roles of a key now, unless they ended before by its expiry. */
export const endRoles = async (tx: Tx, keyId: string, now: Instant): Promise<void> => {
  await update(tx, RoleAssignment, { until: now }, 'id = ? AND (until_at IS NULL OR until_at > ?)', [
    keyId,
    now,
  ])
}

interface SignIn {
  readonly id: string
  readonly person: string
  readonly name: string
  readonly roles: string
  readonly createdAt: Instant
}

/** Records the roles of a sign-in: an assignment of the same roles is extended; one of other roles ends, and a new one begins. */
export const noteSignIn = async (
  tx: Tx,
  { id, person, name, roles, createdAt: now }: SignIn,
): Promise<void> => {
  const open = `WHERE open_key = ? ${tx.dialect.forUpdate}`
  const earlier = await selectOne(tx, RoleAssignment, open, [person])
  if (earlier && earlier.roles !== roles)
    await update(tx, RoleAssignment, { until: now, openKey: null }, 'id = ?', [earlier.id])
  const row = {
    id,
    personId: person,
    name,
    kind: 'PERSON',
    source: 'SIGN_IN',
    roles,
    from: now,
    until: null,
    seenAt: now,
    givenBy: null,
    openKey: person,
  } as const
  await insertOrKeep(tx, RoleAssignment, row, 'id')
  await update(tx, RoleAssignment, { seenAt: now }, 'open_key = ?', [person])
}

/** Ends the roles of a person to whom the identity provider gives none any more. */
export const endSignInRoles = async (tx: Tx, person: string, now: Instant): Promise<void> => {
  await update(tx, RoleAssignment, { until: now, openKey: null }, 'open_key = ?', [person])
}
