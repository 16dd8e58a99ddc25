import { lockAccruedDay } from '../../business-clock/clocks.repository.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import { postJournals, type NewJournal } from '../../ledger/post-journal.js'
import { assert } from '../../../kernel/assert.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Tx } from '../../../platform/database/database.js'
import { audit } from '../../../platform/identity/audit.js'
import { recordMaturity } from '../accrual/mature-position.js'
import type { Payout } from '../records/payout.entity.js'
import { savingsById, type Savings } from '../records/savings.repository.js'
import { accruedBy } from './withdraw-position.js'
import { movePayout, movePosition } from './move-to.js'

/** Changes the state of a payout, with an audit row. */
export const changePayout = async (
  tx: Tx,
  call: Call,
  payout: Payout,
  to: Partial<Payout> & Pick<Payout, 'status'>,
): Promise<void> => {
  await movePayout(tx, payout.id, to)
  await audit(tx, call, {
    action: 'CHANGE_PAYOUT',
    customerId: payout.customerId,
    subject: payout.id,
    before: { status: payout.status },
    after: to,
  })
}

interface GiveBackPlan {
  readonly savings: Savings
  /** The last complete day of the book. */
  readonly nowOn: LocalDate
  readonly journals: readonly NewJournal[]
}

/**
 * The postings that undo a withdrawal exactly, and post the interest of the days since, as if it had never happened.
 */
export const planGiveBack = async (
  tx: Tx,
  { today }: Pick<CustomerFacts, 'today'>,
  payout: Payout,
): Promise<GiveBackPlan> => {
  const savings = await savingsById(tx, payout.positionId)
  assert(savings, `position ${payout.positionId} is missing`)
  const { position } = savings
  const { nowOn, accruedTo } = await lockAccruedDay(tx, position)
  const interestInPayable = accruedBy(savings, payout.withdrawalAccruedTo)
  const interestSince = accruedBy(savings, accruedTo) - interestInPayable
  const common = {
    book: payout.book,
    customerId: payout.customerId,
    businessOn: today,
    valueOn: payout.withdrawnOn,
    currency: payout.currency,
  }
  const reversal: NewJournal = {
    ...common,
    reference: `GIVE_BACK:${payout.id}`,
    lines: [
      { account: 'customer_principal', dimension: position.id, amount: -payout.principal },
      { account: 'interest_payable', dimension: position.productCode, amount: -interestInPayable },
      { account: 'interest_expense', amount: interestInPayable - payout.interest },
      { account: 'tax_payable', amount: payout.tax },
      { account: 'payout_reserved', dimension: payout.id, amount: payout.amount },
    ],
  }
  const lateInterest: NewJournal = {
    ...common,
    reference: `GIVE_BACK_INTEREST:${payout.id}`,
    lines: [
      { account: 'interest_expense', amount: interestSince },
      { account: 'interest_payable', dimension: position.productCode, amount: -interestSince },
    ],
  }
  return { savings, nowOn, journals: interestSince === 0n ? [reversal] : [reversal, lateInterest] }
}

/** Gives back a position whose payout has moved no money, on an open day of its book. */
export const giveBack = async (
  tx: Tx,
  call: Call,
  facts: Pick<CustomerFacts, 'today'>,
  { payout, failureCode }: { readonly payout: Payout; readonly failureCode: string },
): Promise<void> => {
  const { savings, nowOn, journals } = await planGiveBack(tx, facts, payout)
  await postJournals(tx, call.now, journals)
  await movePosition(tx, payout.positionId, { status: 'OPEN' })
  if (savings.position.maturityOn <= nowOn) await recordMaturity(tx, savings, facts.today)
  await changePayout(tx, call, payout, {
    status: 'FAILED',
    openKey: null,
    failureCode,
    settledOn: facts.today,
  })
}
