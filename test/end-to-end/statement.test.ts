import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startMailServer, type MailServer } from '../support/mail-server.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually, sleep } from '../support/wait.js'
import { statementCalls } from './ask-statement.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'

/** The claims of a killed worker last 15 s. */
const leaseMsMax = 25_000

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

  let killed: Awaited<ReturnType<typeof statementCalls>>

  test('delays no other one when its worker is killed between sending and recording', async () => {
    killed = await statementCalls(service, 'killed@example.com')
    const bystander = await statementCalls(service, 'bystander@example.com')
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
    await eventually('the statement is sent', async () => (await bystander.status()) === 'SENT')
  })

  test('that is requested 50 times at once gets the same answer each time', async () => {
    const { request, status } = await statementCalls(service, 'fifty@example.com')
    const answers = await Promise.all(Array.from({ length: 50 }, () => request()))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ request_status: 'REQUESTED' })]),
    )
    await eventually('the statement is sent', async () => (await status()) === 'SENT')
  })

  test('that is being sent at SIGTERM is recorded as sent before the service ends', async () => {
    const { request } = await statementCalls(service, 'stopped@example.com')
    let stopping: Promise<{ code: number | null }> | undefined
    mail.onTaken(async () => {
      // The mail of the killed worker may be sent again in between.
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

  // This test must be the last, because the killed worker's claim lasts for a while, and its mail may come twice.
  test(
    'comes once, or a second time with the same message id if its worker was killed',
    async () => {
      await eventually('the statement is sent', async () => (await killed.status()) === 'SENT', leaseMsMax)
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
