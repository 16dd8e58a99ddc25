import { beforeEach, expect, test } from '@jest/globals'
import { ProviderLine } from '../../src/bank/payments/provider-files/provider-file.entity.js'
import { insert } from '../../src/platform/database/rows.js'
import type { Service } from '../end-to-end/service.js'
import { dateOf, shaped } from '../support/typed.js'
import { sentOperation } from './answers.js'
import type { Desk } from './desk.js'

/** What becomes of a page when it is loaded again, or when the service cannot answer for a moment. */
export const declareReloads = (service: () => Service, desk: () => Desk): void => {
  beforeEach(() => desk().leave())

  test('a dialog to pause a queue stays one when somebody else pauses it first', async () => {
    const { page, graphql, signIn, settled } = desk()
    const send = (name: string, more: string) =>
      graphql(
        `mutation { ${name}(input: { queue: TEST_ORDERS, ${more} idempotencyKey: "by-${name}" }) { refusal { code } } }`,
        {},
        'admin',
      )
    await signIn('admin', '/console/queues/TEST_ORDERS')
    await settled()
    await page.getByRole('button', { name: 'Mettre en pause' }).click()
    await page.locator('dialog [name=reason]').fill('to look into it')
    try {
      await send('pauseQueue', 'reason: "elsewhere",')
      await page.locator('main .facts', { hasText: 'elsewhere' }).waitFor()
      expect(await page.locator('dialog h2').textContent()).toBe('Mettre en pause')
      expect(await page.locator('dialog [name=reason]').inputValue()).toBe('to look into it')
    } finally {
      await send('resumeQueue', '')
    }
  })

  test('a dialog about a line of the provider stays when a newer line comes before it', async () => {
    const { page, signIn } = desk()
    await signIn('back-office')
    const add = (transactionId: string, state: 'UNKNOWN' | 'MATCHED', on: string) =>
      service().withDatabase((database) =>
        database.inTransaction((tx) =>
          insert(tx, ProviderLine, {
            transactionId,
            reference: transactionId,
            kind: 'COLLECT',
            amount: 1200n,
            fee: 12n,
            currency: 'XAF',
            completedOn: dateOf(on),
            orderId: null,
            state,
            fileDigest: 'a'.repeat(64),
          }),
        ),
      )
    // The list is loaded again when a count changes.
    let value = 0
    await page.route('**/graphql', (route) =>
      shaped(sentOperation, route.request().postDataJSON()).operationName === 'ConsoleWaiting'
        ? route.fulfill({ json: { data: { reviews: { totalCount: { value } } } } })
        : route.continue(),
    )
    try {
      await add('LINE-8', 'UNKNOWN', '2026-01-08')
      await page.goto(`${service().url()}/console/providerLines`)
      await page.getByRole('button', { name: 'Expliquer une ligne (LINE-8)' }).click()
      await page.locator('dialog [name=reason]').fill('to look into it')
      await add('LINE-9', 'MATCHED', '2026-01-09')
      value = 1
      await page.locator('tbody tr', { hasText: 'LINE-9' }).waitFor({ state: 'attached' })
      expect(await page.locator('dialog [name=reason]').inputValue()).toBe('to look into it')
    } finally {
      await page.unroute('**/graphql')
      await service().withDatabase((database) =>
        database.inTransaction((tx) =>
          tx.run(`DELETE FROM provider_lines WHERE transaction_id IN ('LINE-8', 'LINE-9')`),
        ),
      )
    }
  }, 60_000)

  test('the console appears by itself if the service was busy when it was opened', async () => {
    const { page, signIn } = desk()
    await signIn('back-office')
    await page.route('**/session', (route) => route.fulfill({ status: 503, json: {} }), {
      times: 1,
    })
    await page.goto(`${service().url()}/console`)
    await page.locator('main .worklists').waitFor()
  })

  test('worklists that cannot be counted say so in the language of the page', async () => {
    const { page, signIn } = desk()
    await signIn('back-office')
    await page.route('**/graphql', (route) => route.abort())
    try {
      await page.goto(`${service().url()}/console`)
      await page.locator('main .trouble', { hasText: 'Sans réponse' }).waitFor()
    } finally {
      await page.unroute('**/graphql')
    }
  })

  test('a filter that is no number is refused, and one of several ids may have spaces', async () => {
    const { page, signIn, settled } = desk()
    await signIn('back-office', '/console/comparisons?differences=many')
    await page.locator('main .trouble').waitFor()
    await page.goto(`${service().url()}/console/products?code=${encodeURIComponent('LOCK1M, LOCK3M')}`)
    await settled()
    const codes = await page.locator('tbody td:first-child').allTextContents()
    expect(new Set(codes)).toEqual(new Set(['LOCK1M', 'LOCK3M']))
  })

  test('books in a currency of two decimals balance at 0.00', async () => {
    const { page, signIn } = desk()
    await signIn('back-office')
    await page.route('**/graphql', (route) => {
      const { operationName } = shaped(sentOperation, route.request().postDataJSON())
      const totals = [{ currency: 'EUR', debit: '5.00', credit: '5.00', difference: '0.00' }]
      return operationName === 'ConsoleTrialBalance'
        ? route.fulfill({ json: { data: { trialBalance: { accounts: [], totals }, owed: [] } } })
        : route.continue()
    })
    try {
      await page.goto(`${service().url()}/console/ledger`)
      expect(await page.locator('.totals .tag').getAttribute('class')).toBe('tag good')
    } finally {
      await page.unroute('**/graphql')
    }
  })
}
