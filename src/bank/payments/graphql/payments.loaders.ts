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

/** Orders by the reference of their quote. */
export const ordersByQuote = one(
  ({ read }, ids) => ordersOfQuotes(read, ids),
  ({ quoteReference }) => quoteReference!,
)

/** The transfers of a payout, by part and attempt. */
export const transfersOfPayout = many(
  ({ read }, ids) => readTransfersOf(read, ids),
  ({ payoutId }) => payoutId,
)

/** The refunds of a collection, by part and attempt. */
export const refundsOfOrder = many(
  ({ read }, ids) => readRefundsOf(read, ids),
  ({ refundOf }) => refundOf,
)
