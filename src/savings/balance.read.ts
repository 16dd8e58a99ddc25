import { toBigint, toNumber } from '../database/columns.js'
import type { Row, Sql } from '../database/database.js'
import type { Dialect } from '../database/dialect.js'
import type { Call } from '../shared/call.js'
import { market } from '../shared/market.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import { interestSql } from './interest.sql.js'

interface Group {
  readonly principal: Minor
  readonly count: number
}

/** The three groups that every open position is in exactly one of, and the net interest earned on all of them. */
export interface SavingsBalance {
  readonly currency: string
  readonly accruing: Group
  readonly due: Group
  readonly payingOut: Group
  readonly interest: Minor
}

/** The business date of the customer, as `customers.repository` has it: their test clock's, else the market's. */
const today = 'COALESCE(clocks.now_on, call_facts.today)'

const states = { accruing: 'ACCRUING', due: 'MATURED', paying_out: 'PAYING_OUT' } as const

/** Principal and number of the positions in each state, in the columns that `groupOf` reads. */
const groupColumns = Object.entries(states)
  .map(
    ([name, state]) =>
      `SUM(CASE WHEN state = '${state}' THEN principal END) AS ${name}_principal,
       COUNT(DISTINCT CASE WHEN state = '${state}' THEN id END) AS ${name}_count`,
  )
  .join(', ')

/** One row, whatever there is: the sums of `figuresOn` over the open positions, made where the rows are. */
const statement = (dialect: Dialect): string => `
  SELECT ${groupColumns}, MIN(currency) AS currency,
    SUM(interest - (${dialect.divide('2 * interest * tax_ppm + 1000000', '2000000')})) AS interest
  FROM (
    SELECT positions.id, positions.currency, positions.tax_ppm, deposits.principal,
      CASE WHEN positions.status <> 'OPEN' THEN positions.status
           WHEN positions.maturity_on <= ${today} THEN 'MATURED' ELSE 'ACCRUING' END AS state,
      ${interestSql(dialect, today)} AS interest
    FROM customers
    CROSS JOIN (SELECT ${dialect.dateParameter} AS today) call_facts
    JOIN positions ON positions.customer_id = customers.id AND positions.status <> 'CLOSED'
    JOIN deposits ON deposits.position_id = positions.id
    LEFT JOIN clocks ON clocks.id = customers.clock_id
    WHERE customers.msisdn = ?
  ) savings`

const groupOf = (row: Row, name: keyof typeof states): Group => ({
  principal: toBigint(row[`${name}_principal`]),
  count: toNumber(row[`${name}_count`]),
})

const statements = new Map<Dialect, string>()

/** Zeros for a number that nobody registered (DESIGN 6). */
export const readBalance = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<SavingsBalance> => {
  let text = statements.get(sql.dialect)
  if (text === undefined) statements.set(sql.dialect, (text = statement(sql.dialect)))
  const [row] = await sql.all(text, [call.today, msisdn])
  return {
    currency: String(row!['currency'] ?? market.currency),
    accruing: groupOf(row!, 'accruing'),
    due: groupOf(row!, 'due'),
    payingOut: groupOf(row!, 'paying_out'),
    interest: toBigint(row!['interest']),
  }
}
