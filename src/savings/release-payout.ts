import type { Tx } from '../database/database.js'
import { databaseNow, insert, update } from '../database/rows.js'
import { audit } from '../identity/audit.js'
import { PaymentOrder } from '../payments/payment.entity.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import { newProviderReference } from '../shared/ids.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import { splitAmount } from './exit.rules.js'
import { Payout } from './payout.entity.js'

/** What a transfer to a customer is made of, beside the payout that it belongs to. */
export interface Transfer {
  readonly part: number
  readonly attempt: number
  readonly amount: Minor
  /** Milliseconds until it may be sent. */
  readonly inMs: number
  /** The business date on which it is written: that of its journal. */
  readonly on: LocalDate
}

/** Whose money a transfer carries: that of a payout, or of a collection that is paid back. */
interface Carried {
  readonly customerId: string
  readonly accountId: string
  readonly book: string
  readonly currency: string
  readonly payoutId: string | null
  readonly refundOf: string | null
}

interface Payee {
  readonly msisdn: Msisdn
  readonly note: string
}

/** Writes one transfer: a payment order, due when its wait is over. Always to the customer's own number. */
const writeTransfer = async (
  tx: Tx,
  call: Call,
  carried: Carried,
  { msisdn, note }: Payee,
  transfer: Transfer,
): Promise<void> => {
  const id = newProviderReference()
  await insert(tx, PaymentOrder, {
    id,
    kind: 'PAY_OUT',
    customerId: carried.customerId,
    accountId: carried.accountId,
    book: carried.book,
    msisdn,
    amount: transfer.amount,
    currency: carried.currency,
    note,
    status: 'CREATED',
    payoutId: carried.payoutId,
    refundOf: carried.refundOf,
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
    customerId: carried.customerId,
    subject: id,
    after: {
      ...(carried.payoutId === null ? { refundOf: carried.refundOf } : { payout: carried.payoutId }),
      part: transfer.part,
      attempt: transfer.attempt,
      amount: transfer.amount,
    },
  })
  if (transfer.inMs > 0) {
    await tx.run(`UPDATE payment_orders SET due_at = due_at + ${Math.trunc(transfer.inMs)} WHERE id = ?`, [
      id,
    ])
  }
}

/** The next attempt of a transfer that failed for good, under a reference of its own. */
export const retryTransfer = (
  tx: Tx,
  call: Call,
  failed: PaymentOrder,
  { inMs, on }: Pick<Transfer, 'inMs' | 'on'>,
): Promise<void> => {
  const attempt = (failed.attempt ?? 1) + 1
  return writeTransfer(tx, call, failed, failed, {
    part: failed.part ?? 1,
    attempt,
    amount: failed.amount,
    inMs,
    on,
  })
}

export interface ReleaseDeps {
  /** The most that the provider sends at once; undefined without such a limit. */
  readonly payoutMax: Minor | undefined
  /** The text that the wallet shows with the money. */
  readonly payeeNote: string
}

/** The first attempt of everything that a customer gets, in parts where the provider wants it so. */
export const writeTransfers = async (
  tx: Tx,
  call: Call,
  { payoutMax, payeeNote }: ReleaseDeps,
  carried: Carried,
  { msisdn, amount, on }: { readonly msisdn: Msisdn } & Pick<Transfer, 'amount' | 'on'>,
): Promise<void> => {
  const payee = { msisdn, note: payeeNote }
  for (const [i, part] of splitAmount(amount, payoutMax).entries()) {
    await writeTransfer(tx, call, carried, payee, { part: i + 1, attempt: 1, amount: part, inMs: 0, on })
  }
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
  const carried = { ...payout, payoutId: payout.id, refundOf: null }
  await writeTransfers(tx, call, deps, carried, { msisdn, amount: payout.amount, on })
  return true
}
