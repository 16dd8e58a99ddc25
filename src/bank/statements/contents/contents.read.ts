import {
  amount,
  column,
  columns,
  date,
  flag,
  only,
  orNull,
  text,
} from '../../../platform/database/read-row.js'
import { zoneOf } from '../../business-clock/moment.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { payoutCancelled } from '../../failure-reasons/provider-reasons.rules.js'
import { civilMoment, type LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { market } from '../../../kernel/market.js'
import type { Minor } from '../../../kernel/money.js'
import { movementsOf, totalsOf, type JournalEffect, type Movement, type Totals } from './movements.rules.js'
import type { Period } from '../../statement-orders/period.rules.js'
import type { GivenBack } from './rows.rules.js'
import { readSavings, type ReadSavings, type AccountOfCustomer } from './savings.read.js'
import { savingsOn, type BookedSavings, type SavingsLine } from './savings-on.rules.js'
import { underWayOn, type OwedMoney, type Shown, type UnderWayLine } from './under-way-on.rules.js'

/** All figures of a statement, in minor units of one currency. */
export interface Contents {
  readonly currency: string
  readonly opening: Minor
  readonly movements: readonly Movement[]
  readonly totals: Totals
  readonly closing: Minor
  readonly savings: readonly SavingsLine[]
  /** Withdrawals that were given back, by date. */
  readonly givenBack: readonly GivenBack[]
  readonly underWay: readonly UnderWayLine[]
  /** The name of each savings that existed by the end of the period. */
  readonly nameOf: ReadonlyMap<string, SavingsName>
}

/** A savings as the screens name it. */
export type SavingsName = Pick<BookedSavings['position'], 'termMonths' | 'maturityOn' | 'nth'>

/** The accounts of what we owe a customer, minus what they owe us: their sum is the balance of a statement. */
const owed = `postings.account IN ('customer_principal', 'payout_reserved', 'suspense', 'customer_receivable')`

/** SQL of the part of a journal's reference after the colon: the id of its order or payout, perhaps followed by another part. */
const referencedId = `SUBSTR(journals.reference, INSTR(journals.reference, ':') + 1)`
const orderIdLength = 36

/** SQL of the kind of event: the part of a journal's reference before the colon. */
const eventOf = `SUBSTR(journals.reference, 1, INSTR(journals.reference, ':') - 1)`

/**
 * The journals of one account. Another account of the same number may belong to another person, so a journal is assigned by the
 * account of its order or payout. Its time would not do, since the database's clock may be set back. Money that arrives for a
 * closed account and is refunded belongs to that account, even if the next one is already open.
 */
const ofAccount = `FROM journals
  JOIN accounts ON accounts.id = ? AND journals.customer_id = accounts.customer_id
  JOIN postings ON postings.journal_id = journals.id AND postings.currency = ?
  LEFT JOIN payment_orders orders ON orders.id = SUBSTR(${referencedId}, 1, ${orderIdLength})
  LEFT JOIN payment_orders collection ON collection.id = orders.refund_of
  LEFT JOIN payouts ON payouts.id = COALESCE(orders.payout_id, ${referencedId})
  WHERE COALESCE(orders.account_id, payouts.account_id) = accounts.id`

/** SQL of the reference that the customer was given: that of the deposit, the withdrawal preview or the payout. */
const givenReference = `COALESCE(orders.quote_reference, collection.quote_reference,
  CASE WHEN orders.id IS NULL THEN payouts.withdrawal_reference END, payouts.id, journals.id)`

const sumOf = (accounts: string): string =>
  `SUM(CASE WHEN postings.account IN (${accounts}) THEN postings.amount ELSE 0 END)`

const readOpening = async (sql: Sql, accountId: string, from: LocalDate): Promise<Minor> => {
  const [row] = await sql.all(
    `SELECT -SUM(postings.amount) AS balance ${ofAccount} AND journals.business_on < ? AND ${owed}`,
    [accountId, market.currency, from],
  )
  return only(row, amount)
}

/** The day on which the last journal of an account is booked; undefined without one. */
export const lastBookedOn = async (sql: Sql, accountId: string): Promise<LocalDate | undefined> => {
  const [row] = await sql.all(`SELECT MAX(journals.business_on) AS booked_on ${ofAccount}`, [
    accountId,
    market.currency,
  ])
  return only(row, orNull(date)) ?? undefined
}

const effectOf: (row: Row) => JournalEffect = columns({
  reference: text,
  event: text,
  on: column('business_on', date),
  valueOn: date,
  cash: amount,
  interest: amount,
  tax: amount,
  isInSuspense: column('suspended', flag),
  positionId: orNull(text),
})

const readEffects = async (sql: Sql, accountId: string, { from, to }: Period): Promise<JournalEffect[]> => {
  const rows = await sql.all(
    `SELECT journals.business_on, COALESCE(journals.value_on, journals.business_on) AS value_on,
       MAX(${givenReference}) AS reference, MAX(${eventOf}) AS event,
       ${sumOf(`'wallet_clearing', 'settled_otherwise', 'adjustments'`)} AS cash,
       ${sumOf(`'interest_payable', 'interest_expense'`)} AS interest,
       ${sumOf(`'tax_payable'`)} AS tax,
       MAX(CASE WHEN postings.account = 'suspense' THEN 1 ELSE 0 END) AS suspended,
       MAX(COALESCE(payouts.position_id,
         CASE WHEN postings.account = 'customer_principal' THEN postings.dimension END)) AS position_id
     ${ofAccount} AND journals.business_on >= ? AND journals.business_on <= ?
     GROUP BY journals.id, journals.business_on, journals.value_on, journals.created_at
     ORDER BY journals.business_on, journals.created_at, journals.id`,
    [accountId, market.currency, from, to],
  )
  return rows.map(effectOf)
}

const owedOf = columns({
  id: text,
  amount: column('owed', amount),
  bookedOn: date,
  depositReference: orNull(text),
})

/** Money outside of savings that we owed at the end of a day: payouts and refunds that had not reached the wallet. */
const readOwed = async (
  sql: Sql,
  call: Pick<Call, 'zone'>,
  { accountId }: AccountOfCustomer,
  { savings, to }: { readonly savings: ReadSavings; readonly to: LocalDate },
): Promise<OwedMoney[]> => {
  const id = 'COALESCE(payouts.id, collection.id, orders.id)'
  const rows = await sql.all(
    `SELECT ${id} AS id, MIN(journals.business_on) AS booked_on,
       MAX(COALESCE(collection.quote_reference, orders.quote_reference)) AS deposit_reference, -SUM(postings.amount) AS owed
     ${ofAccount} AND journals.business_on <= ? AND postings.account IN ('payout_reserved', 'suspense')
     GROUP BY ${id} HAVING SUM(postings.amount) <> 0 ORDER BY booked_on, MIN(journals.created_at), id`,
    [accountId, market.currency, to],
  )
  const payouts = new Map(
    savings.flatMap(({ withdrawals }) => withdrawals).map((payout) => [payout.id, payout]),
  )
  return rows.map(owedOf).map(({ bookedOn, depositReference, ...money }) => {
    const payout = payouts.get(money.id)
    if (!payout) {
      const reference = depositReference ?? money.id
      return { ...money, kind: 'REFUND', reference, on: bookedOn, heldUntil: null, positionId: null }
    }
    const { withdrawnOn: on, positionId, book, heldUntil, sentOn } = payout
    const isHeld = heldUntil !== null && (sentOn === null || sentOn > to)
    const until = isHeld ? civilMoment(heldUntil, zoneOf(book, call)) : null
    return { ...money, kind: 'PAYOUT', reference: money.id, on, heldUntil: until, positionId }
  })
}

const givenBackIn = (savings: ReadSavings, { from, to }: Period): GivenBack[] =>
  savings
    .flatMap(({ withdrawals }) => withdrawals)
    .flatMap(({ id: reference, givenBackOn: on, withdrawnOn: valueOn, amount, positionId, failureCode }) => {
      const isCancelled = failureCode === payoutCancelled
      return on !== null && on >= from && on <= to
        ? [{ on, valueOn, reference, amount, positionId, isCancelled }]
        : []
    })

/**
 * All contents of a statement, from the ledger itself: its lines are the journals of the customer, and its balance is what the
 * books owe them. Call it under the customer's lock, so that no journal is posted meanwhile.
 *
 * @param shown money under way as the phone and the console show it, if the last day of the period is still open; else null
 */
export const readContents = async (
  sql: Sql,
  call: Pick<Call, 'zone'>,
  account: AccountOfCustomer,
  { shown = null, ...period }: Period & { readonly shown?: readonly Shown[] | null },
): Promise<Contents> => {
  const savings = await readSavings(sql, account)
  const opening = await readOpening(sql, account.accountId, period.from)
  const effects = await readEffects(sql, account.accountId, period)
  const movements = movementsOf(opening, effects)
  const owedMoney = await readOwed(sql, call, account, { savings, to: period.to })
  return {
    currency: market.currency,
    opening,
    movements,
    totals: totalsOf(effects),
    closing: movements.at(-1)?.balance ?? opening,
    savings: savings.map((each) => savingsOn(each, period)).filter((line) => line !== undefined),
    givenBack: givenBackIn(savings, period),
    underWay: underWayOn(owedMoney, shown, period.to),
    nameOf: new Map(
      savings
        .filter(({ deposits }) => deposits.some(({ bookedOn }) => bookedOn <= period.to))
        .map(({ position: { id, termMonths, maturityOn, nth } }) => [id, { termMonths, maturityOn, nth }]),
    ),
  }
}
