import pLimit from 'p-limit'
import type { Call } from '../../kernel/call.js'
import type { Watch } from '../../platform/identity/watch.js'
import { fileNameOf, readStatementView, type StatementViewDeps } from './statement-view.js'
import { renderStatement } from './pdf/render-statement.js'
import { findStatement } from './statements.read.js'

export interface StatementCopy {
  readonly fileName: string
  readonly pdf: Buffer
}

export type CopyOf = (
  call: Call,
  reference: string,
) => Promise<StatementCopy | 'NOT_FOUND' | 'BEING_WITHDRAWN'>

/** Statements for staff at a counter, marked as copies. Each access is recorded before the statement is made. */
export const createCopies = (
  deps: Omit<StatementViewDeps, 'jobCall'> & {
    readonly watch: Pick<Watch, 'recordReadById' | 'recordShown'>
  },
): CopyOf => {
  // One at a time, as in `deliver-statements`: a long statement takes much memory while it is made.
  const inTurn = pLimit(1)
  return async (call, reference) => {
    const statement = await findStatement(deps.database.read, reference)
    if (!statement) return 'NOT_FOUND'
    await deps.watch.recordReadById(call, 'statement.pdf', statement.id)
    await deps.watch.recordShown(call, 'statement.pdf', [statement.customerId])
    const view = await readStatementView({ ...deps, jobCall: () => call }, statement, { isCopy: true })
    if (!view) return 'BEING_WITHDRAWN'
    return { fileName: fileNameOf(statement), pdf: await inTurn(() => renderStatement(view)) }
  }
}
