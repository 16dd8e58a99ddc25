import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Service } from '../end-to-end/service.js'
import { sampleStatement } from '../scoring-service/fixtures/wallet-statement.js'
import { load, run, violationsOf } from '../support/browser.js'
import { startDocs } from './documents.js'
import { present } from '../support/present.js'

export const declareDocumentation = (browser: () => Browser, service: () => Service): void => {
  let here: Awaited<ReturnType<typeof startDocs>>
  let elsewhere: Awaited<ReturnType<typeof startDocs>>
  let context: BrowserContext
  let page: Page
  const trouble: string[] = []

  beforeAll(async () => {
    elsewhere = await startDocs()
    here = await startDocs({ stages: [{ name: 'elsewhere', origin: elsewhere.url }] })
    context = await browser().newContext()
    page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    page.on('pageerror', (error) => trouble.push(error.message))
  })
  afterAll(async () => {
    await context?.close()
    await Promise.all([here?.stop(), elsewhere?.stop()])
  })

  beforeEach(async () => {
    trouble.length = 0
    await load(page, `${here.url}/docs`)
  })

  test('opens an operation by its link, tries it on its own server, and shows the answer', async () => {
    await page.goto(`${here.url}/docs#get_savings_balance`)
    const form = page.locator('form[data-operation=get_savings_balance]')
    await form.locator('button').click()
    await form.locator('.answer pre').waitFor()
    expect(await form.locator('.answer p').textContent()).toMatch(/^200 OK in \d+ ms$/)
    expect(JSON.parse(present(await form.locator('.answer pre').textContent()))).toMatchObject({
      arguments: expect.arrayContaining([{ key: { value: 'currency' }, value: { value: 'XAF' } }]),
    })
    expect(here.calls).toEqual(['getdynamicarguments'])
    expect(trouble).toEqual([])
  })

  test('sends the typed input, and shows a refusal unchanged', async () => {
    await page.goto(`${here.url}/docs#get_savings_balance`)
    const form = page.locator('form[data-operation=get_savings_balance]')
    const hostile = '<img src=x onerror=alert(1)>'
    await form.locator('input').fill(hostile)
    // The answer is shown as text, also with markup in it.
    await page.route('**/getdynamicarguments', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('INVALID_ARGUMENT', `INVALID_ARGUMENT ${hostile}`)
      await route.fulfill({ response: answer, body })
    })
    await form.locator('button').click()
    await form.locator('.answer pre').waitFor()
    expect(await form.locator('.answer').textContent()).toMatch(/^400 .*INVALID_ARGUMENT <img src=x/s)
    expect(await page.locator('form.try img').count()).toBe(0)
    await page.unroute('**/getdynamicarguments')
    await page.locator('#facade-key').fill('no key of ours')
    await form.locator('button').click()
    await page.getByText('401 Unauthorized').waitFor()
  })

  test('calls the scoring service of the chosen environment with the credentials of that environment', async () => {
    await page.goto(`${here.url}/docs#token`)
    await page.locator('#scoring-base').selectOption({ index: 1 })
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await page.locator('#token button').click()
    const request = await asked
    expect(request.url()).toBe(`${here.url}/scoring/sandbox/auth/token`)
    expect(request.postDataJSON()).toEqual({ clientId: 'dev-sandbox-client', secret: 'dev-sandbox-secret' })
    expect(await page.locator('#scoring-key').inputValue()).toBe('dev-sandbox-key')
  })

  test('has a chosen statement scored by the sandbox, and shows the result', async () => {
    await page.goto(`${service().url()}/docs#score-of-file`)
    await page.locator('#scoring-base').selectOption('/scoring/sandbox')
    const form = page.locator('#score-of-file')
    const { bytes } = await sampleStatement(new Date())
    const choose = (name: string) =>
      form
        .getByLabel('Statement (PDF or CSV)')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
    await choose('statement.pdf')
    // The sample's person is filled in only on request, and a wallet statement is never sent without its password.
    expect(await form.getByLabel('National id').inputValue()).toBe('')
    await form.getByRole('button', { name: 'The person of the sample' }).click()
    await form.getByRole('button', { name: 'Send' }).click()
    expect(await run(page, `document.activeElement.id`)).toBe('score-password')
    await form.getByLabel('Its password').fill('482915')
    const asked = page.waitForRequest((request) => request.url().endsWith('/score/request'))
    await form.getByRole('button', { name: 'Send' }).click()
    expect((await asked).headers()['x-api-key']).toBe('dev-sandbox-key')
    await form.locator('.answer pre').waitFor({ timeout: 60_000 })
    expect(await form.locator('.answer p').textContent()).toMatch(/^[A-Z_]+, in [\d.]+ s$/)
    expect(JSON.parse(present(await form.locator('.answer pre').textContent()))).toMatchObject({
      data: { decision: expect.any(String) },
    })
    // A refusal is shown unchanged.
    await choose('<img src=x onerror=alert(1)>.pdf')
    await form.getByLabel('Phone number').fill('?')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('.answer p', { hasText: 'Request: 4' }).waitFor()
    // Each kind of statement is sent with the fields that it needs, so that the request is accepted.
    for (const [kind, needs] of [
      ['BANK_STATEMENT', { bankName: 'EQUITY' }],
      ['WALLET_TILL_STATEMENT', { password: '482915' }],
    ] as const) {
      await choose('statement.pdf')
      await form.getByLabel('Phone number').fill('+254712345123')
      await form.getByLabel('Kind of statement').selectOption(kind)
      expect(await form.getByLabel('Bank', { exact: true }).isVisible()).toBe('bankName' in needs)
      if ('bankName' in needs) await form.getByLabel('Bank', { exact: true }).selectOption(needs.bankName)
      await form.getByLabel('Its password').fill('password' in needs ? needs.password : '')
      const sent = page.waitForResponse((answer) => answer.url().endsWith('/score/request'))
      await form.getByRole('button', { name: 'Send' }).click()
      const answer = await sent
      expect([kind, answer.status()]).toEqual([kind, 200])
      expect(answer.request().postDataJSON()).toMatchObject({
        documentsDetails: [{ documentType: kind, ...needs }],
      })
      await form.locator('button:enabled', { hasText: 'Send' }).waitFor({ timeout: 60_000 })
    }
    expect(await page.locator('#score-of-file img').count()).toBe(0)
    expect(trouble.filter((one) => !one.includes('status of 4'))).toEqual([])
  })

  test('blocks every call while another server is chosen, and says why', async () => {
    const before = here.calls.length
    await page.goto(`${here.url}/docs#get_savings_balance`)
    await page.locator('#stage').selectOption(elsewhere.url)
    const form = page.locator('form[data-operation=get_savings_balance]')
    expect(await page.locator('form.try [type=submit]:enabled').count()).toBe(0)
    expect(await form.locator('.blocked').textContent()).toContain(elsewhere.url)
    // Enter submits a form without its button.
    await form.locator('input').press('Enter')
    await run(
      page,
      `document.querySelector('form.try').dispatchEvent(new Event('submit', { cancelable: true }))`,
    )
    expect([here.calls.length, elsewhere.calls.length]).toEqual([before, 0])

    await page.locator('#stage').selectOption('')
    await form.locator('button').click()
    await form.locator('.answer pre').waitFor()
    expect([here.calls.length, elsewhere.calls.length]).toEqual([before + 1, 0])
  })

  const askOf = (url: string, type = 'application/json') => `
    fetch('${url}/getdynamicarguments', {
      method: 'POST',
      headers: { 'content-type': '${type}', ${type === 'application/json' ? `'x-api-key': 'dev-gateway-key'` : ''} },
      body: JSON.stringify({ arguments: [], sessionIdentifier: 's', journeyIdentifier: 'j' }),
    }).then((answer) => answer.status, (error) => error.name)`

  test('stops any call of its own script to another server by its content security policy', async () => {
    expect(await run(page, askOf(elsewhere.url))).toBe('TypeError')
    expect(trouble.join()).toContain('Content Security Policy')
    expect(elsewhere.calls).toEqual([])
    expect(await run(page, askOf(here.url))).toBe(400)
  })

  test('cannot be called by a page of another origin, with or without a preflight', async () => {
    const before = here.calls.length
    // This page has no content security policy.
    await page.goto(`${elsewhere.url}/healthz`)
    expect(await run(page, askOf(here.url))).toBe('TypeError')
    expect(await run(page, askOf(here.url, 'text/plain'))).toBe('TypeError')
    expect(here.calls).toHaveLength(before)
  })

  test.each([
    ['a phone, in light colours', 360, 'light', 'all', 'fr'],
    ['a phone, in dark colours', 360, 'dark', 'colours', 'en'],
    ['a desktop, in light colours', 1280, 'light', 'colours', 'en'],
    ['a desktop, in dark colours', 1280, 'dark', 'all', 'en'],
  ] as const)(
    'is accessible and fits the screen on %s, with everything open',
    async (_name, width, colorScheme, of, language) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${here.url}/docs?language=${language}`)
      await run(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)
      await page.locator('#get_savings_balance form button').click()
      await page.locator('#get_savings_balance .answer pre').waitFor()
      expect(await run(page, 'document.documentElement.scrollWidth')).toBe(width)
      expect(await violationsOf(page, of)).toEqual([])
      expect(trouble).toEqual([])
    },
  )

  test('says everything in French that it says in English, but for the texts of a schema', async () => {
    const textsIn = async (language: string): Promise<string[]> => {
      await page.goto(`${here.url}/docs?language=${language}`)
      return run(
        page,
        `[...document.querySelectorAll('body *')].flatMap((element) =>
          element.closest('[lang]') !== document.documentElement || element.closest('code, pre, script, style, svg, .kind')
            ? []
            : [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()))`,
      )
    }
    const english = new Set(await textsIn('en'))
    const inFrench = await textsIn('fr')
    expect(inFrench.length).toBeGreaterThan(400)
    expect(inFrench.filter((text) => english.has(text) && /[a-z]{2,} [a-z]{2,}/.test(text))).toEqual([])
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('link', { name: 'First deposit in five calls' }).waitFor()
    await page.getByRole('link', { name: 'Français' }).click()
    await page.getByRole('link', { name: 'Premier versement en cinq appels' }).waitFor()
    await page.locator('#stage').selectOption(elsewhere.url)
    await page.getByText('Les appels sont bloqués').first().waitFor()
  })

  test('can be used with the keyboard alone', async () => {
    const tabTo = async (selector: string): Promise<void> => {
      for (let pressed = 0; pressed < 120; pressed++) {
        await page.keyboard.press('Tab')
        if (await run<boolean>(page, `document.activeElement.matches(${JSON.stringify(selector)})`)) return
      }
      throw new Error(`120 times Tab do not lead to ${selector}`)
    }
    await tabTo('.skip')
    await tabTo('a.language')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs?language=fr')
    await tabTo('#stage')
    await tabTo('summary')
    await tabTo('a[href="#get_savings_balance"]')
    await page.keyboard.press('Enter')
    await page.locator('#get_savings_balance[open]').waitFor()
    await tabTo('#get_savings_balance > summary')
    await page.keyboard.press('Enter')
    await page.locator('#get_savings_balance:not([open])').waitFor()
    await page.keyboard.press('Enter')
    await tabTo('#get_savings_balance .example > summary')
    await page.keyboard.press('Enter')
    await tabTo('#get_savings_balance .example pre')
    await tabTo('#get_savings_balance form input')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('237670000010')
    await page.keyboard.press('Enter')
    await page.locator('#get_savings_balance .answer p', { hasText: /^200 OK en \d+ ms$/ }).waitFor()
    await tabTo('#get_savings_balance .answer pre')
    expect(trouble).toEqual([])
  })

  test('can be read without a script, and then offers no calls', async () => {
    const plain = await browser().newContext({ javaScriptEnabled: false })
    try {
      const still = await plain.newPage()
      await still.goto(`${here.url}/docs`)
      expect(await still.locator('details.call').count()).toBeGreaterThan(15)
      expect(await still.locator('form.try:visible').count()).toBe(0)
      expect(await still.getByText('JavaScript is needed only to try the calls').isVisible()).toBe(true)
    } finally {
      await plain.close()
    }
  })
}
