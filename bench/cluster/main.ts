import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureSystemClock } from '../../src/bank/business-clock/clocks.repository.js'
import { runEndOfDay } from '../../src/bank/end-of-day/walk-clocks.js'
import { packageRoot } from '../../src/app/config/config.js'
import { registerCustomer } from '../../src/bank/customers/register-customer.js'
import type { Database } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { dispatchOrders, pollOrders } from '../../src/bank/payments/drive/dispatch-and-poll.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { parseProducts } from '../../src/bank/products/product-file.js'
import { publishFirstProducts } from '../../src/bank/products/publish-products.js'
import { confirmDeposit } from '../../src/bank/savings/deposits/confirm-deposit.js'
import { quoteDeposit } from '../../src/bank/savings/deposits/quote-deposit.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { startGuarded } from '../../test/end-to-end/guarded-process.js'
import { booksProblems } from '../../test/support/books.js'
import { eventually } from '../../test/support/wait.js'
import { callOn, depsOf, today } from '../clocks.js'
import { msisdnOf } from '../requests.js'
import { startCluster, type ClusterNode } from './nodes.js'

/**
 * `npm run cluster`: starts two nodes of Galera on this machine, both of which accept writes. Shows that the service
 * refuses to run on such a node and, if a setting wrongly says that there is a single writer, how far the service's
 * locks protect its data.
 */
const tries = 60
const nights = 30
const savers = 20
/** How many nights run concurrently with settlements, and how many settlements each has. */
const nightsWithSettlements = 30
const settlementsEach = 3
/** One deposit of this amount is within the product's limit, two are not. */
const amount = '1500000'

interface Verdict {
  readonly what: string
  readonly measured: string
  readonly isRight: boolean
}

const neverAborted = (): AbortSignal => new AbortController().signal

const depositDeps = (database: Database) => ({
  database,
  testClocks: { enabled: false, msisdns: undefined },
  collectionMax: undefined,
  onOrder: () => undefined,
  payerNote: () => 'cluster',
})

/** Starts the service without the setting that says that there is a single writer. */
const startWithoutSetting = async (url: string): Promise<Verdict> => {
  const directory = await mkdtemp(join(tmpdir(), 'cauri-cluster-'))
  const env = {
    NODE_ENV: 'development',
    ROLE: 'api',
    PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: url,
    EMULATOR_URL: 'http://127.0.0.1:9',
  }
  const started = startGuarded([join(packageRoot, 'dist', 'cauri.js'), 'start'], env, directory)
  const code = await Promise.race([started.over, sleep(60_000)])
  if (!started.hasExited()) started.signal('SIGKILL')
  const namesSetting = /CLUSTER_SINGLE_WRITER=yes/.test(started.stderr() + started.stdout())
  return {
    what: 'a start on a node with wsrep_on',
    measured: code === undefined ? 'it runs' : `exit ${code}${namesSetting ? ', and names the setting' : ''}`,
    isRight: code === 1 && namesSetting,
  }
}

const countOf = async ({ read }: Database, statement: string, ...parameters: unknown[]): Promise<number> =>
  Number((await read.all(statement, parameters))[0]?.['n'])

const quoteFor = async (database: Database, msisdn: Msisdn, on: LocalDate = today): Promise<string> => {
  const order = { msisdn, amount, productCode: 'LOCK3M' }
  const { reference } = await quoteDeposit(depositDeps(database), callOn(on), order)
  return reference!
}

const register = async (database: Database, n: number): Promise<Msisdn> => {
  const msisdn = msisdnOf(n) as Msisdn
  await registerCustomer(depositDeps(database), callOn(today), { msisdn, email: null, clockId: null })
  return msisdn
}

