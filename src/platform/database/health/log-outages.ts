import { createEpisode } from '../../log/episode.js'
import type { Log } from '../../../kernel/log.js'
import type { Database, Sql, Tx } from '../database.js'
import { markLoggedAsState } from '../../log/logged-as-state.js'
import { isWriteOutage, isOutage } from './outage.js'

/** Reads a table, since a server that answers may still be unable to read its tables. Rejects if it cannot. */
export const readTable = async (read: Sql): Promise<void> => {
  await read.all('SELECT id FROM clocks LIMIT 1')
}

/** The same database, with its outages logged once at the beginning and once at the end. Snapshots are not observed. */
export const loggingOutages = (database: Database, log: Log): Database => {
  const { read } = database
  /** True when writes have failed: then only a committed write ends the outage, since reads may succeed during it. */
  let awaitsWrite = false
  const outage = createEpisode(
    log,
    { begins: 'the database cannot serve', ends: 'the database serves again' },
    () =>
      readTable(read).then(
        () => !awaitsWrite,
        () => false,
      ),
  )
  const noteOutage = (error: unknown): never => {
    if (isOutage(error)) {
      awaitsWrite ||= isWriteOutage(error)
      outage.report({ err: error })
      markLoggedAsState(error)
    }
    throw error
  }
  /** Notes an outage that a transaction meets. While a write is awaited, a commit that has written rows ends the wait. */
  const notingOutages =
    (inUnit: Database['inTransaction']): Database['inTransaction'] =>
    async (work) => {
      if (!awaitsWrite) return inUnit(work).catch(noteOutage)
      let rowsWritten = 0
      const result = await inUnit((tx) => {
        rowsWritten = 0
        const run: Tx['run'] = async (text, parameters) => {
          const rows = await tx.run(text, parameters)
          rowsWritten += rows
          return rows
        }
        return work({ ...tx, run })
      }).catch(noteOutage)
      if (rowsWritten > 0) awaitsWrite = false
      return result
    }
  return {
    ...database,
    read: { ...read, all: (text, parameters) => read.all(text, parameters).catch(noteOutage) },
    inTransaction: notingOutages(database.inTransaction),
    inOneStatement: notingOutages(database.inOneStatement),
    close: () => {
      outage.close()
      return database.close()
    },
  }
}
