import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { toBigint } from '../../src/platform/database/columns.js'
import { alarmFromAttempt } from '../../src/bank/statements/retry.rules.js'
import { createSmtpMailer } from '../../src/bank/statements/mail/smtp.js'
import type { Language } from '../../src/kernel/call.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { attachmentOf, startMailServer, type MailServer } from '../support/mail-server.js'
import { pdfPages } from '../support/pdf-text.js'
import { addPositionsLike } from '../support/many-positions.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { worldFor } from '../support/world.js'
import {
  submitRequest,
  deliveryOf,
  movementLines,
  spaced,
  statusOf,
  tickUntil,
  type StatementOptions,
} from './support.js'
import { at, last, present } from '../support/present.js'

const slashed = (date: unknown) => String(date).split('-').reverse().join('/')

describeEachDatabase('a statement', (database) => {
  const world = worldFor(database)
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.onRecipient(() => undefined)
    server.onTaken(async () => undefined)
  })

  const mailsTo = (address: string) => server.mails.filter(({ recipients }) => recipients.includes(address))

  let customers = 0
  const register = async (clockId?: string) => {
    const email = `customer${++customers}@example.com`
    const { msisdn } = await world().register({ email, ...(clockId === undefined ? {} : { clockId }) })
    return { msisdn, email }
  }

  const received = async (
    { msisdn, email }: { msisdn: Msisdn; email: string },
    options: StatementOptions = {},
  ) => {
    const before = mailsTo(email).length
    const reference = await submitRequest(world(), msisdn, options)
    await tickUntil(world(), deliveryOf(world(), server.url), reference, 'SENT')
    const mails = mailsTo(email)
    expect(mails).toHaveLength(before + 1)
    const mail = last(mails)
    return { reference, mail, pages: await pdfPages(attachmentOf(mail)) }
  }

  /** What we owe a customer at the end of each day with a booking, from the postings, by other SQL than the service's. */
  const owedLines = async (msisdn: Msisdn, from: string, to: string): Promise<string[][]> => {
    const rows = await world().rows(
      `SELECT journals.business_on, postings.account, postings.amount FROM journals
       JOIN customers ON customers.id = journals.customer_id
       JOIN postings ON postings.journal_id = journals.id
       WHERE msisdn = ? ORDER BY business_on, journals.created_at, journals.id, postings.line`,
      msisdn,
    )
    let balance = 0n
    const lines: string[][] = []
    for (const on of new Set(rows.map((row) => String(row['business_on'])))) {
      const owed = rows
        .filter((row) => String(row['business_on']) === on)
        .filter(({ account }) =>
          ['customer_principal', 'payout_reserved', 'suspense'].includes(String(account)),
        )
        .reduce((sum, { amount }) => sum - toBigint(amount), 0n)
      balance += owed
      if (on >= from && on <= to) lines.push([slashed(on), spaced(balance)])
    }
    return lines
  }

  /** The date and the balance of the last line of each day. */
  const closingLines = (lines: readonly (readonly string[])[]): string[][] => [
    ...new Map(lines.map((line) => [at(line, 0), [at(line, 0), last(line)]])).values(),
  ]

  /**
   * A customer with every kind of movement: deposits, an early withdrawal that is held and paid, a maturity, a
   * give-back.
   */
  const customerWithHistory = async () => {
    await world().sell('TAXED1M', { termMonths: 1, taxPpm: 165_000 })
    const { id: clockId } = await world().newClock('2024-01-31')
    const customer = await register(clockId)
    const { msisdn } = customer
    await world().deposit(msisdn, '100000', 'TAXED1M')
    await world().deposit(msisdn, '250000', 'LOCK3M')
    await world().walk(clockId, '2024-02-10')
    await world().deposit(msisdn, '50000', 'LOCK3M')
    await world().deposit(msisdn, '40000', 'LOCK6M')
    await world().walk(clockId, '2024-02-29')
    const savings = (product: string) =>
      world()
        .positions(msisdn)
        .then((all) => present(all.find(({ position }) => position.productCode === product)).position.id)
    const leave = async (product: string) => {
      const { reference } = await world().preview(msisdn, await savings(product))
      await world().withdraw(msisdn, reference)
      await world().driveOrders()
    }
    await leave('TAXED1M')
    await leave('LOCK6M')
    await world().walk(clockId, '2024-03-15')
    return { ...customer, clockId }
  }
  let known: ReturnType<typeof customerWithHistory> | undefined
  /** Made once for all tests, which only read it. */
  const history = () => (known ??= customerWithHistory())

  test('has the lines of the ledger', async () => {
    const customer = await history()
    const { reference, mail, pages } = await received(customer)
    const lines = movementLines(pages)
    expect(lines.map((line) => line.filter((_, i) => i !== 2 || line.length < 5).join(' | '))).toEqual([
      '31/01/2024 | Solde initial | 0',
      '31/01/2024 | Versement - Épargne 1 mois au 29/02/2024 | 100 000 | 100 000',
      '31/01/2024 | Versement - Épargne 3 mois au 30/04/2024 | 250 000 | 350 000',
      '10/02/2024 | Versement - Épargne 3 mois au 30/04/2024 | 50 000 | 400 000',
      '10/02/2024 | Versement - Épargne 6 mois au 10/08/2024 | 40 000 | 440 000',
      // 100,000 at 4.50 % for 29 days is 358; 16.5 % of that is 59.
      "29/02/2024 | Échéance - Épargne 1 mois au 29/02/2024 : 299 XAF d'intérêts nets, payés au retrait | 440 000",
      '29/02/2024 | Intérêts crédités - Épargne 1 mois au 29/02/2024 | 358 | 440 358',
      '29/02/2024 | Retenue à la source - Épargne 1 mois au 29/02/2024 | 59 | 440 299',
      '29/02/2024 | Retrait payé - Épargne 1 mois au 29/02/2024 | 100 299 | 340 000',
      // 40,000 at 1 % for 19 days is 21.
      '29/02/2024 | Intérêts crédités - Épargne 6 mois au 10/08/2024 | 21 | 340 021',
      '02/03/2024 | Retrait payé - Épargne 6 mois au 10/08/2024 | 40 021 | 300 000',
      '15/03/2024 | Solde final | 300 000',
    ])
    const { msisdn, email } = customer
    expect(closingLines(lines.slice(0, -1))).toEqual(await owedLines(msisdn, '2024-01-31', '2024-03-15'))

    const text = pages.flat(2)
    for (const word of [`+${msisdn}`, email, reference, 'Banque de Test', 'Page 1 sur 2']) {
      expect(text.join(' ')).toContain(word)
    }
    const table = pages.flat().filter(([first = '']) => first.startsWith('Épargne '))
    expect(table.map((cells) => cells.join(' | '))).toEqual([
      'Épargne 1 mois au 29/02/2024 | 4,50 % | Payée | 100 000 | 358 | 59 | 299',
      // At 4.50 %, 250,000 for 44 days is 1,356, and 50,000 for 34 days is 210.
      'Épargne 3 mois au 30/04/2024 | 4,50 % | En cours | 300 000 | 1 566 | 0 | 1 566',
      'Épargne 6 mois au 10/08/2024 | 5,50 % | Payée à 1,00 % | 40 000 | 21 | 0 | 21',
    ])
    expect(mail).toMatchObject({
      subject: "Banque de Test : votre relevé d'épargne du 31/01/2024 au 15/03/2024",
      from: { name: 'Banque', address: 'releves@banque.example' },
      attachments: [{ filename: 'releve-2024-01-31-2024-03-15.pdf', mimeType: 'application/pdf' }],
    })
  })

  test('of a period begins with the balance of the ledger before it, also in a leap year, in English', async () => {
    const customer = await history()
    const { pages } = await received(customer, { period: '2024-02', language: 'en' })
    const lines = movementLines(pages)
    expect(lines[0]).toEqual(['01/02/2024', 'Opening balance', '350 000'])
    expect(lines.at(-1)).toEqual(['29/02/2024', 'Closing balance', '340 021'])
    expect(closingLines(lines.slice(1, -1))).toEqual(
      await owedLines(customer.msisdn, '2024-02-01', '2024-02-29'),
    )
    expect(pages.flat(2)).toContain('6-month savings to 10/08/2024')
    expect(pages.flat(2)).toContain('Being paid out at 1.00%')
    // At the end of the month the withdrawal was on hold, which the statement of the month still shows.
    const begin = pages.flat().findIndex(([title]) => title === 'In progress on 29/02/2024')
    expect(pages.flat().slice(begin + 2, begin + 5)).toEqual([
      [
        '29/02/2024',
        'Withdrawal - 6-month savings to 10/08/2024',
        'held, not before 02/03/2024 at 00:00',
        '40 021',
      ],
      [expect.stringMatching(/^SET-/)],
      ['Included in the closing balance', '40 021'],
    ])
    const march = await received(customer, { period: '2024-03-01/2024-03-02' })
    expect(closingLines(movementLines(march.pages))).toEqual([
      ['01/03/2024', '340 021'],
      ['02/03/2024', '300 000'],
    ])
  })

  test('shows a payout that was given back as a withdrawal and its reversal', async () => {
    const { id: clockId } = await world().newClock('2026-01-01')
    const customer = await register(clockId)
    await world().deposit(customer.msisdn, '365000', 'LOCK3M')
    await world().walk(clockId, '2026-01-11')
    const view = at(await world().positions(customer.msisdn), 0)
    const { reference } = await world().preview(customer.msisdn, view.position.id)
    await world().withdraw(customer.msisdn, reference)
    world().providers.test.settle(customer.msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await world().walk(clockId, '2026-01-13')
    const { pages } = await received(customer, { language: 'en' })
    expect(movementLines(pages).map((line) => line.filter((_, i) => i !== 2 || line.length < 5))).toEqual([
      ['01/01/2026', 'Opening balance', '0'],
      ['01/01/2026', 'Deposit - 3-month savings to 01/04/2026', '365 000', '365 000'],
      ['11/01/2026', 'Interest credited - 3-month savings to 01/04/2026', '100', '365 100'],
      ['13/01/2026', 'Interest reversed - 3-month savings to 01/04/2026', '100', '365 000'],
      [
        '13/01/2026',
        'Withdrawal of 365 100 XAF did not go through - 3-month savings to 01/04/2026, restored',
        '365 000',
      ],
      ['13/01/2026', 'Closing balance', '365 000'],
    ])
    expect(pages.flat(2)).toContain('Earning')
  })

  test('without a movement says so on one page', async () => {
    for (const [language, told, period] of [
      ['fr', 'Aucun mouvement sur la période.', /^Le \d\d\/\d\d\/\d{4}$/],
      ['en', 'No movement in this period.', /^On \d\d\/\d\d\/\d{4}$/],
    ] as const satisfies [Language, string, RegExp][]) {
      const { pages } = await received(await register(), { language })
      expect(pages).toHaveLength(1)
      expect(pages.flat(2)).toContain(told)
      // The period of this statement is the day of the registration, so that it shows one date and not "from" and "to".
      expect(pages.flat(2)).toContainEqual(expect.stringMatching(period))
      expect(movementLines(pages).map((line) => line.at(-1))).toEqual(['0', '0'])
    }
  })

  test('shows nothing of an earlier account of the number', async () => {
    const customer = await register()
    const { msisdn } = customer
    const { accountId } = await world()
      .deposit(msisdn, '5000')
      .then(async () => {
        const row = at(
          await world().rows(
            `SELECT accounts.id FROM accounts JOIN customers ON customers.id = accounts.customer_id WHERE msisdn = ?`,
            msisdn,
          ),
          0,
        )
        return { accountId: row['id'] }
      })
    const view = at(await world().positions(msisdn), 0)
    const { reference } = await world().preview(msisdn, view.position.id)
    await world().withdraw(msisdn, reference)
    world().clock.set('2026-03-03')
    await world().releaseHolds()
    await world().driveOrders()
    expect((await world().positions(msisdn)).length).toBe(0)
    await world().write(`UPDATE accounts SET status = 'CLOSED', open_key = NULL WHERE id = ?`, accountId)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await world().register({ msisdn, email: customer.email })
    const { pages } = await received(customer, { period: 'LAST_12_MONTHS' })
    expect(movementLines(pages).map((line) => line.at(-1))).toEqual(['0', '0'])
    expect(pages.flat(2)).toContain('Aucune épargne sur la période.')
  })

  test('of many lines has all of them, on numbered pages', async () => {
    world().clock.set('2026-03-03')
    const customer = await register()
    const count = 95
    for (let i = 0; i < count; i++) {
      const { reference } = await world().quote(customer.msisdn, String(1000 + i), 'LOCK12M')
      await world().confirm(customer.msisdn, reference)
    }
    await world().driveOrders()
    const { pages } = await received(customer, { language: 'en' })
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((page, i) => expect(page.flat().join(' ')).toContain(`Page ${i + 1} of ${pages.length}`))
    const lines = movementLines(pages)
    expect(lines).toHaveLength(count + 2)
    expect(last(lines).at(-1)).toBe(
      spaced(at(at(await owedLines(customer.msisdn, '2026-03-03', '2026-03-03'), 0), 1).replaceAll(' ', '')),
    )
    const credits = lines.slice(1, -1).map((line) => Number(present(line.at(-2)).replaceAll(' ', '')))
    expect(credits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => 1000 + i))
  })

  test('is mailed later if the mail server is down', async () => {
    const { msisdn, email } = await register()
    await server.stop()
    const reference = await submitRequest(world(), msisdn)
    const delivery = deliveryOf(world(), server.url)
    await eventually('two attempts have failed', async () => {
      await delivery.run(new AbortController().signal)
      const row = at(await world().rows('SELECT attempts FROM statements WHERE id = ?', reference), 0)
      return Number(row['attempts']) >= 2
    })
    const row = at(
      await world().rows('SELECT status, problem, message_id FROM statements WHERE id = ?', reference),
      0,
    )
    expect(row).toMatchObject({ status: 'GENERATING', problem: 'ESOCKET' })
    expect(mailsTo(email)).toEqual([])
    await server.start()
    await tickUntil(world(), delivery, reference, 'SENT')
    expect(mailsTo(email).map(({ messageId }) => messageId)).toEqual([row['message_id']])
    const audited = await world().rows(
      `SELECT action, actor, state_after FROM audit_log WHERE subject = ? ORDER BY at, id`,
      reference,
    )
    expect(audited.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'REQUEST_STATEMENT gateway',
      'END_STATEMENT job',
    ])
  })

  test('is mailed later if the server refuses temporarily or by policy, and fails if there is no such mailbox', async () => {
    const { msisdn, email } = await register()
    const replies = ['450 4.2.0 come back later', '550 5.7.1 we do not like your network']
    const left = [...replies]
    server.onRecipient(() => left.shift())
    const waiting = await submitRequest(world(), msisdn)
    await tickUntil(world(), deliveryOf(world(), server.url), waiting, 'SENT')
    expect(left).toEqual([])
    expect(mailsTo(email)).toHaveLength(1)

    server.onRecipient(() => '550 5.1.1 no such user')
    const refused = await submitRequest(world(), msisdn)
    await tickUntil(world(), deliveryOf(world(), server.url), refused, 'FAILED')
    const [row] = await world().rows('SELECT problem, due_at, sent_at FROM statements WHERE id = ?', refused)
    expect(row).toEqual({ problem: 'EENVELOPE 550', due_at: null, sent_at: null })
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('is mailed once by four concurrent workers', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => register()))
    const references = await Promise.all(customers.map(({ msisdn }) => submitRequest(world(), msisdn)))
    const workers = Array.from({ length: 4 }, () => deliveryOf(world(), server.url))
    await Promise.all(workers.map((worker) => worker.run(new AbortController().signal)))
    await Promise.all(workers.map((worker) => worker.settle(60_000)))
    for (const reference of references) expect(await statusOf(world(), reference)).toBe('SENT')
    for (const { email } of customers) expect(mailsTo(email)).toHaveLength(1)
  })

  test('on a mail server that hangs delays no other, and is mailed again with the same Message-ID', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => register()))
    let hangs = true
    server.onTaken(async () => {
      if (last(server.mails).recipients.includes(present(first).email) && hangs)
        await new Promise(() => undefined)
    })
    // Long enough for the other mails, also on a busy machine.
    const mailer = createSmtpMailer(server.url, 'Banque <releves@banque.example>', { silenceMsMax: 5_000 })
    const delivery = deliveryOf(world(), server.url, { mailer })
    const hanging = await submitRequest(world(), present(first).msisdn)
    void delivery.run(new AbortController().signal)
    await eventually(
      'the server has its mail and says nothing',
      () => mailsTo(present(first).email).length === 1,
    )
    const references = await Promise.all(others.map(({ msisdn }) => submitRequest(world(), msisdn)))
    for (const reference of references) await tickUntil(world(), delivery, reference, 'SENT')
    expect(await statusOf(world(), hanging)).toBe('GENERATING')
    hangs = false
    await tickUntil(world(), delivery, hanging, 'SENT')
    const ids = mailsTo(present(first).email).map(({ messageId }) => messageId)
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
    for (const { email } of others) expect(mailsTo(email)).toHaveLength(1)
  })

  test('whose worker died is mailed again after the lease, with the same Message-ID', async () => {
    const { msisdn, email } = await register()
    const reference = await submitRequest(world(), msisdn)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // The server has the mail, and the worker dies before it gets the answer.
    server.onTaken(() => held)
    const dying = deliveryOf(world(), server.url)
    const tick = dying.run(new AbortController().signal)
    await eventually('the mail has arrived', () => mailsTo(email).length === 1)
    server.onTaken(async () => undefined)
    const other = deliveryOf(world(), server.url)
    await other.run(new AbortController().signal)
    expect(mailsTo(email)).toHaveLength(1)
    await world().write('UPDATE statements SET due_at = 0 WHERE id = ?', reference)
    await tickUntil(world(), other, reference, 'SENT')
    release()
    await tick
    await dying.settle(60_000)
    expect(await statusOf(world(), reference)).toBe('SENT')
    const ids = mailsTo(email).map(({ messageId }) => messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    const ended = await world().rows(
      `SELECT id FROM audit_log WHERE action = 'END_STATEMENT' AND subject = ?`,
      reference,
    )
    expect(ended).toHaveLength(1)
  })

  /** A customer whose opt-out is not booked yet, and a statement that has waited for it often. */
  const waitingForOptOut = async () => {
    const customer = await register()
    await world().deposit(customer.msisdn, '100000')
    const savings = at(await world().positions(customer.msisdn), 0)
    await addPositionsLike(world(), savings.position.id, 30)
    await world().optOut(customer.msisdn)
    const reference = await submitRequest(world(), customer.msisdn)
    const logged: string[] = []
    const write = (level: string) => () => void logged.push(level)
    const log = { info: write('info'), warn: write('warn'), error: write('error') }
    const delivery = deliveryOf(world(), server.url, { log })
    const tick = async () => {
      await world().write('UPDATE statements SET due_at = 0 WHERE id = ?', reference)
      await delivery.run(new AbortController().signal)
    }
    await eventually('the statement has waited often', async () => {
      await tick()
      const [row] = await world().rows('SELECT problem, attempts FROM statements WHERE id = ?', reference)
      return row?.['problem'] === 'SAVINGS_ARE_BEING_LEFT' && Number(row['attempts']) > alarmFromAttempt
    })
    return { ...customer, reference, delivery, tick, logged }
  }

  test('waits for an opt-out that is booked in slices, and then shows the same as the screens', async () => {
    const { email, reference, delivery, logged } = await waitingForOptOut()
    expect(mailsTo(email)).toEqual([])
    // No mail was tried, so the log says nothing of the mail server.
    expect(logged).toEqual([])
    await world().continueClosings()
    await tickUntil(world(), delivery, reference, 'SENT')
    const text = (await pdfPages(attachmentOf(last(mailsTo(email))))).flat(2).join(' ')
    expect(text).toContain(spaced(31n * 100_000n))
  })

  test('that has waited for an opt-out raises no alarm when the first attempt to mail it fails', async () => {
    const { tick, logged } = await waitingForOptOut()
    await world().continueClosings()
    server.onRecipient(() => '451 4.3.0 later')
    await tick()
    expect(logged).toEqual(['warn'])
    await tick()
    expect(logged).toEqual(['warn', 'error'])
  })

  test('of days before an opt-out does not wait for its withdrawals', async () => {
    const { id: clockId } = await world().newClock('2026-01-31')
    const customer = await register(clockId)
    await world().deposit(customer.msisdn, '100000')
    await addPositionsLike(world(), at(await world().positions(customer.msisdn), 0).position.id, 30)
    await world().walk(clockId, '2026-02-10')
    await world().optOut(customer.msisdn)
    const { pages } = await received(customer, { period: '2026-01-31/2026-02-09' })
    expect(last(movementLines(pages)).at(-1)).toBe(spaced(31n * 100_000n))
    expect(pages.flat(2)).not.toContain('Retrait en cours')
  })
})
