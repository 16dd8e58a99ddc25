import { toBigint, toNumber } from '../database/columns.js'
import type { Row, Sql } from '../database/database.js'
import { selectSavings, type Savings } from '../savings/savings.repository.js'
import type { LocalDate } from '../shared/calendar.js'
import { market } from '../shared/market.js'
import type { Minor } from '../shared/money.js'
import { movementsOf, totalsOf, type JournalEffect, type Movement, type Totals } from './movements.rules.js'
import type { Period } from './period.rules.js'
import { savingsOn, type SavingsLine } from './savings-on.rules.js'

/** All figures of a statement, in minor units of one currency. */
export interface Contents {
  readonly currency: string
  readonly opening: Minor
  readonly movements: readonly Movement[]
  readonly totals: Totals
  readonly closing: Minor
  readonly savings: readonly SavingsLine[]
  /** The term of each savings that a movement names. */
  readonly termMonthsOf: ReadonlyMap<string, number>
}

/** What we owe a customer: the balance of a statement is the sum of these accounts. */
const owed = `postings.account IN ('customer_principal', 'payout_reserved', 'suspense')`

/**
 * What arrives for an account that is closed, and is paid back, may do so after the next one of the number was opened. A
 * journal of an order is named after it.
 */
const ofEarlierAccount = `EXISTS (SELECT 1 FROM payment_orders
  WHERE payment_orders.id = SUBSTR(journals.reference, INSTR(journals.reference, ':') + 1)
    AND payment_orders.account_id <> accounts.id)`

/** Journals of this stay with the bank: an earlier owner of the number is nobody's business. */
const ofAccount = `FROM journals
  JOIN accounts ON accounts.id = ? AND journals.customer_id = accounts.customer_id
    AND journals.created_at >= accounts.created_at AND NOT ${ofEarlierAccount}
  JOIN postings ON postings.journal_id = journals.id AND postings.currency = ?`

const sumOf = (accounts: string): string =>
  `SUM(CASE WHEN postings.account IN (${accounts}) THEN postings.amount ELSE 0 END)`
const dimensionOf = (account: string): string =>
  `MAX(CASE WHEN postings.account = '${account}' THEN postings.dimension END)`

const readOpening = async (sql: Sql, accountId: string, from: LocalDate): Promise<Minor> => {
  const [row] = await sql.all(
    `SELECT -SUM(postings.amount) AS balance ${ofAccount} WHERE journals.business_on < ? AND ${owed}`,
    [accountId, market.currency, from],
  )
  return toBigint(row?.['balance'])
}

const effectOf = (row: Row, positionOfPayout: ReadonlyMap<string, string>): JournalEffect => ({
  reference: String(row['reference']),
  on: row['business_on'] as LocalDate,
  cash: toBigint(row['cash']),
  interest: toBigint(row['interest']),
  tax: toBigint(row['tax']),
  suspended: toNumber(row['suspended']) > 0,
  positionId: (row['position_id'] as string | null) ?? positionOfPayout.get(String(row['payout_id'])) ?? null,
})

const readEffects = async (
  sql: Sql,
  accountId: string,
  { from, to }: Period,
  positionOfPayout: ReadonlyMap<string, string>,
): Promise<JournalEffect[]> => {
  const rows = await sql.all(
    `SELECT journals.reference, journals.business_on,
       ${sumOf(`'wallet_clearing', 'settled_otherwise'`)} AS cash,
       ${sumOf(`'interest_payable', 'interest_expense'`)} AS interest,
       ${sumOf(`'tax_payable'`)} AS tax,
       SUM(CASE WHEN postings.account = 'suspense' THEN 1 ELSE 0 END) AS suspended,
       ${dimensionOf('customer_principal')} AS position_id, ${dimensionOf('payout_reserved')} AS payout_id
     ${ofAccount}
     WHERE journals.business_on >= ? AND journals.business_on <= ?
     GROUP BY journals.id, journals.reference, journals.business_on, journals.created_at
     ORDER BY journals.business_on, journals.created_at, journals.id`,
    [accountId, market.currency, from, to],
  )
  return rows.map((row) => effectOf(row, positionOfPayout))
}

/** Of every payout, also of one that was given back: its journals are there too. */
const readPositionOfPayout = async (sql: Sql, accountId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql.all(
    `SELECT payouts.id, payouts.position_id FROM accounts
     JOIN payouts ON payouts.customer_id = accounts.customer_id AND payouts.account_id = accounts.id
     WHERE accounts.id = ?`,
    [accountId],
  )
  return new Map(rows.map((row) => [String(row['id']), String(row['position_id'])]))
}

const savingsOf = (sql: Sql, accountId: string, customerId: string): Promise<Savings[]> =>
  selectSavings(sql, 'WHERE positions.customer_id = ? AND positions.account_id = ?', [customerId, accountId])

/**
 * Everything that a statement says, from the ledger itself: its lines are the journals of the customer, and its balance
 * is what the books owe them. Ask it under the customer's lock, so that no journal comes in between.
 */
export const readContents = async (
  sql: Sql,
  { accountId, customerId }: { readonly accountId: string; readonly customerId: string },
  period: Period,
): Promise<Contents> => {
  const savings = await savingsOf(sql, accountId, customerId)
  const positionOfPayout = await readPositionOfPayout(sql, accountId)
  const opening = await readOpening(sql, accountId, period.from)
  const effects = await readEffects(sql, accountId, period, positionOfPayout)
  const movements = movementsOf(opening, effects)
  return {
    currency: market.currency,
    opening,
    movements,
    totals: totalsOf(effects),
    closing: movements.at(-1)?.balance ?? opening,
    savings: savings.map((each) => savingsOn(each, period)).filter((line) => line !== undefined),
    termMonthsOf: new Map(savings.map(({ position }) => [position.id, position.termMonths])),
  }
}
