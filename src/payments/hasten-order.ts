import type { Database } from '../database/database.js'
import type { WallClock } from '../shared/clock.js'

const extraPollEveryMs = 10_000
const rememberedMax = 10_000

/**
 * A provider's callback is unsigned, so it is believed in nothing: it only brings the next poll of a known order
 * forward, at most once an order in 10 s, whoever sends how many (DESIGN 7).
 */
export const createHastenOrder = (
  { database, clock }: { readonly database: Database; readonly clock: WallClock },
  onDue: () => void,
) => {
  const hastened = new Map<string, number>()

  return async (reference: string): Promise<void> => {
    const now = clock.now()
    if (now - (hastened.get(reference) ?? -Infinity) < extraPollEveryMs) return
    const found = await database.inTransaction((tx) =>
      tx.run(
        `UPDATE payment_orders SET due_at = ${tx.dialect.nowMs}
         WHERE id = ? AND status IN ('SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')`,
        [reference],
      ),
    )
    if (found === 0) return
    hastened.delete(reference)
    hastened.set(reference, now)
    if (hastened.size > rememberedMax) hastened.delete(hastened.keys().next().value!)
    onDue()
  }
}
