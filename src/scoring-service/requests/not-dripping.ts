import { setTimeout as sleep } from 'node:timers/promises'
import { Declined } from '../model/declined.js'

export interface Pace {
  readonly bytes: number
  readonly ms: number
}

/** A tenth of the slowest line that anybody has: who sends less keeps a place and sends nothing. */
const paceMin: Pace = { bytes: 16 * 1024, ms: 60_000 }

/** Passes on what comes, as long as so many bytes come in so long a time. Refuses: TOO_SLOW. */
export async function* notDripping(
  source: AsyncGenerator<Buffer>,
  { bytes, ms }: Pace = paceMin,
): AsyncGenerator<Buffer> {
  let since = performance.now()
  let come = 0
  for (;;) {
    const next = source.next()
    const late = new AbortController()
    const leftMs = Math.max(0, since + ms - performance.now())
    const first = await Promise.race([next, sleep(leftMs, 'LATE' as const, { signal: late.signal })])
    late.abort()
    if (first === 'LATE') {
      // Whatever becomes of it now, nobody waits for it.
      next.catch(() => undefined)
      throw new Declined('TOO_SLOW', 'The document came too slowly', { details: 'too_slow' })
    }
    if (first.done) return
    yield first.value
    come += first.value.length
    if (come < bytes) continue
    since = performance.now()
    come = 0
  }
}
