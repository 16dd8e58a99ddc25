import { orAfter } from '../../kernel/deadline.js'
import type { Database } from '../../platform/database/database.js'

/** Below the time limit of a request, after which the whole scrape would be answered 503, as if the process were down. */
const readMsMax = 2_000

const timeOut = (): never => {
  throw new Error(`the database did not answer for ${readMsMax} ms`)
}

/** The database for metrics that are read at each scrape: while it hangs, their reads fail, and the scrape gets their last values. */
export const forScrapes = (database: Database): Database => ({
  ...database,
  read: {
    ...database.read,
    all: (text, parameters) => orAfter(readMsMax, database.read.all(text, parameters), timeOut),
  },
})
