import { endExceptions, lockAccruedDays } from '../../business-clock/clocks.repository.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { databaseNow, insertAll } from '../../../platform/database/rows.js'
import { auditAll } from '../../../platform/identity/audit.js'
import { postJournals, type NewJournal } from '../../ledger/post-journal.js'
import { productVersions } from '../../products/products.read.js'
import { assert } from '../../../kernel/assert.js'
import { maxDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { referenceOf } from '../../../kernel/ids.js'
import { interestOn } from '../../../kernel/interest.js'
import type { Minor } from '../../../kernel/money.js'
import { recordMaturities } from '../accrual/mature-position.js'
import { movePositions } from './move-to.js'
import { Payout } from '../records/payout.entity.js'
import { plannedPayout } from '../records/planned-payout.js'
import type { Savings } from '../records/savings.repository.js'

type OpenSavings = Pick<Savings, 'position' | 'deposits'>

/** The gross interest of a position up to a day, as the book accrues it. */
export const accruedBy = ({ position, deposits }: OpenSavings, on: LocalDate): Minor =>
  deposits.reduce((sum, deposit) => sum + interestOn({ ...position, ...deposit }, on), 0n)

/**
 * The journal of a withdrawal: clears the position and reserves the payout. Interest payable is reduced by exactly the interest
 * that the book has accrued for the position, whether that is up to the day of the withdrawal or not; forfeited interest is taken
 * off the expense (docs/design/money-and-ledger.md#the-invariant).
 */
const journalOf = (savings: OpenSavings, payout: Payout, bookedOn: LocalDate): NewJournal => {
  const { position } = savings
  const interestInPayable = accruedBy(savings, payout.withdrawalAccruedTo)
  return {
    book: position.book,
    reference: `EXIT:${payout.id}`,
    customerId: position.customerId,
    businessOn: bookedOn,
    valueOn: payout.withdrawnOn,
    currency: position.currency,
    lines: [
      { account: 'customer_principal', dimension: position.id, amount: payout.principal },
      { account: 'interest_payable', dimension: position.productCode, amount: interestInPayable },
      { account: 'interest_expense', amount: payout.interest - interestInPayable },
      { account: 'tax_payable', amount: -payout.tax },
      { account: 'payout_reserved', dimension: payout.id, amount: -payout.amount },
    ],
  }
}

/** A withdrawal, and the id of its payout. */
interface Withdrawal {
  readonly savings: OpenSavings
  readonly payoutId: string
  readonly withdrawalReference: string | null
}

const auditWithdrawals = (tx: Tx, call: Call, payouts: readonly Payout[]): Promise<void> =>
  auditAll(
    tx,
    call,
    payouts.map(({ id, customerId, positionId, basis, amount }) => ({
      action: 'EXIT_POSITION',
      customerId,
      subject: positionId,
      before: { status: 'OPEN' },
      after: { status: 'PAYING_OUT', payout: id, basis, amount },
    })),
  )

/**
 * Withdraws open positions of a customer on their business date: reserves them and books their payouts, in the caller's
 * transaction and under the customer's lock. The payouts are ON_HOLD; the caller releases those without a hold. The number of
 * SQL statements does not depend on the number of withdrawals, of which there is at least one.
 */
export const withdrawPositions = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  withdrawals: readonly Withdrawal[],
): Promise<Payout[]> => {
  const positions = withdrawals.map(({ savings }) => savings.position)
  const ids = positions.map(({ id }) => id)
  const versions = await productVersions(tx, [...new Set(positions.map((each) => each.productVersionId))])
  const holdHoursOf = new Map(versions.map(({ id, holdHours }) => [id, holdHours]))
  await movePositions(tx, ids, { status: 'PAYING_OUT' })
  const accruedOf = await lockAccruedDays(tx, facts.book, positions)
  const booked = withdrawals.map(({ savings, payoutId, withdrawalReference }) => {
    const { nowOn, accruedTo } = accruedOf(savings.position)
    const holdHours = holdHoursOf.get(savings.position.productVersionId)
    assert(holdHours !== undefined, `the product version of position ${savings.position.id} is missing`)
    const withdrawal = { payoutId, withdrawalReference, on: facts.today, at: call.now, holdHours, accruedTo }
    return { savings, payout: plannedPayout(savings, withdrawal), bookedOn: maxDate(facts.today, nowOn) }
  })
  // Record the maturities of these positions now: a night that is late records only those of open positions, and these are
  // PAYING_OUT by then.
  const matured = booked.filter(({ payout }) => payout.basis === 'MATURITY')
  await recordMaturities(
    tx,
    matured.map(({ savings }) => savings),
    accruedOf(positions[0]!).nowOn,
  )
  const payouts = booked.map(({ payout }) => payout)
  await insertAll(
    tx,
    Payout,
    payouts.map((payout) => ({ ...payout, createdAt: databaseNow })),
  )
  // If the withdrawal began before midnight and that day is closed by now, it is booked on the next day.
  await postJournals(
    tx,
    call.now,
    booked.map(({ savings, payout, bookedOn }) => journalOf(savings, payout, bookedOn)),
  )
  await endExceptions(tx, ids)
  await auditWithdrawals(tx, call, payouts)
  return payouts
}

/** As `withdrawPositions`, for one position. */
export const withdrawPosition = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  { savings, withdrawalReference }: Omit<Withdrawal, 'payoutId'>,
): Promise<Payout> => {
  // A position has at most one automatic payout, so the id of the position identifies it.
  const purpose =
    withdrawalReference === null
      ? (['AUTO_PAYOUT', savings.position.id] as const)
      : (['WITHDRAWAL', withdrawalReference] as const)
  const withdrawal = { savings, payoutId: referenceOf('SET', ...purpose), withdrawalReference }
  const [payout] = await withdrawPositions(tx, call, facts, [withdrawal])
  return payout!
}
