import { beforeEach, expect, test } from '@jest/globals'
import { customerAt } from '../end-to-end/customer.js'
import type { Service } from '../end-to-end/service.js'
import { run } from '../support/browser.js'
import type { Desk } from './desk.js'
import { z } from 'zod'
import { nodesOf, sentOperation, withId } from './answers.js'
import { placesOfMany } from '../../web/console/places.js'
import { first } from '../support/present.js'
import { shaped } from '../support/typed.js'

const nodesWithId = nodesOf(withId)
const someOrders = z.object({
  orders: nodesOf(withId.extend({ customer: withId.extend({ msisdn: z.string() }) })),
})

/** The tables of a page: one entry of `lists` for each list; `loose` counts the tables that are neither in a list nor in a proposal. */
interface Tables {
  readonly loose: number
  readonly lists: readonly {
    readonly id: string
    readonly rows: number
    readonly filters: readonly string[]
    readonly next: string | null
    readonly isCsv: boolean
    readonly operation: string | null
  }[]
}

/** A table in a proposal shows what would be posted, and a table below a curve what it is drawn from: neither is a list. */
const script = `({
  loose: [...document.querySelectorAll('main table')].filter((one) => !one.closest('.listed, .approval')).length,
  lists: [...document.querySelectorAll('main .listed')].map((list) => ({
    id: list.id,
    rows: list.querySelectorAll('tbody tr').length,
    filters: [...new FormData(list.querySelector('form.filters')).keys()],
    next: list.querySelector('.below a.button:not([download])')?.getAttribute('href') ?? null,
    isCsv: list.querySelector('.below button, .below a[download]')?.textContent.startsWith('CSV') === true,
    operation: list.querySelector('.below a[href^="/graphql#document="]')?.getAttribute('href') ?? null,
  })),
})`

const knownMax = 50
const answeredInFull = new Set([
  'moneyUnderWay',
  'jobs',
  'accounts',
  'owed',
  'transfers',
  'rows',
  'documents',
])

/**
 * The answer as if there were many more rows: each page has a next one, and a list that is answered in full has more rows than a page
 * shows.
 */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (name === 'hasNextPage') return [name, true]
      if (name === 'endCursor') return [name, inner ?? 'further']
      if (answeredInFull.has(name) && Array.isArray(inner) && inner.length > 0)
        return [name, Array.from({ length: knownMax + 1 }, (_, at) => withMore(inner[at % inner.length]))]
      return [name, withMore(inner)]
    }),
  )
}

