import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { TestDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { expectBooksToClose } from './expect-books.js'
import { journeys, type Payment, type PaymentKind } from './kill-journeys.js'
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
  /** A deposit when not said. */
  readonly of?: PaymentKind
}

/** A worker that is killed leaves its claims for 15 s, and the one that claims them next may be killed too. */
const settledMsMax = 30_000
const momentMsMax = 15_000

const isMoment = (wanted: Extract<Kill, { at: object }>['at'], moment: Moment, msisdn: string): boolean =>
  moment.call === wanted.call &&
  moment.stage === wanted.stage &&
  (moment.msisdn ?? msisdn) === msisdn &&
  (wanted.status === undefined || moment.status === wanted.status)

const kindOf = ({ of = 'DEPOSIT' }: KillCase): PaymentKind => of

/**
 * Declares a suite in which one service is killed at each of these moments of a new payment and started again
 * on its data. It does not wait for a payment before it goes on to the next kill, so that the recovery of one is
 * interrupted by others; in the end each must have been settled exactly once.
 */
export const declareKills = (database: TestDatabase, cases: readonly KillCase[]): void => {
  let wallet: Wallet
  let proxy: WalletProxy
  let service: Service
  const begin = new Map<PaymentKind, () => Promise<Payment>>()
  const left: { name: string; kind: PaymentKind; payment: Payment }[] = []

  beforeAll(async () => {
    wallet = await startWallet()
    proxy = await startWalletProxy(wallet.url)
    const productsFile = join(import.meta.dirname, 'products-at-once.json')
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

  /** Prepared with the first of its kind: tokens are given once, and their moments must not be over before. */
  const beginOne = async (kind: PaymentKind): Promise<Payment> => {
    const count = cases.filter((killCase) => kindOf(killCase) === kind).length
    if (!begin.has(kind)) begin.set(kind, await journeys[kind].prepare(service, count))
    return begin.get(kind)!()
  }

  const kill = async (payment: Payment, when: Kill): Promise<void> => {
    // The process may be gone before it has answered; the gateway then knows nothing and asks again later.
    const confirm = () => payment.confirm().catch(() => undefined)
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
      if (!isMoment(when.at, moment, payment.customer.msisdn)) return
      proxy.onMoment(() => {})
      if (when.ms > 0) await sleep(when.ms)
      await service.kill9()
      isKilled = true
    })
    await confirm()
    await eventually('the moment comes, and with it the kill', () => isKilled, momentMsMax)
  }

  test.each(cases)('$name', async (killCase) => {
    const kind = kindOf(killCase)
    const payment = await beginOne(kind)
    left.push({ name: killCase.name, kind, payment })
    try {
      await kill(payment, killCase.kill)
      await expectBooksToClose(service)
    } finally {
      // One that failed must not fail the others: they need a process that runs.
      await service.kill9()
      await service.start()
    }
    expect(await service.rows('list_offerable_products')).toHaveLength(2)
  })

  test(
    'each payment is settled exactly once, with one order at the wallet',
    async () => {
      expect(left).toHaveLength(cases.length)
      await Promise.all(left.map(({ payment }) => payment.outcome(settledMsMax)))
      const found = await Promise.all(left.map(async ({ name, payment }) => [name, await standing(payment)]))
      expect(Object.fromEntries(found)).toEqual(
        Object.fromEntries(left.map(({ name, kind }) => [name, journeys[kind].once])),
      )
      await expectBooksToClose(service)
    },
    settledMsMax + 10_000,
  )

  const standing = async ({ customer, confirm }: Payment): Promise<object> => {
    const [orders, balance, transactions, rows, answer] = [
      await wallet.ordersOf(customer.msisdn),
      await customer.balance(),
      await customer.transactions(),
      await rowsOf(customer.msisdn),
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
      ended: transactions.length,
    }
  }

  /** How many rows there are of a customer, by table. */
  const rowsOf = (msisdn: string): Promise<Record<string, number>> =>
    service.withDatabase(async ({ read }) => {
      const count = async (table: string): Promise<[string, number]> => {
        const [row] = await read.all(
          `SELECT COUNT(*) AS n FROM ${table} JOIN customers ON customers.id = ${table}.customer_id
           WHERE customers.msisdn = ?`,
          [msisdn],
        )
        return [table, Number(row!['n'])]
      }
      const tables = ['payment_orders', 'deposits', 'positions', 'payouts', 'journals']
      return Object.fromEntries(await Promise.all(tables.map(count)))
    })
}
