import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { customerAt } from '../end-to-end/customer.js'
import type { Service } from '../end-to-end/service.js'
import { violationsOf } from '../support/browser.js'
import { markup, signInAt, type Desk } from './desk.js'
import { madeUpAnswer } from './made-up-answer.js'
import { builtPages, bytesMax, weightOf } from './weight.js'
import { z } from 'zod'
import { idOfCustomer, sentDocument, sentOperation } from './answers.js'
import { shaped } from '../support/typed.js'

const waitMsMax = 60_000
const sentPage = z.object({ first: z.number(), after: z.string().nullish() })
const drawnPixels = `(() => {
  const canvas = document.querySelector('.curve canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.filter((value, at) => at % 4 === 3 && value > 0).length
})()`
const persons = ['back-office', 'approver', 'analyst', 'auditor', 'admin'] as const

/** Tests of the console that need a signed-in browser. */
export const declareConsole = (browser: () => Browser, service: () => Service, desk: () => Desk): void => {
  let context: BrowserContext
  let page: Page
  let [trouble, foreign]: readonly [string[], readonly string[]] = [[], []]
  const graphql: Desk['graphql'] = (query, variables) => desk().graphql(query, variables)
  const signIn: Desk['signIn'] = (person, to, origin) => desk().signIn(person, to, origin)
  const settled: Desk['settled'] = (view) => desk().settled(view)

  beforeAll(async () => {
    ;({ context, page, trouble, foreign } = desk())
    await graphql('mutation ($m: Msisdn!) { registerCustomer(input: { msisdn: $m }) { accountId } }', {
      m: '237670000010',
    })
    await graphql(
      `
        mutation ($m: Msisdn!, $r: String!) {
          proposeOptOut(input: { idempotencyKey: "one", msisdn: $m, reason: $r }) {
            approval {
              id
            }
          }
        }
      `,
      { m: '237670000010', r: markup },
    )
  })
  beforeEach(() => desk().leave())

  test.each(['127.0.0.1', 'localhost'])(
    'keeps a session over plain HTTP on %s',
    async (host) => {
      const origin = service().url().replace('127.0.0.1', host)
      await signIn('admin', '/console', origin)
      await page.getByText('Adèle Test').waitFor()
      const cookies = await context.cookies(origin)
      expect(cookies).toMatchObject([
        { name: '__Host-cauri', httpOnly: true, secure: true, sameSite: 'Strict' },
      ])
      expect(trouble).toEqual([])
    },
    120_000,
  )

  test.each(persons)(
    'shows %s every table of their menu without an error',
    async (person) => {
      await signIn(person)
      await page.locator('.menu a').first().waitFor()
      const addresses = await page
        .locator('.menu a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
      expect(addresses.length).toBeGreaterThan(12)
      const shown = page.locator('main [role=region], main .note, main .worklists')
      for (const address of addresses) {
        await page.goto(`${service().url()}${address}`)
        await settled()
        expect([address, await page.locator('main .trouble').count()]).toEqual([address, 0])
        expect([address, await shown.count()]).not.toEqual([address, 0])
      }
      expect(trouble).toEqual([])
    },
    120_000,
  )

  test.each([
    ['fr-FR', 'light', 390, 'all'],
    ['en-GB', 'dark', 390, 'colours'],
    ['en-GB', 'light', 1440, 'colours'],
    ['fr-FR', 'dark', 1440, 'all'],
  ] as const)(
    'is accessible and fits the screen in %s, %s, %d pixels wide',
    async (locale, colorScheme, width, of) => {
      await signIn('admin')
      const cookies = await context.cookies()
      const other = await browser().newContext({ locale, colorScheme, viewport: { width, height: 800 } })
      try {
        other.setDefaultTimeout(waitMsMax)
        await other.addCookies(cookies)
        // Apollo Sandbox would load its code from another host, which no test may contact.
        await other.route(/^https:/, (route) => route.abort())
        const view = await other.newPage()
        for (const [path, what] of [
          ['/console', '.worklists'],
          ['/console/audit', '[role=region]'],
          ['/console/approvals?status=OPEN', '.approval'],
          ['/console/ledger', '.filters'],
          ['/console/limits', '#delegations'],
          ['/console/months', '.acts'],
          ['/console/queues', '[role=region]'],
          ['/console/roles', '[role=region]'],
          ['/insights', '.picture svg'],
          ['/graphql/sandbox', '.button.main[href="/graphql"]'],
        ] as const) {
          await view.goto(`${service().url()}${path}`)
          await view.locator(`main ${what}`).first().waitFor()
          if (!path.startsWith('/graphql')) await settled(view)
          if (width === 390) await view.getByRole('button', { name: 'Menu' }).click()
          expect([path, await violationsOf(view, of)]).toEqual([path, []])
          expect([path, await view.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
        }
        // This is the widest dialog.
        await view.goto(`${service().url()}/console/ledger`)
        await view.getByRole('button', { name: /^(Régulariser|Adjust)$/ }).click()
        await view.locator('dialog').waitFor()
        expect(await violationsOf(view, of)).toEqual([])
        const beyond = 'document.querySelector("dialog").getBoundingClientRect().right - innerWidth'
        expect(await view.evaluate(beyond)).toBeLessThanOrEqual(0)
      } finally {
        await other.close()
      }
    },
    120_000,
  )

  test('counts the open approvals in the title of the page, lets a second person approve one, and shows its markup as text', async () => {
    await signIn('approver')
    const worklist = page.locator('.worklists a', { hasText: 'Approbations qui m’attendent' })
    await worklist.locator('b', { hasText: /^1$/ }).waitFor()
    expect(await page.title()).toMatch(/^\([1-9]\d*\) /)
    await worklist.click()
    await page.getByText(markup).waitFor()
    expect(await page.locator('.approval').textContent()).toContain(`Motif\u00a0: ${markup}`)
    await page.getByRole('button', { name: 'Approuver' }).click()
    await page.getByText('Rien ici.').waitFor()
    await page.goto(`${service().url()}/console/approvals?status=DONE`)
    await page.getByText(markup).waitFor()
    expect(trouble).toEqual([])
  })

  test('one person proposes on the page of a customer, another approves in another browser', async () => {
    const known = customerAt(service())
    await known.register()
    const id = await idOfCustomer(graphql, known.msisdn)
    const propose = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Bloquer' }).click()
      const form = page.locator('dialog form')
      await form.getByLabel('Cause').selectOption('COURT')
      await form.getByLabel('Motif').fill(`court ${markup}`)
      await form.getByLabel(/^Pièce/).fill(markup)
      await form.getByRole('button', { name: 'Proposer' }).click()
    }
    await signIn('back-office', `/console/customers/${id}`)
    await propose()
    await page.getByText('Une autre personne doit l’approuver').waitFor()
    await page.getByRole('button', { name: 'Fermer', exact: true }).click()
    await page.locator('section', { hasText: 'Approbations' }).getByText(`court ${markup}`).waitFor()
    // A second proposal of the same action is refused, and the typed input stays.
    await propose()
    await page.locator('dialog [role=alert]').waitFor()
    expect(await page.locator('dialog').getByLabel('Motif').inputValue()).toBe(`court ${markup}`)
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })

    const other = await browser().newContext({ locale: 'en-GB' })
    try {
      const second = await other.newPage()
      await signInAt(second, 'approver', '/console/approvals?status=OPEN', service().url())
      const card = second.locator('.approval', { hasText: 'court <img' })
      await card.locator('ins', { hasText: 'COURT' }).waitFor()
      await card.getByRole('button', { name: 'Approve' }).click()
      await card.waitFor({ state: 'detached' })
    } finally {
      await other.close()
    }
    await page.reload()
    await page.getByRole('button', { name: 'Lever le blocage (tribunal)' }).waitFor()

    await page.getByRole('button', { name: 'Écrire une note' }).click()
    await page.locator('dialog').getByLabel('Texte').fill(`note ${markup}`)
    await page.getByRole('button', { name: 'Valider' }).click()
    await page
      .locator('section', { has: page.getByRole('heading', { name: 'Notes' }) })
      .getByText(`note ${markup}`)
      .waitFor()
    // The history has everything that was done to the customer, the latest first, with who did it.
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'Histoire' }) })
    await history.getByText(`note ${markup}`).waitFor()
    await history.locator('summary').click()
    await history.getByLabel('Nature').selectOption('BLOCKED')
    await history.getByRole('button', { name: 'Filtrer' }).click()
    await history.getByText(`note ${markup}`).waitFor({ state: 'detached' })
    await history.getByRole('cell', { name: 'versements et retraits tribunal' }).waitFor()
    expect(await history.locator('tbody tr').count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    expect(trouble).toEqual([])
  })

  test('offers a button that repeats a request, after the request was answered with 503', async () => {
    await signIn('approver')
    await settled()
    const away = { error: { code: 'UNAVAILABLE', message: 'come back later' } }
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, json: away }), { times: 1 })
    await page.locator('.menu a', { hasText: 'Produits' }).click()
    await page.locator('main [role=alert]', { hasText: 'come back later' }).waitFor()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await page.getByRole('cell', { name: 'LOCK3M' }).first().waitFor()
    // The browser itself logs the 503.
    expect(trouble.filter((one) => !one.includes('503'))).toEqual([])
  })

  test('pages through 1,000 rows and exports them as CSV, in which no cell is a formula', async () => {
    await signIn('back-office')
    const nodeOf = (at: number) => ({
      id: `CUS-${at}`,
      msisdn: `2376700${String(10_000 + at)}`,
      email: at === 500 ? '=1+1' : 'awa@example.com',
      createdAt: '2026-01-01T00:00:00.000Z',
      account: { id: 'ACC-1', status: 'ACTIVE' },
      clock: null,
    })
    await page.route('**/graphql', async (route) => {
      const { operationName, variables } = shaped(sentOperation, route.request().postDataJSON())
      if (operationName !== 'ConsoleCustomers') return route.continue()
      const { first, after } = shaped(sentPage, variables)
      const from = Number(after ?? 0)
      const to = Math.min(1000, from + first)
      const nodes = Array.from({ length: to - from }, (_, at) => nodeOf(from + at))
      const pageInfo = { hasNextPage: to < 1000, endCursor: String(to) }
      return route.fulfill({
        json: { data: { page: { nodes, pageInfo, totalCount: { value: 1000, isExact: true } } } },
      })
    })
    try {
      await page.goto(`${service().url()}/console/customers`)
      const rows = page.locator('main tbody tr')
      for (let shown = 50; shown < 1000; shown += 50) {
        await page.getByRole('link', { name: 'Suivants' }).click()
        await page.waitForURL(`**/console/customers?after=${shown}`)
        await rows
          .getByText(`+237 670 0${String(10_000 + shown)}`.slice(0, 9))
          .first()
          .waitFor()
      }
      await page.getByRole('link', { name: 'Suivants' }).waitFor({ state: 'detached' })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ])
      const lines = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      expect(lines).toHaveLength(1001)
      expect(lines[501]).toContain(`,"'=1+1",`)
    } finally {
      await page.unroute('**/graphql')
    }
    expect(trouble).toEqual([])
  })

  test('shows markup in any text of an answer as text, on every page, and axe finds nothing', async () => {
    const { operations } = builtPages()
    await signIn('admin')
    await page.locator('.menu a').first().waitFor()
    const ofMenu = await page
      .locator('.menu a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    const ofConsole = ofMenu.filter((address) => address.startsWith('/console'))
    const ofThings = 'customers orders payouts statements scores reviews clocks products queues'
      .split(' ')
      .map((name) => `/console/${name}/${name === 'queues' ? 'ORDERS' : '1'}`)
    const formed = ['limits', 'months', 'roles', 'providerLines']
    const also = [
      '/insights',
      '/insights?release=1',
      '/console/search?text=1',
      '/console/approvals',
      '/console/approvals?status=OPEN',
    ]
    await page.route('**/graphql', async (route) => {
      const { documentId } = shaped(sentDocument, route.request().postDataJSON())
      const json = madeUpAnswer(operations[documentId]!.text, `text ${markup}`)
      await route.fulfill({ json }).catch(() => undefined)
    })
    const found: string[] = []
    try {
      for (const address of [...ofConsole, ...ofThings, ...also]) {
        await page.goto(`${service().url()}${address}`)
        await settled()
        expect([address, await page.locator('main img, dialog img').count()]).toEqual([address, 0])
        if ((await page.getByText(markup).count()) > 0) found.push(address)
        // In print, too, markup is shown as text.
        await page.emulateMedia({ media: 'print' })
        expect([address, await page.locator('main img').count()]).toEqual([address, 0])
        await page.emulateMedia({ media: 'screen' })
        // All lists have the same form, and axe has checked other lists above.
        if (!ofConsole.includes(address) || formed.some((name) => address.endsWith(name)))
          expect([address, await violationsOf(page)]).toEqual([address, []])
      }
    } finally {
      await page.unroute('**/graphql')
    }
    // More than 25 pages show the markup as text. The pages of nights, comparisons and the ledger do not: they have no free text.
    expect(found.length).toBeGreaterThan(25)
    expect(trouble).toEqual([])
  }, 240_000)

  test('registers a customer on a test clock, and walks to maturity', async () => {
    await signIn('admin', '/console/clocks')
    await page.getByLabel('Nouvelle horloge au').fill('2026-01-05')
    await page.getByRole('button', { name: 'Créer' }).click()
    await page.getByRole('button', { name: 'Inscrire un client dessus' }).click()
    const customer = customerAt(service())
    await page.locator('dialog').getByLabel('Numéro').fill(customer.msisdn)
    await page.getByRole('button', { name: 'Valider' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const { deposit_reference: reference = '' } = await customer.quote('50000', 'LOCK1M')
    await customer.outcome(reference)
    await page.reload()
    await page.getByRole('button', { name: 'Jusqu’à l’échéance (5 févr. 2026)' }).click()
    await page.locator('main h1', { hasText: '5 févr. 2026' }).waitFor()
    await page.locator('.curve canvas').waitFor()
    // A curve over a month, with its axes, has a few thousand pixels.
    expect(await page.evaluate(drawnPixels)).toBeGreaterThan(1000)
    await page.locator('#nights .page-head', { hasText: /3\d en tout$/ }).waitFor()
    // The products that matured in a night, with their counts.
    await page.locator('#nights td', { hasText: /^LOCK1M 1$/ }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(trouble).toEqual([])
  }, 180_000)

  test('leads to the sign-in when the session has ended, and from there back to the same page', async () => {
    await signIn('back-office', '/console/customers')
    await page.getByText('+237').first().waitFor()
    await context.clearCookies()
    await page.locator('.menu a', { hasText: 'Paiements' }).click()
    const link = page.locator('main').getByRole('link', { name: 'Se connecter' })
    expect(await link.getAttribute('href')).toBe('/sign-in?to=%2Fconsole%2Forders')
  })

  test('opens the operation of a table in GraphiQL, which loads nothing from other hosts', async () => {
    await signIn('admin', '/console/products')
    await page.getByRole('link', { name: 'Voir la requête GraphQL' }).click()
    // GraphiQL ignores clicks until its editor has loaded.
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'ConsoleProducts' }).waitFor()
    await page.locator('.graphiql-execute-button').click()
    await page.locator('summary').click()
    await page.getByText('page.nodes').waitFor()
    expect(await page.locator('.result tbody tr').count()).toBeGreaterThan(2)
    expect([foreign, trouble]).toEqual([[], []])
  })

  test('weighs at most 60 KB, together with everything that any of its pages may load', () => {
    expect(weightOf('console')).toBeGreaterThan(bytesMax / 2)
    expect(weightOf('console')).toBeLessThanOrEqual(bytesMax)
  })
}
