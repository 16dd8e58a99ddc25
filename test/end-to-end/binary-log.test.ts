import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { afterAll, expect, test } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { runProgram } from '../running/processes.js'
import { booksProblems } from '../support/books.js'
import { find } from '../support/find-program.js'
import { startMariadb } from '../support/mariadb.js'
import { scratchFolder } from '../support/scratch.js'
import { mysqlUrl, type TestDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { customerAt } from './customer.js'
import { startService, type Env, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const run = promisify(execFile)
const schema = 'cauri'

type Server = NonNullable<Awaited<ReturnType<typeof startMariadb>>>

/** A database with the name that the binary log contains, on its own server. */
const databaseOn = ({ url }: Server): TestDatabase => {
  const create = async () => {
    const connection = await createConnection(url)
    await connection.query(`CREATE DATABASE ${schema}`)
    await connection.end()
    return { url: `${url}/${schema}`, drop: async () => undefined }
  }
  return { kind: 'mysql', create, createMigrated: create }
}

/** Programs of MariaDB: those of MySQL have other names and arguments. */
const binlog = find('mariadb-binlog')
const client = find('mariadb')
const hasServer = mysqlUrl() !== undefined && binlog !== undefined && client !== undefined

;(hasServer ? test : test.skip)(
  'what was confirmed after a backup comes back with the binary logs',
  async () => {
    const wallet = (opened.wallet = await startWallet())
    const scratch = (opened.scratch = await scratchFolder('cauri-binlog-'))
    const logs = join(scratch, 'binlog')
    const server = await serverWith([`--log-bin=${logs}`, '--server-id=1', '--sync-binlog=1'])
    const shared: Env = { ...wallet.env, KEY_PEPPER: 'the pepper of this drill, forty letters..' }
    const lost = (opened.service = await startService(databaseOn(server), shared))
    await depositOnce(lost)
    const leaver = customerAt(lost)
    await depositOnce(lost, leaver)

    const backup = join(scratch, 'backup')
    const made = await cauri(`backup ${backup}`, lost.settings)
    expect([made.code, made.stderr]).toEqual([0, ''])
    // After the backup: a deposit of a new customer, and a withdrawal that is paid.
    await depositOnce(lost)
    const [{ locked_account_id: held = '' } = {}] = await leaver.positions()
    const { withdrawal_reference: withdrawal = '' } = await leaver.preview(held)
    expect(await leaver.withdraw(withdrawal)).toMatchObject({ withdrawal_status: 'PENDING' })
    const stood = await lost.withDatabase(async (database) => {
      await database.inTransaction((tx) => tx.run('UPDATE payouts SET held_until = 1'))
      await eventually('what was held is paid', async () =>
        (await database.read.all('SELECT status FROM payouts')).every(({ status }) => status === 'PAID'),
      )
      return tablesOf((statement) => database.read.all(statement))
    })
    expect(stood['payouts']).toHaveLength(1)
    await lost.kill9()
    await server.stop()

    // Only the binary log survives the loss.
    const other = await serverWith([])
    const { url } = await databaseOn(other).create()
    const place: Env = { ...shared, DATA_DIR: join(scratch, 'data'), DATABASE_URL: url }
    const restored = await cauri(`restore ${backup}`, place)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    const before = await cauri('lost-payments --json', place)
    expect(ordersFound(before.stdout, 'LOST')).toHaveLength(2)

    const head = (await readFile(join(backup, 'database.sql'), 'utf8')).slice(0, 4000)
    const [, first = '', position = ''] = /MASTER_LOG_FILE='(.+?)', MASTER_LOG_POS=(\d+)/.exec(head) ?? []
    const replay = join(scratch, 'replay.sql')
    await run(present(binlog), [
      `--start-position=${position}`,
      `--result-file=${replay}`,
      join(scratch, first),
    ])
    const { port, hostname } = new URL(url)
    await run('sh', [
      '-c',
      `"${client}" --protocol=tcp -h ${hostname} -P ${port} -u root ${schema} < ${replay}`,
    ])

    expect(await cauri('evidence', place)).toMatchObject({ code: 0 })
    const after = await cauri('lost-payments --json', place)
    expect([after.code, ordersFound(after.stdout, 'LOST')]).toEqual([0, []])
    const again = (opened.service = await startService(
      { ...databaseOn(other), createMigrated: async () => ({ url, drop: async () => undefined }) },
      place,
    ))
    await again.withDatabase(async (database) => {
      expect(await booksProblems(database)).toEqual([])
      expect(await tablesOf((statement) => database.read.all(statement))).toEqual(stood)
    })
  },
  240_000,
)

const opened: { wallet?: Wallet; service?: Service; scratch?: string; readonly servers: Server[] } = {
  servers: [],
}

afterAll(async () => {
  await opened.service?.close()
  await opened.wallet?.close()
  for (const server of opened.servers) await server.stop()
  if (opened.scratch) await rm(opened.scratch, { recursive: true, force: true })
})

const serverWith = async (settings: readonly string[]): Promise<Server> => {
  const server = await startMariadb(['--innodb-flush-log-at-trx-commit=1', ...settings])
  if (!server) throw new Error('there is no MariaDB')
  opened.servers.push(server)
  return server
}

const cauri = (line: string, env: Env) => runProgram('cauri', line.split(' '), env)

const ordersFound = (output: string, as: string) =>
  shaped(
    z.object({ found: z.array(z.object({ reference: z.string(), found: z.string() })) }),
    JSON.parse(output),
  ).found.filter(({ found }) => found === as)

/** Registers a customer, deposits, and waits until the payment has ended. */
const depositOnce = async (at: Service, customer = customerAt(at)): Promise<void> => {
  await customer.register()
  const { deposit_reference = '' } = await customer.quote('10000')
  await customer.confirm(deposit_reference)
  expect(await customer.outcome(deposit_reference)).toMatchObject({
    deposit_status: 'SUCCESSFUL',
  })
}

/** The tables of money and of sealed evidence. */
const tablesOf = async (
  read: (statement: string) => Promise<readonly object[]>,
): Promise<Record<string, readonly object[]>> => {
  const tables: Record<string, readonly object[]> = {}
  for (const [table, order] of [
    ['payouts', 'id'],
    ['positions', 'id'],
    ['deposits', 'id'],
    ['journals', 'id'],
    ['postings', 'journal_id, line'],
    ['audit_log', 'id'],
  ] as const)
    tables[table] = await read(`SELECT * FROM ${table} ORDER BY ${order}`)
  return tables
}
