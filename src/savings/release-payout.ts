import type { Tx } from '../database/database.js'
import { databaseNow, insert, update } from '../database/rows.js'
import { audit } from '../identity/audit.js'
import { PaymentOrder } from '../payments/payment.entity.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import { newProviderReference } from '../shared/ids.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import { partsOf } from './exit.rules.js'
import { Payout } from './payout.entity.js'

/** What a transfer to a customer is made of, beside the payout that it belongs to. */
export interface Transfer {
  readonly part: number
  readonly attempt: number
  readonly amount: Minor
  /** Milliseconds until it may be sent. */
  readonly inMs: number
  /** The business date on which it is written: that of its journal (DESIGN 4). */
  readonly on: LocalDate
}

/** Writes one transfer of a payout: a payment order, due when its wait is over. Always to the customer's own number. */
export const placeTransfer = async (
  tx: Tx,
  call: Call,
  payout: Payout,
  { msisdn, note }: { readonly msisdn: Msisdn; readonly note: string },
  transfer: Transfer,
): Promise<void> => {
  const id = newProviderReference()
  await insert(tx, PaymentOrder, {
    id,
    kind: 'PAY_OUT',
    customerId: payout.customerId,
    accountId: payout.accountId,
    book: payout.book,
    msisdn,
    amount: transfer.amount,
    currency: payout.currency,
    note,
    status: 'CREATED',
    payoutId: payout.id,
    part: transfer.part,
    attempt: transfer.attempt,
    businessOn: transfer.on,
    dueAt: databaseNow,
    sends: 0,
    polls: 0,
    createdAt: databaseNow,
  })
  await audit(tx, call, {
    action: 'PLACE_TRANSFER',
    customerId: payout.customerId,
    subject: id,
    after: { payout: payout.id, part: transfer.part, attempt: transfer.attempt, amount: transfer.amount },
  })
  if (transfer.inMs > 0) {
    await tx.run(`UPDATE payment_orders SET due_at = due_at + ${Math.trunc(transfer.inMs)} WHERE id = ?`, [
      id,
    ])
  }
}

export interface ReleaseDeps {
  /** The most that the provider sends at once; undefined without such a limit. */
  readonly payoutMax: Minor | undefined
  /** The text that the wallet shows with the money. */
  readonly payeeNote: string
}

/** Sends a payout on its way: ON_HOLD becomes PROCESSING, once, with an order for each part. False: another did it. */
export const releasePayout = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  payout: Payout,
  msisdn: Msisdn,
  on: LocalDate,
): Promise<boolean> => {
  const released = await update(tx, Payout, { status: 'PROCESSING' }, `id = ? AND status = 'ON_HOLD'`, [
    payout.id,
  ])
  if (released === 0) return false
  for (const [i, amount] of partsOf(payout.amount, deps.payoutMax).entries()) {
    await placeTransfer(
      tx,
      call,
      payout,
      { msisdn, note: deps.payeeNote },
      { part: i + 1, attempt: 1, amount, inMs: 0, on },
    )
  }
  return true
}
