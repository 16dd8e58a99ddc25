import type { Tx } from './database.js'

/** The statements of a connection, without what belongs to a transaction on it. */
export type Statements = Omit<Tx, 'atCommit'>

/** A transaction, and the work that it has for its end. */
export const beginOn = (statements: Statements): { tx: Tx; beforeCommit: () => Promise<void> } => {
  const works: (() => Promise<void>)[] = []
  return {
    tx: { ...statements, atCommit: (work) => void works.push(work) },
    beforeCommit: async () => {
      for (const work of works) await work()
    },
  }
}
