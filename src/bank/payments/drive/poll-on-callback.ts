import type { Database } from '../../../platform/database/database.js'

const extraPollEveryMs = 10_000
const rememberedMax = 10_000
const atOnceMax = 4

/**
 * True at most once in 10 s for a reference. Unknown references are remembered too, so that repeating one costs
 * nothing.
 */
const createGate = (nowMs: () => number): ((reference: string) => boolean) => {
  const seen = new Map<string, number>()
  return (reference) => {
    const now = nowMs()
    if (now - (seen.get(reference) ?? -Infinity) < extraPollEveryMs) return false
    seen.delete(reference)
    seen.set(reference, now)
    if (seen.size > rememberedMax) seen.delete(seen.keys().next().value!)
    return true
  }
}

/**
 * The result of a callback. ASKED: it made an order due. UNKNOWN: no order with its reference is SUBMITTED, UNKNOWN or
 * UNDER_REVIEW. REPEATED: another callback with its reference came less than 10 s before. DROPPED: too many callbacks are in
 * flight.
 */
export const callbackOutcomes = ['ASKED', 'UNKNOWN', 'REPEATED', 'DROPPED'] as const

export type CallbackOutcome = (typeof callbackOutcomes)[number]

/**
 * A provider's callback is unsigned, so nothing in it is trusted. It only triggers a poll of a known order, in addition to the
 * polling ladder and without using up a rung, at most once in 10 s per order (docs/design/payments.md#callbacks). Callbacks
 * beyond a few in flight are dropped, so that strangers cannot exhaust the database connections; the ladder finds the outcome
 * anyway.
 */
export const createPollOnCallback = (
  {
    database,
    now = () => performance.now(),
    onNotice = () => undefined,
  }: {
    readonly database: Database
    /** A monotonic clock in milliseconds; the clock of this process when not given. */
    readonly now?: () => number
    readonly onNotice?: (outcome: CallbackOutcome) => void
  },
  onDue: () => void,
) => {
  const mayAsk = createGate(now)
  let inFlight = 0

  const makeDue = async (reference: string): Promise<CallbackOutcome> => {
    const waiting = `id = ? AND status IN ('SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')`
    const known = await database.read.all(`SELECT id FROM payment_orders WHERE ${waiting}`, [reference])
    if (known.length === 0) return 'UNKNOWN'
    await database.inTransaction((tx) =>
      tx.run(
        `UPDATE payment_orders SET resume_at = COALESCE(resume_at, due_at), due_at = ${tx.dialect.nowMs}
         WHERE ${waiting}`,
        [reference],
      ),
    )
    onDue()
    return 'ASKED'
  }

  return async (reference: string): Promise<void> => {
    if (inFlight >= atOnceMax) return onNotice('DROPPED')
    if (!mayAsk(reference)) return onNotice('REPEATED')
    inFlight++
    try {
      onNotice(await makeDue(reference))
    } finally {
      inFlight--
    }
  }
}
