import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { attachmentOf, startMailServer, type MailServer } from '../support/mail-server.js'
import { pdfPages } from '../support/pdf-text.js'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { declined, paid, worldFor } from '../support/world.js'
import { argumentsOf, gatewayOf } from '../graphql/gateway.js'
import { submitRequest, deliveryOf, movementLines, tickUntil } from './support.js'
import { at, present } from '../support/present.js'

describeEachDatabase('a closed account', (database) => {
  const world = worldFor(database)
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.stop())

  let customers = 0
  /** A customer who saves, opts out on the eleventh, and is paid on the thirteenth, which closes the account. */
  const optedOut = async (email: string | null = `left${++customers}@example.com`) => {
    const { id: clockId } = await world().newClock('2026-01-01')
    const { msisdn } = await world().register({ clockId, email })
    await world().deposit(msisdn, '365000')
    await world().walk(clockId, '2026-01-11')
    await world().optOut(msisdn)
    await world().walk(clockId, '2026-01-14')
    return { msisdn, email, clockId }
  }
  const statementsOf = (msisdn: Msisdn) =>
    world().rows(
      `SELECT statements.id, period, from_on, to_on, statements.email FROM statements
       JOIN customers ON customers.id = statements.customer_id WHERE msisdn = ?
       ORDER BY statements.created_at, from_on DESC`,
      msisdn,
    )

  test('has its last statement mailed, with the final payout', async () => {
    const { msisdn, email } = await optedOut()
    const [statement, ...others] = await statementsOf(msisdn)
    expect(others).toEqual([])
    expect(statement).toMatchObject({ period: 'CLOSING', from_on: '2026-01-01', to_on: '2026-01-13', email })
    await tickUntil(world(), deliveryOf(world(), server.url), String(present(statement)['id']), 'SENT')
    const mail = present(server.mails.find(({ recipients }) => recipients.includes(present(email))))
    expect(mail).toMatchObject({ subject: 'Banque de Test : votre compte épargne est clos' })
    const pages = await pdfPages(attachmentOf(mail))
    expect(movementLines(pages)).toEqual([
      ['01/01/2026', 'Solde initial', '0'],
      ['01/01/2026', 'Versement - Épargne 3 mois au 01/04/2026', '365 000', '365 000'],
      ['11/01/2026', 'Intérêts crédités - Épargne 3 mois au 01/04/2026', '100', '365 100'],
      ['13/01/2026', 'Retrait payé - Épargne 3 mois au 01/04/2026', '365 100', '0'],
      ['13/01/2026', 'Solde final', '0'],
    ])
    const text = pages.flat(2).join(' ')
    expect(text).toContain('Relevé de clôture')
    expect(text).not.toContain("n'était pas terminé")
    expect(text).toMatch(/DEP-[0-9A-Z]{26}.*SET-[0-9A-Z]{26}/)
  })

  test('has its last statement in the language that its customer used last, though a job closes it', async () => {
    const { id: clockId } = await world().newClock('2026-01-01')
    const languageOf = async (end: (msisdn: Msisdn) => Promise<unknown>) => {
      const { msisdn } = await world().register({ clockId, email: `spoken${++customers}@example.com` })
      await world().deposit(msisdn, '365000')
      const view = at(await world().positions(msisdn), 0)
      const { reference } = await world().preview(msisdn, view.position.id)
      const english = gatewayOf(world())
      await english.record(
        'confirm_withdrawal',
        argumentsOf(msisdn, { withdrawal_reference: present(reference) }),
      )
      await end(msisdn)
      return async () =>
        (
          await world().rows(
            `SELECT language FROM statements JOIN customers ON customers.id = statements.customer_id WHERE msisdn = ?`,
            msisdn,
          )
        ).map(({ language }) => language)
    }
    const optOut = (language: 'en' | 'fr') => (msisdn: Msisdn) =>
      gatewayOf(world(), undefined, language).record('confirm_opt_out', argumentsOf(msisdn))
    const said = [await languageOf(optOut('en')), await languageOf(optOut('fr'))]
    await world().walk(clockId, '2026-01-04')
    expect(await Promise.all(said.map((languages) => languages()))).toEqual([['en'], ['fr']])
  })

  test('has no statement mailed if it has no address', async () => {
    const { msisdn } = await optedOut(null)
    expect(await statementsOf(msisdn)).toEqual([])
  })

  test('has statements for twelve months, to its own address', async () => {
    const { msisdn, email, clockId } = await optedOut()
    await world().walk(clockId, '2027-01-13')
    const ask = (options: Parameters<typeof submitRequest>[2]) => submitRequest(world(), msisdn, options)
    expect(await refusalOf(ask({ email: 'another@example.com' }))).toBe('INVALID_EMAIL')
    expect(await refusalOf(ask({ period: '2026-02' }))).toBe('INVALID_PERIOD')
    const reference = await ask({ period: 'ALL' })
    await ask({ period: 'LAST_MONTH', email: present(email) })
    expect((await statementsOf(msisdn)).slice(1)).toMatchObject([
      { id: reference, from_on: '2026-01-01', to_on: '2026-01-13', email },
      { from_on: '2025-12-14', to_on: '2026-01-13', email },
    ])

    await world().walk(clockId, '2027-01-14')
    expect(await refusalOf(ask({}))).toBe('NOT_REGISTERED')
  })

  test('has statements up to its last booking, which may be a correction by two people after it closed', async () => {
    const { msisdn } = await world().register({ email: `late${++customers}@example.com` })
    world().providers.real.settle(msisdn, declined)
    const { reference } = await world().quote(msisdn, '8000')
    await world().confirm(msisdn, reference)
    await world().driveOrders()
    await world().optOut(msisdn)
    expect(await statementsOf(msisdn)).toMatchObject([{ period: 'CLOSING', to_on: '2026-03-01' }])

    const deps = { database: world().database, recordDeps: world().orders, onOrder: () => undefined }
    const by = (name: string, role: 'BACK_OFFICE' | 'APPROVER') =>
      world().call({ actor: { name, roles: new Set([role] as const) } })
    world().clock.set('2026-03-10')
    const { id: orderId } = await world().orderOf(present(reference))
    await recordStatus(world().orders, world().call(), orderId, paid)
    const open = at(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', orderId), 0)
    const { proposalId } = await proposeResolution(deps, by('Awa Ngo', 'BACK_OFFICE'), {
      caseId: String(open['id']),
      outcome: 'ORDER_SUCCEEDED',
      reason: null,
      evidence: 'line 14',
    })
    await confirmResolution(deps, by('Paul Essomba', 'APPROVER'), present(proposalId))

    const delivery = deliveryOf(world(), server.url)
    await tickUntil(world(), delivery, String(at(await statementsOf(msisdn), 0)['id']), 'SENT')
    const printed = async (period: string) => {
      const asked = await submitRequest(world(), msisdn, { period })
      await tickUntil(world(), delivery, asked, 'SENT')
      const pages = await pdfPages(attachmentOf(present(server.mails.at(-1))))
      return { lines: movementLines(pages).map((line) => line.slice(1)), text: pages.flat(2).join(' ') }
    }
    const first = await printed('ALL')
    expect(first.lines).toEqual([
      ['Solde initial', '0'],
      ['Reçu, à rembourser', '8 000', '8 000'],
      ['Solde final', '8 000'],
    ])
    expect(first.text).toMatch(/Remboursement dû, pas encore payé 8 000/)
    expect(first.text).toContain("n'était pas terminé")

    world().clock.set('2026-03-12')
    await world().night()
    world().providers.real.settle(msisdn, paid)
    await world().driveOrders()
    expect(await printed('2026-03-02/2026-03-10')).toMatchObject({ lines: first.lines })
    const last = [
      ['Solde initial', '8 000'],
      ['Remboursement', '8 000', '0'],
      ['Solde final', '0'],
    ]
    expect(await printed('2026-03-11/2026-03-31')).toMatchObject({ lines: last })
    expect(await statementsOf(msisdn)).toContainEqual(
      expect.objectContaining({ from_on: '2026-03-11', to_on: '2026-03-12' }),
    )
    world().clock.set('2027-03-12')
    expect(await printed('2026-03-11/2026-03-31')).toMatchObject({ lines: last })
    world().clock.set('2027-03-13')
    expect(await refusalOf(submitRequest(world(), msisdn))).toBe('NOT_REGISTERED')
  })

  test('leaves nothing to a new owner of the number', async () => {
    const { msisdn } = await optedOut()
    await world().register({ msisdn })
    expect(await refusalOf(submitRequest(world(), msisdn))).toBe('INVALID_EMAIL')
    const reference = await submitRequest(world(), msisdn, { email: 'new@example.com' })
    expect((await statementsOf(msisdn)).find(({ id }) => id === reference)).toMatchObject({
      from_on: '2026-01-14',
      email: 'new@example.com',
    })
  })
})
