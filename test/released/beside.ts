import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DataSource } from 'typeorm'
import { packageRoot } from '../../src/app/config/config.js'
import { dataSourceOptions, openDatabase } from '../../src/app/open-database.js'
import { migrations } from '../../src/platform/database/migrations/index.js'
import type { Database } from '../../src/platform/database/database.js'
import { createClient, type Client } from '../end-to-end/client.js'
import { customerAt, type Customer } from '../end-to-end/customer.js'
import { startGuarded, type GuardedProcess } from '../end-to-end/guarded-process.js'
import { startService, type Env, type Service } from '../end-to-end/service.js'
import { startWallet, type Wallet } from '../end-to-end/wallet.js'
import { booksProblems } from '../support/books.js'
import { scratchFolder } from '../support/scratch.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'

// Not among the suites of `npm test`, for it needs the tag of the last release and builds it: `npm run test:released`.

/** The last version that was released. */
const tag = 'v0.2.0'
/** The migration that adds the value date; the one behind it forbids to book in a closed day. */
const valueDates = 1764820000000

/** A package that it used and that we have no more: what stands in its place is called by nothing here. */
const gone: Readonly<Record<string, string>> = {
  '@as-integrations/fastify':
    'export const fastifyApolloHandler = () => () => { throw new Error("not here") }',
}

const run = promisify(execFile)

/** Links what is installed for us into a folder of its own, name by name. */
const linkPackages = async (into: string): Promise<void> => {
  const installed = join(packageRoot, 'node_modules')
  await mkdir(into, { recursive: true })
  for (const name of await readdir(installed)) {
    if (!name.startsWith('@')) {
      await symlink(join(installed, name), join(into, name))
      continue
    }
    await mkdir(join(into, name), { recursive: true })
    for (const scoped of await readdir(join(installed, name)))
      await symlink(join(installed, name, scoped), join(into, name, scoped))
  }
  for (const [name, source] of Object.entries(gone)) {
    await mkdir(join(into, name), { recursive: true })
    await writeFile(
      join(into, name, 'package.json'),
      JSON.stringify({ name, type: 'module', exports: './index.js' }),
    )
    await writeFile(join(into, name, 'index.js'), source)
  }
}

/** The program of the tag, built in a folder of its own by its own build, with the packages of today. */
const buildReleased = async (folder: string): Promise<string> => {
  const archive = join(folder, 'source.tar')
  await run('git', ['archive', '--output', archive, tag], { cwd: packageRoot })
  await run('tar', ['-xf', archive, '-C', folder])
  await linkPackages(join(folder, 'node_modules'))
  await run(process.execPath, ['build.mjs'], { cwd: folder })
  return join(folder, 'dist', 'main.js')
}

interface Released {
  readonly client: Client
  readonly customer: (msisdn: string) => Customer
  readonly log: () => string
  readonly end: () => Promise<void>
}

const listensOn = ({ stdout }: GuardedProcess): string | undefined =>
  /Cauri listens on (http:\/\/[\d.:]+)/.exec(stdout())?.[1]

