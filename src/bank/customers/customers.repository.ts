import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import { holdClock, holdOpenDay } from '../business-clock/clocks.repository.js'
import type { Sql, Tx } from '../../platform/database/database.js'
import { columnsOf, hydrate, selectOne } from '../../platform/database/rows.js'
import { maxDate, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import type { BlockTerms } from './block.rules.js'
import { openBlocks } from './blocks.js'
import { Account, Customer } from './customer.entity.js'

/** A customer as decisions need them: the account that is open, and the world they live in. */
export interface CustomerFacts {
  readonly customer: Customer
  /** Undefined when they have closed it, or never opened one. */
  readonly account: Account | undefined
  readonly clock: Clock | undefined
  /** Their business date. Asked here and nowhere else (docs/design/clocks-and-nights.md#business-date). */
  readonly today: LocalDate
  readonly book: string
  /** What blocks the account, or may have: `blockedBy` says it for a date and a moment. */
  readonly blocks: readonly BlockTerms[]
}

const assemble = async (
  sql: Sql,
  customer: Customer,
  account: Account | undefined,
  clock: Clock | undefined,
  call: Pick<Call, 'today'>,
): Promise<CustomerFacts> => ({
  customer,
  account,
  clock,
  today: clock?.nowOn ?? call.today,
  book: clock?.id ?? systemClockId,
  blocks: account && account.blocks > 0 ? await openBlocks(sql, account.id) : [],
})

const accountPrefix = 'account_'

/** The customer and the account that is open, in one statement: every request of a journey begins with it. */
const selectWithAccount = async (sql: Sql, clauses: string, key: string) => {
  const [row] = await sql.all(
    `SELECT ${columnsOf(sql, Customer)}, ${columnsOf(sql, Account, accountPrefix)}
     FROM customers LEFT JOIN accounts ON accounts.open_key = customers.id ${clauses}`,
    [key],
  )
  if (!row) return undefined
  return {
    customer: hydrate(sql, Customer, row),
    account: row[`${accountPrefix}id`] === null ? undefined : hydrate(sql, Account, row, accountPrefix),
  }
}

export const findCustomer = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<CustomerFacts | undefined> => {
  const found = await selectWithAccount(sql, 'WHERE customers.msisdn = ?', msisdn)
  if (!found) return undefined
  const { clockId } = found.customer
  const clock = clockId === null ? undefined : await selectOne(sql, Clock, 'WHERE id = ?', [clockId])
  return assemble(sql, found.customer, found.account, clock, call)
}

/**
 * The row lock under which everything of one customer is decided: a write, so that of two nodes of a cluster on which it
 * is taken at once one takes it back (docs/decisions/0019). Their test clock is held too, so that a walk begins
 * wholly before or wholly after.
 */
const locked = async (
  tx: Tx,
  call: Pick<Call, 'today'>,
  where: string,
  key: string,
): Promise<CustomerFacts | undefined> => {
  if ((await tx.run(`UPDATE customers SET lock_no = lock_no + 1 WHERE ${where} = ?`, [key])) === 0)
    return undefined
  const found = await selectWithAccount(tx, `WHERE customers.${where} = ? ${tx.dialect.forUpdate}`, key)
  if (!found) return undefined
  const { clockId } = found.customer
  const clock = clockId === null ? undefined : await holdClock(tx, clockId)
  return assemble(tx, found.customer, found.account, clock, call)
}

export const lockCustomer = (tx: Tx, call: Pick<Call, 'today'>, msisdn: Msisdn) =>
  locked(tx, call, 'msisdn', msisdn)

export const lockCustomerById = (tx: Tx, call: Pick<Call, 'today'>, id: string) => locked(tx, call, 'id', id)

/**
 * The customer on the day on which the end of an order is booked: their business date, but neither before that of the order
 * nor in a day that is closed, as one may be around midnight, or for a worker whose date is behind.
 */
export const inOpenDay = async (
  tx: Tx,
  facts: CustomerFacts,
  { businessOn }: { readonly businessOn: LocalDate },
): Promise<CustomerFacts> => ({
  ...facts,
  today: await holdOpenDay(tx, facts.book, maxDate(facts.today, businessOn)),
})
