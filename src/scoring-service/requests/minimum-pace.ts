import { ScoringRefusal } from '../model/scoring-refusal.js'

export interface Pace {
  readonly bytes: number
  readonly ms: number
}

/**
 * A tenth of the rate of the slowest connections in use. A slower sender occupies a connection without really sending.
 */
const paceMin: Pace = { bytes: 16 * 1024, ms: 60_000 }

/**
 * Resolves with `next`, or with LATE when the time is up. `timers/promises` with a signal is not used, since each
 * abort creates errors with stacks, and a document has hundreds of chunks.
 */
const within = <T>(ms: number, next: Promise<T>): Promise<T | 'LATE'> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, 'LATE' as const)
    next.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Passes on the chunks as long as enough bytes arrive in each period. Refuses: TOO_SLOW. */
export async function* withMinimumPace(
  source: AsyncGenerator<Buffer>,
  { bytes, ms }: Pace = paceMin,
): AsyncGenerator<Buffer> {
  let since = performance.now()
  let received = 0
  for (;;) {
    const first = await within(Math.max(0, since + ms - performance.now()), source.next())
    if (first === 'LATE')
      throw new ScoringRefusal('TOO_SLOW', 'The document came too slowly', { details: 'too_slow' })
    if (first.done) return
    yield first.value
    received += first.value.length
    if (received < bytes) continue
    since = performance.now()
    received = 0
  }
}