describeEachDatabase(`${tag} beside this version`, (database) => {
  // SQLite has one process.
  if (database.kind === 'sqlite') {
    test('of which SQLite has one alone', () => expect(database.kind).toBe('sqlite'))
    return
  }
  let wallet: Wallet
  let created: CreatedDatabase
  let program: string
  let opened: Database | undefined
  const ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const folder = await scratchFolder('cauri-released-')
    ends.push(() => rm(folder, { recursive: true, force: true }))
    program = await buildReleased(folder)
    wallet = await startWallet()
    ends.push(() => wallet.close())
    created = await database.create()
    ends.push(() => created.drop())
  }, 120_000)
  afterAll(async () => {
    // What cannot be ended keeps nothing else from its end: else the run would wait for it for ever.
    const problems: unknown[] = []
    for (const end of ends.toReversed()) await end().catch((error: unknown) => problems.push(error))
    expect(problems).toEqual([])
  }, 60_000)

  const released = async (role: 'api' | 'worker' | 'both'): Promise<Released> => {
    const scratch = await scratchFolder('cauri-released-data-')
    const settings: Env = {
      PORT: '0',
      DATA_DIR: scratch,
      DATABASE_URL: created.url,
      ...(role !== 'both' && { ROLE: role }),
      ...wallet.env,
    }
    const started = startGuarded([program], settings, scratch)
    let url = ''
    await eventually(
      `${tag} listens`,
      () => {
        if (started.hasExited()) throw new Error(`${tag} did not start:\n${started.stderr()}`)
        url = listensOn(started) ?? ''
        return url !== ''
      },
      30_000,
    )
    const end = async () => {
      started.signal('SIGTERM')
      await started.over
    }
    ends.push(end)
    const client = createClient(() => url)
    return {
      client,
      customer: (msisdn) => customerAt(client, msisdn),
      log: () => started.stdout() + started.stderr(),
      end,
    }
  }

  /** A process of this version on the same database. */
  const present = async (role: string): Promise<Service> => {
    const shared = { url: created.url, drop: async () => undefined }
    const service = await startService(
      { ...database, createMigrated: async () => shared },
      { ...wallet.env, ROLE: role },
    )
    ends.push(() => service.close())
    return service
  }

  const migrate = async (isWanted: (timestamp: number) => boolean): Promise<void> => {
    const options = await dataSourceOptions(settingsOf(created.url))
    const wanted = migrations.filter(({ name }) => isWanted(Number(/\d+$/.exec(name)![0])))
    const source = await new DataSource({ ...options, migrations: wanted }).initialize()
    await source.runMigrations({ transaction: 'each' })
    await source.destroy()
  }

  const open = async (): Promise<Database> => {
    if (opened) return opened
    const database = (opened = await openDatabase(settingsOf(created.url)))
    ends.push(() => database.close())
    return database
  }

  const rows = async (sql: string, ...parameters: readonly unknown[]) => {
    return (await open()).read.all(sql, parameters)
  }

  /** A payment that stays unanswered until the days of its clock have gone by. */
  const unanswered = async (old: Released, source: DataSource, msisdn: string) => {
    const { clock_id = '' } = await old.client.record('create_test_clock', { now: '2026-03-01' })
    const customer = old.customer(msisdn)
    await customer.register({ clock_id })
    const { deposit_reference: reference = '' } = await customer.quote('20000')
    expect(await customer.confirm(reference)).toMatchObject({ deposit_status: 'PENDING_VALIDATION' })
    const order = async () =>
      (
        (await source.query('SELECT * FROM payment_orders WHERE quote_reference = ?', [reference])) as Order[]
      )[0]!
    await eventually('the wallet has it', async () => (await order()).status === 'SUBMITTED', 10_000)
    // As a clock that has walked on.
    await source.query('UPDATE clocks SET now_on = DATE_ADD(now_on, INTERVAL 3 DAY) WHERE id = ?', [
      (await order()).book,
    ])
    const journal = async () =>
      (
        (await source.query(
          `SELECT business_on, value_on, (SELECT now_on FROM clocks WHERE id = journals.book) AS now_on
           FROM journals WHERE reference = ?`,
          [`DEPOSIT:${(await order()).id}`],
        )) as { business_on: string; value_on: string | null; now_on: string }[]
      )[0]
    return {
      id: (await order()).id,
      order,
      journal,
      end: async () => wallet.end((await order()).id, 'SUCCESSFUL'),
    }
  }

  test('books late as it did beside the value dates, is refused that by the rule behind them, and goes on beside us', async () => {
    const both = await released('both')
    const saver = both.customer('237670010001')
    await saver.register()
    const { deposit_reference = '' } = await saver.quote('10000')
    await saver.confirm(deposit_reference)
    expect(await saver.outcome(deposit_reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })

    await migrate((timestamp) => timestamp <= valueDates)
    const source = await new DataSource({
      type: 'mysql',
      url: created.url,
      dateStrings: true,
    }).initialize()
    ends.push(() => source.destroy())
    const first = await unanswered(both, source, '237670010453')
    await first.end()
    await eventually('its worker has booked it', async () => (await first.journal()) !== undefined, 20_000)
    expect(await first.journal()).toEqual({ business_on: '2026-03-01', value_on: null, now_on: '2026-03-04' })

    await migrate(() => true)
    const second = await unanswered(both, source, '237670011453')
    await second.end()
    await eventually('its worker is refused', () => both.log().includes('a closed day never changes'), 20_000)
    expect(await second.journal()).toBeUndefined()

    // What is refused again and again is tried once a day, and people are asked: ours then books it on the day that is open.
    const cases = () => source.query('SELECT kind, status FROM review_cases WHERE order_id = ?', [second.id])
    const hurry = () => source.query('UPDATE payment_orders SET due_at = 0 WHERE id = ?', [second.id])
    await eventually('people are asked', async () => (await hurry(), await cases()).length === 1, 30_000)
    await both.end()
    const worker = await present('worker,reader')
    await hurry()
    await eventually('ours has booked it', async () => (await second.journal()) !== undefined, 30_000)
    expect(await second.journal()).toEqual({
      business_on: '2026-03-04',
      value_on: '2026-03-01',
      now_on: '2026-03-04',
    })
    expect(await cases()).toEqual([{ kind: 'SETTLEMENT_FAILED', status: 'RESOLVED' }])

    // Its doors, our worker: everything that a customer does.
    const api = await released('api')
    const paul = api.customer('237670010002')
    await paul.register({ email: 'paul@example.com' })
    const quoted = await paul.quote('50000')
    await paul.confirm(quoted['deposit_reference'] ?? '')
    expect(await paul.outcome(quoted['deposit_reference'] ?? '', 20_000)).toMatchObject({
      deposit_status: 'SUCCESSFUL',
    })
    const [position] = await paul.positions()
    const preview = await paul.preview(position!['locked_account_id']!)
    expect(await paul.withdraw(preview['withdrawal_reference'] ?? '')).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'ON_HOLD',
    })
    expect(await paul.balance()).toMatchObject({ pending_withdrawal_amount: '50000', accruing_balance: '0' })
    expect(await paul.optOut()).toMatchObject({ opt_out_status: 'COMPLETED' })
    await worker.close()

    // Our doors, its worker.
    const gateway = await present('gateway,staff')
    const old = await released('worker')
    const marie = customerAt(gateway, '237670010003')
    await marie.register()
    const asked = await marie.quote('30000')
    await marie.confirm(asked['deposit_reference'] ?? '')
    expect(await marie.outcome(asked['deposit_reference'] ?? '', 20_000)).toMatchObject({
      deposit_status: 'SUCCESSFUL',
    })
    expect(await marie.balance()).toMatchObject({ accruing_balance: '30000' })
    await Promise.all([api.end(), old.end()])

    expect(await rows('SELECT COUNT(*) AS n FROM journals WHERE value_on IS NULL')).not.toEqual([{ n: 0 }])
    // The books close, but that its journals have no value date, and one was late while nothing forbade it.
    const others = (await booksProblems(await open())).filter(
      (problem) => !problem.includes('"value_on":null') && !problem.includes(first.id),
    )
    expect(others).toEqual([])
  }, 180_000)
})

interface Order {
  readonly id: string
  readonly book: string
  readonly status: string
}