/** Two concurrent confirms of one customer, one on each node; together they exceed the product's limit. */
const race = async (first: Database, second: Database, n: number): Promise<number> => {
  const msisdn = await register(first, n)
  const references = [await quoteFor(first, msisdn), await quoteFor(first, msisdn)]
  const quotes = `SELECT COUNT(*) AS n FROM request_log WHERE reference IN (?, ?)`
  await eventually(
    'both quotes are on both nodes',
    async () => (await countOf(second, quotes, ...references)) === 2,
  )
  const confirm = (database: Database, reference: string) =>
    confirmDeposit(depositDeps(database), callOn(today), { msisdn, reference })
  await Promise.allSettled([confirm(first, references[0]!), confirm(second, references[1]!)])
  const orders = `SELECT COUNT(*) AS n FROM payment_orders WHERE msisdn = ?`
  await eventually('both nodes give the same answer', async () => {
    const [here, there] = [await countOf(first, orders, msisdn), await countOf(second, orders, msisdn)]
    return here === there
  })
  return countOf(first, orders, msisdn)
}

const races = async (first: Database, second: Database, wait: number, from: number): Promise<Verdict> => {
  const passed = { 0: 0, 1: 0, 2: 0 } as Record<number, number>
  for (let n = from; n < from + tries; n++) passed[await race(first, second, n)]! += 1
  return {
    what: `two confirms of one customer at once, one on each node, wsrep_sync_wait=${wait}`,
    measured: `both passed in ${passed[2]} of ${tries}, one in ${passed[1]}, none in ${passed[0]}`,
    isRight: passed[2] === 0,
  }
}

/** Customers with savings, for which the nights post interest. */
const save = async (database: Database, on: LocalDate, from: number): Promise<void> => {
  for (let n = from; n < from + savers; n++) {
    const msisdn = await register(database, n)
    const call = callOn(on)
    const deps = depositDeps(database)
    const order = { msisdn, amount: '100000', productCode: 'LOCK3M' }
    const { reference } = await quoteDeposit(deps, call, order)
    await confirmDeposit(deps, call, { msisdn, reference: reference! })
  }
  const { orders } = depsOf(database, on)
  const open = 'SELECT COUNT(*) AS n FROM payment_orders WHERE due_at IS NOT NULL'
  await eventually(
    'all deposits are settled',
    async () => {
      await dispatchOrders(orders, neverAborted())
      await pollOrders(orders, neverAborted())
      return (await countOf(database, open)) === 0
    },
    60_000,
  )
}

const nowOn = async ({ read }: Database): Promise<LocalDate> =>
  (await read.all(`SELECT now_on FROM clocks WHERE id = 'system'`))[0]!['now_on'] as LocalDate

/**
 * Two workers run every night, one on each node; in every second night the first worker's lease ends during its work.
 */
const walkNights = async (first: Database, second: Database): Promise<Verdict> => {
  const lost = { times: 0 }
  const begin = await nowOn(first)
  for (let night = 1; night <= nights; night++) {
    const day = addDays(begin, night)
    const walk = (database: Database) =>
      runEndOfDay(
        depsOf(database, day, () => void lost.times++),
        neverAborted(),
      )
    const takeOver = async (): Promise<void> => {
      await sleep(Math.random() * 20)
      await second
        .inTransaction((tx) => tx.run(`UPDATE clocks SET lease_until = 0 WHERE id = 'system'`))
        .catch(() => undefined)
      await walk(second).catch(() => undefined)
    }
    await eventually(
      'the night is over on both nodes',
      async () => {
        const others = night % 2 === 0 ? takeOver() : walk(second).catch(() => undefined)
        await Promise.all([walk(first).catch(() => undefined), others])
        return (await nowOn(first)) === day && (await nowOn(second)) === day
      },
      60_000,
    )
  }
  const days = await countOf(first, `SELECT COUNT(*) AS n FROM walk_days WHERE book = 'system'`)
  const problems = [...(await booksProblems(first)), ...(await booksProblems(second))]
  return {
    what: `two workers in each of ${nights} nights, one on each node, in every second one the lease is taken over`,
    measured: `${days} days posted, ${lost.times} workers found their lease lost, ${problems.join('; ') || 'the books close on both nodes'}`,
    isRight: days === nights && problems.length === 0,
  }
}

