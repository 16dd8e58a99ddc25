import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { SignInProblem, type SignInProblemCode } from '../../src/platform/identity/sessions/provider.js'
import { readPages } from '../../src/platform/pages/read-pages.js'
import { signInAt } from '../console/desk.js'
import { builtAssets } from '../console/weight.js'
import { fillWorklists } from '../console/waiting-world.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { submitScoreRequest } from '../end-to-end/score-request.js'
import { stubSignIn } from '../identity/stub-sign-in.js'
import { startStubServer, type StubServer } from '../running/stub-server.js'
import { factsWith, parsResult } from '../score-requests/report/results.js'
import { holder } from '../scoring-service/fixtures/wallet-statement.js'
import { run, violationsOf } from '../support/browser.js'
import { declareMenus } from './menus.js'
import { placesOfConsole, pagesOfService } from './places.js'
import { deskOf, describeStarted, type Look } from './started.js'

// Takes minutes, so it runs by `npm run pages` and not in `npm test`. It opens every page and every dialog in both languages, light and
// dark, on a phone and on a desktop. It fails if axe finds a problem, something is wider than the screen or the browser logs an error.
// Screenshots are left for a person to look through.

const folder = resolve(process.env['PICTURES'] ?? join('artefacts', 'pages'))
const problems: readonly SignInProblemCode[] = ['PROVIDER_AWAY', 'REFUSED', 'NO_ROLE', 'EXPIRED']
const scenarios = ['readme', 'contract', 'wallet/payment-451.yaml', 'wallet/payment-453.yaml']

/** Half of the combinations: each language and each width, with one of light and dark. `LOOKS=others` runs the other half. */
const looks: readonly Look[] =
  process.env['LOOKS'] === 'others'
    ? [
        ['fr-FR', 'dark', 390],
        ['en-GB', 'light', 390],
        ['en-GB', 'dark', 1440],
        ['fr-FR', 'light', 1440],
      ]
    : [
        ['fr-FR', 'light', 390],
        ['en-GB', 'dark', 390],
        ['en-GB', 'light', 1440],
        ['fr-FR', 'dark', 1440],
      ]

/** Pages that are taller than the largest possible screenshot. */
const tall = new Set<string>(['docs', 'reference'])
/** Parts of pages that are not our code: GraphiQL. */
const notOurs: Readonly<Record<string, readonly string[]>> = { explorer: ['.graphiql-container'] }

