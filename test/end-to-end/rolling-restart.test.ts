import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { askOverHttp } from '../support/http.js'
import { describeEachDatabase, type CreatedDatabase, type TestDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { createClient } from './client.js'
import { customerAt } from './customer.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { at } from '../support/present.js'
import { z } from 'zod'
import { shaped } from '../support/typed.js'

const pollEveryMs = 100
const stateMsMax = 60_000
const staffKey = 'dev-back-office-key'

/** A database that several services share; only the one for which `drops` is true drops it at its end. */
const sharing = (database: TestDatabase, created: CreatedDatabase, drops: boolean): TestDatabase => ({
  ...database,
  createMigrated: async () => (drops ? created : { ...created, drop: async () => undefined }),
})

interface Balancer {
  isReady(one: Service): boolean
  /** The service that the next call goes to. */
  next(): string
  stop(): Promise<void>
}

/** A load balancer: it polls /readyz of each service, and sends calls to those that are ready. */
const balance = (behind: readonly [Service, ...Service[]]): Balancer => {
  const ready = new Set(behind)
  const state = { isOver: false }
  let turn = 0
  const looking = behind.map(async (one) => {
    while (!state.isOver) {
      const { status } = await askOverHttp(`${one.url()}/readyz`).catch(() => ({ status: 0 }))
      if (status === 200) ready.add(one)
      else ready.delete(one)
      await sleep(pollEveryMs)
    }
  })
  let [sentTo] = behind
  return {
    isReady: (one) => ready.has(one),
    // A poll may fail on a slow machine: if no service seems ready, the balancer stays with the last one.
    next: () => {
      const open = [...ready]
      sentTo = open[turn++ % open.length] ?? sentTo
      return sentTo.url()
    },
    stop: async () => {
      state.isOver = true
      await Promise.all(looking)
    },
  }
}

describeEachDatabase('a rolling restart of the processes', (database) => {
  // SQLite serves one process, whose restart interrupts the service.
  if (database.kind === 'sqlite') {
    test('is not for SQLite, which serves one process', () => expect(database.kind).toBe('sqlite'))
    return
  }
  let wallet: Wallet
  let worker: Service
  let gateways: [Service, Service]
  let staffServices: [Service, Service]
  let subject: string
  const running: Service[] = []
  beforeAll(async () => {
    wallet = await startWallet()
    const created = await database.createMigrated()
    const begin = async (role: string): Promise<Service> => {
      const settings = { ...wallet.env, DRAIN_SECONDS: '5', ROLE: role }
      const service = await startService(sharing(database, created, running.length === 0), settings)
      running.push(service)
      return service
    }
    worker = await begin('worker')
    gateways = [await begin('gateway'), await begin('gateway')]
    staffServices = [await begin('staff'), await begin('staff')]
    await customerAt(gateways[0]).register()
    const [customer] = await worker.withDatabase(({ read }) => read.all('SELECT id FROM customers'))
    subject = String(customer?.['id'])
  })
  afterAll(async () => {
    for (const service of running.toReversed()) await service.close()
    await wallet?.close()
  })

  const confirmed: string[] = []
  let customers = 0
  /** A number whose payments succeed: its last three digits control the emulator. */
  const number = (): string => `237671${1000 + ++customers}00`
  /** A customer registers, deposits and reads the balance. */
  const callAsCustomer = async (next: () => string): Promise<number> => {
    const customer = customerAt(createClient(next), number())
    await customer.register()
    const { deposit_reference = '' } = await customer.quote('10000')
    await customer.confirm(deposit_reference)
    confirmed.push(deposit_reference)
    await customer.balance()
    return 4
  }

  let notes = 0
  /** Staff read a list, write a note and download a file. */
  const callAsStaff = async (next: () => string): Promise<number> => {
    const input = `{ idempotencyKey: "${++notes}", about: CUSTOMER, subject: "${subject}", text: "number ${notes}" }`
    for (const query of [
      '{ orders(first: 20) { edges { node { id status amount } } } }',
      `mutation { addNote(input: ${input}) { note { id } refusal { code } } }`,
    ]) {
      const { status, codes, data } = await createClient(next).graphql(query, staffKey)
      const isDone = status === 200 && codes.length === 0 && !JSON.stringify(data).includes('"refusal":{')
      if (!isDone) throw new Error(`${query} was answered ${status}: ${JSON.stringify([codes, data])}`)
    }
    const file = await askOverHttp(`${next()}/exports/orders.csv`, { headers: { 'x-api-key': staffKey } })
    if (file.status !== 200) throw new Error(`a file was answered ${file.status}: ${file.text}`)
    return 3
  }

  test('under load loses no call, and nothing that was confirmed', async () => {
    const gateway = balance(gateways)
    const staffBalancer = balance(staffServices)
    const errors: unknown[] = []
    const answered = { people: 0, staff: 0 }
    const state = { isOver: false }
    const goOn = async (who: 'people' | 'staff', act: () => Promise<number>): Promise<void> => {
      while (!state.isOver && errors.length === 0)
        await act().then(
          (calls) => (answered[who] += calls),
          (error: unknown) => errors.push(error),
        )
    }
    const load = [
      ...[1, 2].map(() => goOn('people', () => callAsCustomer(gateway.next))),
      goOn('staff', () => callAsStaff(staffBalancer.next)),
    ]
    const nothingLost = (holds: () => boolean) => () => {
      expect(errors).toEqual([])
      return holds()
    }
    const restart = async (one: Service, balancer: Balancer, who: 'people' | 'staff'): Promise<void> => {
      expect((await one.terminate()).code).toBe(0)
      await one.start()
      const before = answered[who]
      const isBack = () => balancer.isReady(one) && answered[who] > before
      await eventually('the restarted service gets calls', nothingLost(isBack), stateMsMax)
    }
    try {
      // One service of each kind at a time, while the other one has all the calls.
      for (const [index, one] of gateways.entries())
        await Promise.all([
          restart(one, gateway, 'people'),
          restart(at(staffServices, index), staffBalancer, 'staff'),
        ])
      // The worker stops while it sends and polls orders, and continues after its restart.
      expect((await worker.terminate()).code).toBe(0)
      const before = confirmed.length
      await eventually(
        'people go on meanwhile',
        nothingLost(() => confirmed.length > before + 2),
        stateMsMax,
      )
      await worker.start()
    } finally {
      state.isOver = true
      await Promise.all([...load, gateway.stop(), staffBalancer.stop()])
    }
    expect(errors).toEqual([])

    await worker.withDatabase(async ({ read }) => {
      const orders = () => read.all('SELECT id, quote_reference, status FROM payment_orders')
      const isPaid = async () => (await orders()).every(({ status }) => status === 'SUCCESSFUL')
      await eventually('all that was confirmed is paid', isPaid, stateMsMax)
      const paid = await orders()
      expect(paid.map((order) => String(order['quote_reference'])).toSorted()).toEqual(confirmed.toSorted())
      const { text } = await askOverHttp(`${wallet.url}/emulator/orders`)
      const { orders: collected } = shaped(
        z.object({ orders: z.array(z.object({ reference: z.string(), status: z.string() })) }),
        JSON.parse(text),
      )
      expect(collected.map(({ reference, status }) => [reference, status]).toSorted()).toEqual(
        paid.map(({ id }) => [String(id), 'SUCCESSFUL']).toSorted(),
      )
      const [written] = await read.all('SELECT COUNT(*) AS n FROM notes')
      expect(Number(written?.['n'])).toBe(notes)
    })
  }, 300_000)
})