/** Payments that succeed on one node while the other ends the day: each must be booked on the day that is open. */
const settleBesideNights = async (first: Database, second: Database, from: number): Promise<Verdict> => {
  let [wrong, last, unsettled] = [0, '', 0]
  for (let night = 0; night < nightsWithSettlements; night++) {
    const on = await nowOn(first)
    const ids: string[] = []
    for (let n = 0; n < settlementsEach; n++) {
      const msisdn = await register(first, from + night * settlementsEach + n)
      const reference = await quoteFor(first, msisdn, on)
      await confirmDeposit(depositDeps(first), callOn(on), { msisdn, reference })
      const [order] = await first.read.all('SELECT id FROM payment_orders WHERE msisdn = ?', [msisdn])
      ids.push(String(order!['id']))
    }
    const known = `SELECT COUNT(*) AS n FROM payment_orders WHERE id IN (${ids.map(() => '?').join(', ')})`
    const arrived = async () => (await countOf(second, known, ...ids)) === settlementsEach
    await eventually('the orders are on the other node', arrived)
    const { orders } = depsOf(second, on)
    const settle = async (id: string): Promise<void> => {
      await sleep(Math.random() * 40)
      const paid = { state: 'SUCCESSFUL', providerTransactionId: id } as const
      await recordStatus(orders, callOn(on), id, paid).catch(() => unsettled++)
    }
    const day = addDays(on, 1)
    const end = async () => {
      await runEndOfDay(depsOf(first, day), neverAborted()).catch(() => undefined)
    }
    await Promise.all([end(), ...ids.map(settle)])
    const isOver = async () => {
      if ((await nowOn(first)) !== day) await end()
      return (await nowOn(first)) === day && (await nowOn(second)) === day
    }
    await eventually('the night is over on both nodes', isOver, 60_000)
    const problems = (await booksProblems(first)).join('; ')
    if (problems !== last) wrong++
    last = problems
  }
  return {
    what: `${settlementsEach} settlements on one node beside each of ${nightsWithSettlements} nights on the other`,
    measured: `the books do not close after ${wrong} of them, ${unsettled} settlements are left to the next turn`,
    isRight: wrong === 0,
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const run = async ([one, other]: readonly [ClusterNode, ClusterNode]): Promise<readonly Verdict[]> => {
  await one.query('CREATE DATABASE cauri CHARACTER SET utf8mb4')
  const open = ({ url }: ClusterNode) =>
    openDatabase({ kind: 'mysql', url: `${url}/cauri`, poolSize: 8, singleWriter: true })
  const verdicts = [await startWithoutSetting(`${one.url}/cauri`)]
  const [first, second] = [await open(one), await open(other)]
  await publishFirstProducts(
    { database: first },
    callOn(today),
    parseProducts(readFileSync(join(packageRoot, 'src', 'bank', 'products', 'products.json'), 'utf8')),
  )
  const begin = addDays(today, -nights)
  await first.inTransaction((tx) => ensureSystemClock(tx, begin))
  await save(first, begin, 0)
  await eventually('the clock is on both nodes', async () => (await nowOn(second)) === begin)
  verdicts.push(await walkNights(first, second))
  for (const wait of [0, 7]) {
    for (const node of [one, other]) await node.query(`SET GLOBAL wsrep_sync_wait = ${wait}`)
    // New connections are opened, since open ones keep the `wsrep_sync_wait` that they began with.
    const [here, there] = [await open(one), await open(other)]
    verdicts.push(await races(here, there, wait, 1_000 * (wait + 1)))
    await Promise.all([here.close(), there.close()])
  }
  verdicts.push(await settleBesideNights(first, second, 20_000))
  await Promise.all([first.close(), second.close()])
  return verdicts
}

const nodes = await startCluster()
const verdicts = await run(nodes)
say('| | came to |\n|---|---|')
for (const { what, measured, isRight } of verdicts)
  say(`| ${what} | ${measured}${isRight ? '' : ': WRONG'} |`)
for (const node of nodes) await node.stop()
process.exit(verdicts.every(({ isRight }) => isRight) ? 0 : 1)