describeStarted('every page', (started) => {
  const desk = deskOf(started)
  let signingIn: StubServer
  let problem: SignInProblemCode = 'EXPIRED'

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    const { url } = started.service()
    const files = scenarios.map((name) => join('scenarios', name))
    await promisify(execFile)(process.execPath, [
      compiledProgram('cauri'),
      'scenario',
      ...files,
      '--url',
      url(),
    ])
    await fillWorklists(started.service(), desk())
    await submitScoreRequest(started.service().url(), {
      person: { ...holder, nationalId: '29384756', phoneNumber: '+254712345678' },
      productCode: 'PA',
      password: 'x1',
      statement: Buffer.from('%PDF-1.5\nnothing that can be read'),
    })
    signingIn = await startStubServer({
      pages: readPages(join(builtAssets(), '..')),
      readScore: async (id) => factsWith({ id, results: [parsResult('trader')] }),
      signIn: stubSignIn(() => new SignInProblem(problem)),
    })
  }, 300_000)
  afterAll(async () => {
    await signingIn?.stop()
    const files = readdirSync(folder).filter((name) => name.endsWith('.png'))
    const shown = files.map(
      (file) =>
        `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${file}</figcaption></figure>`,
    )
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><meta charset="utf-8"><title>Pages</title>
<style>body{font:15px system-ui;display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;width:22rem}img{width:100%;border:1px solid #999}</style>
${shown.join('\n')}\n`,
    )
  })

  /** Every page that a person may open: its name and its address. */
  const addresses = async (): Promise<[string, string][]> => {
    const here = started.service().url()
    const { '/console/*': _console, '/console': _first, '/insights': _insights, ...others } = pagesOfService
    const elsewhere: Readonly<Record<string, string>> = {
      '/sign-in/callback': `${signingIn.url}/sign-in/callback`,
      '/signed-out': `${signingIn.url}/signed-out`,
      '/reports/scores/:id': `${signingIn.url}/reports/scores/good`,
    }
    return [
      ...(await placesOfConsole(desk())).map(([name, path]): [string, string] => [name, here + path]),
      ...Object.entries(others).map(([path, name]): [string, string] => [
        name,
        elsewhere[path] ?? here + path,
      ]),
      ...problems.map((code): [string, string] => [
        `sign-in-${code.toLowerCase()}`,
        `${signingIn.url}/sign-in`,
      ]),
    ]
  }

  const settle = async (page: Page): Promise<void> => {
    await page.waitForLoadState('networkidle')
    // On pages of the console a status element says that something still loads. Other pages always have one, where messages appear, so that
    // this would wait forever.
    if (/\/(console|insights)/.test(page.url()))
      await page.locator('body:not(:has(main [role=status]))').waitFor()
  }

  const lookAt = async (page: Page, name: string, look: Look): Promise<string[]> => {
    const [locale, scheme, width] = look
    const file = `${name}-${locale.slice(0, 2)}-${scheme}-${width}.png`
    await page.screenshot({ path: join(folder, file), fullPage: !tall.has(name) })
    // The reference has thousands of sections of the same form; axe needs only some of them.
    if (name === 'reference')
      await run(
        page,
        `[...document.querySelectorAll('main section, nav a')].slice(40).forEach((one) => one.remove())`,
      )
    const wide = await run<number>(page, 'document.documentElement.scrollWidth')
    return [
      ...(await violationsOf(page, 'all', notOurs[name])),
      ...(wide > width ? [`is ${wide} pixels wide`] : []),
    ].map((said) => `${name}: ${said}`)
  }

  /** Opens each dialog of a page. */
  const lookAtActs = async (page: Page, name: string, look: Look): Promise<string[]> => {
    const found: string[] = []
    const acts = page.locator('main .acts > button')
    for (let at = 0; at < (await acts.count()); at += 1) {
      await acts.nth(at).click()
      await page.locator('dialog').waitFor()
      found.push(...(await lookAt(page, `${name}-act-${at}`, look)))
      const right = await run<number>(
        page,
        'document.querySelector("dialog").getBoundingClientRect().right - innerWidth',
      )
      if (right > 0) found.push(`${name}: the window of act ${at} goes ${right} pixels beyond the screen`)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    return found
  }

  const visit = async (page: Page, name: string, address: string, look: Look): Promise<string[]> => {
    const answer = await page.goto(address)
    await settle(page)
    const isRefused = !answer?.ok()
    if (name === 'explorer') await page.locator('.graphiql-query-editor .view-line').first().waitFor()
    const trouble = await page.locator('main .trouble').allTextContents()
    return [
      ...(isRefused === name.startsWith('sign-in-') ? [] : [`${name}: is answered ${answer?.status()}`]),
      ...trouble.map((said) => `${name}: ${said}`),
      ...(await lookAt(page, name, look)),
      ...(await lookAtActs(page, name, look)),
    ]
  }

  const open = async ([locale, colorScheme, width]: Look): Promise<BrowserContext> => {
    const context = await started.browser().newContext({
      locale,
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      httpCredentials: { username: 'jane', password: 'dev-back-office-key', origin: signingIn.url },
    })
    context.setDefaultTimeout(60_000)
    // Apollo Sandbox would load its code from another host, which no test may contact.
    await context.route(/^https:/, (route) => route.abort())
    return context
  }

  test.each(looks)(
    'is accessible, fits the screen and logs no error in %s, %s, %d pixels wide',
    async (...look) => {
      const context = await open(look)
      const found: string[] = []
      try {
        const page = await context.newPage()
        let name = ''
        page.on('pageerror', (error) => found.push(`${name}: ${error.message}`))
        page.on('console', (message) => {
          // The browser itself logs the statuses of the sign-in pages for problems, the 401 of requests that find out who is signed in, and
          // requests to other hosts, which fail.
          if (
            message.type() === 'error' &&
            !/status of 40[013]|status of 503|ERR_FAILED/.test(message.text())
          )
            found.push(`${name}: ${message.text()}`)
        })
        await page.goto(`${started.service().url()}/sign-in`)
        found.push(...(await lookAt(page, 'sign-in', look)))
        await signInAt(page, 'admin', '/console', started.service().url())
        for (const [called, address] of await addresses()) {
          name = called
          // A signed-in person is redirected from the sign-in page.
          if (name === 'sign-in') continue
          problem = problems.find((code) => name === `sign-in-${code.toLowerCase()}`) ?? 'EXPIRED'
          await visit(page, name, address, look).then(
            (seen) => found.push(...seen),
            (error: unknown) => found.push(`${name}: ${String(error)}`),
          )
        }
      } finally {
        await context.close()
      }
      expect(found).toEqual([])
    },
    1_200_000,
  )

  declareMenus({ started, open, visit })
})
