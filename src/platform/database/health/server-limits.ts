import type { Database } from '../database.js'
import { statementsMax } from '../drivers/mysql-pool.js'
import { column, columns, integer, text } from '../read-row.js'

interface Figures {
  readonly [name: string]: number
}

const names = ['max_connections', 'max_prepared_stmt_count', 'Threads_connected', 'Prepared_stmt_count']

const shortageOf = (what: string, needed: number, inUse: number, most: number): string[] =>
  inUse + needed > most
    ? [
        `the database server has room for ${most} ${what}: ${inUse} are in use, and this process may need ${needed} (docs/running.md)`,
      ]
    : []

/** Limits of a MySQL server that this process may exceed, given what is already in use. */
export const limitProblems = (figures: Figures, poolSize: number): string[] => {
  const [connections = Infinity, prepared = Infinity, connected = 0, statements = 0] = names.map(
    (name) => figures[name],
  )
  return [
    ...shortageOf('connections', poolSize, connected, connections),
    ...shortageOf('prepared statements', poolSize * statementsMax, statements, prepared),
  ]
}

const figureOf = columns({ name: column('Variable_name', text), value: column('Value', integer) })

/** Limits of the connected server that this process may exceed. Values that cannot be read are ignored. */
export const serverLimitProblems = async (
  { dialect, read }: Database,
  poolSize: number,
): Promise<string[]> => {
  if (dialect.name === 'sqlite') return []
  const where = `WHERE Variable_name IN (${names.map((name) => `'${name}'`).join(', ')})`
  const rows = await Promise.all([
    read.all(`SHOW GLOBAL VARIABLES ${where}`),
    read.all(`SHOW GLOBAL STATUS ${where}`),
  ])
  const figures = rows
    .flat()
    .map(figureOf)
    .map(({ name, value }) => [name, value])
  return limitProblems(Object.fromEntries(figures), poolSize)
}

/** The privileges that allow bypassing the triggers that guard the evidence. */
const bypassingRights = /\b(ALL PRIVILEGES|DROP|TRIGGER|SUPER)\b/

/** A problem if the MySQL user of the service could drop tables or triggers. */
export const userRightProblems = async ({ dialect, read }: Database): Promise<string[]> => {
  if (dialect.name === 'sqlite') return []
  const grants = await read.all('SHOW GRANTS').catch(() => [])
  const rights = grants.flatMap((row) => Object.values(row)).join('\n')
  return bypassingRights.test(rights)
    ? [
        'the user of DATABASE_URL may drop tables or triggers: give it SELECT, INSERT, UPDATE and DELETE, and name another in MIGRATION_DATABASE_URL (docs/running.md)',
      ]
    : []
}
