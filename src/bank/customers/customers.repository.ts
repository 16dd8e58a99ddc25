import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import { lockClockShared, lockOpenDay } from '../business-clock/clocks.repository.js'
import type { Row, Sql, Tx } from '../../platform/database/database.js'
import { partOf, selectOne } from '../../platform/database/rows.js'
import { maxDate, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import type { BlockTerms } from './block.rules.js'
import { openBlocks } from './blocks.js'
import { Account, Customer } from './customer.entity.js'

const customerPart = partOf(Customer, ['id', 'msisdn', 'clockId'], 'customer_')
const accountPart = partOf(
  Account,
  [
    'id',
    'customerId',
    'status',
    'openedOn',
    'closingOn',
    'closingAt',
    'closedOn',
    'language',
    'email',
    'blocks',
  ],
  'account_',
)

type LockedCustomer = Pick<Customer, 'id' | 'msisdn' | 'clockId'>
type OpenAccount = NonNullable<ReturnType<(typeof accountPart)['read']>>

/** The facts about a customer that decisions need: the open account, the clock and the business date. */
export interface CustomerFacts {
  readonly customer: LockedCustomer
  /** Undefined when it is closed, or was never opened. */
  readonly account: OpenAccount | undefined
  readonly clock: Clock | undefined
  /** Their business date. Read here and nowhere else (docs/design/clocks-and-nights.md#business-date). */
  readonly today: LocalDate
  readonly book: string
  /**
   * Blocks of the account that are not lifted: `blockedBy` says whether they are in force on a date and at a moment.
   */
  readonly blocks: readonly BlockTerms[]
}

/** What an SQL statement reads in addition to a customer: columns, and joins with their parameters. */
export interface JoinedColumns {
  readonly columns: string
  readonly joins: string
  readonly parameters: readonly unknown[]
}

const noColumns: JoinedColumns = { columns: '', joins: '', parameters: [] }

interface SelectedCustomer {
  readonly customer: LockedCustomer
  readonly account: OpenAccount | undefined
  readonly row: Row
}

const assemble = async (
  sql: Sql,
  { customer, account }: SelectedCustomer,
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

/** The customer and the open account, in one statement: every request of a journey begins with it. */
const selectWithAccount = async (
  sql: Sql,
  where: 'id' | 'msisdn',
  key: string,
  joined = noColumns,
): Promise<SelectedCustomer | undefined> => {
  const [row] = await sql.all(
    `SELECT ${customerPart.columns(sql)}, ${accountPart.columns(sql)}${joined.columns}
     FROM customers LEFT JOIN accounts ON accounts.open_key = customers.id ${joined.joins}
     WHERE customers.${where} = ?`,
    [...joined.parameters, key],
  )
  return row && { customer: customerPart.read(sql, row)!, account: accountPart.read(sql, row), row }
}

export const findCustomer = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<CustomerFacts | undefined> => {
  const found = await selectWithAccount(sql, 'msisdn', msisdn)
  if (!found) return undefined
  const { clockId } = found.customer
  const clock = clockId === null ? undefined : await selectOne(sql, Clock, 'WHERE id = ?', [clockId])
  return assemble(sql, found, clock, call)
}

/**
 * Locks the row of a customer: every decision about them is taken under this lock, and rows read under it need no lock of
 * their own. The lock is a write, so that a cluster rolls one back when two nodes take it at once (docs/decisions/0019).
 * The customer's test clock is locked too (shared), so that no walk begins during the transaction.
 */
const lockedFacts = async (
  tx: Tx,
  call: Pick<Call, 'today'>,
  [where, key]: readonly ['id' | 'msisdn', string],
  joined?: JoinedColumns,
): Promise<{ readonly facts: CustomerFacts; readonly row: Row } | undefined> => {
  if ((await tx.run(`UPDATE customers SET lock_no = lock_no + 1 WHERE ${where} = ?`, [key])) === 0)
    return undefined
  const found = await selectWithAccount(tx, where, key, joined)
  if (!found) return undefined
  const { clockId } = found.customer
  const clock = clockId === null ? undefined : await lockClockShared(tx, clockId)
  return { facts: await assemble(tx, found, clock, call), row: found.row }
}

export const lockCustomer = async (tx: Tx, call: Pick<Call, 'today'>, msisdn: Msisdn) =>
  (await lockedFacts(tx, call, ['msisdn', msisdn]))?.facts

export const lockCustomerById = async (tx: Tx, call: Pick<Call, 'today'>, id: string) =>
  (await lockedFacts(tx, call, ['id', id]))?.facts

/** As `lockCustomer`, with additional columns. */
export const lockCustomerWithColumns = (
  tx: Tx,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
  joined: JoinedColumns,
) => lockedFacts(tx, call, ['msisdn', msisdn], joined)

/**
 * The facts of a customer, with `today` replaced by the day on which the end of an order is booked: the first open
 * day from the business date, or from the date of the order if that is later. Around midnight, or in a worker whose
 * clock is late, the business date may be closed.
 */
export const inOpenDay = async (
  tx: Tx,
  facts: CustomerFacts,
  { businessOn }: { readonly businessOn: LocalDate },
): Promise<CustomerFacts> => ({
  ...facts,
  today: await lockOpenDay(tx, facts.book, maxDate(facts.today, businessOn)),
})
