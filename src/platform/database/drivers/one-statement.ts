import type { Statements } from './at-commit.js'
import type { Tx } from '../database.js'

/** Takes one statement and refuses a second: without a BEGIN it would commit apart from the first. */
export const oneStatementOn = (tx: Statements): Tx => {
  let hasRun = false
  const once = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    if (hasRun) return Promise.reject(new Error('inOneStatement was called with a second statement'))
    hasRun = true
    return ask()
  }
  return {
    ...tx,
    all: (text, parameters) => once(() => tx.all(text, parameters)),
    run: (text, parameters) => once(() => tx.run(text, parameters)),
    atCommit: () => {
      throw new Error('inOneStatement cannot defer work to the commit')
    },
    tryOut: () => Promise.reject(new Error('inOneStatement cannot roll back to a savepoint')),
  }
}
