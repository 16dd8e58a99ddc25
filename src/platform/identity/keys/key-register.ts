import type { Database } from '../../database/database.js'
import { inList } from '../../database/in-list.js'
import type { Instant, WallClock } from '../../../kernel/clock.js'
import type { Log } from '../../../kernel/log.js'
import { listKeys, rolesOf } from './manage-keys.js'
import type { Actor } from '../../../kernel/call.js'

/** A key that may be used until then. */
export interface KnownKey {
  readonly id: string
  readonly caller: Actor
  readonly expiresAt: Instant | null
}

export interface KeyRegister {
  /** By hash. Revoked ones are not there. */
  readonly find: (hash: string) => KnownKey | undefined
  /** No key was ever made here: the clients file counts. */
  readonly isEmpty: () => boolean
  /** Reads what has changed: at once in the process that changed it. */
  readonly refresh: () => Promise<void>
  /** Until `close`. */
  readonly keepFresh: () => void
  readonly close: () => Promise<void>
}

/** A revocation holds in every process after two of these at most, and one reading. */
const refreshMs = 750
const lastUsedMs = 60_000

/** By hash, those that may be used. */
const usable = (all: Awaited<ReturnType<typeof listKeys>>): ReadonlyMap<string, KnownKey> =>
  new Map(
    all
      .filter(({ key }) => key.revokedAt === null)
      .map(({ key, holder }) => [
        key.hash,
        {
          id: key.id,
          caller: { id: holder.id, name: holder.name, roles: new Set(rolesOf(key)), keyId: key.id },
          expiresAt: key.expiresAt,
        },
      ]),
  )

/** Which keys were used since that was written down last. */
const createUses = (database: Database, clock: WallClock) => {
  const used = new Set<string>()
  let writtenAt = clock.now()
  return {
    add: (id: string): void => void used.add(id),
    write: async (): Promise<void> => {
      if (used.size === 0 || clock.now() - writtenAt < lastUsedMs) return
      const ids = [...used]
      used.clear()
      writtenAt = clock.now()
      const { places, parameters } = inList(ids)
      await database.inOneStatement((tx) =>
        tx.run(`UPDATE api_keys SET last_used_at = ${tx.dialect.nowMs} WHERE id IN (${places})`, parameters),
      )
    },
  }
}

/** A reading that began before a change must not end after the one that was asked for because of it. */
const createReading = (read: () => Promise<void>) => {
  let reading: Promise<void> | undefined
  return {
    refresh: async (): Promise<void> => {
      const before = reading
      const mine = (async () => {
        await before?.catch(() => undefined)
        await read()
      })()
      reading = mine
      try {
        await mine
      } finally {
        if (reading === mine) reading = undefined
      }
    },
    idle: async (): Promise<void> => reading?.catch(() => undefined),
  }
}

/**
 * The keys of the database as this process knows them. They are few and asked for with every request, so that all are kept
 * and read again every moment. While the database is away the last reading holds: nothing can be had of us then either.
 */
export const createKeyRegister = (deps: {
  readonly database: Database
  readonly clock: WallClock
  readonly log: Log
}): KeyRegister => {
  const { database, clock, log } = deps
  let known: ReadonlyMap<string, KnownKey> = new Map()
  let isEmpty = true
  let timer: NodeJS.Timeout | undefined
  let isDown = false
  let isClosed = false
  const uses = createUses(database, clock)

  const { refresh, idle } = createReading(async () => {
    const all = await listKeys({ database })
    isEmpty = all.length === 0
    known = usable(all)
  })

  const tick = async (): Promise<void> => {
    try {
      await refresh()
      await uses.write()
      isDown = false
    } catch (err) {
      if (!isDown) log.warn({ err }, 'the API keys cannot be read; the last ones read stay valid')
      isDown = true
    }
    if (!isClosed) timer = setTimeout(() => void tick(), refreshMs).unref()
  }

  return {
    find: (hash) => {
      const found = known.get(hash)
      if (!found || (found.expiresAt !== null && found.expiresAt <= clock.now())) return undefined
      uses.add(found.id)
      return found
    },
    isEmpty: () => isEmpty,
    refresh,
    keepFresh: () => {
      timer = setTimeout(() => void tick(), refreshMs).unref()
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await idle()
    },
  }
}
