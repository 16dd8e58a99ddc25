import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '../platform/database/database.js'
import { listKeys } from '../platform/identity/manage-keys.js'
import { formatInstant, type WallClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Work } from '../kernel/work.js'
import type { Config } from './config/config.js'
import type { AppParts } from './parts.js'

const dayMs = 86_400_000
const noticeMs = 14 * dayMs

interface ExpiryDeps {
  readonly database: Database
  readonly clock: WallClock
  readonly log: Log
  readonly certFile: string | undefined
}

/** Warns once a day of each key, and of our certificate, that ends within two weeks. */
export const createExpiryWatch = ({ database, clock, log, certFile }: ExpiryDeps) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    const now = clock.now()
    if (now - warnedAt < dayMs) return
    for (const { key, holder } of await listKeys({ database })) {
      const { expiresAt, revokedAt } = key
      if (expiresAt === null || revokedAt !== null || expiresAt <= now || expiresAt > now + noticeMs) continue
      log.warn(
        { key: key.id, holder: holder.id, expiresAt: formatInstant(expiresAt) },
        'an API key ends soon',
      )
    }
    const text = certFile === undefined ? undefined : await readFile(certFile, 'utf8').catch(() => undefined)
    const endsAt = text === undefined ? undefined : Date.parse(new X509Certificate(text).validTo)
    if (endsAt !== undefined && endsAt < now + noticeMs)
      log.warn({ certFile, expiresAt: formatInstant(endsAt) }, 'the certificate ends soon')
    warnedAt = now
  }
}

export const expiryWatch = (
  { tls }: Pick<Config, 'tls'>,
  { clock, log }: Pick<AppParts, 'clock' | 'log'>,
  database: Database,
): Work => ({
  name: 'watch-expiry',
  everyMs: 60_000,
  run: createExpiryWatch({ database, clock, log, certFile: tls?.certFile }),
})
