import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { customerAt, newNumber, type Customer } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'

const amount = '5000'
/** A killed worker's lease of a clock and then its claims of orders can delay the next worker by 15 s each; the rest is for the work. */
const readyMsMax = 45_000
/** Long enough for a test to set the outcome of an order before the emulator does. */
const walletDelayMs = 5_000

/** Every number in the emulator's table whose payments do not simply succeed. */
const specialNumbers = [...Array.from({ length: 15 }, (_, i) => String(450 + i)), '470', '471', '472']

describeEachDatabase('opt-outs and resets of a service in its own process', (database) => {
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

  /** A test customer with a deposit that the wallet has accepted and not answered. */
  const depositing = async (msisdn = newNumber(), clock = clockId) => {
    const customer = customerAt(service, msisdn)
    await customer.register({ clock_id: clock })
    const { deposit_reference } = await customer.quote(amount)
    await customer.confirm(present(deposit_reference))
    return { customer, reference: present(deposit_reference) }
  }

  /** The same with the deposit paid, whatever the outcome for this number would be. */
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

  /** The total that the wallet has taken from a number, and the total that it has paid to it. */
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

  /** Each recovery is checked only at the end, so that the next kill interrupts it too. */
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

  /** An opt-out that is accepted, before its holds end. */
  let promised: { readonly customer: Customer; readonly clock: string } | undefined

  /** Starts the walk to the day on which the holds of the last opt-out end, if there is one. */
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

  /** On MySQL two kills are enough, because kill-leaving.test.ts kills there while something is being written. */
  const delays = database.kind === 'sqlite' ? [0, 1, 2, 6, 40] : [1, 6]
  test.each(delays)(
    'the books close and the service starts again when killed %i ms after a reset and an opt-out were requested, while the holds of another opt-out end',
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

  test('the books close and the service starts again when killed while the holds of the last opt-out end', async () => {
    await beginDay(100)
    await restart()
  })

  test.each([
    ['with a deposit in flight', '1', async (msisdn: string) => (await depositing(msisdn)).customer],
    ['with savings', '2', (msisdn: string) => saver(msisdn)],
    [
      'during its opt-out',
      '3',
      async (msisdn: string) => {
        const customer = await saver(msisdn)
        expect(await customer.optOut()).toEqual({ opt_out_status: 'COMPLETED', settlement_delay: '48h' })
        return customer
      },
    ],
  ])(
    'every special number of the emulator that is reset %s becomes usable again, and has back what it paid',
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
      // The books are checked at the end, because the interrupted recoveries are still moving money.
    },
    120_000,
  )

  // This test must be the last, because the claims of killed workers last for a while.
  test('an opt-out that was interrupted is completed, and paid once', async () => {
    expect(interrupted).toHaveLength(2 * delays.length)
    await Promise.all(interrupted.map(({ end }) => end()))
    for (const { name, customer } of interrupted)
      expect([name, await moved(customer)]).toEqual([name, { taken: 5000, given: 5000 }])
    await expectBooksToClose(service)
  })
})
