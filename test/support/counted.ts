import type { Database, Tx } from '../../src/platform/database/database.js'

interface Counted {
  readonly database: Database
  /** How many statements have been run in transactions; of a repeated transaction only those of its last run count. */
  readonly statements: () => number
}

/** A database that counts the statements of its transactions. */
export const counted = (database: Database): Counted => {
  let statements = 0
  const ask = async <T>(
    run: (work: (tx: Tx) => Promise<T>) => Promise<T>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    let own = 0
    const result = await run((tx) => {
      own = 0
      const counting = <Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Answer) => {
        return (...asked: Asked): Answer => {
          own += 1
          return ask(...asked)
        }
      }
      return work({ ...tx, all: counting(tx.all), run: counting(tx.run) })
    })
    statements += own
    return result
  }
  return {
    database: {
      ...database,
      inTransaction: (work) => ask(database.inTransaction, work),
      inOneStatement: (work) => ask(database.inOneStatement, work),
    },
    statements: () => statements,
  }
}
