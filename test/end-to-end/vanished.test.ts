import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startSeverableProxy, type SeverableProxy } from '../jobs/severable-proxy.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { customerAt, withQuote, type Customer } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { first, firstOf } from '../support/present.js'

/** The time in which everything must work again after new connections to the database get through. */
const recoveryMsMax = 15_000

describeEachDatabase('a database that vanishes without closing its connections', (database) => {
  if (database.kind === 'sqlite') return
  let wallet: Wallet
  let proxy: SeverableProxy
  let direct: string
  const started: Service[] = []

  beforeAll(async () => {
    wallet = await startWallet()
    const created = await database.createMigrated()
    direct = created.url
    proxy = await startSeverableProxy(direct)
    const behind = { ...database, createMigrated: async () => ({ url: proxy.url, drop: created.drop }) }
    for (const ROLE of ['api', 'worker'])
      started.push(await startService(behind, { ...wallet.env, EMULATOR_URL: wallet.url, ROLE }))
  })
  afterAll(async () => {
    for (const service of started) await service.close()
    await proxy?.close()
    await wallet?.close()
  })

  test('stops the api and the worker for at most 15 s, and nothing is lost', async () => {
    const [api, worker] = firstOf(2, started)
    const placed: { customer: Customer; reference: string }[] = []
    for (let i = 0; i < 4; i++) placed.push(await withQuote(api, '5000'))
    await first(placed).customer.confirm(first(placed).reference)
    await first(placed).customer.outcome(first(placed).reference)
    // Both processes have connections, in use and idle, and work in flight.
    await Promise.all(placed.slice(1).map(({ customer, reference }) => customer.confirm(reference)))

    proxy.swallow()
    const begun = performance.now()
    const waiting = placed.map(({ customer }) => customer.balance().catch((error: unknown) => error))
    const late = async () => {
      const { customer, reference } = await withQuote(api, '5000')
      return customer.confirm(reference)
    }
    const tryLate = () => late().then(Boolean, () => false)
    await eventually('the api takes a deposit', tryLate, recoveryMsMax)
    await eventually(
      'the worker has settled all',
      async () => {
        const answers = await Promise.all(
          placed.map(({ customer, reference }) => customer.confirm(reference).catch(() => ({}))),
        )
        return answers.every((answer) => 'deposit_status' in answer && answer.deposit_status === 'SUCCESSFUL')
      },
      recoveryMsMax,
    )
    expect(performance.now() - begun).toBeLessThan(recoveryMsMax)
    await Promise.all(waiting)
    // By then every dead connection has been noticed, so that no statement can hang.
    await sleep(recoveryMsMax - (performance.now() - begun))
    const answered = await Promise.all(Array.from({ length: 40 }, () => customerAt(api).registration()))
    expect(answered).toHaveLength(40)
    for (const { url } of [api, worker]) expect((await fetch(`${url()}/readyz`)).status).toBe(200)
    await expectBooksToClose(api)
  })

  test('leaves every process not ready while the server answers and the tables are missing', async () => {
    const readiness = () =>
      Promise.all(started.map(async ({ url }) => (await fetch(`${url()}/readyz`)).status))
    const admin = await createConnection(direct)
    try {
      await admin.query('RENAME TABLE clocks TO clocks_away')
      await admin.query('SELECT 1')
      expect(await readiness()).toEqual([503, 503])
    } finally {
      await admin.query('RENAME TABLE clocks_away TO clocks')
      await admin.end()
    }
    expect(await readiness()).toEqual([200, 200])
  })
})
