import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { markup, signInAt } from '../console/desk.js'
import { weightOf } from '../console/weight.js'
import type { Service } from '../end-to-end/service.js'
import { run, violationsOf } from '../support/browser.js'
import { present } from '../support/present.js'

const waitMsMax = 60_000
const host = 'studio.apollographql.com'

export const declareExplorer = (browser: () => Browser, service: () => Service): void => {
  let context: BrowserContext
  let page: Page
  const trouble: string[] = []
  const foreign: string[] = []

  beforeAll(async () => {
    context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(waitMsMax)
    page = await context.newPage()
    page.on('pageerror', ({ message }) => {
      // The editor reports this when an example replaces a query that it was still looking up.
      if (message !== 'Canceled') trouble.push(message)
    })
    page.on('dialog', (dialog) => {
      trouble.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service().url()))
        foreign.push(request.url())
    })
  })
  afterAll(() => context?.close())

  const here = (path: string): string => service().url() + path
  const editor = (text: string) =>
    page.locator('.graphiql-query-editor .view-line', { hasText: text }).first()
  const isTold = () =>
    page.waitForResponse(
      (answer) => answer.status() === 200 && answer.request().postData()?.includes('__schema') === true,
    )
  const options = (): Promise<{ value: string; text: string }[]> =>
    run(
      page,
      `[...document.querySelectorAll('#example option[title]')].map(({ value, title }) => ({ value, text: title }))`,
    )

  /** The answer after choosing an example and pressing the button. */
  const answerTo = async (name: string, text: string): Promise<{ errors?: unknown; data?: unknown }> => {
    await run(page, `document.querySelector('.graphiql-query-editor').dataset['before'] = ''`)
    await page.locator('#example').selectOption(name)
    await page.locator('.graphiql-query-editor:not([data-before]) .view-line').first().waitFor()
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.request().postDataJSON()?.query === text),
      page.locator('.graphiql-execute-button').click(),
    ])
    return answer.json()
  }

  test('answers nothing without a key, and with a pasted key what its holder may query', async () => {
    await page.goto(here('/graphql'))
    const asker = page.locator('.asker')
    await asker.getByText('sign in, or paste a key').waitFor()
    expect(await asker.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/sign-in?to=%2Fgraphql',
    )
    await editor('query Products').waitFor()
    expect(await options()).toEqual([])
    await page.getByLabel('Key instead').fill('no key of ours')
    await asker.getByText('is not valid here').waitFor()
    const told = isTold()
    await page.getByLabel('Key instead').fill('dev-analyst-key')
    await asker.getByText('You act as development analyst (ANALYST)').waitFor()
    await told
    const names = (await options()).map(({ value }) => value)
    expect(names).toContain('failedOrders')
    expect(names).not.toContain('findSomebody')
    expect(await run(page, `JSON.stringify([localStorage, sessionStorage])`)).not.toContain('dev-analyst-key')
  })

  // docs/roles.md says which roles may send which example; only those are offered it.
  test.each([
    ['back-office', 35],
    ['approver', 15],
    ['analyst', 30],
    ['auditor', 30],
    ['admin', 35],
    ['tester', 1],
  ])(
    'offers %s only examples that are answered',
    async (person, count) => {
      await context.clearCookies()
      await signInAt(page, person, '/graphql', service().url())
      await page.locator('#example option[title]').first().waitFor({ state: 'attached' })
      const offered = await options()
      expect(offered.length).toBeGreaterThanOrEqual(count)
      const refused: unknown[] = []
      for (const { value, text } of offered) {
        const answer = await answerTo(value, text)
        if (answer.errors !== undefined || !answer.data) refused.push([value, answer])
      }
      expect(refused).toEqual([])
      expect([trouble, foreign]).toEqual([[], []])
    },
    300_000,
  )

  test('sends chosen examples and queries that were built by clicks, and shows markup as text', async () => {
    await context.clearCookies()
    await signInAt(page, 'admin', '/graphql', service().url())
    await page.locator('#example option[value=nightsLatest]').waitFor({ state: 'attached' })
    await editor('query Products').waitFor()
    await page.locator('#example').selectOption('docs/analysts.md 22. Why do they decline?')
    await editor('scoreReasons').waitFor()
    await page.locator('.graphiql-execute-button').click()
    await page.locator('.result-window .view-line', { hasText: 'insights' }).waitFor()
    await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click()
    await page.locator('.graphiql-explorer-root').getByText('approvals', { exact: true }).first().click()
    await editor('approvals').waitFor()

    await run(
      page,
      `fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-cauri-page': '1' },
        body: JSON.stringify({
          query: 'mutation ($reason: String!) { pauseQueue(input: { queue: HOLDS, idempotencyKey: "${Date.now()}", reason: $reason }) { refusal { code } } resumeQueue(input: { queue: HOLDS, idempotencyKey: "${Date.now()}r" }) { refusal { code } } }',
          variables: { reason: ${JSON.stringify(markup)} },
        }),
      })`,
    )
    const query = encodeURIComponent('{ auditEntries(first: 20) { nodes { action after } } }')
    await page.goto('about:blank')
    await page.goto(here(`/graphql#query=${query}`))
    await editor('auditEntries').waitFor()
    await page.locator('.graphiql-execute-button').click()
    await page.locator('details.result summary').click()
    await page.locator('.result td', { hasText: '<img' }).first().waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect([trouble, foreign]).toEqual([[], []])
  })

  test('can be used with the keyboard alone: a key, an example, and each list of the result as a table', async () => {
    const tabTo = async (selector: string, key = 'Tab'): Promise<void> => {
      for (let pressed = 0; pressed < 80; pressed++) {
        await page.keyboard.press(key)
        if (await run<boolean>(page, `document.activeElement.matches(${JSON.stringify(selector)})`)) return
      }
      throw new Error(`80 times ${key} do not lead to ${selector}`)
    }
    await context.clearCookies()
    await page.goto('about:blank')
    await page.goto(here('/graphql'))
    await editor('query Products').waitFor()
    await tabTo('.skip')
    await tabTo('.asker a')
    await tabTo('#key', 'Shift+Tab')
    await page.keyboard.type('dev-analyst-key')
    await page.locator('.asker', { hasText: '(ANALYST)' }).waitFor()
    await page.locator('#example option[value=trialBalanceToday]').waitFor({ state: 'attached' })
    await tabTo('#example', 'Shift+Tab')
    // Letters typed on a closed list select the option that begins with them; after a pause of a second the browser starts a new
    // word. A busy machine may pause in the middle: then the word is typed again.
    const chosen = editor('trialBalance')
    for (let tries = 0; tries < 5 && !(await chosen.isVisible()); tries++) {
      await page.keyboard.type('Trial')
      await page.keyboard.press('Enter')
      await chosen.waitFor({ timeout: 3_000 }).catch(() => undefined)
    }
    await chosen.waitFor()
    const json = {
      data: {
        trialBalance: {
          accounts: [{ account: 'CUSTOMER_PRINCIPAL', debit: '0' }],
          totals: [{ currency: 'XAF', difference: '0' }],
        },
      },
    }
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('trialBalance(') ? route.fulfill({ json }) : route.continue(),
    )
    await tabTo('.graphiql-execute-button')
    await page.keyboard.press('Enter')
    await page.locator('.result-window .view-line', { hasText: 'trialBalance' }).waitFor()
    await tabTo('details.result > summary')
    await page.keyboard.press('Enter')
    const lists = page.getByRole('combobox', { name: 'Result as a table' })
    const names = await lists.locator('option').allTextContents()
    expect(names.length).toBeGreaterThan(1)
    await tabTo('.result-head select')
    for (const name of names) {
      await page.keyboard.press('Home')
      for (let down = 0; down < names.indexOf(name); down++) await page.keyboard.press('ArrowDown')
      await page.locator('.result-head', { hasText: `of “${name}”` }).waitFor()
    }
    const columns = await page.locator('.result thead th').allTextContents()
    await page.keyboard.press('Home')
    await page.locator('.result-head', { hasText: `of “${names[0]}”` }).waitFor()
    expect(await page.locator('.result thead th').allTextContents()).not.toEqual(columns)
    await tabTo('.result-head button')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe(`${names[0]?.replaceAll('.', '-')}.csv`)
    await tabTo('.result .scroll')
    await page.unroute('**/graphql')
    expect([trouble, foreign]).toEqual([[], []])
  })

  test('weighs at most 2 MB with everything that it may load, and more than the console and the simulator together', () => {
    expect(weightOf('explorer')).toBeLessThanOrEqual(2_000_000)
    expect(weightOf('explorer')).toBeGreaterThan(weightOf('console') + weightOf('simulator'))
  })

  test('links to Apollo Sandbox with the names of headers and no keys, and says if its origin is not allowed', async () => {
    await context.route(`https://${host}/**`, (route) => route.fulfill({ body: 'there' }))
    await page.goto(here('/graphql/sandbox'))
    const link = page.getByRole('link', { name: 'Open Apollo Sandbox' })
    const { searchParams, host: to } = new URL(present(await link.getAttribute('href')))
    expect([to, searchParams.get('endpoint')]).toEqual([host, here('/graphql')])
    expect(searchParams.get('document')).toContain('clockDays')
    expect(JSON.parse(present(searchParams.get('headers')))).toEqual({
      'x-api-key': '',
      'accept-language': 'en',
    })
    // In development the origin of Apollo Sandbox is allowed unless a setting forbids it. If it is not allowed, the page offers our own
    // explorer first.
    expect(await link.getAttribute('class')).toBe('button main')
    await context.route('**/graphql/sandbox', async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replace('data-sandbox="allowed"', '')
      await route.fulfill({ response: answer, body: text })
    })
    await page.reload()
    await page.getByText('accepts no queries from').waitFor()
    expect(await page.locator('.button.main').getAttribute('href')).toBe('/graphql')
  })

  test.each([
    ['fr-FR', 'light', 'all'],
    ['en-GB', 'dark', 'all'],
    ['fr-FR', 'dark', 'colours'],
    ['en-GB', 'light', 'colours'],
  ] as const)(
    'has beside it a start page, a sign-in page and a GraphQL reference that are accessible and fit a phone in %s, %s',
    async (locale, colorScheme, of) => {
      const other = await browser().newContext({ locale, colorScheme, viewport: { width: 390, height: 800 } })
      try {
        const view = await other.newPage()
        for (const path of ['/', '/sign-in', '/docs/graphql']) {
          await view.goto(here(path))
          // The page has a thousand sections of the same form; a few are enough for axe.
          await view.evaluate(
            `[...document.querySelectorAll('main section, nav a')].slice(40).forEach((one) => one.remove())`,
          )
          expect([path, await violationsOf(view, of)]).toEqual([path, []])
          expect([path, await view.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390])
        }
      } finally {
        await other.close()
      }
    },
    120_000,
  )
}
