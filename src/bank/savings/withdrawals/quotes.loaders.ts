import { one } from '../../../platform/graphql/loading.js'
import { readShown } from '../records/request-log.repository.js'

/** What customers were shown, by reference. */
export const quotesByReference = one(
  ({ read }, ids) => readShown(read, ids),
  ({ reference }) => reference!,
)
