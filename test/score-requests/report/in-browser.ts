import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { ScoreReportFacts } from '../../../src/score-requests/report/facts.js'
import { reportWith } from '../../scoring-service/bureau/reports.js'
import { startStubServer, type StubServer } from '../../running/stub-server.js'
import { load, run, violationsOf } from '../../support/browser.js'
import { factsWith, p7Result, paResult, p8Result, parsResult, pasResults } from './results.js'

/** A result whose amounts are a hundred thousand times as large, with cents: the longest amounts that can occur. */
const larger = (json: string): string =>
  json.replaceAll(/(?<=":)(\d{3,})(\.\d+)?(?=[,}])/g, (_, whole: string) => `${whole}00000.25`)

const markup = '<img src=x onerror=alert(1)>'

/** Adds markup to every text, and to every object a member whose name is markup. */
const hostileTo = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value} ${markup}`
  if (Array.isArray(value)) return value.map(hostileTo)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [name, hostileTo(inner)])
  // Some objects are tables of counts by names, and names can come from a document.
  return Object.fromEntries(members.length === 0 ? members : [...members, [markup, members.at(-1)?.[1]]])
}
const withMarkup = (json: string): string => JSON.stringify(hostileTo(JSON.parse(json)))

/** A result of each product with markup in every text that a document, the bureau or the service can set. */
const hostile: Readonly<Record<string, ScoreReportFacts>> = Object.fromEntries(
  (
    [
      ['PA', [paResult('trader')]],
      ['PAS', pasResults('trader', 'gambler')],
      ['PARS', [parsResult('trader')]],
      ['P7', [p7Result(reportWith({ hasFraud: true, nameMatches: false }))]],
      ['P8', [p8Result('trader')]],
    ] as const
  ).map(([product, results]) => [
    `hostile${product}`,
    factsWith({ id: `hostile${product}`, product, results: results.map(withMarkup) }),
  ]),
)

const scores: Readonly<Record<string, ScoreReportFacts>> = {
  ...hostile,
  hostileFailed: factsWith({ id: 'hostileFailed', state: 'FAILED', reason: markup, detail: markup }),
  good: factsWith({ id: 'good', results: [parsResult('salaried')] }),
  poor: factsWith({ id: 'poor', results: [parsResult('loanStacker')] }),
  thin: factsWith({ id: 'thin', results: [parsResult('thin')] }),
  pas: factsWith({ id: 'pas', product: 'PAS', results: pasResults('trader', 'gambler') }),
  p7: factsWith({ id: 'p7', product: 'P7', results: [p7Result(null)] }),
  p8: factsWith({ id: 'p8', product: 'P8', results: [p8Result('trader')] }),
  large: factsWith({ id: 'large', results: [larger(parsResult('trader'))] }),
  largePas: factsWith({ id: 'largePas', product: 'PAS', results: pasResults('trader').map(larger) }),
  failed: factsWith({ id: 'failed', state: 'FAILED', reason: 'No.', detail: 'x'.repeat(500) }),
  hostile: factsWith({
    id: 'hostile',
    subject: {
      name: '<script>document.title = "taken"</script><img src=x onerror=alert(1)>',
      phoneNumber: '',
      nationalId: '',
    },
    results: [parsResult('trader')],
  }),
}

const looks = [
  ['light', 360, 'all'],
  ['dark', 1280, 'all'],
  ['dark', 360, 'colours'],
  ['light', 1280, 'colours'],
] as const

export const declareScoreReport = (browser: () => Browser): void => {
  let server: StubServer
  let context: BrowserContext
  let page: Page
  const trouble: string[] = []

  const openPage = async (): Promise<Page> => {
    const opened = await context.newPage()
    opened.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    opened.on('pageerror', (error) => trouble.push(error.message))
    opened.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
        trouble.push(request.url())
    })
    return opened
  }

  beforeAll(async () => {
    server = await startStubServer({ readScore: async (id) => scores[id] })
    context = await browser().newContext({
      locale: 'en-GB',
      httpCredentials: { username: 'jane', password: 'dev-back-office-key' },
    })
    page = await openPage()
  })
  afterAll(async () => {
    await context?.close()
    await server?.stop()
  })

  const visit = async (id: string, see: (page: Page) => Promise<void>): Promise<void> => {
    trouble.length = 0
    await load(page, `${server.url}/reports/scores/${id}`)
    await see(page)
    // The first answer to a browser without credentials is 401.
    expect(trouble.filter((text) => !text.includes('401'))).toEqual([])
  }

  test.each([
    ...['good', 'poor', 'thin'].map((id) => [id, looks] as const),
    // The same code draws these: it is enough to look at each theme and each width once.
    ...['pas', 'p7', 'p8', 'failed', 'good?language=fr', 'pas?language=fr'].map(
      (id) => [id, looks.slice(0, 2)] as const,
    ),
  ])(
    '%s: axe finds no fault, with all explanations open',
    (id, all) =>
      visit(id, async (page) => {
        await run(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)
        for (const [colorScheme, width, of] of all) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          expect([id, colorScheme, width, await violationsOf(page, of)]).toEqual([id, colorScheme, width, []])
          expect(await run(page, 'document.documentElement.scrollWidth')).toBe(width)
        }
      }),
    120_000,
  )

  test.each(['good', 'large', 'largePas', 'large?language=fr'])(
    '%s: at 390 pixels no number is broken over lines, and nothing is wider than the page',
    (id) =>
      visit(id, async (page) => {
        await page.setViewportSize({ width: 390, height: 800 })
        await run(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)
        expect(await run(page, 'document.documentElement.scrollWidth')).toBe(390)
        const broken = await run<string[]>(
          page,
          `(() => {
            const found = []
            const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              for (const match of node.data.matchAll(/\\d[\\d.\\u00a0]*\\d/g)) {
                const range = document.createRange()
                range.setStart(node, match.index)
                range.setEnd(node, match.index + match[0].length)
                const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
                if (lines.size > 1) found.push(match[0])
              }
            }
            return found
          })()`,
        )
        expect(broken).toEqual([])
        const cut = await run<string[]>(
          page,
          `[...document.querySelectorAll('.value, .two dd, .texts dd, .verdict *')]
            .filter((one) => one.getBoundingClientRect().right > 390 || one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent)`,
        )
        expect(cut).toEqual([])
      }),
  )

  test('the verdict is the first text, in words', () =>
    visit('poor', async (page) => {
      const verdict = page.getByRole('region', { name: 'Decline', exact: true })
      expect(await verdict.textContent()).toContain('Loans that are older than 45 days are not fully repaid')
      const first = await run(page, `document.querySelector('main h2').textContent`)
      expect(first).toBe('Decline')
    }))

  test('of several documents, the verdict is before the links to each document', () =>
    visit('pas', async (page) => {
      const first = `document.querySelector('main').querySelector('section, nav, h2')`
      expect(await run(page, `${first}.className`)).toMatch(/^verdict /)
    }))

  test('a key that is entered once opens the report and the PDF', async () => {
    await visit('good', async (page) => {
      expect(await page.title()).toBe('Score report: Jane Wanjiku Doe')
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/good.pdf?language=en')),
        page.getByRole('link', { name: 'Open as PDF' }).click(),
      ])
      expect(answer.status()).toBe(200)
    })
    // The browser still loads its own PDF viewer on this page.
    await page.close()
    page = await openPage()
  })

  test('headings structure the report, and each card is named by its title', () =>
    visit('good', async (page) => {
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Jane Wanjiku Doe')
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
        'Approve, up to 9\u00a0300\u00a0KES',
        'Result',
        'Person',
        'Statement',
        'Income and cash flow',
        'Borrowing',
        'Spending and habits',
      ])
      const card = page.getByRole('article', { name: 'Short-term score', exact: true })
      expect(await card.locator('.value').textContent()).toBe('930')
      const cards = await page.getByRole('article').count()
      expect(await page.getByRole('heading', { level: 3 }).count()).toBe(cards)
    }))

  test('a chart is one image with its figures as text, which are in a table too', () =>
    visit('good', async (page) => {
      const chart = page.getByRole('img', {
        name: /^Income by month\. Jan 2025: 60.000 KES; .*Aug 2025: 20.000 KES/,
      })
      expect(await chart.count()).toBe(1)
      const names = await page
        .getByRole('img')
        .evaluateAll((all: unknown[]) =>
          all.map((one) => (one as { getAttribute: (name: string) => string }).getAttribute('aria-label')),
        )
      expect(new Set(names).size).toBe(7)
      const card = page.getByRole('article', { name: 'Income by month' })
      await card.getByText('All figures').click()
      const row = card.getByRole('row', { name: /Aug 2025/ })
      expect(await row.getByRole('cell').textContent()).toBe('20\u00a0000 KES')
    }))

  test('every explanation can be reached and opened by keyboard, and is named after its card', () =>
    visit('good', async (page) => {
      await page.keyboard.press('Tab')
      expect(await run(page, 'document.activeElement.textContent')).toBe('Skip to the report')
      const seen: string[] = []
      for (let step = 0; step < 200 && seen.length < 5; step++) {
        await page.keyboard.press('Tab')
        const text = await run<string>(page, 'document.activeElement.textContent')
        const isSummary = await run<boolean>(page, `document.activeElement.matches('summary')`)
        if (!isSummary) continue
        seen.push(text)
        expect(await run(page, `getComputedStyle(document.activeElement).outlineStyle`)).toBe('solid')
        await page.keyboard.press('Enter')
        expect(await run(page, 'document.activeElement.parentElement.open')).toBe(true)
      }
      expect(seen).toEqual([
        'Explanation: Short-term score',
        'Explanation: Score band',
        'Explanation: Risk',
        'Explanation: Recommended credit limit',
        'Explanation: Instalment a month',
      ])
      const all = await page.locator('summary').allTextContents()
      expect(new Set(all).size).toBe(all.length)
    }))

  test('pills show yes and no in words, not by colour only', () =>
    visit('poor', async (page) => {
      const pills = page.getByRole('article', { name: 'Behaviour', exact: true }).getByRole('listitem')
      expect((await pills.allTextContents()).map((text) => text.trim())).toEqual(
        expect.arrayContaining(['Borrows from several lenders: yes', 'Keeps a buffer: no']),
      )
    }))

  test('print shows every explanation, and no link to the print itself', () =>
    visit('poor', async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await page.getByText('500 plus the points of the characteristics of the card').isVisible()).toBe(
        true,
      )
      expect(await page.getByRole('link', { name: 'Open as PDF' }).isVisible()).toBe(false)
      expect(await run(page, 'getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    }))

  test('a name with markup is shown as text', () =>
    visit('hostile', async (page) => {
      expect(await page.title()).toContain('<script>')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('onerror')
      expect(await page.locator('script, main img').count()).toBe(0)
    }))

  test.each([...Object.keys(hostile), 'hostileFailed'].flatMap((id) => [id, `${id}?language=fr`]))(
    '%s: markup in any text of a result stays text',
    (id) =>
      visit(id, async (page) => {
        await run(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)
        const said = (await page.locator('main').textContent()) ?? ''
        expect(said.split('<img src=x').length).toBeGreaterThan(id.startsWith('hostileFailed') ? 1 : 2)
        expect(await page.locator('script, img, [onerror]').count()).toBe(0)
      }),
  )
}
