import { trace } from '../../../kernel/trace.js'
import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { databaseNow, insertAll, update } from '../../../platform/database/rows.js'
import { auditAll } from '../../../platform/identity/audit.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { providerReferenceOf } from '../../../kernel/ids.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { splitAmount } from '../rules/withdrawal.rules.js'
import { Payout } from '../records/payout.entity.js'

/** The fields of a transfer to a customer, except its purpose. */
export interface Transfer {
  readonly part: number
  readonly attempt: number
  readonly amount: Minor
  /** Milliseconds until it may be sent. */
  readonly inMs: number
  /** The business date on which it is written. */
  readonly on: LocalDate
}

/** What a transfer is for: a payout, or the refund of a collection. */
interface TransferPurpose {
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

interface PurposedTransfer {
  readonly purpose: TransferPurpose
  readonly transfer: Transfer
}

const auditOrders = (
  tx: Tx,
  call: Call,
  orders: readonly (PurposedTransfer & { readonly id: string })[],
): Promise<void> =>
  auditAll(
    tx,
    call,
    orders.map(({ id, purpose, transfer }) => ({
      action: 'PLACE_TRANSFER',
      customerId: purpose.customerId,
      subject: id,
      after: {
        ...(purpose.payoutId === null ? { refundOf: purpose.refundOf } : { payout: purpose.payoutId }),
        part: transfer.part,
        attempt: transfer.attempt,
        amount: transfer.amount,
      },
    })),
  )

/** Writes transfers to the customer's own number: payment orders that are due when their delay is over. */
const writeOrders = async (
  tx: Tx,
  call: Call,
  { msisdn, note }: Payee,
  transfers: readonly PurposedTransfer[],
): Promise<void> => {
  const orders = transfers.map(({ purpose, transfer }) => ({
    purpose,
    transfer,
    id: providerReferenceOf(
      ...(purpose.payoutId === null ? ['REFUND', purpose.refundOf!] : ['PAY_OUT', purpose.payoutId]),
      transfer.part,
      transfer.attempt,
    ),
  }))
  await insertAll(
    tx,
    PaymentOrder,
    orders.map(({ id, purpose, transfer }) => ({
      id,
      kind: 'PAY_OUT' as const,
      customerId: purpose.customerId,
      accountId: purpose.accountId,
      book: purpose.book,
      msisdn,
      amount: transfer.amount,
      currency: purpose.currency,
      note,
      status: 'CREATED' as const,
      payoutId: purpose.payoutId,
      refundOf: purpose.refundOf,
      part: transfer.part,
      attempt: transfer.attempt,
      businessOn: transfer.on,
      dueAt: databaseNow,
      sends: 0,
      polls: 0,
      traceparent: trace.current() ?? null,
      createdAt: databaseNow,
    })),
  )
  await auditOrders(tx, call, orders)
  for (const { id, transfer } of orders) {
    if (transfer.inMs > 0)
      await tx.run(`UPDATE payment_orders SET due_at = due_at + ${Math.trunc(transfer.inMs)} WHERE id = ?`, [
        id,
      ])
  }
}

/** Writes the next attempt at a transfer whose order has ended as FAILED, under a new reference. */
export const retryTransfer = (
  tx: Tx,
  call: Call,
  failed: PaymentOrder,
  { inMs, on }: Pick<Transfer, 'inMs' | 'on'>,
): Promise<void> => {
  const { part, amount } = failed
  const transfer = { part: part ?? 1, attempt: (failed.attempt ?? 1) + 1, amount, inMs, on }
  return writeOrders(tx, call, failed, [{ purpose: failed, transfer }])
}

export interface ReleaseDeps {
  /** The provider's limit for one transfer; undefined without one. */
  readonly payoutMax: Minor | undefined
  /** The text that the wallet shows with the money. */
  readonly payeeNote: string
}

/** The number that money is sent to, and the business date on which the transfer is written. */
interface Destination extends Pick<Transfer, 'on'> {
  readonly msisdn: Msisdn
}

/** Writes the first attempts of transfers to a customer, in parts where the provider limits an amount. */
export const writeTransfers = (
  tx: Tx,
  call: Call,
  { payoutMax, payeeNote }: ReleaseDeps,
  {
    purposes,
    msisdn,
    on,
  }: Destination & { readonly purposes: readonly (TransferPurpose & Pick<Transfer, 'amount'>)[] },
): Promise<void> =>
  writeOrders(
    tx,
    call,
    { msisdn, note: payeeNote },
    purposes.flatMap((each) =>
      splitAmount(each.amount, payoutMax).map((amount, i) => ({
        purpose: each,
        transfer: { part: i + 1, attempt: 1, amount, inMs: 0, on },
      })),
    ),
  )

/** Releases a held payout: ON_HOLD becomes PROCESSING, once, with an order for each part. False if it is not on hold any more. */
export const releasePayout = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  { payout, ...to }: Destination & { readonly payout: Payout },
): Promise<boolean> => {
  const released = await update(tx, Payout, { status: 'PROCESSING' }, `id = ? AND status = 'ON_HOLD'`, [
    payout.id,
  ])
  if (released === 0) return false
  const purpose = { ...payout, payoutId: payout.id, refundOf: null }
  await writeTransfers(tx, call, deps, { ...to, purposes: [purpose] })
  return true
}

/** As `releasePayout`, for payouts that this transaction has written itself. */
export const releaseNew = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  { payouts, ...to }: Destination & { readonly payouts: readonly Payout[] },
): Promise<void> => {
  if (payouts.length === 0) return
  const { places, parameters } = inList(payouts.map(({ id }) => id))
  await update(tx, Payout, { status: 'PROCESSING' }, `id IN (${places})`, parameters)
  const purposes = payouts.map((payout) => ({ ...payout, payoutId: payout.id, refundOf: null }))
  await writeTransfers(tx, call, deps, { ...to, purposes })
}
