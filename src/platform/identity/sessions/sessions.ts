import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Instant, WallClock } from '../../../kernel/clock.js'
import { newId } from '../../../kernel/ids.js'
import type { Database, Tx } from '../../database/database.js'
import { insert, selectAll, selectOne, update } from '../../database/rows.js'
import { audit } from '../audit.js'
import { hashSecret } from '../keys/keys.js'
import type { Actor } from '../../../kernel/call.js'
import type { Role } from '../roles.js'
import { noteNoRole, noteSignIn } from '../keys/role-assignments.js'
import { cookieOf } from './cookies.js'
import { Session } from './session.entity.js'

/** Whom an identity provider vouches for. */
export interface SignedIn {
  /** Issuer and subject, as one text. */
  readonly person: string
  readonly name: string
  readonly roles: readonly Role[]
}

export interface Sessions {
  /** The value of the cookie. Whoever signs in with other roles than before ends what they have open with those. */
  readonly begin: (who: SignedIn, address: string) => Promise<string>
  /** Who shows such a cookie; `isUse` where a person did something, and not their page by itself. */
  readonly find: (headers: IncomingHttpHeaders, isUse: boolean) => Promise<Actor | undefined>
  readonly end: (headers: IncomingHttpHeaders, address: string) => Promise<void>
  /** Ends all that somebody has open, whom the provider gives no role any more. */
  readonly endAllOf: (person: string, address: string) => Promise<void>
}

export const sessionCookie = '__Host-cauri'

/** Whether a browser shows a session, open or not: one that is over is signed in again by who proves who they are. */
export const hasSessionCookie = (headers: IncomingHttpHeaders): boolean =>
  cookieOf(headers, sessionCookie) !== undefined

/** In the place of a session that was left. */
export const noSession = 'out'

const idleMsMax = 15 * 60_000
const lifeMsMax = 8 * 3_600_000
/** A use is written down once in so long. */
const usedMs = 60_000
const keptMs = 24 * 3_600_000

const isOpen = ({ createdAt, usedAt, endedAt }: Session, now: Instant): boolean =>
  endedAt === null && now - createdAt < lifeMsMax && now - usedAt < idleMsMax

/** SQL: how many sessions are open. */
export const openSessionsSql = (nowMs: string): string =>
  `SELECT COUNT(*) AS n FROM sessions
   WHERE created_at > ${nowMs} - ${lifeMsMax} AND used_at > ${nowMs} - ${idleMsMax} AND ended_at IS NULL`

const callerOf = ({ person, name, roles }: Session): Actor => ({
  id: person,
  name,
  roles: new Set(roles.split(',') as Role[]),
})

/** Writes down that a session has begun: what was open with other roles has ended. */
const open = async (tx: Tx, session: Session, address: string): Promise<void> => {
  const { createdAt: now, person, roles } = session
  await tx.run('DELETE FROM sessions WHERE created_at < ?', [now - keptMs])
  const others = 'person = ? AND roles <> ? AND ended_at IS NULL'
  await update(tx, Session, { endedAt: now }, others, [person, roles])
  await insert(tx, Session, session)
  await noteSignIn(tx, session)
  const change = { action: 'SIGN_IN', customerId: null, subject: session.id, after: { roles } } as const
  await audit(tx, { now, actor: callerOf(session), address }, change)
}

const close = async (
  tx: Tx,
  hash: string,
  { now, address }: { readonly now: Instant; readonly address: string },
): Promise<void> => {
  const session = await selectOne(tx, Session, `WHERE hash = ? ${tx.dialect.forUpdate}`, [hash])
  if (!session || session.endedAt !== null) return
  await update(tx, Session, { endedAt: now }, 'id = ?', [session.id])
  const change = { action: 'SIGN_OUT', customerId: null, subject: session.id } as const
  await audit(tx, { now, actor: callerOf(session), address }, change)
}

/** Writes down that somebody has no role any more: each session of theirs ends, and what they could do. */
const closeAll = async (
  tx: Tx,
  person: string,
  { now, address }: { readonly now: Instant; readonly address: string },
): Promise<void> => {
  const sessions = await selectAll(
    tx,
    Session,
    `WHERE person = ? AND ended_at IS NULL ORDER BY id ${tx.dialect.forUpdate}`,
    [person],
  )
  for (const session of sessions) {
    await update(tx, Session, { endedAt: now }, 'id = ?', [session.id])
    if (!isOpen(session, now)) continue
    const after = { why: 'NO_ROLE' }
    const change = { action: 'SIGN_OUT', customerId: null, subject: session.id, after } as const
    await audit(tx, { now, actor: callerOf(session), address }, change)
  }
  await noteNoRole(tx, person, now)
}

/** Sessions of persons in SQL: they hold in every process at once, and end there. */
export const createSessions = (deps: {
  readonly database: Database
  readonly clock: WallClock
  readonly pepper: string
}): Sessions => {
  const { database, clock, pepper } = deps
  const hashOf = (headers: IncomingHttpHeaders): string | undefined => {
    const secret = cookieOf(headers, sessionCookie)
    return secret === undefined ? undefined : hashSecret(pepper, secret)
  }

  return {
    begin: async ({ person, name, roles }, address) => {
      const now = clock.now()
      const secret = randomBytes(32).toString('base64url')
      const said = { person, name, roles: [...new Set(roles)].sort().join(',') }
      const times = { createdAt: now, usedAt: now, endedAt: null }
      const session = { id: newId(now), hash: hashSecret(pepper, secret), ...said, ...times }
      await database.inTransaction((tx) => open(tx, session, address))
      return secret
    },

    find: async (headers, isUse) => {
      const hash = hashOf(headers)
      if (hash === undefined) return undefined
      const session = await selectOne(database.read, Session, 'WHERE hash = ?', [hash])
      const now = clock.now()
      if (!session || !isOpen(session, now)) return undefined
      if (isUse && now - session.usedAt >= usedMs)
        await database.inOneStatement((tx) =>
          update(tx, Session, { usedAt: now }, 'id = ? AND used_at < ?', [session.id, now]),
        )
      return callerOf(session)
    },

    end: async (headers, address) => {
      const hash = hashOf(headers)
      if (hash === undefined) return
      const now = clock.now()
      await database.inTransaction((tx) => close(tx, hash, { now, address }))
    },

    endAllOf: async (person, address) => {
      const now = clock.now()
      await database.inTransaction((tx) => closeAll(tx, person, { now, address }))
    },
  }
}
