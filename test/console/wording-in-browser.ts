import { beforeEach, expect, test } from '@jest/globals'
import { customerAt } from '../end-to-end/customer.js'
import type { Service } from '../end-to-end/service.js'
import { run } from '../support/browser.js'
import { first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { idOfCustomer, sentOperation } from './answers.js'
import type { Desk } from './desk.js'

/** Words and figures on the pages of the console, with answers that do not depend on the data of the bank. */
export const declareWording = (service: () => Service, desk: () => Desk): void => {
  beforeEach(() => desk().leave())

  const answered = async (name: string, data: object, look: () => Promise<void>): Promise<void> => {
    const { page, trouble } = desk()
    await page.route('**/graphql', (route) => {
      const { operationName } = shaped(sentOperation, route.request().postDataJSON())
      return operationName === name ? route.fulfill({ json: { data } }) : route.continue()
    })
    try {
      await look()
    } finally {
      await page.unroute('**/graphql')
    }
    expect(trouble).toEqual([])
  }
  const listOf = (...nodes: readonly object[]) => ({
    page: {
      nodes,
      pageInfo: { hasNextPage: false, endCursor: null },
      totalCount: { value: nodes.length, isExact: true },
    },
  })

  test("the failure reason of the provider is shown untranslated, so that it can be found in the provider's records", async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const order = {
      id: 'ORD-1',
      kind: 'COLLECT',
      amount: '2001',
      currency: 'XAF',
      status: 'FAILED',
      sends: 1,
      failureReason: 'PAYER_LIMIT_REACHED',
      providerReason: 'PAYER_LIMIT_REACHED',
      createdAt: '2026-01-05T10:00:00.000Z',
      customer: null,
    }
    await answered('ConsoleOrders', listOf(order), async () => {
      await page.goto(`${service().url()}/console/orders`)
      const row = page.locator('tbody tr')
      await row.getByRole('cell', { name: 'PAYER_LIMIT_REACHED', exact: true }).waitFor()
      await row.getByRole('cell', { name: 'plafond du client atteint', exact: true }).waitFor()
    })
  })

  test('a trial balance calls its currency FCFA everywhere', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const [account, currency, credit] = ['customer_principal', 'XAF', '25759500']
    const trialBalance = {
      accounts: [{ account, currency, debit: '0', credit }],
      totals: [{ currency, debit: credit, credit, difference: '0' }],
    }
    await answered('ConsoleTrialBalance', { trialBalance, owed: [] }, async () => {
      await page.goto(`${service().url()}/console/ledger`)
      await page.getByRole('cell', { name: '25\u202f759\u202f500\u00a0FCFA' }).waitFor()
      expect(await page.locator('main').textContent()).not.toContain('XAF')
    })
  })

  test('the list of products says of each version whether it is on sale today', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const versions = [
      [1, 'SUPERSEDED', null],
      [2, 'ON_SALE', null],
      [3, 'COMING', '2031-02-01'],
      [4, 'ENDING', '2031-03-01'],
      [5, 'WITHDRAWN', null],
    ].map(([version, standing, onSaleFrom]) => ({ code: 'LOCK1M', version, standing, onSaleFrom }))
    await answered('ConsoleProducts', listOf(...versions), async () => {
      await page.goto(`${service().url()}/console/products`)
      await page.locator('tbody tr').nth(4).waitFor()
      const said = await page.locator('tbody .tag').allTextContents()
      expect(said).toEqual(['remplacé', 'en vente', 'à venir', 'fin de vente', 'retiré'])
      await page.getByRole('cell', { name: '1er févr. 2031' }).waitFor()
    })
    await page.goto(`${service().url()}/console/products`)
    await page.locator('tbody .tag.good', { hasText: 'en vente' }).first().waitFor()
  })

  test('the menu leads to the list of savings accounts, in which each links to its customer', async () => {
    const { page, signIn, settled, trouble } = desk()
    await customerAt(service()).register()
    await signIn('back-office')
    await settled()
    await page.locator('.menu a', { hasText: 'Comptes' }).click()
    const link = page.locator('tbody a[href^="/console/customers/"]').first()
    expect(await link.textContent()).toMatch(/^\+237/)
    await link.click()
    await page.locator('h1', { hasText: '+237' }).waitFor()
    expect(trouble).toEqual([])
  })

  test('the end of a hold is rounded up to the minute in the list of payouts, as in texts for the customer', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const payout = {
      id: 'PYO-1',
      exitedOn: '2026-01-05',
      status: 'ON_HOLD',
      heldUntil: '2026-01-07T16:04:30.500Z',
    }
    await answered('ConsolePayouts', listOf(payout), async () => {
      await page.goto(`${service().url()}/console/payouts`)
      await page.getByRole('cell', { name: '7 janv. 2026, 17:05' }).waitFor()
    })
  })

  test.each([
    ['of the real world', undefined],
    ['of a test clock', '2026-01-05'],
  ])(
    'the hold of a customer %s ends on each page at the same minute as in the text for the customer',
    async (_, now) => {
      const { page, signIn, settled, graphql } = desk()
      const clock = now === undefined ? {} : await service().record('create_test_clock', { now })
      const customer = customerAt(service())
      await customer.register('clock_id' in clock ? { clock_id: clock['clock_id'] } : {})
      await customer.outcome((await customer.quote('50000'))['deposit_reference'] ?? '')
      const { locked_account_id = '' } = first(await customer.positions())
      const { withdrawal_reference = '' } = await customer.preview(locked_account_id)
      await customer.withdraw(withdrawal_reference)
      const id = await idOfCustomer(graphql, customer.msisdn)
      await signIn('back-office', `/console/customers/${id}`)
      await settled()
      const underWay = page.locator('#underWay tbody tr')
      const [, day, hour, minute] =
        /le (\d\d)\/\d\d\/\d{4} à (\d\d)h(\d\d)/.exec((await underWay.textContent()) ?? '') ?? []
      if (now !== undefined) expect([day, hour, minute]).toEqual(['07', '00', '00'])
      const end = new RegExp(`^${Number(day)}(er)? .* \\d{4}, ${hour}:${minute}$`)
      await underWay.locator('td', { hasText: end }).waitFor()
      await page.locator('#payouts tbody td', { hasText: end }).waitFor()
      await page.goto(`${service().url()}/console/payouts?customer=${id}`)
      await page.locator('tbody td', { hasText: end }).waitFor()
      await page.locator('tbody a[href^="/console/payouts/"]').click()
      await page.locator('.facts dd', { hasText: end }).waitFor()
    },
    120_000,
  )

  test('savings have days left until they mature, and none once they are withdrawn', async () => {
    const { page, signIn, settled, graphql } = desk()
    const customer = customerAt(service())
    await customer.register()
    await customer.outcome((await customer.quote('50000'))['deposit_reference'] ?? '')
    await signIn('back-office', `/console/customers/${await idOfCustomer(graphql, customer.msisdn)}`)
    await settled()
    const left = page.locator('#positions tbody td', { hasText: /^(encore \d+ jours|échue)$/ })
    expect(await left.allTextContents()).toEqual([expect.stringMatching(/^encore \d\d jours$/)])
    const { locked_account_id = '' } = first(await customer.positions())
    const { withdrawal_reference = '' } = await customer.preview(locked_account_id)
    await customer.withdraw(withdrawal_reference)
    await page.reload()
    await settled()
    await page.locator('#positions tbody td', { hasText: 'en paiement' }).waitFor()
    expect(await left.allTextContents()).toEqual([])
  }, 120_000)

  /** Opens a path in English, while the browser's language is French. */
  const inEnglish = async (path: string, look: () => Promise<void>): Promise<void> => {
    const { page } = desk()
    await run(page, `localStorage.setItem('cauri.language', 'en')`)
    try {
      await page.goto(`${service().url()}${path}`)
      await look()
    } finally {
      await run(page, `localStorage.clear()`)
    }
  }

  test('a block that waits for approval is described in words, with its dates written out', async () => {
    const { page, signIn, settled } = desk()
    await signIn('approver')
    await settled()
    const block = (at: number, after: string) => ({
      id: `APR-${at}`,
      kind: 'BLOCK_CUSTOMER',
      status: 'OPEN',
      proposedBy: 'jane',
      proposedAt: '2026-11-26T10:00:00.000Z',
      preview: { changes: [{ field: 'account.block', before: null, after }], texts: [], journals: [] },
    })
    const blocks = [
      block(1, 'BOTH for COURT, until 2026-11-30'),
      block(2, 'DEBIT for FRAUD, until 2026-12-01, once it is approved'),
      block(3, 'CREDIT for KYC'),
      block(4, 'from 2026-12-01'),
    ]
    const said = () => page.locator('.approval ins').allTextContents()
    await answered('ConsoleApprovals', listOf(...blocks), async () => {
      await page.goto(`${service().url()}/console/approvals?status=OPEN`)
      await page.locator('.approval').nth(3).waitFor()
      expect(await said()).toEqual([
        'versements et retraits · tribunal, jusqu’au 30 nov. 2026',
        'retraits · fraude, jusqu’au 1er déc. 2026, une fois approuvé',
        'versements · identité à justifier',
        'à partir du 1er déc. 2026',
      ])
      await inEnglish('/console/approvals?status=OPEN', async () => {
        await page.locator('.approval').nth(3).waitFor()
        expect(await said()).toEqual([
          'deposits and payouts · court, until 30 Nov 2026',
          'payouts · fraud, until 1 Dec 2026, once it is approved',
          'deposits · identity to be shown',
          'from 1 Dec 2026',
        ])
      })
    })
  })

  test('the reason of a failed score is shown in words', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const score = { id: 'SCR-1', status: 'FAILED', submissions: 1, failure: { code: 'CORRUPT_PDF' } }
    await answered('ConsoleScores', listOf(score), async () => {
      await page.goto(`${service().url()}/console/scores`)
      await page.getByRole('cell', { name: 'document abîmé', exact: true }).waitFor()
      await inEnglish('/console/scores', () =>
        page.getByRole('cell', { name: 'damaged document', exact: true }).waitFor(),
      )
    })
  })

  test('on a desktop the last column of a wide table is not cut off', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroll'))`
    const payout = {
      id: 'SET-01M8F33TSQ8JQMB6Z3BSA1EYQ2',
      exitedOn: '2026-11-27',
      amount: '1250000',
      sent: '1250000',
      currency: 'XAF',
      status: 'UNDER_REVIEW',
      failureReason: 'PAYEE_LIMIT_REACHED',
      heldUntil: '2026-11-29T16:04:00.000Z',
      customer: { id: 'CUS-1', msisdn: '237670000010', clock: null },
    }
    const product = {
      code: 'LOCK12M',
      version: 2,
      standing: 'ENDING',
      onSaleFrom: '2026-12-31',
      rate: '6.50',
      earlyRate: '1.00',
      taxRate: '16.50',
      minAmount: '1000',
      maxBalance: '2000000',
      currency: 'XAF',
      holdHours: 48,
      publishedAt: '2026-11-27T16:04:00.000Z',
    }
    const approval = {
      id: 'APR-01M8F33TSQ8JQMB6Z3BSA1EYQ2',
      kind: 'RESOLVE_REVIEW',
      status: 'DONE',
      preview: null,
      customer: { id: 'CUS-1', msisdn: '237670000010' },
      amount: '1250000',
      currency: 'XAF',
      proposedBy: 'Marie-Claire Mbarga',
      reason: 'payments from three numbers within an hour',
      decidedBy: 'Paule Etoga',
      proposedAt: '2026-09-27T16:04:00.000Z',
      expiresAt: '2026-09-29T16:04:00.000Z',
      decidedAt: '2026-09-28T16:04:00.000Z',
    }
    for (const [name, row] of [
      ['Approvals', approval],
      ['Payouts', payout],
      ['Products', product],
    ] as const)
      await answered(`Console${name}`, listOf(row), async () => {
        const path = `/console/${name.toLowerCase()}?sort=NEWEST`
        await page.goto(service().url() + path)
        await page.locator('tbody tr').waitFor()
        expect([name, 'fr', await run(page, hidden)]).toEqual([name, 'fr', 0])
        await inEnglish(path, async () => {
          await page.locator('tbody tr').waitFor()
          expect([name, 'en', await run(page, hidden)]).toEqual([name, 'en', 0])
        })
      })
  })

  test.each([19, 20])(
    'a search with %d hits says that there may be more only if it reached its limit',
    async (many) => {
      const { page, signIn, settled } = desk()
      await signIn('back-office')
      await settled()
      const search = Array.from({ length: many }, (_, at) => ({
        whose: { id: `CUS-${at}`, msisdn: `2376700000${at + 10}` },
        found: { __typename: 'Customer', id: `CUS-${at}` },
      }))
      await answered('ConsoleSearch', { search }, async () => {
        await page.goto(`${service().url()}/console/search?text=2376`)
        await page
          .locator('.hits li')
          .nth(many - 1)
          .waitFor()
        expect(await page.getByText('Peut-être d’autres encore').count()).toBe(many === 20 ? 1 : 0)
      })
    },
    120_000,
  )

  test('the history of a customer shows the amount of a sent payment order with its currency', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office')
    await settled()
    const { data } = await desk().graphql(
      '{ orders(first: 1, filter: { kind: [COLLECT] }) { nodes { customer { id } } } }',
    )
    const id = /CUS-\w+/.exec(JSON.stringify(data))?.[0]
    await page.goto(`${service().url()}/console/customers/${id}?history.kind=ORDER_SENT`)
    const sent = page.locator('#history tr', { hasText: 'paiement envoyé' }).first()
    await sent.getByText(/^[\d\u202f]+\u00a0FCFA$/).waitFor()
    expect(desk().trouble).toEqual([])
  })

  test('the history shows what the customer read, and why a case was opened, word for word', async () => {
    const { page, signIn, settled } = desk()
    const customer = customerAt(service())
    await customer.register()
    await signIn('back-office')
    await settled()
    const id = await idOfCustomer(desk().graphql, customer.msisdn)
    const texts = {
      TEXT_SHOWN: 'You save 21 000 XAF for 1 month at 3.00% a year, paid at maturity.',
      WALLET_TEXT: '1 month savings deposit',
      CASE_OPENED: 'CONTRADICTION another amount of this order',
    }
    const nodes = Object.entries(texts).map(([kind, detail]) => ({
      kind,
      detail,
      at: '2026-03-01T10:00:00.000Z',
      amount: null,
      actor: null,
    }))
    await answered('ConsoleHistory', { of: listOf(...nodes) }, async () => {
      await page.goto(`${service().url()}/console/customers/${id}?history.kind=TEXT_SHOWN`)
      await page.locator('#history tbody tr').nth(2).waitFor()
      const said = await page.locator('#history tbody td:nth-child(3)').allTextContents()
      expect(said).toEqual([
        texts.TEXT_SHOWN,
        texts.WALLET_TEXT,
        expect.stringMatching(/ another amount of this order$/),
      ])
    })
  })
}
