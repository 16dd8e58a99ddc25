import type { Database, Tx } from '../../src/platform/database/database.js'

/** Thrown where a worker is killed: nothing that it does afterwards takes effect. */
export class Killed extends Error {}

interface Interruption {
  readonly database: Database
  /** The number of steps so far. */
  readonly steps: () => number
}

/**
 * The same database, but `onStep` is called before every statement and every commit, with a count from 1. What it throws breaks the
 * transaction as a kill would; from then on every statement fails.
 */
export const interruptedAt = (database: Database, onStep: (step: number) => void): Interruption => {
  let steps = 0
  let broken: unknown
  const step = (): void => {
    if (broken) throw broken
    try {
      onStep(++steps)
    } catch (error) {
      broken = error
      throw error
    }
  }
  const read: Database['read'] = {
    ...database.read,
    all: async (statement, parameters) => {
      step()
      return database.read.all(statement, parameters)
    },
  }
  const guarded = (tx: Tx): Tx => ({
    ...tx,
    all: async (statement, parameters) => {
      step()
      return tx.all(statement, parameters)
    },
    run: async (statement, parameters) => {
      step()
      return tx.run(statement, parameters)
    },
  })
  return {
    steps: () => steps,
    database: {
      ...database,
      read,
      inTransaction: async (work) => {
        step()
        const begun = steps
        return database.inTransaction(async (tx) => {
          // A transaction that was run again is counted once.
          steps = begun
          const result = await work(guarded(tx))
          step()
          return result
        })
      },
    },
  }
}
