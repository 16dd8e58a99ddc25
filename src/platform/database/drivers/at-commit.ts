import type { Tx } from '../database.js'

/** The statements of a connection, without what belongs to a transaction on it. */
export type Statements = Omit<Tx, 'atCommit' | 'tryOut'>

/** A transaction, and the work that it has for its end. `command` runs what no prepared statement may be. */
export const beginOn = (
  statements: Statements,
  command: (text: string) => unknown,
): { tx: Tx; beforeCommit: () => Promise<void> } => {
  const works: (() => Promise<void>)[] = []
  const tryOut: Tx['tryOut'] = async (work) => {
    const takeBack = async () => command('ROLLBACK TO SAVEPOINT tried')
    await command('SAVEPOINT tried')
    const result = await work({ ...statements, atCommit: () => undefined, tryOut }).catch(
      async (error: unknown) => {
        // Whoever asked may go on after a refusal. After a deadlock there is no savepoint any more, and it is the deadlock that counts.
        await takeBack().catch(() => undefined)
        throw error
      },
    )
    await takeBack()
    return result
  }
  return {
    tx: { ...statements, atCommit: (work) => void works.push(work), tryOut },
    beforeCommit: async () => {
      for (const work of works) await work()
    },
  }
}
