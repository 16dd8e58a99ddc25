import type { Database, Row } from '../../src/platform/database/database.js'
import { booksProblems } from './books.js'
import type { TestDatabase } from './services.js'
import { clockActs, type ClockActs } from './world/clocks.js'
import { closingActs, type ClosingActs } from './world/closing.js'
import { customerActs, type CustomerActs } from './world/customers.js'
import { orderActs, type OrderActs } from './world/orders.js'
import { savingsActs, type SavingsActs } from './world/savings.js'
import { wire, type Wired, type WorldOptions } from './world/wiring.js'

export type { Customer } from './world/customers.js'
export { declined, firstDay, paid, pending, type WorldOptions } from './world/wiring.js'

interface RowActs {
  readonly rows: (statement: string, ...parameters: readonly unknown[]) => Promise<Row[]>
  /** Changes rows directly: for states without a use case, or that a person with a database console made. */
  readonly write: (statement: string, ...parameters: readonly unknown[]) => Promise<number>
}

/** The domain, wired to an empty database and to providers in memory, with a method for each act of a test. */
export interface World extends Wired, CustomerActs, ClockActs, SavingsActs, OrderActs, ClosingActs, RowActs {}

export const openWorld = async (database: TestDatabase, options: WorldOptions = {}): Promise<World> => {
  const wiring = await wire(database, options)
  const { deps: _deps, opened, ...wired } = wiring
  const orders = orderActs(wiring)
  return {
    ...wired,
    ...customerActs(wiring),
    ...clockActs(wiring),
    ...savingsActs(wiring, orders),
    ...orders,
    ...closingActs(wiring),
    rows: (statement, ...parameters) => wired.database.read.all(statement, parameters),
    write: (statement, ...parameters) => opened.inTransaction((tx) => tx.run(statement, parameters)),
  }
}

/** Throws if the books of this database do not close. */
export const checkBooks = async (database: Database): Promise<void> => {
  const problems = await booksProblems(database)
  if (problems.length > 0) throw new Error(`the books do not close:\n${problems.join('\n')}`)
}
