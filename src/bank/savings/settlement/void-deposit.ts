import { endExceptions, lockAccruedDay } from '../../business-clock/clocks.repository.js'
import { inOpenDay, type CustomerFacts } from '../../customers/customers.repository.js'
import { depositVoided, payoutCancelled } from '../../failure-reasons/provider-reasons.rules.js'
import { postJournal, type NewJournal } from '../../ledger/post-journal.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import { resolveReviewsOf } from '../../payments/review.js'
import { assert } from '../../../kernel/assert.js'
import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { interestOn, taxOn } from '../../../kernel/interest.js'
import type { Minor } from '../../../kernel/money.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Tx } from '../../../platform/database/database.js'
import { insert, selectAll, selectOne, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import { correctMaturity } from '../accrual/mature-position.js'
import { closeIfSettled } from '../closing/close-account.js'
import { giveBack, planGiveBack } from '../payouts/give-back.js'
import { endEmptyPosition } from '../payouts/move-to.js'
import { Payout } from '../records/payout.entity.js'
import { Deposit, Position } from '../records/savings.entity.js'
import { savingsById } from '../records/savings.repository.js'
import { VoidedDeposit } from '../records/voided-deposit.entity.js'
import { ofOrder } from './order-journals.js'

/** A deposit that can be voided, with all that it depends on, row-locked. */
interface Voidable {
  readonly order: PaymentOrder
  readonly deposit: Deposit
  readonly position: Position
  /** It is the only deposit of its position. */
  readonly isOnlyDeposit: boolean
  /** The payout of its position, if any. */
  readonly payout: Payout | undefined
  readonly facts: CustomerFacts
}

/** Refuses: INVALID_REFERENCE. */
const settledOrder = async (tx: Tx, { customer }: CustomerFacts, id: string): Promise<PaymentOrder> => {
  const order = await selectOne(tx, PaymentOrder, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  const isTheirDeposit = order?.id === id && order.customerId === customer.id && order.kind === 'COLLECT'
  if (!isTheirDeposit || order.status !== 'SUCCESSFUL')
    throw new Refusal('INVALID_REFERENCE', 'There is no settled deposit of this id')
  return order
}

/**
 * Checks the payout of the position. One on hold is given back before the deposit is voided. In a closing account that is possible
 * only if the deposit is the only one of its position, so that nothing is left to withdraw again. Refuses: PAYMENTS_UNDER_WAY,
 * ACCOUNT_CLOSING.
 */
const checkPayout = ({ payout, isOnlyDeposit, facts: { account } }: Omit<Voidable, 'deposit'>): void => {
  if (!payout || payout.status === 'PAID') return
  if (payout.status !== 'ON_HOLD') throw new Refusal('PAYMENTS_UNDER_WAY')
  if (!isOnlyDeposit && (account?.id !== payout.accountId || account.status !== 'ACTIVE'))
    throw new Refusal('ACCOUNT_CLOSING')
}

const lockVoidable = async (tx: Tx, customer: CustomerFacts, id: string): Promise<Voidable> => {
  const order = await settledOrder(tx, customer, id)
  const deposit = await selectOne(tx, Deposit, 'WHERE id = ?', [id])
  if (!deposit)
    throw new Refusal('INVALID_REFERENCE', 'It arrived for an account that was being closed, and is refunded')
  const position = await selectOne(tx, Position, `WHERE id = ? ${tx.dialect.forUpdate}`, [deposit.positionId])
  assert(position, `position ${deposit.positionId} is missing`)
  const inPosition = await selectAll(tx, Deposit, 'WHERE position_id = ?', [position.id])
  const payout =
    position.status === 'OPEN'
      ? undefined
      : await selectOne(tx, Payout, `WHERE open_key = ? ${tx.dialect.forUpdate}`, [position.id])
  const facts = await inOpenDay(tx, customer, order)
  const dependencies = { order, position, isOnlyDeposit: inPosition.length === 1, payout, facts }
  checkPayout(dependencies)
  return { ...dependencies, deposit }
}

interface Reversal {
  readonly journal: NewJournal
  readonly interest: Minor
  readonly tax: Minor
  /** Its share of a recorded maturity: principal and net interest; 0 where there was none. */
  readonly matured: Minor
  readonly receivable: Minor
  /** The last complete day of the book. */
  readonly nowOn: LocalDate
}

const journalOf = (
  { order, facts }: Voidable,
  valueOn: LocalDate,
  lines: NewJournal['lines'],
): NewJournal => ({
  ...ofOrder(order, facts.today),
  valueOn,
  reference: `VOID:${order.id}`,
  lines: [...lines, { account: 'wallet_clearing', amount: -order.amount }],
})

/** For a deposit that is in its position (perhaps after a give-back): its principal and accrued interest are reversed. */
const reversalOfOpen = async (tx: Tx, voidable: Voidable): Promise<Reversal> => {
  const { deposit, position } = voidable
  const { nowOn, accruedTo } = await lockAccruedDay(tx, position)
  const terms = { ...position, ...deposit }
  const interest = interestOn(terms, accruedTo)
  const atMaturity = interestOn(terms, position.maturityOn)
  const [maturity] = await tx.all('SELECT position_id FROM maturities WHERE position_id = ?', [position.id])
  const isMatured = maturity !== undefined && position.maturityOn <= nowOn
  const journal = journalOf(voidable, deposit.valueOn, [
    { account: 'customer_principal', dimension: position.id, amount: deposit.principal },
    { account: 'interest_payable', dimension: position.productCode, amount: interest },
    { account: 'interest_expense', amount: -interest },
  ])
  const matured = isMatured ? deposit.principal + atMaturity - taxOn(atMaturity, position.taxPpm) : 0n
  return { journal, interest, tax: 0n, matured, receivable: 0n, nowOn }
}

/** For a deposit that was paid out with its interest: the customer now owes us both, less tax. */
const reversalOfPaidOut = async (tx: Tx, voidable: Voidable, payout: Payout): Promise<Reversal> => {
  const { deposit, position, facts, order } = voidable
  const { nowOn } = await lockAccruedDay(tx, position)
  const terms = { ...position, ...deposit, ratePpm: payout.effectiveRatePpm }
  const interest = interestOn(terms, payout.withdrawnOn)
  const tax = taxOn(interest, position.taxPpm)
  const receivable = deposit.principal + interest - tax
  const journal = journalOf(voidable, facts.today, [
    { account: 'customer_receivable', dimension: order.id, amount: receivable },
    { account: 'interest_expense', amount: -interest },
    { account: 'tax_payable', amount: tax },
  ])
  return { journal, interest, tax, matured: 0n, receivable, nowOn }
}

const reversalOf = (tx: Tx, voidable: Voidable): Promise<Reversal> =>
  voidable.payout?.status === 'PAID'
    ? reversalOfPaidOut(tx, voidable, voidable.payout)
    : reversalOfOpen(tx, voidable)

export interface Voiding extends Voidable {
  readonly journals: readonly NewJournal[]
  readonly receivable: Minor
}

/** What voiding a deposit would post now. Refuses: INVALID_REFERENCE, PAYMENTS_UNDER_WAY, ACCOUNT_CLOSING. */
export const planVoid = async (tx: Tx, customer: CustomerFacts, id: string): Promise<Voiding> => {
  const voidable = await lockVoidable(tx, customer, id)
  const { payout, facts } = voidable
  const giveBackJournals =
    payout?.status === 'ON_HOLD' ? (await planGiveBack(tx, facts, payout)).journals : []
  const { journal, receivable } = await reversalOf(tx, voidable)
  return { ...voidable, journals: [...giveBackJournals, journal], receivable }
}

/**
 * Closes the position if the deposit was its only one. A maturity record that a walk has written for a day that is not complete yet
 * is deleted or corrected; that of a complete day stays.
 */
const closeOrCorrectPosition = async (
  tx: Tx,
  { position, isOnlyDeposit }: Voidable,
  nowOn: LocalDate,
): Promise<void> => {
  const maturesOnIncompleteDay = position.maturityOn > nowOn && position.maturityOn <= addDays(nowOn, 1)
  if (isOnlyDeposit) {
    await endEmptyPosition(tx, position.id)
    await endExceptions(tx, [position.id])
    if (maturesOnIncompleteDay) await tx.run('DELETE FROM maturities WHERE position_id = ?', [position.id])
  } else if (maturesOnIncompleteDay) {
    const remaining = await savingsById(tx, position.id)
    await correctMaturity(tx, remaining!)
  }
}

/**
 * Voids a deposit whose payment the provider reversed, on a day that is open in the books: a payout on hold is given back first,
 * interest is reversed, and the customer owes us what was already paid out. Returns the payout that was given back. In the
 * caller's transaction, under the customer's lock. Refuses: INVALID_REFERENCE, PAYMENTS_UNDER_WAY, ACCOUNT_CLOSING.
 */
export const voidDepositIn = async (
  tx: Tx,
  call: Call,
  customer: CustomerFacts,
  id: string,
): Promise<{ readonly payoutId: string | null }> => {
  const voidable = await lockVoidable(tx, customer, id)
  const { order, deposit, position, payout, facts, isOnlyDeposit } = voidable
  const isHeld = payout?.status === 'ON_HOLD'
  if (isHeld) await giveBack(tx, call, facts, { payout, failureCode: payoutCancelled })
  const { journal, nowOn, ...amounts } = await reversalOf(tx, voidable)
  await postJournal(tx, call.now, journal)
  await tx.run('DELETE FROM deposits WHERE id = ?', [id])
  await insert(tx, VoidedDeposit, {
    ...deposit,
    ...amounts,
    productCode: position.productCode,
    settledOn: order.settledOn ?? facts.today,
    voidedOn: facts.today,
    endsPosition: isOnlyDeposit && amounts.receivable === 0n,
  })
  const endOfOrder = { status: 'FAILED', failureCode: depositVoided, settledOn: facts.today } as const
  await update(tx, PaymentOrder, endOfOrder, 'id = ?', [id])
  if (payout?.status !== 'PAID') await closeOrCorrectPosition(tx, voidable, nowOn)
  await resolveReviewsOf(tx, call, [id], ['CONTRADICTION', 'NOT_COMPARED'])
  await audit(tx, call, {
    action: 'VOID_DEPOSIT',
    customerId: order.customerId,
    subject: id,
    before: { status: order.status, settledOn: order.settledOn },
    after: { ...endOfOrder, position: position.id, ...amounts },
  })
  await closeIfSettled(tx, call, facts, order.accountId)
  return { payoutId: isHeld ? payout.id : null }
}
