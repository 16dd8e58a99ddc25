import { lockAccruedDay, lockAccruedDayOfNew } from '../../business-clock/clocks.repository.js'
import type { LockedOrder } from '../../payments/drive/order-outcomes.js'
import type { Tx } from '../../../platform/database/database.js'
import { databaseNow, insert } from '../../../platform/database/rows.js'
import { postJournal } from '../../ledger/post-journal.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import { productVersion } from '../../products/products.read.js'
import { assert } from '../../../kernel/assert.js'
import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { newId } from '../../../kernel/ids.js'
import { dayCountBasis, interestOn } from '../../../kernel/interest.js'
import type { DepositTermsQuoted } from '../rules/deposit.rules.js'
import { ofOrder } from './order-journals.js'
import { statusOn } from '../rules/position.rules.js'
import { placeRefund } from './refund-deposit.js'
import type { ReleaseDeps } from '../payouts/release-payout.js'
import { findQuote } from '../records/request-log.repository.js'
import { Deposit, Position } from '../records/savings.entity.js'
import { correctMaturity, recordMaturity } from '../accrual/mature-position.js'
import { lockedSavings, savingsById } from '../records/savings.repository.js'

/**
 * The joined position if it still accrues, else a new one on the same terms (docs/design/deposits.md#once-money-moved).
 */
const positionFor = async (
  tx: Tx,
  now: Instant,
  { facts, order }: LockedOrder,
  terms: DepositTermsQuoted,
): Promise<{ readonly position: Position; readonly isNew: boolean }> => {
  const joined = terms.positionId === null ? undefined : (await lockedSavings(tx, terms.positionId))?.position
  if (joined && statusOn(joined, facts.today) === 'ACCRUING') return { position: joined, isNew: false }
  const version = await productVersion(tx, terms.productVersionId)
  const position: Position = {
    id: `POS-${newId(now)}`,
    customerId: order.customerId,
    accountId: order.accountId,
    book: order.book,
    productVersionId: version.id,
    productCode: version.code,
    termMonths: version.termMonths,
    currency: terms.currency,
    ratePpm: terms.ratePpm,
    earlyRatePpm: version.earlyRatePpm,
    basisDays: dayCountBasis[version.dayCount],
    taxPpm: version.taxPpm,
    startOn: order.businessOn,
    maturityOn: terms.maturityOn,
    status: 'OPEN',
    createdAt: now,
  }
  await insert(tx, Position, { ...position, createdAt: databaseNow })
  return { position, isNew: true }
}

/**
 * Posts the deposit, and the interest since its value date up to the last accrued day if it settles late, so that interest payable
 * stays the sum over all deposits (docs/design/money-and-ledger.md#the-invariant).
 */
const post = async (
  tx: Tx,
  now: Instant,
  order: PaymentOrder,
  {
    on,
    position,
    accruedTo,
  }: { readonly on: LocalDate; readonly position: Position; readonly accruedTo: LocalDate },
): Promise<void> => {
  const earned = interestOn({ ...position, principal: order.amount, valueOn: order.businessOn }, accruedTo)
  await postJournal(tx, now, {
    ...ofOrder(order, on),
    valueOn: order.businessOn,
    reference: `DEPOSIT:${order.id}`,
    lines: [
      { account: 'wallet_clearing', amount: order.amount },
      { account: 'customer_principal', dimension: position.id, amount: -order.amount },
      { account: 'interest_expense', amount: earned },
      { account: 'interest_payable', dimension: position.productCode, amount: -earned },
    ],
  })
}

/** Money for a closing or closed account waits in suspense until it is refunded. */
const suspend = (tx: Tx, now: Instant, order: PaymentOrder, on: LocalDate): Promise<void> =>
  postJournal(tx, now, {
    ...ofOrder(order, on),
    reference: `SUSPENSE:${order.id}`,
    lines: [
      { account: 'wallet_clearing', amount: order.amount },
      { account: 'suspense', amount: -order.amount },
    ],
  })

/**
 * Books a deposit whose money has moved, exactly as it was quoted, with the business date of its confirm as value date;
 * a deposit for a closing or closed account is refunded. Runs in the transaction that ends the order, under the
 * customer's lock, on a day that is open in the books.
 */
export const settleDeposit = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  locked: LockedOrder,
): Promise<void> => {
  const { now } = call
  const { facts, order } = locked
  const quote = await findQuote(tx, order.quoteReference!)
  assert(quote && quote.terms.amount === order.amount, `order ${order.id} differs from its quote`)
  if (facts.account?.id !== order.accountId || facts.account.status !== 'ACTIVE') {
    await suspend(tx, now, order, facts.today)
    return placeRefund(tx, call, deps, locked)
  }
  const { position, isNew } = await positionFor(tx, now, locked, quote.terms)
  await insert(tx, Deposit, {
    id: order.id,
    positionId: position.id,
    customerId: order.customerId,
    principal: order.amount,
    valueOn: order.businessOn,
    opens: isNew,
    createdAt: databaseNow,
  })
  const { nowOn, accruedTo } = await (isNew ? lockAccruedDayOfNew : lockAccruedDay)(tx, position)
  await post(tx, now, order, { on: facts.today, position, accruedTo })
  if (position.maturityOn <= addDays(nowOn, 1)) {
    const savings = await savingsById(tx, position.id)
    // If the maturity date is complete, no walk handles it again, so the maturity is recorded here. If a walk is at that date,
    // it may already have recorded the maturity without this deposit.
    await (position.maturityOn <= nowOn
      ? recordMaturity(tx, savings!, facts.today)
      : correctMaturity(tx, savings!))
  }
}
