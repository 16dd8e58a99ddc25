import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import PostalMime from 'postal-mime'
import { attachmentOf, startMailServer, type MailServer } from '../support/mail-server.js'
import { pdfPages } from '../support/pdf-text.js'
import { describeEachDatabase, type TestDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import type { Values } from './client.js'
import { customerAt, withQuote } from './customer.js'
import { startService, type Service } from './service.js'
import { onSqlite } from './sqlite.js'
import { startWallet, type Wallet } from './wallet.js'

/** A worker that is killed leaves its claims for 15 s. */
const leaseMsMax = 25_000

/** A registered customer who has minted a reference, and what they may ask with it. */
const asking = async ({ record, rows }: Service, email: string) => {
  const customer = customerAt({ record, rows })
  await customer.register({ ACCOUNT_HOLDER_EMAIL: email })
  const holder = { ACCOUNT_HOLDER_MSISDN: customer.msisdn }
  const minted = await record('create_full_statement_summary', holder)
  const about: Values = { ...holder, ...minted }
  return {
    request: (sent: Values = {}) => record('request_full_statement', { ...about, period: 'ALL', ...sent }),
    status: async () => (await record('check_statement_status', about))['statement_status'],
  }
}

describeEachDatabase('a statement by mail', (database) => {
  let mail: MailServer
  let wallet: Wallet
  let service: Service
  beforeAll(async () => {
    mail = await startMailServer()
    wallet = await startWallet()
    service = await startService(database, { ...wallet.env, SMTP_URL: mail.url })
  })
  afterAll(async () => {
    await service?.close()
    await wallet?.close()
    await mail?.stop()
  })
  const idsTo = (address: string) =>
    mail.mails.filter(({ recipients }) => recipients.includes(address)).map(({ messageId }) => messageId)

  let killed: Awaited<ReturnType<typeof asking>>

  test('whose worker is killed between sending and marking holds up nobody', async () => {
    killed = await asking(service, 'killed@example.com')
    const bystander = await asking(service, 'bystander@example.com')
    let isKilled = false
    mail.onTaken(async () => {
      mail.onTaken(async () => undefined)
      await service.kill9()
      isKilled = true
    })
    await killed.request()
    await eventually('the mail is here and the process is gone', () => isKilled)
    await service.start()
    expect(await killed.status()).toBe('GENERATING')
    await bystander.request()
    await eventually('it is sent', async () => (await bystander.status()) === 'SENT')
  })

  test('that is asked for 50 times at once is promised alike each time', async () => {
    const { request, status } = await asking(service, 'fifty@example.com')
    const answers = await Promise.all(Array.from({ length: 50 }, () => request()))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ request_status: 'REQUESTED' })]),
    )
    await eventually('it is sent', async () => (await status()) === 'SENT')
  })

  test('that is being sent when the service is told to stop is marked before it ends', async () => {
    const { request } = await asking(service, 'stopped@example.com')
    let stopping: Promise<{ code: number | null }> | undefined
    mail.onTaken(async () => {
      // The mail of the worker that was killed may come again in between.
      if (idsTo('stopped@example.com').length === 0) return
      mail.onTaken(async () => undefined)
      stopping = service.terminate()
      await sleep(300)
    })
    await request()
    await eventually('the mail is here', () => stopping !== undefined)
    expect(await stopping).toMatchObject({ code: 0 })
    const left = await service.withDatabase(({ read }) =>
      read.all(`SELECT status FROM statements WHERE email = 'stopped@example.com'`),
    )
    expect(left).toEqual([{ status: 'SENT' }])
    await service.start()
  })

  // Last, since the claim of the worker that was killed stands for a while, and a mail that is too many may come late.
  test(
    'comes once; and a second time at most, as the same mail, if its worker was killed',
    async () => {
      await eventually('it is sent', async () => (await killed.status()) === 'SENT', leaseMsMax)
      const ids = idsTo('killed@example.com')
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(1)
      await service.kill9()
      await service.start()
      await sleep(1_500)
      const counts = ['killed', 'bystander', 'fifty', 'stopped'].map(
        (name) => idsTo(`${name}@example.com`).length,
      )
      expect(counts).toEqual([2, 1, 1, 1])
    },
    2 * leaseMsMax,
  )
})

test('without a mail server a statement is a file in the outbox', async () => {
  const wallet = await startWallet()
  const service = await startService(onSqlite, wallet.env)
  try {
    const { customer, reference } = await withQuote(service, '5000')
    await customer.outcome(reference)
    const holder = { ACCOUNT_HOLDER_MSISDN: customer.msisdn }
    const about = { ...holder, ...(await service.record('create_full_statement_summary', holder)) }
    await service.record('request_full_statement', { ...about, email: 'awa@example.com', period: '1' })
    const status = async () => (await service.record('check_statement_status', about))['statement_status']
    await eventually('it is sent', async () => (await status()) === 'SENT')
    const outbox = join(service.dataDirectory, 'outbox')
    const [file, ...others] = await readdir(outbox)
    expect(others).toEqual([])
    const mail = await PostalMime.parse(await readFile(join(outbox, file!)))
    expect(mail.to).toEqual([{ name: '', address: 'awa@example.com' }])
    const text = (await pdfPages(attachmentOf(mail))).flat(2)
    expect(text).toEqual(expect.arrayContaining(['Deposit - 3-month savings', '5 000 XAF']))
    // The answer of the journey shows the new address.
    expect(await service.record('get_user_email', holder)).toEqual({
      email: 'awa@example.com',
      email_status: 'ON_FILE',
    })
  } finally {
    await service.close()
    await wallet.close()
  }
})

/** Processes share a database server; SQLite has one process. */
const declareRoles = (database: TestDatabase): void => {
  test('is made by a worker, and not by an api', async () => {
    const mail = await startMailServer()
    const wallet = await startWallet()
    const created = await database.create()
    const shared: TestDatabase = { ...database, create: async () => created }
    const env = { ...wallet.env, SMTP_URL: mail.url }
    const api = await startService(shared, { ...env, ROLE: 'api' })
    let worker: Service | undefined
    try {
      const { request, status } = await asking(api, 'awa@example.com')
      await request()
      await sleep(2_500)
      expect([await status(), mail.mails.length]).toEqual(['REQUESTED', 0])
      worker = await startService(shared, { ...env, ROLE: 'worker' })
      await eventually('it is sent', async () => (await status()) === 'SENT')
      expect(mail.mails).toHaveLength(1)
    } finally {
      await worker?.close()
      await api.close()
      await wallet.close()
      await mail.stop()
    }
  })
}

describeEachDatabase('a statement between processes', (database) => {
  if (database.kind === 'mysql') declareRoles(database)
  else test('needs a database that processes share', () => expect(database.kind).toBe('sqlite'))
})