export const declareTables = (desk: () => Desk, service: () => Service): void => {
  beforeEach(() => desk().leave())

  test('every table of every page has filters and pages in its address, CSV, and a link to its operation', async () => {
    const { page, graphql, signIn, settled, trouble } = desk()
    trouble.length = 0
    await signIn('admin')
    await page.locator('.menu a').first().waitFor()
    const { data } = await graphql(`
      {
        positions(first: 1) {
          nodes {
            customer {
              id
            }
          }
        }
        orders(first: 1) {
          nodes {
            id
          }
        }
        payouts(first: 1) {
          nodes {
            id
          }
        }
        clocks(first: 1) {
          nodes {
            id
          }
        }
        reviewCases(first: 1) {
          nodes {
            id
          }
        }
      }
    `)
    const { positions } = shaped(z.object({ positions: nodesOf(z.object({ customer: withId })) }), data)
    const kinds = {
      orders: nodesWithId,
      payouts: nodesWithId,
      clocks: nodesWithId,
      reviewCases: nodesWithId,
    }
    const { orders, payouts, clocks, reviewCases } = shaped(z.object(kinds), data)
    const ofThings = Object.entries({
      orders,
      payouts,
      clocks,
      reviewCases,
      customers: { nodes: positions.nodes.map(({ customer }) => customer) },
    }).flatMap(([name, { nodes }]) =>
      nodes.map(({ id }) => `/console/${name.replace('reviewCases', 'reviews')}/${encodeURIComponent(id)}`),
    )
    // Only the version for release of the pictures has CSV.
    const ofMenu = (
      await page.locator('.menu a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    ).map((address) => (address === '/insights' ? '/insights?release=1' : address))
    const unlisted = ['shown', 'notes', 'accounts', 'products/LOCK3M', 'queues/ORDERS']
    const addresses = [...ofMenu, ...ofThings, ...unlisted.map((name) => `/console/${name}`)]
    await page.route('**/graphql', async (route) => {
      // A page that is left cancels its requests.
      const answer = await route.fetch().catch(() => undefined)
      const body: unknown = await answer?.json().catch(() => undefined)
      await route.fulfill({ json: withMore(body ?? {}) }).catch(() => undefined)
    })
    const tables: [string, Tables['lists'][number]][] = []
    try {
      for (const address of addresses) {
        await page.goto(`${service().url()}${address}`)
        await settled()
        await run(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)
        const { loose, lists } = await run<Tables>(page, script)
        expect([address, loose]).toEqual([address, 0])
        for (const list of lists) tables.push([address, list])
      }
      // Proposals are shown as cards, and paged like tables.
      await page.goto(`${service().url()}/console/approvals?status=OPEN`)
      await settled()
      const next = await page.getByRole('link', { name: 'Suivants' }).getAttribute('href')
      expect(next).toMatch(/^\/console\/approvals\?status=OPEN&after=./)
    } finally {
      await page.unroute('**/graphql')
    }
    expect(tables.length).toBeGreaterThan(55)
    for (const [address, { id, rows, filters, next, isCsv, operation }] of tables) {
      const prefix = id === '' ? '' : `${id}.`
      expect([address, id, filters.length > 0, filters.every((name) => name.startsWith(prefix))]).toEqual([
        address,
        id,
        true,
        true,
      ])
      // A single order has no second page, and neither has a list that is answered in full and is empty.
      const isFew = filters.join() === `${prefix}text` && rows < knownMax
      expect([address, id, isFew || new URL(next!, 'http://x').searchParams.has(`${prefix}after`)]).toEqual([
        address,
        id,
        true,
      ])
      expect([address, id, isCsv, operation]).toEqual([
        address,
        id,
        true,
        expect.stringContaining('variables='),
      ])
    }
    expect(trouble).toEqual([])
  }, 300_000)

  test('the address can filter one list of a page, and leaves its other lists unfiltered', async () => {
    const { page, graphql, signIn, settled, trouble } = desk()
    trouble.length = 0
    const { data } = await graphql(
      '{ orders(first: 1, filter: { kind: [COLLECT] }) { nodes { customer { id } } } }',
    )
    const { orders: found } = shaped(z.object({ orders: nodesOf(z.object({ customer: withId })) }), data)
    const { customer } = first(found.nodes)
    const address = `/console/customers/${encodeURIComponent(customer.id)}`
    await signIn('analyst', '/console/clocks')
    const asAnalyst = async (name: string) =>
      page.locator(`#${name} tbody tr`).first().waitFor({ state: 'attached' })
    // An analyst, for whom a customer has another id, opens the page of the customer from a row.
    await page.goto(`${service().url()}/console/orders?kind=COLLECT`)
    await page.locator('tbody a[href^="/console/customers/"]').first().click()
    await asAnalyst('orders')
    await page.context().clearCookies()

    await signIn('back-office')
    await settled()
    const asked: string[] = []
    const note = (request: { url(): string; postDataJSON(): unknown }): void => {
      if (request.url().endsWith('/graphql'))
        asked.push(shaped(sentOperation, request.postDataJSON()).operationName)
    }
    page.on('request', note)
    await page.goto(service().url() + address)
    await page.locator('#history').waitFor()
    await settled()
    page.off('request', note)
    expect(asked.filter((name) => name !== 'ConsoleWaiting')).toEqual([
      'ConsoleCustomer',
      'ConsoleCustomerMore',
    ])
    const orders = page.locator('#orders')
    await orders.locator('summary').click()
    await orders.getByLabel('Nature').selectOption('PAY_OUT')
    await orders.getByRole('button', { name: 'Filtrer' }).click()
    await page.waitForURL(`**${address}?orders.kind=PAY_OUT*`)
    await settled()
    expect(await orders.locator('td', { hasText: /^versement$/ }).count()).toBe(0)
    expect(await page.locator('#accounts tbody tr').count()).toBe(1)
    await page.reload()
    await settled()
    expect(await orders.getByLabel('Nature').inputValue()).toBe('PAY_OUT')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#accounts').getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('accounts.csv')
    // A list that is answered in full is filtered in the browser.
    await page.goto(`${service().url()}/console/ledger?accountsOfLedger.text=capital`)
    await settled()
    expect(await page.locator('#accountsOfLedger tbody tr').count()).toBe(1)
    expect(trouble).toEqual([])
  })

  test('an order, a statement or a case is found by its id, and the hit opens its page', async () => {
    const { page, graphql, signIn, settled, trouble } = desk()
    trouble.length = 0
    const { data } = await graphql(
      '{ orders(first: 1) { nodes { id } } statements(first: 1) { nodes { id } } reviewCases(first: 1) { nodes { id } } }',
    )
    const kinds = { orders: nodesWithId, statements: nodesWithId, reviewCases: nodesWithId }
    const { orders, statements, reviewCases } = shaped(z.object(kinds), data)
    const things = Object.entries({
      orders,
      statements,
      reviews: reviewCases,
    }).flatMap(([place, { nodes }]) => nodes.map(({ id }) => [place, id] as const))
    expect(things).toHaveLength(3)
    await signIn('back-office')
    for (const [place, id] of things) {
      await page.getByRole('searchbox').fill(id)
      await page.getByRole('button', { name: 'Chercher' }).click()
      await page.locator('main').getByRole('link', { name: id, exact: true }).click()
      await page.waitForURL(`**/console/${place}/${encodeURIComponent(id)}`)
      await settled()
      await page.locator('main .facts').first().waitFor()
    }
    expect(trouble).toEqual([])
  })

  test.each(['analyst', 'auditor'])(
    'an %s finds an order and a customer by the ids that pages show them, and no customer by a phone number',
    async (person) => {
      const { page, graphql, signIn, settled, trouble } = desk()
      trouble.length = 0
      const saver = customerAt(service())
      await saver.register()
      const { deposit_reference: reference = '' } = await saver.quote('50000', 'LOCK1M')
      await saver.outcome(reference)
      const { data } = await graphql(
        '{ orders(first: 1, sort: NEWEST) { nodes { id customer { id msisdn } } } }',
        {},
        person,
      )
      const [order] = shaped(someOrders, data).orders.nodes
      await signIn(person)
      await settled()
      const search = async (text: string): Promise<void> => {
        await page.getByRole('searchbox', { name: /identifiant/i }).fill(text)
        await page.getByRole('button', { name: 'Chercher' }).click()
        await page.locator('main h1', { hasText: text }).waitFor()
        await settled()
      }
      await search(order!.id)
      await page.locator('main').getByRole('link', { name: order!.id, exact: true }).waitFor()
      expect(order!.customer.msisdn).not.toMatch(/\d{6}/)
      await page.locator('.hits').getByRole('link', { name: order!.customer.msisdn }).click()
      await page.waitForURL(`**/console/customers/${encodeURIComponent(order!.customer.id)}`)
      await settled()
      expect(await page.locator('main .trouble').allTextContents()).toEqual([])
      await search(order!.customer.id)
      await page.locator('main').getByRole('link', { name: order!.customer.id, exact: true }).waitFor()
      await search('CUS-01M856QNVRFQ7YSZ1XHK2NDCTE')
      await page.getByText('Rien ici.').waitFor()
      // A text that may be a person's number is not sent.
      const sent: string[] = []
      const note = (request: { postData(): string | null }) => void sent.push(request.postData() ?? '')
      page.on('request', note)
      await search('237670010001')
      await page.getByText('jamais une personne').waitFor()
      expect(sent.filter((body) => body.includes('237670010001'))).toEqual([])
      page.off('request', note)
      expect(trouble).toEqual([])
    },
    120_000,
  )

  test('each list is exported as CSV, however much the query for its rows costs', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('admin')
    for (const name of placesOfMany.filter((one) => one !== 'search')) {
      await page.goto(`${service().url()}/console/${name}`)
      await settled()
      const [download] = await Promise.all([
        page.waitForEvent('download').catch(() => undefined),
        page.locator('.below button, .below a[download]').first().click(),
      ])
      expect([name, download?.suggestedFilename()]).toEqual([name, expect.stringMatching(/\.csv$/)])
    }
    expect(trouble).toEqual([])
  })
}
