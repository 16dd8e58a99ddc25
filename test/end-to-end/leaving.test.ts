import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { customerAt, newNumber, type Customer } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'

const amount = '5000'
/** A worker that is killed leaves its claims for 15 s, and a clock its lease. */
const readyMsMax = 45_000
/** Long enough for a test to say how an order ends before its number does. */
const walletDelayMs = 5_000

/** Every number of the provider's table whose payments do not simply succeed. */
const specialNumbers = [...Array.from({ length: 15 }, (_, i) => String(450 + i)), '470', '471', '472']

describeEachDatabase('leaving, in a process of its own', (database) => {
  let wallet: Wallet
  let service: Service
  let clockId = ''
  beforeAll(async () => {
    wallet = await startWallet(walletDelayMs)
    service = await startService(database, wallet.env)
    const { clock_id } = await service.record('create_test_clock', { now: '2026-03-01' })
    clockId = present(clock_id)
  })
  afterAll(async () => {
    await service?.close()
    await wallet?.close()
  })

  const acceptedFrom = async ({ msisdn }: Customer, kind: string) =>
    (await wallet.ordersOf(msisdn)).filter((order) => order.kind === kind && order.accepted)

  /** A test customer with a deposit that the wallet has and has not answered. */
  const depositing = async (msisdn = newNumber(), clock = clockId) => {
    const customer = customerAt(service, msisdn)
    await customer.register({ clock_id: clock })
    const { deposit_reference } = await customer.quote(amount)
    await customer.confirm(present(deposit_reference))
    return { customer, reference: present(deposit_reference) }
  }

  /** The same once it is paid, whatever the number is made for. */
  const saver = async (msisdn?: string, clock?: string) => {
    const { customer, reference } = await depositing(msisdn, clock)
    await eventually('the wallet has the order', async () => {
      const [order] = await acceptedFrom(customer, 'COLLECT')
      if (order) await wallet.end(order.reference, 'SUCCESSFUL')
      return order !== undefined
    })
    expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    return customer
  }

  const untilReady = (customer: Customer) =>
    eventually(
      `${customer.msisdn} is ready`,
      async () => {
        const { reset_status } = await customer.reset()
        if (reset_status === 'WORKING') await sleep(100)
        return reset_status === 'READY'
      },
      readyMsMax,
    )

  /** What the wallet took and what it gave, of one number. */
  const moved = async ({ msisdn }: Customer) => {
    const orders = (await wallet.ordersOf(msisdn)).filter(({ status }) => status === 'SUCCESSFUL')
    const sum = (kind: string) =>
      orders.filter((order) => order.kind === kind).reduce((total, order) => total + Number(order.amount), 0)
    return { taken: sum('COLLECT'), given: sum('PAY_OUT') }
  }

  const expectUsable = async (customer: Customer) => {
    expect(await customer.registration()).toMatchObject({ registration_status: 'REGISTERED' })
    expect(await customer.balance()).toMatchObject({ total_balance: '0', position_count: '0' })
    expect(await customer.reset()).toEqual({ reset_status: 'READY' })
  }

  /** Nobody waits for one that was interrupted before the next kill, so that its recovery is killed too. */
  const interrupted: {
    readonly name: string
    readonly customer: Customer
    readonly end: () => Promise<void>
  }[] = []

  const expectClosed = async (customer: Customer) => {
    await eventually(
      `the account of ${customer.msisdn} is closed`,
      async () => (await customer.registration())['registration_status'] === 'NOT_REGISTERED',
      readyMsMax,
    )
    expect(await customer.optOut()).toEqual({ opt_out_status: 'COMPLETED' })
  }

  /** An opt-out that was promised, and whose day has not come. */
  let promised: { readonly customer: Customer; readonly clock: string } | undefined

  /** The day of the last opt-out has just begun to come, if there was one. */
  const beginDay = async (ms: number) => {
    if (!promised) return
    const { customer, clock } = promised
    promised = undefined
    await service.record('advance_test_clock', { clock_id: clock, to: '2026-03-03' })
    await sleep(ms)
    const end = () => expectClosed(customer)
    interrupted.push({ name: `an opt-out whose day was killed after ${ms} ms`, customer, end })
  }

  const restart = async () => {
    await service.kill9()
    await expectBooksToClose(service)
    await service.start()
  }

  /** Fewer on MySQL: kill-leaving.test.ts has a kill at each moment of both. */
  const delays = database.kind === 'sqlite' ? [0, 1, 2, 6, 40] : [1, 6]
  test.each(delays)(
    'killed %i ms after a reset and an opt-out were asked for, and as the day of another opt-out comes',
    async (ms) => {
      const { clock_id } = await service.record('create_test_clock', { now: '2026-03-01' })
      const [resetting, leaving] = await Promise.all([saver(), saver(undefined, clock_id)])
      await beginDay(9 * ms)
      const asked = [resetting.reset(), leaving.optOut()].map((call) => call.catch(() => undefined))
      await sleep(ms)
      await restart()
      await Promise.all(asked)
      expect(await leaving.optOut()).toEqual({ opt_out_status: 'COMPLETED', settlement_delay: '48h' })
      promised = { customer: leaving, clock: present(clock_id) }
      const end = async () => {
        await untilReady(resetting)
        await expectUsable(resetting)
      }
      interrupted.push({ name: `a reset killed after ${ms} ms`, customer: resetting, end })
    },
  )

  test('killed as the day of the last opt-out comes', async () => {
    await beginDay(100)
    await restart()
  })

  test.each([
    ['with a deposit in flight', '1', async (msisdn: string) => (await depositing(msisdn)).customer],
    ['with savings', '2', (msisdn: string) => saver(msisdn)],
    [
      'while it leaves',
      '3',
      async (msisdn: string) => {
        const customer = await saver(msisdn)
        expect(await customer.optOut()).toEqual({ opt_out_status: 'COMPLETED', settlement_delay: '48h' })
        return customer
      },
    ],
  ])(
    'every number of the table becomes usable again %s, and has back what it paid',
    async (_name, digit, reach) => {
      await Promise.all(
        specialNumbers.map(async (suffix) => {
          const customer = await reach(`237670${digit}00${suffix}`)
          await untilReady(customer)
          await expectUsable(customer)
          const { taken, given } = await moved(customer)
          expect([suffix, given]).toEqual([suffix, taken])
        }),
      )
      // The books are looked at in the end: those that were killed are still moving money.
    },
    90_000,
  )

  // Last, since a worker that was killed leaves its claims for a while.
  test('an opt-out that was interrupted is completed, and paid once', async () => {
    expect(interrupted).toHaveLength(2 * delays.length)
    await Promise.all(interrupted.map(({ end }) => end()))
    for (const { name, customer } of interrupted)
      expect([name, await moved(customer)]).toEqual([name, { taken: 5000, given: 5000 }])
    await expectBooksToClose(service)
  }, 90_000)
})
