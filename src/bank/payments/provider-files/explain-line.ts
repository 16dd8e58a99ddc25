import type { Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Tx } from '../../../platform/database/database.js'
import { selectOne, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import { ProviderLine } from './provider-file.entity.js'

/** A line that matches none of our orders, row-locked. Refuses: INVALID_REFERENCE. */
export const unknownLine = async (tx: Tx, transactionId: string): Promise<ProviderLine> => {
  const line = await selectOne(tx, ProviderLine, `WHERE transaction_id = ? ${tx.dialect.forUpdate}`, [
    transactionId,
  ])
  if (line?.transactionId !== transactionId || line.state !== 'UNKNOWN')
    throw new Refusal('INVALID_REFERENCE', 'There is no line with this id in the state UNKNOWN')
  return line
}

/** Records that two people have explained a line, for example as the bank's own money. Refuses: INVALID_REFERENCE. */
export const explainLine = async (tx: Tx, call: Call, transactionId: string): Promise<void> => {
  const { state } = await unknownLine(tx, transactionId)
  await update(tx, ProviderLine, { state: 'EXPLAINED' }, 'transaction_id = ?', [transactionId])
  await audit(tx, call, {
    action: 'EXPLAIN_LINE',
    customerId: null,
    subject: transactionId,
    before: { state },
    after: { state: 'EXPLAINED' },
  })
}
