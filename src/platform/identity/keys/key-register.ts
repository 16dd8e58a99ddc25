import type { Database } from '../../database/database.js'
import { inList } from '../../database/in-list.js'
import type { Instant, WallClock } from '../../../kernel/clock.js'
import type { Log } from '../../../kernel/log.js'
import { listKeys, rolesOf } from './manage-keys.js'
import type { Actor } from '../../../kernel/call.js'

/** A key and its holder. The key is valid until `expiresAt`, or for ever if that is null. */
export interface KnownKey {
  readonly id: string
  readonly caller: Actor
  readonly expiresAt: Instant | null
}

export interface KeyRegister {
  /** Finds, by its hash, a key that is neither revoked nor expired. Counts as a use of the key. */
  readonly find: (hash: string) => KnownKey | undefined
  /** Whether no key was ever created in the database: then the clients file is used. */
  readonly isEmpty: () => boolean
  /** Reloads the keys, without waiting for the interval. */
  readonly refresh: () => Promise<void>
  /** Reloads at an interval until `close`. */
  readonly keepFresh: () => void
  readonly close: () => Promise<void>
}

/** A revocation takes effect in every process within two of these intervals and one read. */
const refreshMs = 750
const lastUsedMs = 60_000

/** The keys that are not revoked, by hash. */
const keysByHash = (all: Awaited<ReturnType<typeof listKeys>>): ReadonlyMap<string, KnownKey> =>
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

/** Collects the keys that are used, and writes the time of their last use, all together and at most once a minute. */
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

/** A reload after a change must not use a read that began before the change. */
const createReload = (read: () => Promise<void>) => {
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
 * The cache of the database's keys. There are few and every request needs them, so all are held in memory and reloaded at an
 * interval. During an outage of the database the last read stays valid, since callers can read nothing from it anyway.
 */
export const createKeyRegister = (deps: {
  readonly database: Database
  readonly clock: WallClock
  readonly log: Log
}): KeyRegister => {
  const { database, clock, log } = deps
  let keys: ReadonlyMap<string, KnownKey> = new Map()
  let isEmpty = true
  let timer: NodeJS.Timeout | undefined
  let isDown = false
  let isClosed = false
  const uses = createUses(database, clock)

  const { refresh, idle } = createReload(async () => {
    const all = await listKeys({ database })
    isEmpty = all.length === 0
    keys = keysByHash(all)
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
      const found = keys.get(hash)
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
