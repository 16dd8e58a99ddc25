import { setTimeout as wait } from 'node:timers/promises'
import type { Instant, WallClock } from '../../../kernel/clock.js'
import type { KeyRing } from '../../crypto/key-ring.js'
import { seal, unseal } from '../../crypto/sealing.js'
import type { Database, Tx } from '../../database/database.js'
import { selectAll, selectOne, update } from '../../database/rows.js'
import { audit } from '../audit.js'
import { endSignInRoles } from '../keys/role-assignments.js'
import { SignInProblem, type IdentityProvider, type SignedIn } from './provider.js'
import { Session } from './session.entity.js'
import { actorOf, isOpen, rolesText } from './read-session.js'

/** The age at which the provider's confirmation is refreshed. */
const refreshAfterMs = 10 * 60_000
/** The age of the confirmation beyond which the session is refused. */
const confirmedMsMax = 15 * 60_000
/** How long a process has the lease of a refresh: if it got no answer until then, another process may try. */
const refreshLeaseMs = 10_000
const pollMs = 200

type EndReason = 'NO_ROLE' | 'OTHER_ROLES' | 'REFUSED'

const placeOf = (id: string): string => `sessions.renewal ${id}`

export const sealedRefreshToken = (
  sealing: KeyRing,
  id: string,
  refreshToken: string | undefined,
): string | null => (refreshToken === undefined ? null : seal(sealing, placeOf(id), refreshToken))

/** Undefined also for a token that no key can open any more: the person signs in again. */
const refreshTokenOf = (sealing: KeyRing, { id, refreshToken }: Session): string | undefined => {
  try {
    return refreshToken === null ? undefined : unseal(sealing, placeOf(id), refreshToken)
  } catch {
    return undefined
  }
}

const endEach = async (
  tx: Tx,
  sessions: readonly Session[],
  { now, address, why }: { readonly now: Instant; readonly address?: string; readonly why: EndReason },
): Promise<void> => {
  for (const session of sessions) {
    await update(tx, Session, { endedAt: now, refreshToken: null }, 'id = ?', [session.id])
    if (!isOpen(session, now)) continue
    const change = { action: 'SIGN_OUT', customerId: null, subject: session.id, after: { why } } as const
    await audit(tx, { now, actor: actorOf(session), ...(address !== undefined && { address }) }, change)
  }
}

const sessionsOf = (tx: Tx, person: string): Promise<Session[]> =>
  selectAll(tx, Session, `WHERE person = ? AND ended_at IS NULL ORDER BY id ${tx.dialect.forUpdate}`, [
    person,
  ])

/** Writes that a person has no role any more: all their sessions end, and their roles. */
export const endAll = async (
  tx: Tx,
  person: string,
  when: { readonly now: Instant; readonly address?: string },
): Promise<void> => {
  await endEach(tx, await sessionsOf(tx, person), { ...when, why: 'NO_ROLE' })
  await endSignInRoles(tx, person, when.now)
}

/** A change of roles ends the sessions with the old ones everywhere: the person signs in again with the new ones. */
const endOthers = async (tx: Tx, person: string, roles: string, now: Instant): Promise<void> => {
  const others = (await sessionsOf(tx, person)).filter((session) => session.roles !== roles)
  await endEach(tx, others, { now, why: 'OTHER_ROLES' })
  await endSignInRoles(tx, person, now)
}

interface Deps {
  readonly database: Database
  readonly clock: WallClock
  readonly sealing: KeyRing
  readonly provider: IdentityProvider
}

const confirmedAtOf = ({ confirmedAt, createdAt }: Session): Instant => confirmedAt ?? createdAt

