import { setTimeout as sleep } from 'node:timers/promises'
import { DataSource } from 'typeorm'
import type { ResultSetHeader } from 'mysql2'
import { newId } from '../../../kernel/ids.js'
import { systemClock } from '../../../kernel/clock.js'
import { mysqlOptions, type MysqlSettings, type Tables } from './data-source.js'
import { mysql as dialect } from '../dialect.js'

/** The lease of a migration: how long a dead process blocks the others. */
const leaseMs = 20_000
const heartbeatMs = 4_000
const waitMsMax = 60_000
const pauseMs = 200
const noSuchTable = 1146

const isUpToDate = async (dataSource: DataSource): Promise<boolean> => {
  const rows: { name: string }[] = await dataSource
    .query('SELECT name FROM migrations')
    .catch((error: { errno?: unknown }) => {
      if (error.errno === noSuchTable) return []
      throw error
    })
  const done = new Set(rows.map(({ name }) => name))
  return dataSource.migrations.every(({ name = '' }) => done.has(name))
}

/**
 * Claims the schema by a row. A named lock would hold on one node only, and would be lost if the server closed its
 * connection, which is silent during a migration. Returns the function that releases the claim.
 * Throws if others hold it for a minute.
 */
export const claimSchema = async (dataSource: DataSource): Promise<() => Promise<unknown>> => {
  const { nowMs } = dialect
  const holder = newId(systemClock.now())
  const change = async (set: string, where: string): Promise<boolean> => {
    const text = `UPDATE migration_claims SET ${set} WHERE id = 1 AND ${where}`
    const { affectedRows }: ResultSetHeader = await dataSource.query(text, [holder])
    return affectedRows > 0
  }
  await dataSource.query(
    `CREATE TABLE IF NOT EXISTS migration_claims
       (id integer NOT NULL PRIMARY KEY, holder varchar(40) NOT NULL, lease_until bigint NOT NULL)`,
  )
  await dataSource.query(
    `INSERT INTO migration_claims (id, holder, lease_until) VALUES (1, '', 0) ON DUPLICATE KEY UPDATE id = id`,
  )
  const deadline = performance.now() + waitMsMax
  while (!(await change(`holder = ?, lease_until = ${nowMs} + ${leaseMs}`, `lease_until <= ${nowMs}`))) {
    if (performance.now() > deadline) throw new Error('another process is migrating the database')
    await sleep(pauseMs)
  }
  const heartbeat = setInterval(() => {
    // A failed heartbeat does not matter: the next one comes long before the lease ends.
    change(`lease_until = ${nowMs} + ${leaseMs}`, 'holder = ?').catch(() => undefined)
  }, heartbeatMs)
  return () => {
    clearInterval(heartbeat)
    return change('lease_until = 0', 'holder = ?')
  }
}

/**
 * Brings the schema up to date: one process at a time migrates, the others wait for it. An up-to-date schema needs no
 * DDL rights. On connections of its own, without a statement timeout.
 *
 * @param serving a connected source, used for reading only
 */
export const migrateMysql = async (
  serving: DataSource,
  tables: Tables,
  settings: MysqlSettings,
): Promise<void> => {
  if (await isUpToDate(serving)) return
  const dataSource = await new DataSource(await mysqlOptions(tables, settings, 0)).initialize()
  try {
    const release = await claimSchema(dataSource)
    try {
      await dataSource.runMigrations()
    } finally {
      await release()
    }
  } finally {
    await dataSource.destroy()
  }
}
