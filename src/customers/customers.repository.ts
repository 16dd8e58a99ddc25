import { Clock, systemClockId } from '../clocks/clock.entity.js'
import { holdClock } from '../clocks/clocks.repository.js'
import type { Sql, Tx } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Msisdn } from '../shared/msisdn.js'
import { Account, Customer } from './customer.entity.js'

/** A customer as decisions need them: the account that is open, and the world they live in. */
export interface CustomerFacts {
  readonly customer: Customer
  /** Undefined when they have closed it, or never opened one. */
  readonly account: Account | undefined
  readonly clock: Clock | undefined
  /** Their business date. Asked here and nowhere else (DESIGN 4). */
  readonly today: LocalDate
  readonly book: string
}

const assemble = (
  customer: Customer,
  account: Account | undefined,
  clock: Clock | undefined,
  call: Pick<Call, 'today'>,
): CustomerFacts => ({
  customer,
  account,
  clock,
  today: clock?.nowOn ?? call.today,
  book: clock?.id ?? systemClockId,
})

const openAccountOf = (sql: Sql, customerId: string) =>
  selectOne(sql, Account, 'WHERE open_key = ?', [customerId])

const withAccount = async (sql: Sql, call: Pick<Call, 'today'>, customer: Customer | undefined) => {
  if (!customer) return undefined
  const [account, clock] = await Promise.all([
    openAccountOf(sql, customer.id),
    customer.clockId === null ? undefined : selectOne(sql, Clock, 'WHERE id = ?', [customer.clockId]),
  ])
  return assemble(customer, account, clock, call)
}

export const findCustomer = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<CustomerFacts | undefined> =>
  withAccount(sql, call, await selectOne(sql, Customer, 'WHERE msisdn = ?', [msisdn]))

/**
 * The row lock under which everything of one customer is decided. Their test clock is held too, so that a walk begins
 * wholly before or wholly after.
 */
const locked = async (
  tx: Tx,
  call: Pick<Call, 'today'>,
  where: string,
  key: string,
): Promise<CustomerFacts | undefined> => {
  const customer = await selectOne(tx, Customer, `WHERE ${where} = ? ${tx.dialect.forUpdate}`, [key])
  if (!customer) return undefined
  const clock = customer.clockId === null ? undefined : await holdClock(tx, customer.clockId)
  return assemble(customer, await openAccountOf(tx, customer.id), clock, call)
}

export const lockCustomer = (tx: Tx, call: Pick<Call, 'today'>, msisdn: Msisdn) =>
  locked(tx, call, 'msisdn', msisdn)

export const lockCustomerById = (tx: Tx, call: Pick<Call, 'today'>, id: string) => locked(tx, call, 'id', id)
