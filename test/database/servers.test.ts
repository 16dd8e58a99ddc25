import { expect, test } from '@jest/globals'
import { limitProblems, userRightProblems } from '../../src/platform/database/health/server-limits.js'
import { refuseSeveralWriters } from '../../src/platform/database/drivers/single-writer.js'
import { openDatabase, openServiceDatabase } from '../../src/app/open-database.js'
import { describeEachDatabase, settingsOf } from '../support/services.js'
import { messageOf } from '../support/thrown.js'
import { present } from '../support/present.js'

test('a server with too few free connections or prepared statements for another process is reported, with its limit and the need', () => {
  const figures = {
    max_connections: 151,
    max_prepared_stmt_count: 16_382,
    Threads_connected: 136,
    Prepared_stmt_count: 14_782,
  }
  expect(limitProblems({ ...figures, Threads_connected: 135, Prepared_stmt_count: 14_782 }, 16)).toEqual([])
  expect(limitProblems(figures, 16)).toEqual([
    expect.stringMatching('room for 151 connections: 136 are in use, and this process may need 16'),
  ])
  expect(limitProblems({ ...figures, Threads_connected: 1, Prepared_stmt_count: 14_783 }, 16)).toEqual([
    expect.stringMatching('16382 prepared statements: 14783 are in use, and this process may need 1600'),
  ])
  expect(limitProblems({}, 16)).toEqual([])
})

test.each(['wsrep_on', 'group_replication_single_primary_mode'])(
  'a server of a cluster in which several servers accept writes is refused (%s), with the setting to use',
  async (Variable_name) => {
    const message = await messageOf(refuseSeveralWriters(async () => [{ Variable_name }], false))
    expect(message).toMatch(Variable_name)
    expect(message).toMatch('CLUSTER_SINGLE_WRITER=yes')
    expect(await refuseSeveralWriters(async () => [{ Variable_name }], true)).toBe(true)
    expect(await refuseSeveralWriters(async () => [], false)).toBe(false)
  },
)

describeEachDatabase('the user of the service', (kind) => {
  if (kind.kind === 'sqlite') return

  test('cannot truncate, drop or alter a table, nor drop its triggers, and a user who can is reported', async () => {
    const created = await kind.createMigrated()
    const owner = await openDatabase(settingsOf(created.url))
    const service = await openServiceDatabase({
      databaseUrl: await present(created.asService)(),
      migrationUrl: created.url,
      dataDirectory: '',
    })
    expect(await userRightProblems(service)).toEqual([])
    expect(await userRightProblems(owner)).toEqual([expect.stringContaining('MIGRATION_DATABASE_URL')])
    for (const statement of [
      'TRUNCATE TABLE audit_log',
      'DROP TRIGGER audit_log_no_update',
      'DROP TABLE evidence_seals',
      'ALTER TABLE postings DROP COLUMN amount',
    ])
      expect(await messageOf(service.inTransaction((tx) => tx.run(statement)))).toMatch(/denied/)
    await Promise.all([owner.close(), service.close()])
    await created.drop()
  })
})

describeEachDatabase('migrations', (kind) => {
  if (kind.kind === 'sqlite') return

  test('run in one process at a time, and an abandoned claim expires', async () => {
    const created = await kind.create()
    // The state that a process leaves if it is killed while it migrates.
    const first = await openDatabase(settingsOf(created.url))
    const begun = performance.now()
    await first.inTransaction(async (tx) => {
      const soon = `${tx.dialect.nowMs} + 2000`
      await tx.run(`UPDATE migration_claims SET holder = 'a dead one', lease_until = ${soon}`)
      await tx.run(`DELETE FROM migrations WHERE name = 'WriteCustomerLocks1764800000000'`)
    })
    await first.inTransaction((tx) => tx.run('ALTER TABLE customers DROP COLUMN lock_no'))
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(settingsOf(created.url))))
    expect(performance.now() - begun).toBeGreaterThan(1_500)
    const rows = await first.read.all(
      `SELECT name FROM migrations WHERE name = 'WriteCustomerLocks1764800000000'`,
    )
    expect(rows).toHaveLength(1)
    await Promise.all([first, ...opened].map((database) => database.close()))
    await created.drop()
  })
})
