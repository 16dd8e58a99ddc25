import type { Database } from '../../platform/database/database.js'
import { databaseNow, insert, selectOne } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import { firstDate, lastDate, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import { Clock, notWalking } from './clock.entity.js'

/**
 * Creates a test clock. A repeated call creates another one: two clocks may have the same date.
 * Refuses: INVALID_ARGUMENT for a date outside 2000 to 2099.
 */
export const createClock = (
  { database }: { readonly database: Database },
  call: Call,
  nowOn: LocalDate,
): Promise<Clock> => {
  if (nowOn < firstDate || nowOn > lastDate) {
    throw new Refusal('INVALID_ARGUMENT', `now: a clock stands between ${firstDate} and ${lastDate}`)
  }
  return database.inTransaction(async (tx) => {
    const id = `CLK-${newId(call.now)}`
    await insert(tx, Clock, { id, nowOn, ...notWalking, createdAt: databaseNow })
    await audit(tx, call, { action: 'CREATE_CLOCK', customerId: null, subject: id, after: { nowOn } })
    const clock = await selectOne(tx, Clock, 'WHERE id = ?', [id])
    return clock!
  })
}
