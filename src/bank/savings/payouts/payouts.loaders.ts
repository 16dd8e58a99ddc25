import { one } from '../../../platform/graphql/loading.js'
import { payoutsOfQuotes, readPayoutsById } from '../records/payouts.read.js'

export const payoutsById = one(
  ({ read }, ids) => readPayoutsById(read, ids),
  ({ id }) => id,
)

/** Payouts by the reference of their preview. */
export const payoutsByQuote = one(
  ({ read }, ids) => payoutsOfQuotes(read, ids),
  ({ withdrawalReference }) => withdrawalReference!,
)
