import { many, one } from '../../platform/graphql/loading.js'
import { readEntriesOf, readJournals } from './ledger.read.js'

/** The lines of a journal, in their order. */
export const entriesOfJournal = many(
  ({ read }, ids) => readEntriesOf(read, ids),
  ({ journalId }) => journalId,
)

export const journalsById = one(
  ({ read }, ids) => readJournals(read, ids),
  ({ id }) => id,
)
