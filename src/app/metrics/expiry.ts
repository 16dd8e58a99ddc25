import { Gauge, type Registry } from 'prom-client'
import type { WallClock } from '../../kernel/clock.js'
import type { Database } from '../../platform/database/database.js'
import { listKeys } from '../../platform/identity/keys/manage-keys.js'
import { certificateEnd, endingKeys } from '../watch-expiry.js'

interface ExpiryFacts {
  readonly database: Pick<Database, 'read'>
  readonly clock: WallClock
  readonly certFile: string | undefined
}

/** When the first key that nobody has replaced ends, if that is soon, and our certificate; asked when it is scraped. */
export const registerExpiryMetrics = (
  registry: Registry,
  { database, clock, certFile }: ExpiryFacts,
): void => {
  const ends = new Gauge({
    name: 'cauri_expiry_timestamp_seconds',
    help: 'When the certificate ends, and the first API key that ends within 14 days without another in its place, in seconds since 1970',
    labelNames: ['what'],
    registers: [registry],
    collect: async () => {
      // A scrape during an outage still has all other figures, and this one as it was.
      const keys = await listKeys({ database }).catch(() => undefined)
      const certificate = await certificateEnd(certFile).catch(() => undefined)
      if (!keys) return
      ends.reset()
      const [first] = endingKeys(keys, clock.now())
      if (first) ends.set({ what: 'api_key' }, first.expiresAt / 1000)
      if (certificate !== undefined) ends.set({ what: 'certificate' }, certificate / 1000)
    },
  })
}
