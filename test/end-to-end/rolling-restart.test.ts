import { afterAll, expect, test } from '@jest/globals'
import { askOverHttp } from '../support/http.js'
import { describeEachDatabase, type CreatedDatabase, type TestDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { createClient } from './client.js'
import { customerAt } from './customer.js'
import { startService, type Env, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'

const lookEveryMs = 100

/** Several services on one database; the first of them drops it. */
const sharing = (database: TestDatabase, created: CreatedDatabase, drops: boolean): TestDatabase => ({
  ...database,
  createMigrated: async () => (drops ? created : { ...created, drop: async () => undefined }),
})

describeEachDatabase('processes are started anew one after the other', (database) => {
  // SQLite has one process, whose restart is a pause.
  if (database.kind === 'sqlite') {
    test('of which SQLite has one alone', () => expect(database.kind).toBe('sqlite'))
    return
  }
  let wallet: Wallet
  const running: Service[] = []
  afterAll(async () => {
    for (const service of running.toReversed()) await service.close()
    await wallet?.close()
  })

  test('under load, and no call is lost', async () => {
    wallet = await startWallet()
    const created = await database.createMigrated()
    const env: Env = { ...wallet.env, DRAIN_SECONDS: '5' }
    const begin = async (role: string): Promise<Service> => {
      const service = await startService(sharing(database, created, running.length === 0), {
        ...env,
        ROLE: role,
      })
      running.push(service)
      return service
    }
    await begin('worker')
    const gateways = [await begin('gateway'), await begin('gateway')]

    // What stands before them looks at /readyz now and then, as a load balancer does.
    const ready = new Set(gateways)
    const state = { isOver: false, calls: 0, turn: 0 }
    const looking = gateways.map(async (gateway) => {
      while (!state.isOver) {
        const { status } = await askOverHttp(`${gateway.url()}/readyz`).catch(() => ({ status: 0 }))
        if (status === 200) ready.add(gateway)
        else ready.delete(gateway)
        await sleep(lookEveryMs)
      }
    })
    let sentTo = gateways[0]!
    // One look that failed on a slow machine leaves nobody: a balancer then keeps to the one that it has.
    const next = (): string => {
      const open = [...ready]
      sentTo = open[state.turn++ % open.length] ?? sentTo
      return sentTo.url()
    }
    const errors: unknown[] = []
    const people = [1, 2, 3, 4].map(async () => {
      while (!state.isOver) {
        const customer = customerAt(createClient(next))
        try {
          await customer.register()
          const { deposit_reference = '' } = await customer.quote('10000')
          await customer.confirm(deposit_reference)
          await customer.balance()
          state.calls += 4
        } catch (error) {
          errors.push(error)
        }
      }
    })
    for (const gateway of gateways) {
      const before = state.calls
      expect((await gateway.terminate()).code).toBe(0)
      await gateway.start()
      await eventually('it is sent calls again', () => ready.has(gateway) && state.calls > before, 20_000)
    }
    state.isOver = true
    await Promise.all([...people, ...looking])
    expect(errors).toEqual([])
    expect(state.calls).toBeGreaterThan(10)
  }, 90_000)
})
