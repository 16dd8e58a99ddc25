import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { compiledProgram } from '../end-to-end/compile.js'
import type { Service } from '../end-to-end/service.js'
import { violationsOf } from '../support/browser.js'
import { packageRoot } from '../../src/app/config/config.js'

/** All that the page may weigh, compressed, with what it loads later. */
const bytesMax = 60 * 1024
const waitMsMax = 60_000
const markup = '<img src=x onerror=alert(1)>'
const persons = ['back-office', 'approver', 'analyst', 'admin'] as const

export const declareConsole = (browser: () => Browser, service: () => Service): void => {
  let context: BrowserContext
  let page: Page
  const trouble: string[] = []
  const foreign: string[] = []

  const graphql = async (query: string, variables: object): Promise<unknown> => {
    const answer = await fetch(`${service().url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'dev-back-office-key' },
      body: JSON.stringify({ query, variables }),
    })
    return answer.json()
  }

  beforeAll(async () => {
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
    context = await browser().newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(waitMsMax)
    page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('dialog', (dialog) => {
      trouble.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !/^http:\/\/(127\.0\.0\.1|localhost):/.test(request.url()))
        foreign.push(request.url())
    })
  }, 120_000)
  afterAll(async () => {
    await context?.close()
  })
  beforeEach(async () => {
    trouble.length = 0
    await context.clearCookies()
  })

  const signIn = async (person: string, to = '/console', origin = service().url()): Promise<void> => {
    await page.goto(`${origin}/sign-in?to=${encodeURIComponent(to)}`)
    await page.locator(`button[value="development ${person}"]`).click()
    await page.waitForURL(`${origin}${to}`)
  }
  /** The page shows what it asked for: no part of it is a dash or loads. */
  const settled = async (view = page): Promise<void> => {
    await view.locator('main h1').first().waitFor()
    await view.locator('main .worklists b', { hasText: '–' }).first().waitFor({ state: 'detached' })
    await view.locator('main [role=status]').waitFor({ state: 'detached' })
  }

  test.each(['127.0.0.1', 'localhost'])(
    'keeps a session on a plain line of %s',
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
    'shows %s every table of their menu without a fault',
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
    'can be read in %s, %s, %d pixels wide',
    async (locale, colorScheme, width, of) => {
      await signIn('approver')
      const cookies = await context.cookies()
      const other = await browser().newContext({ locale, colorScheme, viewport: { width, height: 800 } })
      try {
        other.setDefaultTimeout(waitMsMax)
        await other.addCookies(cookies)
        // The page of Apollo Sandbox looks for a way to its host.
        await other.route(/^https:/, (route) => route.abort())
        const view = await other.newPage()
        for (const [path, what] of [
          ['/console', '.worklists'],
          ['/console/audit', '[role=region]'],
          ['/console/approvals?status=OPEN', '.approval'],
          ['/console/ledger', '.filters'],
          ['/graphql/sandbox', '.button.main[href="/graphql"]'],
        ] as const) {
          await view.goto(`${service().url()}${path}`)
          await view.locator(`main ${what}`).first().waitFor()
          if (path.startsWith('/console')) await settled(view)
          if (width === 390) await view.getByRole('button', { name: 'Menu' }).click()
          expect([path, await violationsOf(view, of)]).toEqual([path, []])
          expect([path, await view.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
        }
      } finally {
        await other.close()
      }
    },
    120_000,
  )

  test('counts what waits in its title, and a second person approves it; markup stays text', async () => {
    await signIn('approver')
    const worklist = page.locator('.worklists a', { hasText: 'Approbations qui m’attendent' })
    await worklist.locator('b', { hasText: /^1$/ }).waitFor()
    expect(await page.title()).toMatch(/^\([1-9]\d*\) /)
    await worklist.click()
    await page.getByText(markup).waitFor()
    await page.getByRole('button', { name: 'Approuver' }).click()
    await page.getByText('Rien ici.').waitFor()
    await page.goto(`${service().url()}/console/approvals?status=DONE`)
    await page.getByText(markup).waitFor()
    expect(trouble).toEqual([])
  }, 120_000)

  test('leads to the sign-in when the session has ended, and back', async () => {
    await signIn('back-office', '/console/customers')
    await page.getByText('+237').first().waitFor()
    await context.clearCookies()
    await page.locator('.menu a', { hasText: 'Paiements' }).click()
    const link = page.locator('main').getByRole('link', { name: 'Se connecter' })
    expect(await link.getAttribute('href')).toBe('/sign-in?to=%2Fconsole%2Forders')
  }, 120_000)

  test.each(persons)(
    'is explored by examples that %s may ask',
    async (person) => {
      const folder = join(packageRoot, 'web', 'explorer', 'examples')
      const forKnowing = ['find-somebody.graphql', 'who-did-what.graphql']
      const files = readdirSync(folder).filter((name) => person !== 'analyst' || !forKnowing.includes(name))
      expect(files.length).toBeGreaterThan(7)
      await signIn(person)
      for (const file of files) {
        const body = JSON.stringify({ query: readFileSync(join(folder, file), 'utf8') })
        const answer = await page.evaluate(
          `fetch('/graphql', { method: 'POST', body: ${JSON.stringify(body)},
            headers: { 'content-type': 'application/json', 'x-cauri-page': '1' } })
            .then((answer) => answer.json())`,
        )
        expect([file, answer]).toEqual([file, { data: expect.anything() }])
      }
    },
    120_000,
  )

  test('opens a table of the console in GraphiQL, which loads nothing from elsewhere', async () => {
    await signIn('admin', '/console/products')
    await page.getByRole('link', { name: 'L’opération derrière' }).click()
    // Before its editor is there, GraphiQL takes a click for nothing.
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'ConsoleProducts' }).waitFor()
    await page.locator('.graphiql-execute-button').click()
    await page.locator('summary').click()
    await page.getByText('page.nodes').waitFor()
    expect(await page.locator('.result tbody tr').count()).toBeGreaterThan(2)
    expect([foreign, trouble]).toEqual([[], []])
  }, 120_000)

  test('weighs at most 60 KB', () => {
    const assets = join(dirname(compiledProgram('cauri')), 'web', 'assets')
    const { pages } = JSON.parse(readFileSync(join(assets, '..', 'pages.json'), 'utf8')) as {
      pages: Record<string, { script: string; style: string; preload: string[] }>
    }
    const { script, style, preload } = pages['console']!
    const later = readdirSync(assets).filter((name) => /^plot-[^.]+\.js$/.test(name))
    const bytes = [script, style, ...preload, ...later].map(
      (name) => statSync(join(assets, `${name}.br`)).size,
    )
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(bytesMax)
  })
}
