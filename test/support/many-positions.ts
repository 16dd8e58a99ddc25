import { randomUUID } from 'node:crypto'
import { insert, selectAll, selectOne } from '../../src/platform/database/rows.js'
import { AuditEntry } from '../../src/platform/identity/audit.entity.js'
import { postJournal } from '../../src/bank/ledger/post-journal.js'
import { PaymentOrder } from '../../src/bank/payments/payment.entity.js'
import { Deposit, Position } from '../../src/bank/savings/records/savings.entity.js'
import { newId, newReference } from '../../src/kernel/ids.js'
import type { Database } from '../../src/platform/database/database.js'
import type { Instant } from '../../src/kernel/clock.js'
import { present } from './present.js'

/**
 * Adds copies of a position with one deposit, in books that close, much faster than by deposits. To be used on the
 * day of that deposit, because no interest is accrued for the copies.
 */
export const addPositionsLike = async (
  world: { readonly database: Database; readonly call: () => { readonly now: Instant } },
  positionId: string,
  count: number,
): Promise<void> => {
  const { read } = world.database
  const position = present(await selectOne(read, Position, 'WHERE id = ?', [positionId]))
  const deposit = present(await selectOne(read, Deposit, 'WHERE position_id = ?', [positionId]))
  const order = present(await selectOne(read, PaymentOrder, 'WHERE id = ?', [deposit.id]))
  const audits = await selectAll(read, AuditEntry, 'WHERE subject = ?', [order.id])
  const { now } = world.call()
  await world.database.inTransaction(async (tx) => {
    for (let i = 0; i < count; i++) {
      const id = randomUUID()
      const copy = { ...position, id: `POS-${newId(now)}` }
      await insert(tx, Position, copy)
      await insert(tx, Deposit, { ...deposit, id, positionId: copy.id })
      await insert(tx, PaymentOrder, { ...order, id, quoteReference: newReference('DEP') })
      for (const entry of audits) await insert(tx, AuditEntry, { ...entry, id: newId(now), subject: id })
      await postJournal(tx, now, {
        ...copy,
        reference: `DEPOSIT:${id}`,
        businessOn: order.businessOn,
        valueOn: order.businessOn,
        lines: [
          { account: 'wallet_clearing', amount: order.amount },
          { account: 'customer_principal', dimension: copy.id, amount: -order.amount },
        ],
      })
    }
  })
}
