import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureSystemClock } from '../src/bank/business-clock/clocks.repository.js'
import type { Database } from '../src/platform/database/database.js'
import { createEmulator } from '../src/bank/payments/emulator/server.js'
import { addDays } from '../src/kernel/calendar.js'
import { systemClock } from '../src/kernel/clock.js'
import { fill, today } from './clocks.js'
import { connectTo, type Connection } from './generator/connection.js'
import { percentile } from './generator/job.js'
import { analyze } from './load.js'
import type { Server } from './processes.js'
import { limitLine, type Line } from './report.js'
import { confirmRequest, envelope, msisdnOf, quoteRequest, referenceIn } from './requests.js'
import { startService, withDatabase, withScratch } from './world.js'

const otherCustomers = 200
const warmUpMs = 2_000
const aloneMs = 5_000
const leaveMsMax = 300_000
const readings = 20
/** The savings mature on at most this many dates, of which half are today or earlier. */
const datesMax = 1_000
/** The customer who opts out has the first number, the other customers have the numbers after it. */
const leavingCustomer = 0

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * The milliseconds of each request, in rising order, of other customers who read and save one after the other for as
 * long as `goesOn`.
 */
const readAsOthers = async (gateway: Connection, goesOn: () => boolean): Promise<number[]> => {
  const ms: number[] = []
  const send = async (request: ReturnType<typeof envelope>): Promise<string> => {
    let answer = ''
    ms.push(await timed(async () => (answer = await gateway.send(request))))
    return answer
  }
  for (let n = 0; goesOn(); n = (n + 1) % otherCustomers) {
    const customer = 1 + n
    await send(envelope('get_savings_balance', customer))
    const reference = referenceIn(await send(quoteRequest(customer)))
    if (reference !== undefined) await send(confirmRequest(customer, reference))
    // With pauses as between people's calls, so that these requests do not use the whole processor.
    await sleep(20)
  }
  return ms.toSorted((a, b) => a - b)
}

const countOf = async ({ read }: Database, statement: string): Promise<number> =>
  Number((await read.all(statement))[0]?.['n'])

/** Creates a customer with this many savings, half of which have matured. */
const fillBank = async (database: Database, savings: number): Promise<void> => {
  await database.inTransaction((tx) => ensureSystemClock(tx, today))
  const start = { book: 'system', startOn: addDays(today, -datesMax), maturing: [] }
  await fill(database, {
    ...start,
    positions: savings,
    perCustomer: savings,
    firstNumber: Number(msisdnOf(leavingCustomer)),
    others: Array.from({ length: datesMax }, (_, i) => addDays(today, i + 1 - datesMax / 2)),
  })
  await analyze(database, 'customers, accounts, positions, deposits, payouts, payment_orders')
}

/** How long each screen takes for the customer with many savings. */
const screens = async (gateway: Connection, of: string): Promise<Line[]> => {
  const lines: Line[] = []
  for (const [operation, msMax] of [
    ['get_savings_balance', 200],
    ['list_locked_accounts', 1_000],
    ['list_opt_out_positions', 1_000],
    ['list_recent_transactions', 50],
  ] as const) {
    const ms: number[] = []
    for (let i = 0; i < readings; i++)
      ms.push(await timed(() => gateway.send(envelope(operation, leavingCustomer))))
    const p50 = percentile(
      ms.toSorted((a, b) => a - b),
      0.5,
    )
    lines.push(limitLine(`${operation} ${of}, p50`, p50, msMax, 'ms', 1))
  }
  return lines
}

/**
 * An opt-out that is too large for one transaction: how soon it is answered and booked, and how much it slows other
 * customers.
 */
const leave = async (database: Database, api: Server, worker: () => Promise<Server>, of: string) => {
  const [gateway, others] = [connectTo(api.origin), connectTo(api.origin)]
  for (let n = 1; n <= otherCustomers; n++) await others.send(envelope('register_savings_account', n))
  const warm = AbortSignal.timeout(warmUpMs)
  await readAsOthers(others, () => !warm.aborted)
  const shown = await screens(gateway, of)
  const running = await worker()
  try {
    const quiet = AbortSignal.timeout(aloneMs)
    const alone = await readAsOthers(others, () => !quiet.aborted)
    let isLeaving = true
    const begun = performance.now()
    const meanwhile = readAsOthers(others, () => isLeaving)
    const answeredMs = await timed(() => gateway.send(envelope('confirm_opt_out', leavingCustomer)))
    const left = `SELECT COUNT(*) AS n FROM accounts WHERE leave_on IS NOT NULL`
    while ((await countOf(database, left)) > 0 && performance.now() - begun < leaveMsMax) await sleep(100)
    const seconds = (performance.now() - begun) / 1000
    isLeaving = false
    const beside = await meanwhile
    return [
      ...shown,
      limitLine(`confirm_opt_out ${of}: answered`, answeredMs, 1_000, 'ms'),
      limitLine(`confirm_opt_out ${of}: booked by the queue`, seconds, 120, 's', 1),
      {
        ...limitLine('the slowest request of a stranger meanwhile', beside.at(-1)!, 500, 'ms'),
        other: `alone ${alone.at(-1)!.toFixed(0)} ms`,
      },
    ]
  } finally {
    await Promise.all([running.stop(), gateway.close(), others.close()])
  }
}

/** Measures a customer with many savings: their screens, their opt-out, and its effect on other customers. */
export const measureLeaving = (server: string, savings: number): Promise<Line[]> =>
  withScratch((directory) =>
    withDatabase(server, 'leaving', async (database, url) => {
      const emulator = await createEmulator({
        host: '127.0.0.1',
        port: 0,
        delayMs: 0,
        timeScale: 1,
        clock: systemClock,
      })
      const start = (role: string) => () =>
        startService({
          NODE_ENV: 'development',
          PORT: '0',
          ROLE: role,
          DATA_DIR: join(directory, role),
          DATABASE_URL: url,
          EMULATOR_URL: emulator.url,
        })
      await fillBank(database, savings)
      const api = await start('api')()
      try {
        return await leave(database, api, start('worker'), `with ${savings.toLocaleString('en')} savings`)
      } finally {
        await api.stop()
        await emulator.close()
      }
    }),
  )
