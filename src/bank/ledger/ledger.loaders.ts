import { many, one } from '../../platform/graphql/loading.js'
import { readEntriesOf, readJournals } from './ledger.read.js'

/** In their order. */
export const entriesOfJournal = many(
  ({ read }, ids) => readEntriesOf(read, ids),
  ({ journalId }) => journalId,
)

export const journalsById = one(
  ({ read }, ids) => readJournals(read, ids),
  ({ id }) => id,
)
