import { amount, columns, date, orNull, text } from '../../../platform/database/read-row.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { Sql } from '../../../platform/database/database.js'
import { columnsOf, hydrate, selectAll } from '../../../platform/database/rows.js'
import { holdEnd } from '../../savings/records/hold.js'
import { Payout } from '../../savings/records/payout.entity.js'
import { heldUntilOf } from '../../savings/records/payouts.repository.js'
import { Position } from '../../savings/records/savings.entity.js'
import type { Instant } from '../../../kernel/clock.js'

/** An account of a customer, from its opening to its end. */
export interface AccountOfCustomer {
  readonly accountId: string
  readonly customerId: string
}

const byPosition = <T extends { readonly positionId: string }>(
  rows: readonly T[],
): ReadonlyMap<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(row.positionId)
    if (group) group.push(row)
    else groups.set(row.positionId, [row])
  }
  return groups
}

const readDeposits = async (sql: Sql, { customerId, accountId }: AccountOfCustomer) => {
  const from = (table: string, voidedOn: string) =>
    `SELECT deposits.position_id, deposits.principal, deposits.value_on, journals.business_on AS booked_on, ${voidedOn} AS voided_on
     FROM positions JOIN ${table} deposits ON deposits.position_id = positions.id
     JOIN journals ON journals.reference = CONCAT('DEPOSIT:', deposits.id)
     WHERE positions.customer_id = ? AND positions.account_id = ?`
  // A deposit that was paid out before it was voided has left a receivable. Its savings ended with the withdrawal and not with
  // the void, so its `voided_on` is null here.
  const voidedOn = 'CASE WHEN deposits.receivable = 0 THEN deposits.voided_on END'
  const rows = await sql.all(`${from('deposits', 'NULL')} UNION ALL ${from('voided_deposits', voidedOn)}`, [
    customerId,
    accountId,
    customerId,
    accountId,
  ])
  return byPosition(
    rows.map(
      columns({
        positionId: text,
        principal: amount,
        valueOn: date,
        bookedOn: date,
        voidedOn: orNull(date),
      }),
    ),
  )
}

/** The end of the hold by the terms of the withdrawal. A reset may send the payout earlier, which must not change statements. */
const holdEndByTerms = (payout: Payout): Instant | null =>
  heldUntilOf(payout) ??
  (payout.book === systemClockId
    ? null
    : holdEnd({ now: 0 }, { book: payout.book, today: payout.withdrawnOn }, payout.basis, payout.holdHours))

const datesOf = columns({ sentOn: orNull(date), bookedOn: date })

/** The withdrawals of all payouts, also those that were given back, since their journals are in the statement too. */
const readWithdrawals = async (sql: Sql, { customerId, accountId }: AccountOfCustomer) => {
  const rows = await sql.all(
    `SELECT ${columnsOf(sql, Payout)}, withdrawals.business_on AS booked_on,
       (SELECT MIN(orders.business_on) FROM payment_orders orders WHERE orders.payout_id = payouts.id) AS sent_on
     FROM payouts JOIN journals withdrawals ON withdrawals.reference = CONCAT('EXIT:', payouts.id)
     WHERE payouts.customer_id = ? AND payouts.account_id = ?`,
    [customerId, accountId],
  )
  return byPosition(
    rows.map((row) => {
      const payout = hydrate(sql, Payout, row)
      return {
        ...payout,
        heldUntil: holdEndByTerms(payout),
        ...datesOf(row),
        paidOn: payout.status === 'PAID' ? payout.settledOn : null,
        givenBackOn: payout.openKey === null ? payout.settledOn : null,
      }
    }),
  )
}

/** Counts the savings of the same term and maturity date by age, as `selectSavings` does. */
const withNth = (positions: readonly Position[]): (Position & { readonly nth: number })[] => {
  const counts = new Map<string, number>()
  return positions.map((position) => {
    const termAndMaturity = `${position.termMonths} ${position.maturityOn}`
    const nth = (counts.get(termAndMaturity) ?? 0) + 1
    counts.set(termAndMaturity, nth)
    return { ...position, nth }
  })
}

export const readSavings = async (sql: Sql, account: AccountOfCustomer) => {
  const positions = await selectAll(
    sql,
    Position,
    'WHERE customer_id = ? AND account_id = ? ORDER BY created_at, id',
    [account.customerId, account.accountId],
  )
  const [deposits, withdrawals] = [await readDeposits(sql, account), await readWithdrawals(sql, account)]
  return withNth(positions).map((position) => ({
    position,
    deposits: deposits.get(position.id) ?? [],
    withdrawals: withdrawals.get(position.id) ?? [],
  }))
}

export type ReadSavings = Awaited<ReturnType<typeof readSavings>>
