import { many } from '../../platform/graphql/loading.js'
import { readEntriesOf } from './ledger.read.js'

/** In their order. */
export const entriesOfJournal = many(
  ({ read }, ids) => readEntriesOf(read, ids),
  ({ journalId }) => journalId,
)