/** Writes what the provider says of a person. Returns the session if it stays valid, else undefined. */
const settle = (
  { database, clock, sealing }: Deps,
  session: Session,
  answer: { readonly who: SignedIn; readonly refreshToken: string } | SignInProblem,
): Promise<Session | undefined> =>
  database.inTransaction(async (tx) => {
    const now = clock.now()
    const { id, person } = session
    const current = await selectOne(tx, Session, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
    if (!current || current.endedAt !== null) return undefined
    if (answer instanceof SignInProblem) {
      if (answer.code === 'NO_ROLE') await endAll(tx, person, { now })
      else await endEach(tx, [current], { now, why: 'REFUSED' })
      return undefined
    }
    const roles = rolesText(answer.who.roles)
    if (roles !== current.roles) {
      await endOthers(tx, person, roles, now)
      return undefined
    }
    const refreshToken = sealedRefreshToken(sealing, id, answer.refreshToken)
    const changes = { confirmedAt: now, name: answer.who.name, refreshToken }
    await update(tx, Session, changes, 'id = ?', [id])
    return { ...current, ...changes }
  })

/** Takes the lease of a refresh, so that only one runs at a time: a refresh token often works only once. */
const takeRefreshLease = ({ database }: Deps, { id, refreshToken }: Session, now: Instant): Promise<number> =>
  database.inOneStatement((tx) =>
    update(
      tx,
      Session,
      { refreshStartedAt: now },
      // `renewal` is the column of `refreshToken`, `asked_at` that of `refreshStartedAt`.
      'id = ? AND renewal = ? AND ended_at IS NULL AND (asked_at IS NULL OR asked_at <= ?)',
      [id, refreshToken, now - refreshLeaseMs],
    ),
  )

/** Releases the lease of a refresh that failed because the provider was away, so that the next request tries again. */
const releaseRefresh = ({ database }: Deps, { id }: Session): Promise<number> =>
  database.inOneStatement((tx) => update(tx, Session, { refreshStartedAt: null }, 'id = ?', [id]))

/** Waits until the process with the lease is done, at most as long as the lease. */
const awaitRefresh = async ({ database }: Deps, before: Session): Promise<Session | undefined> => {
  for (let waited = 0; waited < refreshLeaseMs; waited += pollMs) {
    const session = await selectOne(database.read, Session, 'WHERE id = ?', [before.id])
    if (!session || session.endedAt !== null) return undefined
    if (confirmedAtOf(session) > confirmedAtOf(before)) return session
    if (session.refreshStartedAt === null) return undefined
    await wait(pollMs)
  }
  return undefined
}

/**
 * Once the provider's last confirmation is ten minutes old, asks it with the refresh token whether the person still has the same roles;
 * returns the session if it stays valid. Without an answer (the provider is away, another process asks, there is no usable refresh
 * token), the last confirmation holds for a quarter of an hour.
 */
export const createSessionRefresh = (deps: Deps): ((session: Session) => Promise<Session | undefined>) => {
  const { clock, sealing, provider } = deps
  const refreshes = new Map<string, Promise<Session | undefined>>()

  const ask = async (session: Session, refreshToken: string): Promise<Session | undefined> => {
    const ifStillConfirmed = (): Session | undefined =>
      clock.now() - confirmedAtOf(session) < confirmedMsMax ? session : undefined
    if ((await takeRefreshLease(deps, session, clock.now())) === 0)
      return ifStillConfirmed() ?? (await awaitRefresh(deps, session))
    const answer = await provider.refresh(refreshToken, session.person).catch((error: unknown) => {
      if (error instanceof SignInProblem) return error
      throw error
    })
    if (!(answer instanceof SignInProblem) || answer.code !== 'PROVIDER_AWAY')
      return settle(deps, session, answer)
    const confirmed = ifStillConfirmed()
    if (!confirmed) await releaseRefresh(deps, session)
    return confirmed
  }

  return async (session) => {
    const age = clock.now() - confirmedAtOf(session)
    if (age < refreshAfterMs) return session
    const refreshToken = refreshTokenOf(sealing, session)
    if (refreshToken === undefined) return age < confirmedMsMax ? session : undefined
    const refreshing = refreshes.get(session.id) ?? ask(session, refreshToken)
    refreshes.set(session.id, refreshing)
    return refreshing.finally(() => refreshes.delete(session.id))
  }
}
