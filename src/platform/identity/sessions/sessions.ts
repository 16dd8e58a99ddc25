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
import { createAskAgain, endAll, sealedRenewal } from './ask-again.js'
import { cookieOf } from './cookies.js'
import type { IdentityProvider, SignedIn } from './provider.js'
import { Session } from './session.entity.js'
import { actorOf, idleMsMax, isOpen, lifeMsMax, rolesText } from './read-session.js'

export interface Sessions {
  /** The value of the cookie. Whoever signs in with other roles than before ends what they have open with those. */
  readonly begin: (who: SignedIn, address: string, renewal?: string) => Promise<string>
  /** Who shows such a cookie; `isUse` where a person did something, and not their page by itself. */
  readonly find: (headers: IncomingHttpHeaders, isUse: boolean) => Promise<Actor | undefined>
  /** Whether a browser shows a session that is over: it is signed in again by who proves who they are. */
  readonly isOver: (headers: IncomingHttpHeaders) => Promise<boolean>
  readonly end: (headers: IncomingHttpHeaders, address: string) => Promise<void>
  /** Ends all that somebody has open, whom the provider gives no role any more. */
  readonly endAllOf: (person: string, address: string) => Promise<void>
}

export const sessionCookie = '__Host-cauri'

/** In the place of a session that was left. */
export const noSession = 'out'

/** A use is written down once in so long. */
const usedMs = 60_000
const keptMs = 24 * 3_600_000

/** SQL: how many sessions are open. */
export const openSessionsSql = (nowMs: string): string =>
  `SELECT COUNT(*) AS n FROM sessions
   WHERE created_at > ${nowMs} - ${lifeMsMax} AND used_at > ${nowMs} - ${idleMsMax} AND ended_at IS NULL`

/** Writes down that a session has begun: what was open with other roles has ended. */
const open = async (tx: Tx, session: Session, address: string): Promise<void> => {
  const { createdAt: now, person, roles } = session
  await tx.run('DELETE FROM sessions WHERE created_at < ?', [now - keptMs])
  const others = 'person = ? AND roles <> ? AND ended_at IS NULL'
  await update(tx, Session, { endedAt: now, renewal: null }, others, [person, roles])
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
  await update(tx, Session, { endedAt: now, renewal: null }, 'id = ?', [session.id])
  const change = { action: 'SIGN_OUT', customerId: null, subject: session.id } as const
  await audit(tx, { now, actor: actorOf(session), address }, change)
}

interface Deps {
  readonly database: Database
  readonly clock: WallClock
  readonly pepper: string
  readonly sealing: KeyRing
  /** Who is asked about those who are signed in; undefined: persons of development sign in, whom nobody takes anything away. */
  readonly provider?: IdentityProvider | undefined
}

/** A session that begins, and the secret that a browser shows for it. */
const newSession = (
  { clock, pepper, sealing }: Deps,
  { person, name, roles }: SignedIn,
  renewal: string | undefined,
): { readonly session: Session; readonly secret: string } => {
  const now = clock.now()
  const id = newId(now)
  const secret = randomBytes(32).toString('base64url')
  const said = { person, name, roles: rolesText(roles), renewal: sealedRenewal(sealing, id, renewal) }
  const times = { createdAt: now, usedAt: now, endedAt: null, vouchedAt: null, askedAt: null }
  return { session: { id, hash: hashSecret(pepper, secret), ...said, ...times }, secret }
}

/** Sessions of persons in SQL: they hold in every process at once, and end there. */
export const createSessions = (deps: Deps): Sessions => {
  const { database, clock, pepper, sealing, provider } = deps
  const askAgain = provider && createAskAgain({ database, clock, sealing, provider })
  const hashOf = (headers: IncomingHttpHeaders): string | undefined => {
    const secret = cookieOf(headers, sessionCookie)
    return secret === undefined ? undefined : hashSecret(pepper, secret)
  }

  return {
    begin: async (who, address, renewal) => {
      const { session, secret } = newSession(deps, who, renewal)
      await database.inTransaction((tx) => open(tx, session, address))
      return secret
    },

    find: async (headers, isUse) => {
      const hash = hashOf(headers)
      if (hash === undefined) return undefined
      const shown = await selectOne(database.read, Session, 'WHERE hash = ?', [hash])
      const now = clock.now()
      if (!shown || !isOpen(shown, now)) return undefined
      const session = askAgain ? await askAgain(shown) : shown
      if (!session) return undefined
      if (isUse && now - session.usedAt >= usedMs)
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
