import { many, one } from '../../platform/graphql/loading.js'
import { readOrders, readOrdersOf, readTransfersOf } from './payments.read.js'

export const ordersById = one(
  ({ read }, ids) => readOrders(read, ids),
  ({ id }) => id,
)

/** Newest first. */
export const ordersOfCustomer = many(
  ({ read }, ids) => readOrdersOf(read, ids),
  ({ customerId }) => customerId,
)

/** In the order of parts and attempts. */
export const transfersOfPayout = many(
  ({ read }, ids) => readTransfersOf(read, ids),
  ({ payoutId }) => payoutId,
)
