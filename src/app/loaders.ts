import DataLoader from 'dataloader'
import { countAttached, readClocks, type ClockView } from '../bank/end-of-day/clocks.read.js'
import type { Account, Customer } from '../bank/customers/customer.entity.js'
import { readAccounts, readCustomer, readCustomers } from '../bank/customers/customers.read.js'
import { batchSizeMax } from '../platform/database/in-list.js'
import type { PaymentOrder } from '../bank/payments/payment.entity.js'
import { readOrders, readOrdersOf, readTransfersOf } from '../bank/payments/payments.read.js'
import type { ProductVersion } from '../bank/products/product.entity.js'
import { productVersions } from '../bank/products/products.read.js'
import { readLeaving, type Leaving } from '../bank/savings/closing/opt-out.read.js'
import { readPositionsOf, type PositionView } from '../bank/savings/records/savings.read.js'
import type { ScoreDocument } from '../score-requests/model/score.entity.js'
import {
  readDocumentsOf,
  readOutlinesOf,
  readResultsOf,
  type Outlines,
} from '../score-requests/requests/scores.read.js'
import type { Statement } from '../bank/statements/statement.entity.js'
import { readStatementsOf } from '../bank/statements/statements.read.js'
import type { Call } from '../kernel/call.js'
import type { Msisdn } from '../kernel/msisdn.js'
import type { Domain } from './domain.js'

type Read<Row> = (ids: readonly string[]) => Promise<readonly Row[]>

const batched = <Value>(read: (ids: readonly string[]) => Promise<(id: string) => Value>) =>
  new DataLoader<string, Value>(
    async (ids) => {
      const valueOf = await read(ids)
      return ids.map((id) => valueOf(id))
    },
    { maxBatchSize: batchSizeMax },
  )

const one = <Row>(read: Read<Row>, keyOf: (row: Row) => string) =>
  batched<Row | undefined>(async (ids) => {
    const rows = new Map((await read(ids)).map((row) => [keyOf(row), row]))
    return (id) => rows.get(id)
  })

const many = <Row>(read: Read<Row>, keyOf: (row: Row) => string) =>
  batched<readonly Row[]>(async (ids) => {
    const groups = new Map<string, Row[]>(ids.map((id) => [id, []]))
    for (const row of await read(ids)) groups.get(keyOf(row))?.push(row)
    return (id) => groups.get(id) ?? []
  })

/** What resolvers below a list read: each kind in one statement, however many rows ask for it. */
export interface Loaders {
  readonly customers: DataLoader<string, Customer | undefined>
  /** Of a number; null for nobody's. */
  readonly customerIdOf: (msisdn: Msisdn) => Promise<string | null>
  /** By customer, the latest first. */
  readonly accounts: DataLoader<string, readonly Account[]>
  /** By account. */
  readonly leaving: DataLoader<string, Leaving | undefined>
  readonly clocks: DataLoader<string, ClockView | undefined>
  /** How many customers live by a clock. */
  readonly attached: DataLoader<string, number>
  readonly products: DataLoader<string, ProductVersion | undefined>
  /** By customer, oldest first, with their deposits. */
  readonly openPositions: DataLoader<string, readonly PositionView[]>
  readonly allPositions: DataLoader<string, readonly PositionView[]>
  readonly orders: DataLoader<string, PaymentOrder | undefined>
  /** By customer, newest first. */
  readonly ordersOf: DataLoader<string, readonly PaymentOrder[]>
  /** By customer, newest first. */
  readonly statementsOf: DataLoader<string, readonly Statement[]>
  /** By payout, in the order of parts and attempts. */
  readonly transfersOf: DataLoader<string, readonly PaymentOrder[]>
  /** By score request, in their order. */
  readonly scoreDocumentsOf: DataLoader<string, readonly ScoreDocument[]>
  /** By score request: the bodies of its result, none until it is completed. */
  readonly scoreResultsOf: DataLoader<string, readonly string[]>
  /** The same without their transactions. */
  readonly scoreOutlinesOf: DataLoader<string, Outlines | undefined>
}

export const createLoaders = (
  { database: { read }, clockStallSeconds, scores: { sealing } }: Domain,
  call: Call,
): Loaders => {
  const idOf = ({ id }: { readonly id: string }) => id
  const customerOf = ({ customerId }: { readonly customerId: string }) => customerId
  const ownerOf = ({ position }: PositionView) => position.customerId
  return {
    customerIdOf: async (msisdn) => (await readCustomer(read, msisdn))?.id ?? null,
    customers: one((ids) => readCustomers(read, ids), idOf),
    accounts: many((ids) => readAccounts(read, ids), customerOf),
    leaving: one(
      (ids) => readLeaving(read, ids),
      ({ accountId }) => accountId,
    ),
    clocks: one(
      (ids) => readClocks(read, ids, clockStallSeconds),
      ({ clock }) => clock.id,
    ),
    attached: batched(async (ids) => {
      const counts = await countAttached(read, ids)
      return (id) => counts.get(id) ?? 0
    }),
    products: one((ids) => productVersions(read, ids), idOf),
    openPositions: many((ids) => readPositionsOf(read, call, ids, 'OPEN'), ownerOf),
    allPositions: many((ids) => readPositionsOf(read, call, ids, 'ALL'), ownerOf),
    orders: one((ids) => readOrders(read, ids), idOf),
    ordersOf: many((ids) => readOrdersOf(read, ids), customerOf),
    statementsOf: many((ids) => readStatementsOf(read, ids), customerOf),
    transfersOf: many(
      (ids) => readTransfersOf(read, ids),
      ({ payoutId }) => payoutId!,
    ),
    scoreDocumentsOf: many(
      (ids) => readDocumentsOf(read, ids),
      ({ scoreId }) => scoreId,
    ),
    scoreResultsOf: batched(async (ids) => {
      const results = await readResultsOf(read, sealing, ids)
      return (id) => results.get(id) ?? []
    }),
    scoreOutlinesOf: batched(async (ids) => {
      const outlines = await readOutlinesOf(read, sealing, ids)
      return (id) => outlines.get(id)
    }),
  }
}
