import { beforeEach, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { ProviderLine } from '../../src/bank/payments/provider-files/provider-file.entity.js'
import { openReview } from '../../src/bank/payments/review.js'
import { insert } from '../../src/platform/database/rows.js'
import { customerAt } from '../end-to-end/customer.js'
import type { Service } from '../end-to-end/service.js'
import { violationsOf } from '../support/browser.js'
import { markup, signInAt, type Desk } from './desk.js'
import { formsAt, openApprovals, reasonAndEvidence } from './forms.js'
import { z } from 'zod'
import { idOfCustomer, nodesOf, sentOperation, withId } from './answers.js'
import { first } from '../support/present.js'
import { dateOf, entriesOf, shaped } from '../support/typed.js'

/** The actions that each role is offered on the page of each kind of thing. */
const offered = {
  customers: {
    'back-office': [
      'Écrire une note',
      'Imprimer un relevé',
      'Bloquer',
      'Changer le numéro',
      'Corriger l’adresse',
      'Fermer le compte',
    ],
    approver: ['Écrire une note'],
    analyst: [],
    auditor: [],
    admin: [
      'Écrire une note',
      'Imprimer un relevé',
      'Bloquer',
      'Changer le numéro',
      'Corriger l’adresse',
      'Fermer le compte',
    ],
  },
  payouts: {
    'back-office': ['Écrire une note', 'Annuler le retrait'],
    approver: ['Écrire une note'],
    analyst: [],
    auditor: [],
    admin: ['Écrire une note', 'Annuler le retrait'],
  },
  reviews: {
    'back-office': ['Écrire une note', 'Me le confier', 'Confier', 'Proposer une issue'],
    approver: ['Écrire une note', 'Me le confier', 'Confier'],
    analyst: [],
    auditor: [],
    admin: ['Écrire une note', 'Me le confier', 'Confier'],
  },
  products: {
    'back-office': ['Publier une version', 'Ne plus vendre'],
    approver: [],
    analyst: [],
    auditor: [],
    admin: ['Publier une version', 'Ne plus vendre'],
  },
  statements: { 'back-office': ['Renvoyer'], approver: [], analyst: [], auditor: [], admin: ['Renvoyer'] },
  queues: {
    'back-office': [],
    approver: undefined,
    analyst: undefined,
    auditor: [],
    admin: ['Mettre en pause', 'Réessayer les échecs'],
  },
  limits: {
    'back-office': ['Fixer une limite'],
    approver: ['Prêter ma limite'],
    analyst: undefined,
    auditor: [],
    admin: ['Fixer une limite'],
  },
} as const

/** Each action of the console is taken as a role that may take it; its proposal is decided by another person in a browser of their own. */
export const declareActions = (browser: () => Browser, service: () => Service, desk: () => Desk): void => {
  beforeEach(() => desk().leave())

  const { open, shut, propose, perform, decide: decideOn } = formsAt(desk, service)

  /**
   * The addresses of the pages: of a customer with a payout on hold, a review case about their deposit and a printed statement, of one who
   * only saves (`idle`), and of things of the bank.
   */
  const prepare = async () => {
    const customer = customerAt(service())
    await customer.register({ email: 'awa@example.com' })
    const { deposit_reference: reference = '' } = await customer.quote('50000')
    await customer.outcome(reference)
    const [{ locked_account_id: position = '' } = {}] = await customer.positions()
    const { withdrawal_reference: leaving = '' } = await customer.preview(position)
    await customer.withdraw(leaving)
    const { data } = await desk().graphql(
      `query ($m: Msisdn!) { customer(by: { msisdn: $m }) { id
        payouts { nodes { id } } orders(filter: { kind: [COLLECT] }) { nodes { id } } } }`,
      { m: customer.msisdn },
    )
    const things = { payouts: nodesOf(withId), orders: nodesOf(withId) }
    const { customer: of } = shaped(z.object({ customer: withId.extend(things) }), data)
    const { id: order } = first(of.orders.nodes)
    await service().withDatabase(async (database) => {
      const [row] = await database.read.all(
        'SELECT id, customer_id FROM payment_orders WHERE quote_reference = ?',
        [reference],
      )
      await database.inTransaction((tx) =>
        openReview(
          tx,
          { now: Date.now(), actor: { name: 'test', roles: new Set() } },
          { id: String(row!['id']), customerId: String(row!['customer_id']) },
          { kind: 'NOT_COMPARED', detail: `who knows ${markup}` },
        ),
      )
    })
    const cases = await desk().graphql(
      'query ($o: ID!) { reviewCases(filter: { order: [$o] }) { nodes { id } } }',
      { o: order },
    )
    const { reviewCases } = shaped(z.object({ reviewCases: nodesOf(withId) }), cases.data)
    const { id: review } = first(reviewCases.nodes)
    const printed = await desk().graphql(
      `mutation ($c: ID!, $k: ID!) { printStatement(input: { customer: $c, period: "ALL", idempotencyKey: $k }) { statement { id } } }`,
      { c: of.id, k: review },
    )
    const { printStatement } = shaped(
      z.object({ printStatement: z.object({ statement: withId }) }),
      printed.data,
    )
    const idle = customerAt(service())
    await idle.register()
    const { deposit_reference: other = '' } = await idle.quote('50000')
    await idle.outcome(other)
    const found = await desk().graphql(
      'query ($m: Msisdn!) { customer(by: { msisdn: $m }) { id orders { nodes { id } } } }',
      { m: idle.msisdn },
    )
    const { customer: saver } = shaped(
      z.object({ customer: withId.extend({ orders: nodesOf(withId) }) }),
      found.data,
    )
    const at = (name: string, id: string): string => `/console/${name}/${encodeURIComponent(id)}`
    return {
      customers: at('customers', of.id),
      idle: at('customers', saver.id),
      payouts: at('payouts', first(of.payouts.nodes).id),
      reviews: at('reviews', review),
      statements: at('statements', printStatement.statement.id),
      products: at('products', 'LOCK6M'),
      queues: at('queues', 'STATEMENTS'),
      limits: '/console/limits',
      deposit: at('orders', first(saver.orders.nodes).id),
    }
  }
  let places: Awaited<ReturnType<typeof prepare>>

  test.each(['back-office', 'approver', 'analyst', 'auditor', 'admin'] as const)(
    'offers %s the actions of their role, on the page of each kind of thing',
    async (person) => {
      const { page, signIn, settled, trouble } = desk()
      places ??= await prepare()
      await signIn(person)
      for (const [name, byRole] of entriesOf(offered)) {
        const expected = byRole[person]
        // For analysts and auditors a customer has another id, so that this address finds nobody.
        if (expected === undefined || (name === 'customers' && ['analyst', 'auditor'].includes(person)))
          continue
        await page.goto(service().url() + places[name])
        await settled()
        expect([name, await page.locator('main .trouble').count()]).toEqual([name, 0])
        expect([name, await page.locator('main .acts > button').allTextContents()]).toEqual([name, expected])
      }
      expect(trouble).toEqual([])
    },
    180_000,
  )

  test('an action that needs two people is proposed with a preview, and approved, rejected or withdrawn', async () => {
    const { page, signIn, trouble } = desk()
    const other = await browser().newContext({ locale: 'fr-FR', timezoneId: 'Asia/Tokyo' })
    try {
      const second = await other.newPage()
      await signInAt(second, 'approver', openApprovals, service().url())
      const decide = (kind: string, button: 'Approuver' | 'Rejeter') => decideOn(second, kind, button)
      await signIn('back-office', places.customers)
      // A refusal gives its reason, and the typed input stays.
      await open(page, 'Changer le numéro', { newMsisdn: '237670099999', ...reasonAndEvidence })
      await page.locator('dialog [role=alert]', { hasText: 'in progress' }).waitFor()
      expect(await page.locator('dialog [name=newMsisdn]').inputValue()).toBe('237670099999')
      await page.keyboard.press('Escape')
      await propose(page, 'Corriger l’adresse', { email: 'new@example.com', ...reasonAndEvidence })
      await decide('nouvelle adresse', 'Approuver')
      await propose(page, 'Bloquer', { cause: 'KYC', scope: 'DEBIT', ...reasonAndEvidence })
      await decide('blocage', 'Approuver')
      await page.reload()
      await propose(page, 'Lever le blocage (identité à justifier)', reasonAndEvidence)
      await decide('fin de blocage', 'Approuver')
      await page.goto(service().url() + places.idle)
      await propose(page, 'Changer le numéro', { newMsisdn: '237670099999', ...reasonAndEvidence })
      await decide('nouveau numéro', 'Rejeter')
      await propose(page, 'Changer le numéro', { newMsisdn: '237670088888', ...reasonAndEvidence })
      await decide('nouveau numéro', 'Approuver')
      await page.reload()
      await page.locator('main h1', { hasText: '+237 670 08 88 88' }).waitFor()
      await propose(page, 'Fermer le compte', reasonAndEvidence)
      await decide('fermeture', 'Rejeter')

      await page.goto(service().url() + places.payouts)
      await propose(page, 'Annuler le retrait', reasonAndEvidence)
      await decide('annulation d’un retrait', 'Approuver')
      await page.goto(service().url() + places.products)
      await propose(page, 'Publier une version', { rate: '5.25', minAmount: '2000', ...reasonAndEvidence })
      await decide('version d’un produit', 'Approuver')
      await page.reload()
      await page.locator('tbody td', { hasText: /^5,25$/ }).waitFor()
      await propose(page, 'Ne plus vendre', { fromDate: '2099-01-01', ...reasonAndEvidence })
      await decide('retrait d’un produit', 'Rejeter')
      await page.goto(`${service().url()}/console/products/LOCK12M`)
      await propose(page, 'Ne plus vendre', { fromDate: '2099-01-01', ...reasonAndEvidence })
      await decide('retrait d’un produit', 'Approuver')
      await page.goto(`${service().url()}/console/products`)
      await open(page, 'Nouveau produit', { code: 'NEW', ...reasonAndEvidence })
      await page.locator('dialog [role=alert]', { hasText: 'NEW' }).waitFor()
      await page.keyboard.press('Escape')

      await page.goto(`${service().url()}/console/ledger`)
      await propose(page, 'Régulariser', {
        account: ['adjustments', 'tax_payable'],
        amount: ['1200', '-1200'],
        ...reasonAndEvidence,
      })
      await decide('régularisation', 'Approuver')
      await page.goto(`${service().url()}/console/months`)
      await open(page, 'Clôturer un mois', { month: '2199-01', ...reasonAndEvidence })
      await page.locator('dialog [role=alert]').waitFor()
      await page.keyboard.press('Escape')
      await page.goto(service().url() + places.deposit)
      await propose(page, 'Annuler le versement', reasonAndEvidence)
      await second.goto(service().url() + openApprovals)
      const journal = second.locator('.approval', { hasText: 'versement annulé' }).locator('tbody tr')
      await journal.filter({ hasText: 'Capital des clients' }).waitFor()
      await decide('versement annulé', 'Approuver')
      await page.reload()
      await page.locator('.facts .tag', { hasText: 'échoué' }).waitFor()
      await page.goto(service().url() + places.idle)
      await propose(page, 'Fermer le compte', reasonAndEvidence)
      await decide('fermeture', 'Approuver')
      await page.reload()
      await page
        .locator('#accounts')
        .locator('td', { hasText: /^fermé$/ })
        .waitFor()
      await service().withDatabase((database) =>
        database.inTransaction((tx) =>
          insert(tx, ProviderLine, {
            transactionId: 'LINE-1',
            reference: markup,
            kind: 'COLLECT',
            amount: 1200n,
            fee: 12n,
            currency: 'XAF',
            completedOn: dateOf('2026-01-05'),
            orderId: null,
            state: 'UNKNOWN',
            fileDigest: 'a'.repeat(64),
          }),
        ),
      )
      await page.goto(`${service().url()}/console/providerLines`)
      await propose(page, 'Expliquer une ligne (LINE-1)', reasonAndEvidence)
      await decide('ligne expliquée', 'Approuver')
      await page.reload()
      await page.locator('tbody tr', { hasText: 'LINE-1' }).getByText('expliquée').waitFor()
      await page.goto(`${service().url()}/console/limits`)
      await propose(page, 'Fixer une limite', { ofWhom: 'development approver', ...reasonAndEvidence })
      await decide('limite d’approbation', 'Rejeter')
      await propose(page, 'Fixer une limite', reasonAndEvidence)
      await decide('limite d’approbation', 'Approuver')
      await page.reload()
      await page.locator('#limitsOf tbody tr', { hasText: /tous les autres.*sans limite/ }).waitFor()
      // A time that is typed is the market's, as are those that are shown, although this browser is in Tokyo.
      // An approver needs no second person to lend their limit during a leave, and to take it back.
      await second.goto(`${service().url()}/console/limits`)
      await open(second, 'Prêter ma limite', {
        delegate: 'development back-office',
        until: '2099-01-01T10:00',
        reason: reasonAndEvidence.reason,
      })
      await second.locator('dialog [role=alert]', { hasText: '90 days' }).waitFor()
      const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
      await second.locator('dialog [name=until]').fill(soon)
      await second.locator('dialog').getByRole('button', { name: 'Valider' }).click()
      await second
        .locator('#delegations tbody tr', { hasText: 'Brigitte Test' })
        .filter({ hasText: soon.slice('2026-01-01T'.length) })
        .getByText(reasonAndEvidence.reason)
        .waitFor()
      await second.getByRole('button', { name: 'Reprendre ma limite (Brigitte Test)' }).click()
      await second.locator('dialog').getByRole('button', { name: 'Valider' }).click()
      await second
        .getByRole('button', { name: 'Reprendre ma limite (Brigitte Test)' })
        .waitFor({ state: 'detached' })

      await page.goto(`${service().url()}/console/scores`)
      await propose(page, 'Effacer une personne', { nationalId: '11223344', ...reasonAndEvidence })
      await decide('effacement', 'Approuver')
      await propose(page, 'Effacer une personne', { nationalId: '29384756', ...reasonAndEvidence })
      // A proposer withdraws their own proposal.
      await page.goto(service().url() + openApprovals)
      const mine = page.locator('.approval', { has: page.locator('h2', { hasText: 'effacement' }) })
      await mine.getByLabel('Motif').fill('a mistake')
      await mine.getByRole('button', { name: 'Retirer ma proposition' }).click()
      await mine.waitFor({ state: 'detached' })
    } finally {
      await other.close()
    }
    expect(trouble).toEqual([])
  }, 300_000)

  test('a review case is taken, assigned, and resolved by two people', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('back-office', places.reviews)
    await settled()
    await perform(page, 'Me le confier')
    await page.locator('.facts', { hasText: 'Brigitte Test' }).waitFor()
    await page.goto(`${service().url()}/console`)
    await page.locator('.worklists a', { hasText: 'Cas qui me sont confiés' }).click()
    await page.waitForURL('**/console/reviews?state=OPEN,PROPOSED&isMine=true')
    expect(await page.getByLabel('Qui me sont confiés').inputValue()).toBe('true')
    await page.getByText(`who knows ${markup}`).waitFor()
    await page.goto(service().url() + places.reviews)
    await settled()
    await perform(page, 'Confier', { assignedTo: 'Albert Test' })
    await page.locator('.facts', { hasText: 'Albert Test' }).waitFor()
    const resolve = () =>
      propose(page, 'Proposer une issue', { outcome: 'NOTHING', evidence: reasonAndEvidence.evidence })
    await resolve()
    const other = await browser().newContext({ locale: 'fr-FR' })
    try {
      const second = await other.newPage()
      await signInAt(second, 'approver', openApprovals, service().url())
      const card = second.locator('.approval', { hasText: reasonAndEvidence.evidence })
      await card.getByText(/^Motif\s: rien à écrire$/).waitFor()
      await card.locator('li', { hasText: /^Cas\s: ouvert → résolu$/ }).waitFor()
      await card.getByLabel('Motif').fill('not so')
      await card.getByRole('button', { name: 'Rejeter' }).click()
      await card.waitFor({ state: 'detached' })
      await page.reload()
      await settled()
      await page
        .locator('.facts')
        .getByRole('link', { name: /^50\s000\sFCFA$/ })
        .waitFor()
      await resolve()
      await second.reload()
      await card.getByRole('button', { name: 'Approuver' }).click()
      await card.waitFor({ state: 'detached' })
    } finally {
      await other.close()
    }
    await page.reload()
    await page.locator('.facts .tag', { hasText: 'résolu' }).waitFor()
    expect(trouble).toEqual([])
  })

  test('a statement is printed for a customer at the counter, and sent again', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('back-office', places.customers)
    await open(page, 'Imprimer un relevé', { period: 'LAST_3_MONTHS', language: 'en' })
    const copy = await page.getByRole('link', { name: 'Ouvrir la copie (PDF)' }).getAttribute('href')
    const answer = await page.evaluate(
      `fetch(${JSON.stringify(copy)}).then((answer) => [answer.status, answer.headers.get('content-type')])`,
    )
    expect(answer).toEqual([200, 'application/pdf'])
    await shut(page)
    await page.locator('#statements a[href^="/console/statements/"]').first().click()
    await page.getByRole('link', { name: 'Ouvrir la copie (PDF)' }).waitFor()
    await settled()
    await perform(page, 'Renvoyer')
    await page.goto(service().url() + places.customers)
    await settled()
    await page.locator('#statements td', { hasText: 'new@example.com' }).first().waitFor()
    expect(trouble).toEqual([])
  })

  test('an administrator pauses a queue with a reason, resumes it, and has failed rows tried again', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('admin', places.queues)
    await settled()
    await perform(page, 'Mettre en pause', { reason: `the mail is away ${markup}` })
    await page.goto(`${service().url()}/console/queues`)
    const row = page.locator('tbody tr', { has: page.getByRole('link', { name: 'Relevés' }) })
    await row.getByText(`the mail is away ${markup}`).waitFor()
    expect(await row.textContent()).toContain('Adèle Test')
    expect(await row.textContent()).toContain('send-statements')
    expect(await page.locator('tbody tr').count()).toBe(8)
    expect(await violationsOf(page)).toEqual([])
    await row.getByRole('link', { name: 'Relevés' }).click()
    await perform(page, 'Reprendre')
    await open(page, 'Réessayer les échecs', {})
    await page.locator('dialog [role=status]', { hasText: /^Lignes prêtes\s: \d+/ }).waitFor()
    await shut(page)
    await page.getByRole('button', { name: 'Mettre en pause' }).waitFor()
    // What somebody else does appears without a reload.
    await fetch(`${service().url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'dev-admin-key' },
      body: JSON.stringify({
        query:
          'mutation { pauseQueue(input: { queue: STATEMENTS, reason: "elsewhere", idempotencyKey: "e" }) { refusal { code } } }',
      }),
    })
    await page.locator('.facts', { hasText: 'elsewhere' }).waitFor()
    await perform(page, 'Reprendre')
    expect(trouble).toEqual([])
  })

  test('a test customer is reset, and a failed score is requested again', async () => {
    const { page, graphql, signIn, settled, trouble } = desk()
    const { msisdn, register } = customerAt(service())
    const { clock_id = '' } = await service().record('create_test_clock', { now: '2026-01-05' })
    await register({ clock_id })
    const id = await idOfCustomer(graphql, msisdn)
    await signIn('admin', `/console/customers/${encodeURIComponent(id)}`)
    await settled()
    await open(page, 'Remettre à neuf', {})
    await page.locator('dialog [role=status]', { hasText: /prêt|en cours/ }).waitFor()
    await shut(page)

    const asked: { inputs: unknown[] } = { inputs: [] }
    await page.route('**/graphql', async (route) => {
      const { operationName, variables } = shaped(sentOperation, route.request().postDataJSON())
      if (operationName === 'ConsoleResubmitScore') {
        asked.inputs.push(variables)
        return route.fulfill({ json: { data: { done: { refusal: null } } } })
      }
      if (operationName !== 'ConsoleScore') return route.continue()
      const scoreRequest = {
        id: 'SCORE-1',
        status: 'FAILED',
        productCode: 'P7',
        submissions: 1,
        documents: [],
      }
      return route.fulfill({ json: { data: { scoreRequest } } })
    })
    try {
      await page.goto(`${service().url()}/console/scores/SCORE-1`)
      await perform(page, 'Redemander')
      expect(asked.inputs).toMatchObject([{ input: { id: 'SCORE-1', idempotencyKey: expect.any(String) } }])
    } finally {
      await page.unroute('**/graphql')
    }
    expect(trouble).toEqual([])
  })
}
