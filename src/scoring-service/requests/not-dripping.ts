import { ScoringRefusal } from '../model/scoring-refusal.js'

export interface Pace {
  readonly bytes: number
  readonly ms: number
}

/** A tenth of the slowest line that anybody has: who sends less keeps a place and sends nothing. */
const paceMin: Pace = { bytes: 16 * 1024, ms: 60_000 }

/**
 * Whatever becomes of it after that, nobody waits for it. Not `timers/promises` with a signal: each abort makes errors with
 * stacks, and there are hundreds of portions in a document.
 */
const within = <T>(ms: number, next: Promise<T>): Promise<T | 'LATE'> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, 'LATE' as const)
    next.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Passes on what comes, as long as so many bytes come in so long a time. Refuses: TOO_SLOW. */
export async function* notDripping(
  source: AsyncGenerator<Buffer>,
  { bytes, ms }: Pace = paceMin,
): AsyncGenerator<Buffer> {
  let since = performance.now()
  let come = 0
  for (;;) {
    const first = await within(Math.max(0, since + ms - performance.now()), source.next())
    if (first === 'LATE')
      throw new ScoringRefusal('TOO_SLOW', 'The document came too slowly', { details: 'too_slow' })
    if (first.done) return
    yield first.value
    come += first.value.length
    if (come < bytes) continue
    since = performance.now()
    come = 0
  }
}
