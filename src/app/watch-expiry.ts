import { X509Certificate } from 'node:crypto'
import type { Database } from '../platform/database/database.js'
import { listKeys, type ListedKey } from '../platform/identity/keys/manage-keys.js'
import { formatInstant, type Instant, type WallClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Work } from '../kernel/work.js'
import type { AppParts } from './parts.js'

export const dayMs = 86_400_000
const noticeMs = 14 * dayMs

interface ExpiryDeps {
  readonly database: Database
  readonly clock: WallClock
  readonly log: Log
}

export interface ExpiringKey extends ListedKey {
  readonly expiresAt: Instant
}

const isValid = ({ key }: ListedKey, now: Instant): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

const rolesIn = (roles: string): readonly string[] => roles.split(',')

/**
 * Whether a key replaces another one of the same holder: it has at least the same roles, and expires more than two weeks later or never.
 */
const replaces = (other: ListedKey, { holder, key }: ListedKey, expiresAt: Instant): boolean =>
  other.holder.id === holder.id &&
  (other.key.expiresAt === null || other.key.expiresAt > expiresAt + noticeMs) &&
  rolesIn(key.roles).every((role) => rolesIn(other.key.roles).includes(role))

/** Keys that expire within two weeks without a replacement; the soonest first. */
export const expiringKeys = (listed: readonly ListedKey[], now: Instant): readonly ExpiringKey[] => {
  const valid = listed.filter((one) => isValid(one, now))
  return valid
    .flatMap((one) => {
      const { expiresAt } = one.key
      if (expiresAt === null || !isSoon(expiresAt, now)) return []
      return valid.some((other) => replaces(other, one, expiresAt)) ? [] : [{ ...one, expiresAt }]
    })
    .toSorted((a, b) => a.expiresAt - b.expiresAt)
}

/** Whether to warn of an expiry: it is past, or within two weeks. */
export const isSoon = (moment: Instant, now: Instant): boolean => moment <= now + noticeMs

/** The expiry of a certificate in PEM. */
export const certificateEnd = (certificate: string): Instant =>
  Date.parse(new X509Certificate(certificate).validTo)

/**
 * Logs a warning once a day for each key that expires within two weeks without a replacement. A process warns of its own certificate
 * (reload-certificate.ts).
 */
export const createExpiryWatch = ({ database, clock, log }: ExpiryDeps) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    const now = clock.now()
    if (now - warnedAt < dayMs) return
    for (const { key, holder, expiresAt } of expiringKeys(await listKeys({ database }), now))
      log.warn(
        { key: key.id, holder: holder.id, expiresAt: formatInstant(expiresAt) },
        'an API key expires soon',
      )
    warnedAt = now
  }
}

export const expiryWatch = ({ clock, log }: Pick<AppParts, 'clock' | 'log'>, database: Database): Work => ({
  name: 'watch-expiry',
  everyMs: 60_000,
  run: createExpiryWatch({ database, clock, log }),
})
