import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Database } from '../../src/platform/database/database.js'
import type { TestDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { expectBooksToClose } from './expect-books.js'
import { journeys, type Payment, type PaymentKind } from './kill-journeys.js'
import type { Wave } from './kill-moments.js'
import { startService, type Service } from './service.js'
import { holdAt, type WalletHolds } from './wallet-holds.js'
import { startWalletProxy, type WalletProxy } from './wallet-proxy.js'
import { startWallet, type Wallet } from './wallet.js'
import { first, present } from '../support/present.js'

/** Four times the 15 s that the claims of a killed worker last: the next worker may be killed too. */
const settledMsMax = 60_000

const nameOf = (wave: Wave): string => wave.map(({ name }) => name).join(', and ')

/** A payment that is just before its moment. */
interface Approached {
  /** How long after its moment the process is killed. */
  readonly ms: number
  readonly isThere: () => boolean
  readonly goOn: () => Promise<unknown>
}

/**
 * Declares a suite that kills one service and starts it again on its data, once for each wave, when a new payment is at each moment of the
 * wave. The next kill does not wait for the payments of the last one, so that kills also interrupt recoveries; in the end each payment must
 * have been settled exactly once.
 */
export const declareKills = (database: TestDatabase, waves: readonly Wave[]): void => {
  let wallet: Wallet
  let proxy: WalletProxy
  let holds: WalletHolds
  let service: Service
  const begin = new Map<PaymentKind, () => Promise<Payment>>()
  const left: { name: string; kind: PaymentKind; payment: Payment }[] = []

  beforeAll(async () => {
    wallet = await startWallet()
    proxy = await startWalletProxy(wallet.url)
    holds = holdAt(proxy)
    const productsFile = resolve('test/end-to-end/products-at-once.json')
    service = await startService(database, {
      ...wallet.env,
      EMULATOR_URL: proxy.url,
      PRODUCTS_FILE: productsFile,
    })
  })
  afterAll(async () => {
    await service?.close()
    await proxy?.close()
    await wallet?.close()
  })

  /**
   * Prepares a kind of payment only at the first wave that has such a payment: preparing can make the service request its token, and the
   * first waves kill it at the request for the token.
   */
  const prepare = async (kind: PaymentKind): Promise<void> => {
    const count = waves.flat().filter(({ of }) => of === kind).length
    if (!begin.has(kind)) begin.set(kind, await journeys[kind].prepare(service, count))
  }

  /** Brings a new payment close to its moment. `goOn` takes it there, and is called `ms` before the kill. */
  const approach = async ({ name, of: kind, after, ms }: Wave[number]): Promise<Approached> => {
    const payment = await present(begin.get(kind))()
    left.push({ name, kind, payment })
    // The process may die before it answers; then the gateway knows nothing and asks again later.
    const confirm = () => payment.confirm().catch(() => undefined)
    const approached = { ms, isThere: () => true, goOn: async () => {} }
    if (after === 'ASKED') return { ...approached, goOn: async () => void confirm() }
    if (after === 'CONFIRMED') {
      await confirm()
      return approached
    }
    const { isReached, letGo } = holds.hold(after, payment.customer.msisdn)
    void confirm()
    await eventually(`the moment comes: ${name}`, isReached)
    return { ...approached, isThere: isReached, ...(after.stage === 'ANSWERED' ? { goOn: letGo } : {}) }
  }

  const kill = async (wave: Wave): Promise<void> => {
    const approached: Approached[] = []
    for (const moment of wave) approached.push(await approach(moment))
    // Waits until all calls are held at the same time: on a slow machine the first may have timed out before the last one came, and the
    // service then repeats it.
    const areThere = () => approached.every(({ isThere }) => isThere())
    await eventually(`all moments at one time: ${nameOf(wave)}`, areThere)
    const longest = Math.max(...wave.map(({ ms }) => ms))
    await Promise.all(
      approached.map(async ({ ms, goOn }) => {
        if (ms < longest) await sleep(longest - ms)
        await goOn()
        if (ms > 0) await sleep(ms)
      }),
    )
    await service.kill9()
  }

  test.each(waves.map((wave) => [nameOf(wave), wave] as const))('when %s', async (_names, wave) => {
    for (const { of } of wave) await prepare(of)
    try {
      await kill(wave)
      await expectBooksToClose(service)
    } finally {
      // The service must run for the next wave also when this one failed.
      await service.kill9()
      holds.letAllGo()
      await service.start()
    }
    expect(await service.rows('list_offerable_products')).toHaveLength(2)
  })

  test(
    'leaves each payment settled exactly once, with one order at the wallet',
    async () => {
      expect(left.map(({ name }) => name)).toEqual(waves.flat().map(({ name }) => name))
      await service.withDatabase(async (opened) => {
        // Confirms that never arrived are sent now. The payments are checked only after all orders have ended.
        await Promise.all(left.map(({ payment }) => payment.hasEnded()))
        await eventually('no order is open', async () => (await openOrders(opened)) === 0, settledMsMax)
        await Promise.all(
          left.map(({ name, payment }) =>
            eventually(`the payment has ended of: ${name}`, payment.hasEnded, settledMsMax),
          ),
        )
        const found = await Promise.all(
          left.map(async ({ name, payment }) => [name, await outcomeOf(payment, opened)]),
        )
        expect(Object.fromEntries(found)).toEqual(
          Object.fromEntries(left.map(({ name, kind }) => [name, journeys[kind].once])),
        )
      })
      await expectBooksToClose(service)
    },
    2 * settledMsMax + 10_000,
  )

  const openOrders = async ({ read }: Database): Promise<number> => {
    const row = first(await read.all('SELECT COUNT(*) AS n FROM payment_orders WHERE due_at IS NOT NULL'))
    return Number(row['n'])
  }

  const outcomeOf = async ({ customer, confirm }: Payment, opened: Database): Promise<object> => {
    const [orders, balance, transactions, rows, answer] = [
      await wallet.ordersOf(customer.msisdn),
      await customer.balance(),
      await customer.transactions(),
      await rowsOf(customer.msisdn, opened),
      await confirm(),
    ]
    const status = ['deposit_status', 'withdrawal_status', 'opt_out_status', 'reset_status']
    return {
      status: status.map((key) => answer[key]).find(Boolean),
      rows,
      atWallet: orders
        .filter(({ accepted }) => accepted)
        .map((order) => `${order.kind} ${order.amount}`)
        .toSorted(),
      balance: balance['total_balance'],
      transactions: transactions.length,
    }
  }

  /** The number of rows that a customer has in each table. */
  const rowsOf = async (msisdn: string, { read }: Database): Promise<Record<string, number>> => {
    const count = async (table: string): Promise<[string, number]> => {
      const row = first(
        await read.all(
          `SELECT COUNT(*) AS n FROM ${table} JOIN customers ON customers.id = ${table}.customer_id
         WHERE customers.msisdn = ?`,
          [msisdn],
        ),
      )
      return [table, Number(row['n'])]
    }
    const tables = ['payment_orders', 'deposits', 'positions', 'payouts', 'journals']
    return Object.fromEntries(await Promise.all(tables.map(count)))
  }
}
