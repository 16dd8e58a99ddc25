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
import { exitTermsOn, holdUntil, type ExitTerms } from './exit.rules.js'
import { recordMaturity } from './mature-position.js'
import { movePosition } from './move-to.js'
import { Payout } from './payout.entity.js'
import type { Savings } from './savings.repository.js'

/** Gross interest of a position by a day: what the book has accrued of it. */
export const accruedBy = ({ position, deposits }: Savings, on: LocalDate): Minor =>
  deposits.reduce((sum, deposit) => sum + interestOn({ ...position, ...deposit }, on), 0n)

/**
 * Takes a position out of the books and reserves what it pays. Interest payable loses exactly what the book had accrued
 * of it, whether the exit lies before or after that day; what was not allowed goes back to expense (DESIGN 4).
 */
const postExit = (tx: Tx, call: Call, savings: Savings, payout: Payout, bookedOn: LocalDate) => {
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

const payoutOf = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  savings: Savings,
  terms: ExitTerms,
  accruedTo: LocalDate,
  withdrawalReference: string | null,
): Promise<Payout> => {
  const { position } = savings
  const { holdHours } = await productVersion(tx, position.productVersionId)
  return {
    id: newReference('SET'),
    customerId: position.customerId,
    accountId: position.accountId,
    positionId: position.id,
    openKey: position.id,
    book: position.book,
    withdrawalReference,
    basis: terms.basis,
    effectiveRatePpm: terms.effectiveRatePpm,
    principal: terms.principal,
    interest: terms.interest,
    tax: terms.tax,
    accrued: terms.accrued,
    accruedNet: terms.accruedNet,
    amount: terms.amount,
    currency: position.currency,
    exitedOn: facts.today,
    exitAccruedTo: accruedTo,
    holdHours,
    holdUntil: holdUntil(terms.basis, holdHours, facts.today),
    status: 'ON_HOLD',
    failureCode: null,
    settledOn: null,
    createdAt: call.now,
  }
}

/**
 * Leaves one open position on its customer's business date: reserves it, books its payout, in the caller's transaction
 * under the customer's lock. The payout stands ON_HOLD; one without a hold is released by the caller.
 */
export const exitPosition = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  savings: Savings,
  withdrawalReference: string | null,
): Promise<Payout> => {
  const { position, deposits } = savings
  const terms = exitTermsOn(position, deposits, facts.today)
  await movePosition(tx, position.id, { status: 'PAYING_OUT' })
  // A night that is late would look for matured positions among the open ones, and not find this one.
  if (terms.basis === 'MATURITY') await recordMaturity(tx, savings)
  const { nowOn, accruedTo } = await holdAccrued(tx, position)
  const payout = await payoutOf(tx, call, facts, savings, terms, accruedTo, withdrawalReference)
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
