import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { rm } from 'node:fs/promises'
import { startMailServer, type MailServer } from '../support/mail-server.js'
import { describeEachDatabase, mongoUrl, withUniqueDatabase, type TestDatabase } from '../support/services.js'
import { scratchFolder } from '../support/scratch.js'
import { eventually, sleep } from '../support/wait.js'
import { statementCalls } from './ask-statement.js'
import { customerAt, withQuote } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { submitGarbageTo } from './garbage-for-scoring.js'
import { startService, type Service } from './service.js'
import { startWalletProxy, type WalletProxy } from './wallet-proxy.js'
import { startWallet, type Wallet } from './wallet.js'
import { at } from '../support/present.js'

const mongo = mongoUrl()

/** Two processes for requests, one worker and one reader, on the same MySQL and MongoDB, as in production. */
const declareProcesses = (database: TestDatabase): void => {
  let documents = ''
  let mail: MailServer
  let wallet: Wallet
  let proxy: WalletProxy
  let first: Service
  let second: Service
  let worker: Service
  /** All services that have started, so that they are stopped even if another one failed to start. */
  const started: Service[] = []

  let start: (role: 'api' | 'worker' | 'reader') => Promise<Service>

  beforeAll(async () => {
    documents = await scratchFolder('cauri-documents-')
    mail = await startMailServer()
    wallet = await startWallet()
    proxy = await startWalletProxy(wallet.url)
    const created = await database.create()
    // All share one database; the first that closes drops it, and the others then find it gone.
    const shared: TestDatabase = { ...database, createMigrated: async () => created }
    const env = {
      ...wallet.env,
      EMULATOR_URL: proxy.url,
      MONGO_URL: withUniqueDatabase(mongo ?? ''),
      SMTP_URL: mail.url,
      DOCUMENTS_DIR: documents,
    }
    start = async (ROLE) => {
      const service = await startService(shared, { ...env, ROLE })
      started.push(service)
      return service
    }
    // The first creates the tables; the second would only wait for that.
    first = await start('api')
    second = await start('api')
  })
  afterAll(async () => {
    for (const service of started) await service.close()
    await proxy?.close()
    await wallet?.close()
    await mail?.stop()
    await rm(documents, { recursive: true, force: true })
  })

  test('that serve requests send no statement and score nothing; a worker and a reader do', async () => {
    const { request, status } = await statementCalls(first, 'awa@example.com')
    await request()
    const submitted = await submitGarbageTo(second.url())
    await sleep(2_500)
    expect([await status(), mail.mails.length]).toEqual(['REQUESTED', 0])
    const untouched = async () => {
      const row = at(
        await first.withDatabase(({ read }) =>
          read.all(`SELECT COUNT(*) AS n FROM scoring_requests WHERE status = 'QUEUED' AND attempts = 0`),
        ),
        0,
      )
      return Number(row['n'])
    }
    expect(await untouched()).toBe(2)

    worker = await start('worker')
    await eventually('the statement is sent', async () => (await status()) === 'SENT')
    expect([mail.mails.length, await untouched()]).toEqual([1, 2])

    await start('reader')
    for (const request of submitted) await request.expectRefused()
  })

  test('show in one of them a deposit that was confirmed in another and settled in the worker', async () => {
    const { customer, reference } = await withQuote(first, '5000')
    expect(await customer.confirm(reference)).toMatchObject({ deposit_status: 'PENDING_VALIDATION' })
    const elsewhere = customerAt(second, customer.msisdn)
    expect(await elsewhere.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    expect(await elsewhere.balance()).toMatchObject({ total_balance: '5000' })
    expect(await wallet.ordersOf(customer.msisdn)).toMatchObject([{ sends: 1 }])
    await expectBooksToClose(first)
  })

  test('make one order of simultaneous confirms of one reference', async () => {
    const { customer, reference } = await withQuote(first, '5000')
    const elsewhere = customerAt(second, customer.msisdn)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? customer : elsewhere).confirm(reference)),
    )
    expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    expect(await wallet.ordersOf(customer.msisdn)).toMatchObject([{ sends: 1 }])
    expect(await elsewhere.balance()).toMatchObject({ total_balance: '5000', position_count: '1' })
    await expectBooksToClose(first)
  })

  test('with the role worker serve only health', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(worker.url() + path)).status).toBe(200)
    expect((await worker.post('getdynamicoptions', '{}')).status).toBe(404)
    expect((await fetch(`${worker.url()}/scoring/auth/token`, { method: 'POST' })).status).toBe(404)
    expect((await worker.graphql('{ productsOnSale { code } }', 'dev-admin-key')).status).toBe(404)
  })

  test('lose no deposit when a worker is killed while it sends an order: the next worker settles it within 20 s', async () => {
    const held = await withQuote(first, '5000')
    let isKilled = false
    proxy.onMoment(async ({ call, stage, msisdn }) => {
      if (isKilled || call !== 'SEND' || stage !== 'ARRIVED' || msisdn !== held.customer.msisdn) return
      await worker.kill9()
      isKilled = true
    })
    await held.customer.confirm(held.reference)
    await eventually('the worker is inside, and killed', () => isKilled)

    const later = await withQuote(second, '5000')
    await later.customer.confirm(later.reference)
    await sleep(1_500)
    expect(await wallet.ordersOf(later.customer.msisdn)).toEqual([])
    expect(await later.customer.confirm(later.reference)).toMatchObject({
      deposit_status: 'PENDING_VALIDATION',
    })

    // The job lock and the order claim of the dead worker have not expired yet.
    await worker.start()
    for (const { customer, reference } of [held, later]) {
      expect(await customer.outcome(reference, 20_000)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
      expect(await wallet.ordersOf(customer.msisdn)).toHaveLength(1)
      expect(await customer.balance()).toMatchObject({ total_balance: '5000', position_count: '1' })
    }
    await expectBooksToClose(first)
  })
}

describeEachDatabase('several processes', (database) => {
  // SQLite serves one process only.
  if (database.kind === 'mysql')
    (mongo ? describe : describe.skip)('with MongoDB', () => declareProcesses(database))
})
