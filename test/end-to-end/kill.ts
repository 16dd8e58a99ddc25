import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { TestDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { withQuote, type Customer } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { startService, type Service } from './service.js'
import { startWalletProxy, type Moment, type WalletProxy } from './wallet-proxy.js'
import { startWallet, type Wallet } from './wallet.js'

/** When the process is killed, counted from the confirm's request, from its answer, or from a moment at the wallet. */
export type Kill =
  | { readonly msAfter: 'ASKED' | 'CONFIRMED'; readonly ms: number }
  | { readonly at: Pick<Moment, 'call' | 'stage'> & { readonly status?: string }; readonly ms: number }

export interface KillCase {
  readonly name: string
  readonly kill: Kill
}

const amount = '5000'
/** A worker that is killed leaves its claims for 15 s, and the one that claims them next may be killed too. */
const settledMsMax = 30_000
const momentMsMax = 15_000

const isMoment = (wanted: Extract<Kill, { at: object }>['at'], moment: Moment, msisdn: string): boolean =>
  moment.call === wanted.call &&
  moment.stage === wanted.stage &&
  (moment.msisdn ?? msisdn) === msisdn &&
  (wanted.status === undefined || moment.status === wanted.status)

/**
 * Declares a suite in which one service is killed at each of these moments of a new customer's deposit and started again
 * on its data. It does not wait for a deposit before it goes on to the next kill, so that the recovery of one is
 * interrupted by others; in the end each must have been settled exactly once.
 */
export const declareKills = (database: TestDatabase, cases: readonly KillCase[]): void => {
  let wallet: Wallet
  let proxy: WalletProxy
  let service: Service
  const left: { name: string; customer: Customer; reference: string }[] = []

  beforeAll(async () => {
    wallet = await startWallet()
    proxy = await startWalletProxy(wallet.url)
    service = await startService(database, { ...wallet.env, EMULATOR_URL: proxy.url })
  })
  afterAll(async () => {
    await service?.close()
    await proxy?.close()
    await wallet?.close()
  })

  const kill = async ({ customer, reference }: (typeof left)[number], when: Kill): Promise<void> => {
    // The process may be gone before it has answered; the gateway then knows nothing and asks again later.
    const confirm = () => customer.confirm(reference).catch(() => undefined)
    if ('msAfter' in when) {
      const confirming = confirm()
      if (when.msAfter === 'CONFIRMED') await confirming
      await sleep(when.ms)
      await service.kill9()
      await confirming
      return
    }
    let isKilled = false
    proxy.onMoment(async (moment) => {
      if (!isMoment(when.at, moment, customer.msisdn)) return
      proxy.onMoment(() => {})
      if (when.ms > 0) await sleep(when.ms)
      await service.kill9()
      isKilled = true
    })
    await confirm()
    await eventually('the moment comes, and with it the kill', () => isKilled, momentMsMax)
  }

  test.each(cases)('$name', async ({ name, kill: when }) => {
    const payment = { name, ...(await withQuote(service, amount)) }
    left.push(payment)
    try {
      await kill(payment, when)
      await expectBooksToClose(service)
    } finally {
      // One that failed must not fail the others: they need a process that runs.
      await service.kill9()
      await service.start()
    }
    expect(await service.rows('list_offerable_products')).toHaveLength(4)
  })

  test(
    'each deposit is settled exactly once, with one order at the wallet',
    async () => {
      expect(left).toHaveLength(cases.length)
      await Promise.all(left.map(({ customer, reference }) => customer.outcome(reference, settledMsMax)))
      const found = await Promise.all(left.map(async (payment) => [payment.name, await standing(payment)]))
      const once = { status: 'SUCCESSFUL', rows: [1, 1, 1, 1], atWallet: [amount], balance: amount, ended: 1 }
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(left.map(({ name }) => [name, once])))
      await expectBooksToClose(service)
    },
    settledMsMax + 10_000,
  )

  const standing = async ({ customer, reference }: (typeof left)[number]): Promise<object> => {
    const [orders, balance, transactions, rows] = [
      await wallet.ordersOf(customer.msisdn),
      await customer.balance(),
      await customer.transactions(),
      await rowsOf(customer.msisdn),
    ]
    return {
      status: (await customer.confirm(reference))['deposit_status'],
      rows,
      atWallet: orders.filter(({ accepted }) => accepted).map((order) => order.amount),
      balance: balance['total_balance'],
      ended: transactions.length,
    }
  }

  /** How many orders, deposits, positions and journals there are of a customer. */
  const rowsOf = (msisdn: string): Promise<number[]> =>
    service.withDatabase(async ({ read }) => {
      const count = async (table: string): Promise<number> => {
        const [row] = await read.all(
          `SELECT COUNT(*) AS n FROM ${table} JOIN customers ON customers.id = ${table}.customer_id
           WHERE customers.msisdn = ?`,
          [msisdn],
        )
        return Number(row!['n'])
      }
      return Promise.all(['payment_orders', 'deposits', 'positions', 'journals'].map(count))
    })
}
