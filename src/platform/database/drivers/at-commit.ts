import type { Tx } from '../database.js'

/** Reads and writes on a connection, without what a transaction adds. */
export type Statements = Omit<Tx, 'atCommit' | 'tryOut'>

/** A transaction, and its deferred work. `command` runs statements that cannot be prepared. */
export const transactionOn = (
  statements: Statements,
  command: (text: string) => unknown,
): { tx: Tx; beforeCommit: () => Promise<void> } => {
  const works: (() => Promise<void>)[] = []
  const tryOut: Tx['tryOut'] = async (work) => {
    const rollBack = async () => command('ROLLBACK TO SAVEPOINT tried')
    await command('SAVEPOINT tried')
    const result = await work({ ...statements, atCommit: () => undefined, tryOut }).catch(
      async (error: unknown) => {
        // After a refusal the caller may continue. After a deadlock there is no savepoint any more: the rollback fails,
        // which is ignored, since the error of the deadlock is thrown.
        await rollBack().catch(() => undefined)
        throw error
      },
    )
    await rollBack()
    return result
  }
  return {
    tx: { ...statements, atCommit: (work) => void works.push(work), tryOut },
    beforeCommit: async () => {
      for (const work of works) await work()
    },
  }
}
