import { many, one } from '../../../platform/graphql/loading.js'
import {
  ordersOfQuotes,
  readOrders,
  readRefundsOf,
  readReviewCases,
  readTransfersOf,
} from '../payments.read.js'

export const ordersById = one(
  ({ read }, ids) => readOrders(read, ids),
  ({ id }) => id,
)

export const reviewCasesById = one(
  ({ read }, ids) => readReviewCases(read, ids),
  ({ id }) => id,
)

/** By the reference of the quote that they honour. */
export const ordersByQuote = one(
  ({ read }, ids) => ordersOfQuotes(read, ids),
  ({ quoteReference }) => quoteReference!,
)

/** In the order of parts and attempts. */
export const transfersOfPayout = many(
  ({ read }, ids) => readTransfersOf(read, ids),
  ({ payoutId }) => payoutId,
)

/** In the order of parts and attempts. */
export const refundsOfOrder = many(
  ({ read }, ids) => readRefundsOf(read, ids),
  ({ refundOf }) => refundOf,
)
