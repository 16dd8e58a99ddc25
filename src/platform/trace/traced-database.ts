import { trace } from '../../kernel/trace.js'
import type { Database, Sql, Tx } from '../database/database.js'

const textMax = 1_000

const factsOf = (text: string) => {
  const query = text.replace(/\s+/g, ' ').trim()
  const [operation = ''] = query.split(' ', 1)
  const table = /\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)\b/.exec(query)?.[1]
  return { query, operation: operation.toUpperCase(), table }
}

/** Span names by the semantic conventions: the operation, and its main table. */
const traceStatement = <T>(system: string, text: string, work: () => Promise<T>): Promise<T> => {
  // Statements outside of a span are not traced, such as those with which ticks poll.
  if (trace.current() === undefined) return work()
  const { query, operation, table } = factsOf(text)
  return trace.span(
    table === undefined ? operation : `${operation} ${table}`,
    {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.text': query.slice(0, textMax),
      ...(table !== undefined && { 'db.collection.name': table }),
    },
    work,
    { kind: 'client' },
  )
}

const tracedSql = (sql: Sql): Sql => ({
  ...sql,
  all: (text, parameters) => traceStatement(sql.dialect.name, text, () => sql.all(text, parameters)),
})

const tracedTx = (tx: Tx): Tx => ({
  ...tx,
  all: (text, parameters) => traceStatement(tx.dialect.name, text, () => tx.all(text, parameters)),
  run: (text, parameters) => traceStatement(tx.dialect.name, text, () => tx.run(text, parameters)),
})

/** A database whose statements and transactions are spans, if they run inside another span. */
export const tracedDatabase = (database: Database): Database => {
  const facts = { 'db.system.name': database.dialect.name }
  return {
    ...database,
    read: tracedSql(database.read),
    inTransaction: (work) => {
      if (trace.current() === undefined) return database.inTransaction(work)
      return trace.span('transaction', facts, () => database.inTransaction((tx) => work(tracedTx(tx))), {
        kind: 'client',
      })
    },
    inOneStatement: (work) => database.inOneStatement((tx) => work(tracedTx(tx))),
  }
}
