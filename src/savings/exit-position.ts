import { endExceptions, holdAccrued } from '../clocks/clocks.repository.js'
import type { CustomerFacts } from '../customers/customers.repository.js'
import type { Tx } from '../database/database.js'
import { databaseNow, insert } from '../database/rows.js'
import { audit } from '../identity/audit.js'
import { postJournal } from '../ledger/post-journal.js'
import { productVersion } from '../products/products.read.js'
import { maxDate, type LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import { newReference } from '../shared/ids.js'
import { interestOn } from '../shared/interest.js'
import type { Minor } from '../shared/money.js'
import { recordMaturity } from './mature-position.js'
import { movePosition } from './move-to.js'
import { Payout } from './payout.entity.js'
import { plannedPayout } from './planned-payout.js'
import type { Savings } from './savings.repository.js'

/** Gross interest of a position by a day: what the book has accrued of it. */
export const accruedBy = (
  { position, deposits }: Pick<Savings, 'position' | 'deposits'>,
  on: LocalDate,
): Minor => deposits.reduce((sum, deposit) => sum + interestOn({ ...position, ...deposit }, on), 0n)

/**
 * Takes a position out of the books and reserves what it pays. Interest payable loses exactly what the book had accrued
 * of it, whether the exit lies before or after that day; what was not allowed goes back to expense
 * (docs/design/money-and-ledger.md#the-invariant).
 */
const postExit = (
  tx: Tx,
  call: Call,
  savings: Pick<Savings, 'position' | 'deposits'>,
  payout: Payout,
  bookedOn: LocalDate,
) => {
  const { position } = savings
  const inPayable = accruedBy(savings, payout.exitAccruedTo)
  return postJournal(tx, call.now, {
    book: position.book,
    reference: `EXIT:${payout.id}`,
    customerId: position.customerId,
    businessOn: bookedOn,
    valueOn: payout.exitedOn,
    currency: position.currency,
    lines: [
      { account: 'customer_principal', dimension: position.id, amount: payout.principal },
      { account: 'interest_payable', dimension: position.productCode, amount: inPayable },
      { account: 'interest_expense', amount: payout.interest - inPayable },
      { account: 'tax_payable', amount: -payout.tax },
      { account: 'payout_reserved', dimension: payout.id, amount: -payout.amount },
    ],
  })
}

/**
 * Leaves one open position on its customer's business date: reserves it, books its payout, in the caller's transaction
 * under the customer's lock. The payout stands ON_HOLD; one without a hold is released by the caller.
 */
export const exitPosition = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  savings: Pick<Savings, 'position' | 'deposits'>,
  withdrawalReference: string | null,
  payoutId = newReference('SET'),
): Promise<Payout> => {
  const { position } = savings
  const { holdHours } = await productVersion(tx, position.productVersionId)
  await movePosition(tx, position.id, { status: 'PAYING_OUT' })
  const { nowOn, accruedTo } = await holdAccrued(tx, position)
  const payout = plannedPayout(savings, {
    payoutId,
    withdrawalReference,
    on: facts.today,
    at: call.now,
    holdHours,
    accruedTo,
  })
  // A night that is late would look for matured positions among the open ones, and not find this one.
  if (payout.basis === 'MATURITY') await recordMaturity(tx, savings)
  await insert(tx, Payout, { ...payout, createdAt: databaseNow })
  // One that began before midnight, and is written when that day is closed, is of the next day's books.
  await postExit(tx, call, savings, payout, maxDate(facts.today, nowOn))
  await endExceptions(tx, position.id)
  await audit(tx, call, {
    action: 'EXIT_POSITION',
    customerId: position.customerId,
    subject: position.id,
    before: { status: 'OPEN' },
    after: { status: 'PAYING_OUT', payout: payout.id, basis: payout.basis, amount: payout.amount },
  })
  return payout
}
