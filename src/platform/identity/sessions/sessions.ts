import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Instant, WallClock } from '../../../kernel/clock.js'
import { newId } from '../../../kernel/ids.js'
import type { Database, Tx } from '../../database/database.js'
import { insert, selectOne, update } from '../../database/rows.js'
import { audit } from '../audit.js'
import { hashSecret } from '../keys/keys.js'
import type { Actor } from '../../../kernel/call.js'
import type { KeyRing } from '../../crypto/key-ring.js'
import { noteSignIn } from '../keys/role-assignments.js'
import { createSessionRefresh, endAll, sealedRefreshToken } from './refresh-session.js'
import { cookieOf } from './cookies.js'
import type { IdentityProvider, SignedIn } from './provider.js'
import { Session } from './session.entity.js'
import { actorOf, idleMsMax, isOpen, lifeMsMax, rolesText } from './read-session.js'

export interface Sessions {
  /** Returns the value of the cookie. A sign-in with other roles ends the person's earlier sessions. */
  readonly begin: (who: SignedIn, address: string, refreshToken?: string) => Promise<string>
  /** Who presents this cookie; `isUse` where a person did something, as opposed to a page that polls. */
  readonly find: (headers: IncomingHttpHeaders, isUse: boolean) => Promise<Actor | undefined>
  /** Whether a browser presents a session that is no longer open: at the next sign-in the person must prove who they are. */
  readonly isOver: (headers: IncomingHttpHeaders) => Promise<boolean>
  readonly end: (headers: IncomingHttpHeaders, address: string) => Promise<void>
  /** Ends all sessions of a person to whom the provider gives no role any more. */
  readonly endAllOf: (person: string, address: string) => Promise<void>
}

export const sessionCookie = '__Host-cauri'

/** The value that the cookie gets when its session is signed out. */
export const signedOutValue = 'out'

/** The last use is written at most once in this time. */
const useWrittenEveryMs = 60_000
/** Sessions older than this are deleted. */
const keptMs = 24 * 3_600_000

/** SQL: how many sessions are open. */
export const openSessionsSql = (nowMs: string): string =>
  `SELECT COUNT(*) AS n FROM sessions
   WHERE created_at > ${nowMs} - ${lifeMsMax} AND used_at > ${nowMs} - ${idleMsMax} AND ended_at IS NULL`

/** Writes that a session has begun, ends the person's sessions with other roles, and deletes old sessions of everybody. */
const open = async (tx: Tx, session: Session, address: string): Promise<void> => {
  const { createdAt: now, person, roles } = session
  await tx.run('DELETE FROM sessions WHERE created_at < ?', [now - keptMs])
  const others = 'person = ? AND roles <> ? AND ended_at IS NULL'
  await update(tx, Session, { endedAt: now, refreshToken: null }, others, [person, roles])
  await insert(tx, Session, session)
  await noteSignIn(tx, session)
  const change = { action: 'SIGN_IN', customerId: null, subject: session.id, after: { roles } } as const
  await audit(tx, { now, actor: actorOf(session), address }, change)
}

const close = async (
  tx: Tx,
  hash: string,
  { now, address }: { readonly now: Instant; readonly address: string },
): Promise<void> => {
  const session = await selectOne(tx, Session, `WHERE hash = ? ${tx.dialect.forUpdate}`, [hash])
  if (!session || session.endedAt !== null) return
  await update(tx, Session, { endedAt: now, refreshToken: null }, 'id = ?', [session.id])
  const change = { action: 'SIGN_OUT', customerId: null, subject: session.id } as const
  await audit(tx, { now, actor: actorOf(session), address }, change)
}

interface Deps {
  readonly database: Database
  readonly clock: WallClock
  readonly pepper: string
  readonly sealing: KeyRing
  /** The provider that refreshes signed-in persons; undefined: development persons, who are never refreshed. */
  readonly provider?: IdentityProvider | undefined
}

/** A new session, and the secret for its cookie. */
const newSession = (
  { clock, pepper, sealing }: Deps,
  { person, name, roles }: SignedIn,
  refreshToken: string | undefined,
): { readonly session: Session; readonly secret: string } => {
  const now = clock.now()
  const id = newId(now)
  const secret = randomBytes(32).toString('base64url')
  const fields = {
    person,
    name,
    roles: rolesText(roles),
    refreshToken: sealedRefreshToken(sealing, id, refreshToken),
  }
  const times = { createdAt: now, usedAt: now, endedAt: null, confirmedAt: null, refreshStartedAt: null }
  return { session: { id, hash: hashSecret(pepper, secret), ...fields, ...times }, secret }
}

/** Sessions in SQL: valid in every process at once, and ended in all at once. */
export const createSessions = (deps: Deps): Sessions => {
  const { database, clock, pepper, sealing, provider } = deps
  const refreshSession = provider && createSessionRefresh({ database, clock, sealing, provider })
  const hashOf = (headers: IncomingHttpHeaders): string | undefined => {
    const secret = cookieOf(headers, sessionCookie)
    return secret === undefined ? undefined : hashSecret(pepper, secret)
  }

  return {
    begin: async (who, address, refreshToken) => {
      const { session, secret } = newSession(deps, who, refreshToken)
      await database.inTransaction((tx) => open(tx, session, address))
      return secret
    },

    find: async (headers, isUse) => {
      const hash = hashOf(headers)
      if (hash === undefined) return undefined
      const stored = await selectOne(database.read, Session, 'WHERE hash = ?', [hash])
      const now = clock.now()
      if (!stored || !isOpen(stored, now)) return undefined
      const session = refreshSession ? await refreshSession(stored) : stored
      if (!session) return undefined
      if (isUse && now - session.usedAt >= useWrittenEveryMs)
        await database.inOneStatement((tx) =>
          update(tx, Session, { usedAt: now }, 'id = ? AND used_at < ?', [session.id, now]),
        )
      return actorOf(session)
    },

    isOver: async (headers) => {
      const hash = hashOf(headers)
      if (hash === undefined) return false
      const session = await selectOne(database.read, Session, 'WHERE hash = ?', [hash])
      return !session || !isOpen(session, clock.now())
    },

    end: async (headers, address) => {
      const hash = hashOf(headers)
      if (hash === undefined) return
      const now = clock.now()
      await database.inTransaction((tx) => close(tx, hash, { now, address }))
    },

    endAllOf: async (person, address) => {
      const now = clock.now()
      await database.inTransaction((tx) => endAll(tx, person, { now, address }))
    },
  }
}
