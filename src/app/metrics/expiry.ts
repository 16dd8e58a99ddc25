import { Gauge, type Registry } from 'prom-client'
import type { AppParts } from '../parts.js'
import type { WallClock } from '../../kernel/clock.js'
import type { Database } from '../../platform/database/database.js'
import { listKeys } from '../../platform/identity/keys/manage-keys.js'
import { certificateEnd, expiringKeys } from '../watch-expiry.js'

interface ExpiryFacts {
  readonly database: Pick<Database, 'read'>
  readonly clock: WallClock
  readonly ownCertificate: AppParts['ownCertificate']
}

/** Metrics, read at each scrape: when the first key without a replacement expires, if that is soon, and when our certificate does. */
export const registerExpiryMetrics = (
  registry: Registry,
  { database, clock, ownCertificate }: ExpiryFacts,
): void => {
  const ends = new Gauge({
    name: 'cauri_expiry_timestamp_seconds',
    help: 'Expiry of the certificate, and of the first API key that expires within 14 days without a replacement, in seconds since 1970',
    labelNames: ['what'],
    registers: [registry],
    collect: async () => {
      // During an outage of the database a scrape gets the last value of this metric.
      const keys = await listKeys({ database }).catch(() => undefined)
      const certificate = ownCertificate?.()
      if (!keys) return
      ends.reset()
      const [first] = expiringKeys(keys, clock.now())
      if (first) ends.set({ what: 'api_key' }, first.expiresAt / 1000)
      if (certificate !== undefined) ends.set({ what: 'certificate' }, certificateEnd(certificate) / 1000)
    },
  })
}
