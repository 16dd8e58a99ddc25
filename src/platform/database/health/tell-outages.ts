import { createEpisode } from '../../../kernel/episode.js'
import type { Log } from '../../../kernel/log.js'
import type { Database, Sql } from '../database.js'
import { markTold } from '../../log/told.js'
import { isOutage } from './outage.js'

/** Whether the tables can be read, which a server that only answers need not be able to. Rejects when they cannot. */
export const readTable = async (read: Sql): Promise<void> => {
  await read.all('SELECT id FROM clocks LIMIT 1')
}

/** The same database, whose outages are told to the log by state: when one begins and when it is over. */
export const tellingOutages = (database: Database, log: Log): Database => {
  const { read } = database
  const outage = createEpisode(
    log,
    { begins: 'the database cannot serve', ends: 'the database serves again' },
    () =>
      readTable(read).then(
        () => true,
        () => false,
      ),
  )
  const tell = (error: unknown): never => {
    if (isOutage(error)) {
      outage.met({ err: error })
      markTold(error)
    }
    throw error
  }
  return {
    ...database,
    read: { ...read, all: (text, parameters) => read.all(text, parameters).catch(tell) },
    inTransaction: (work) => database.inTransaction(work).catch(tell),
    inOneStatement: (work) => database.inOneStatement(work).catch(tell),
    close: () => {
      outage.close()
      return database.close()
    },
  }
}
