import { beforeEach, expect, test } from '@jest/globals'
import type { Route } from 'playwright-core'
import type { Service } from '../end-to-end/service.js'
import { run } from '../support/browser.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { sentOperation } from './answers.js'
import type { Desk } from './desk.js'

/** Figures of a large bank. */
const rowsOf: Readonly<Record<string, readonly object[]>> = {
  InsightsDeposits: [
    { period: '2026-01-01', product: 'LOCK1M', basis: 'NEW', count: 9000, amount: '1234500000' },
  ],
  // With 19 months the label of the last one is at the edge of the picture.
  InsightsLiabilities: Array.from({ length: 19 }, (_, at) => ({
    product: ['LOCK6M', 'LOCK3M', 'LOCK1M'][at % 3],
    maturesIn: `${2026 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`,
    monthsToMaturity: at,
    savings: 9,
    principal: '9000',
  })),
  InsightsProjection: ['LOCK6M', 'LOCK1M'].map((product) => ({
    on: '2026-02-01',
    product,
    savings: 9,
    principal: '9000',
  })),
  InsightsInterest: Array.from({ length: 12 }, (_, at) => ({
    month: `2026-${String(at + 1).padStart(2, '0')}-01`,
    product: 'LOCK1M',
    accrued: '123450000',
    expense: '123450000',
  })),
  InsightsFunnel: [
    { period: '2026-01-01', operation: 'DEPOSIT', asked: 1234, shown: 1233, confirmed: 1231, paid: 1229 },
  ],
  InsightsCohorts: [
    { cohort: '2026-01-01', monthsSince: 0, joined: 10, saving: 10, balance: '1000' },
    { cohort: '2026-01-01', monthsSince: 1, joined: 10, saving: 5, balance: '1000' },
  ],
  InsightsFailures: ['PAYER_LIMIT_REACHED', 'PAYMENTS_UNDER_WAY'].map((reason, at) => ({
    period: '2026-01-01',
    operation: 'DEPOSIT',
    reason,
    count: 9000 * (at + 1),
  })),
  InsightsScores: ['DECLINE', 'APPROVE', 'REFER'].map((decision) => ({
    period: '2026-01-01',
    product: 'PA',
    decision,
    riskBand: 'LOW',
    failure: null,
    count: 3,
  })),
  InsightsRateChange: [
    {
      product: 'LOCK3M',
      version: 2,
      publishedOn: '2026-01-01',
      rate: '5.00',
      days: 30,
      countBefore: 1,
      countAfter: 1,
      amountBefore: '546000',
      amountAfter: '1250000',
    },
  ],
}

const textsBeyondPicture = `[...document.querySelectorAll('.chart')].flatMap((chart) =>
  [...chart.querySelectorAll('text')]
    .filter((text) => text.getBoundingClientRect().right > chart.getBoundingClientRect().right + 0.5)
    .map((text) => text.textContent))`

/** The contrast of the text in each cell of the grid with the cell's colour, blended with that of the card behind. */
const contrasts = `(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  return [...document.querySelectorAll('.chart.grid rect')].map((rect) => {
    const card = parts(getComputedStyle(rect.closest('.picture')).backgroundColor)
    const share = Number(rect.getAttribute('fill-opacity'))
    const ground = parts(getComputedStyle(rect).fill).map((one, at) => one * share + card[at] * (1 - share))
    const both = [light(ground), light(parts(getComputedStyle(rect.nextElementSibling).fill))].sort((a, b) => b - a)
    return (both[0] + 0.05) / (both[1] + 0.05)
  })
})()`

const answerOfLargeBank = async (route: Route): Promise<void> => {
  const { operationName } = shaped(sentOperation, route.request().postDataJSON())
  const { [operationName]: rows } = rowsOf
  if (!rows) return route.continue()
  const insights = { currency: 'XAF', isForRelease: false, completeTo: null, rows }
  return route.fulfill({ json: { data: { insights } } })
}

/** The font sizes of the texts of pictures, in pixels on the screen. */
const textSizes = `[...document.querySelectorAll('.chart text')].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)`

/** The pictures in which two labels overlap. */
const overlapping = `[...document.querySelectorAll('.chart')].flatMap((chart) => {
  const boxes = [...chart.querySelectorAll('text')].map((text) => text.getBoundingClientRect()).filter(({ width }) => width > 0)
  return boxes.filter((a, at) => boxes.slice(at + 1).some((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2)).map(() => chart.getAttribute('aria-label'))
})`

/** Insights in the console. */
export const declareInsights = (service: () => Service, desk: () => Desk): void => {
  beforeEach(() => desk().leave())

  test('draws the activity of the bank: each picture has its table and its operation, and in the version for release also CSV', async () => {
    const { context, page, signIn, settled, trouble } = desk()
    await signIn('analyst', '/insights')
    await page.locator('main .picture').first().waitFor()
    await settled()
    expect(await page.locator('.picture').count()).toBeGreaterThanOrEqual(12)
    expect(await page.locator('.picture summary').count()).toBe(await page.locator('.picture').count())
    const cohorts = page.locator('.picture', { hasText: 'Épargnent encore' })
    await cohorts.locator('summary').click()
    expect(await cohorts.getByRole('link', { name: 'Voir la requête GraphQL' }).getAttribute('href')).toMatch(
      /^\/graphql#document=InsightsCohorts/,
    )
    await page.getByRole('link', { name: 'Ce mois seul' }).click()
    await page.getByRole('link', { name: 'Douze mois' }).waitFor()
    await settled()
    expect(await page.locator('main .trouble').count()).toBe(0)
    // An analyst sees the version for release; other staff see the internal version until they choose the one for release.
    expect(await page.locator('.picture.of-house').count()).toBe(0)
    await context.clearCookies()
    await signIn('admin', '/insights')
    await page.locator('.picture.of-house').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.picture:visible').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.locator('.picture summary').first().click()
    expect(await page.locator('.picture button', { hasText: 'CSV' }).count()).toBe(0)
    await page.getByRole('link', { name: 'À publier' }).click()
    await page.locator('.picture:not(.of-house) summary').first().waitFor()
    await page.locator('.picture button', { hasText: 'CSV' }).nth(11).waitFor({ state: 'attached' })
    expect(trouble).toEqual([])
  })

  test('shows the present month of the market when none or an impossible one is asked for', async () => {
    const { context, signIn } = desk()
    await signIn('admin')
    const other = await present(context.browser()).newContext({ timezoneId: 'UTC' })
    try {
      await other.addCookies(await context.cookies())
      const view = await other.newPage()
      const errors: string[] = []
      view.on('pageerror', (error) => errors.push(error.message))
      // In Douala it is April already.
      await view.clock.setFixedTime('2026-03-31T23:30:00Z')
      for (const query of ['', '?to=2026-13', '?to=']) {
        await view.goto(`${service().url()}/insights${query}`)
        await view.locator('main .picture').first().waitFor()
        expect([query, await view.locator('#to').inputValue()]).toEqual([query, '2026-04'])
        expect([query, await view.locator('#from').inputValue()]).toEqual([query, '2025-05'])
      }
      expect(errors).toEqual([])
    } finally {
      await other.close()
    }
  }, 60_000)

  test.each([
    ['2025-12-31', false, '30 juin 2025'],
    ['2025-12-31', true, '30 juin 2025'],
    ['2025-06-13', false, '13 juin 2025'],
    ['2025-06-13', true, '31 mai 2025'],
    [null, false, null],
  ])(
    'says of what date the figures of what is held are: days closed to %s, for release: %s',
    async (completeTo, isForRelease, expected) => {
      const { page, signIn, settled, trouble } = desk()
      await signIn('admin')
      await settled()
      await page.route('**/graphql', (route) => {
        const { operationName } = shaped(sentOperation, route.request().postDataJSON())
        if (!/Insights(Liabilities|Balances)/.test(operationName)) return route.continue()
        const insights = { currency: 'XAF', isForRelease, completeTo, rows: [] }
        return route.fulfill({ json: { data: { insights } } })
      })
      try {
        await page.goto(`${service().url()}/insights?from=2025-01&to=2025-06`)
        await settled()
        const dates = page.locator('.picture > .note', { hasText: /^Au / })
        expect(await dates.allTextContents()).toEqual(
          expected === null ? [] : Array(2).fill(`Au ${expected}`),
        )
      } finally {
        await page.unroute('**/graphql')
      }
      expect(trouble).toEqual([])
    },
  )

  test('draws a withdrawal that was given back once', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('admin')
    await settled()
    const row = { period: '2026-01-01', product: 'LOCK3M', basis: 'EARLY_EXIT', count: 1, principal: '50000' }
    const rows = ['LEFT', 'GIVEN_BACK'].map((event) => ({ ...row, event }))
    await page.route('**/graphql', (route) => {
      const { operationName } = shaped(sentOperation, route.request().postDataJSON())
      if (operationName !== 'InsightsWithdrawals') return route.continue()
      const insights = { currency: 'XAF', isForRelease: false, completeTo: null, rows }
      return route.fulfill({ json: { data: { insights } } })
    })
    try {
      await page.goto(`${service().url()}/insights`)
      await settled()
      const bars = page
        .locator('.picture', { has: page.locator('h2', { hasText: /^Retraits$/ }) })
        .locator('rect title')
      expect(await bars.allTextContents()).toEqual([expect.stringMatching(/anticipé: 50\u202f000/)])
    } finally {
      await page.unroute('**/graphql')
    }
    expect(trouble).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'draws the figures of a large bank rounded, legible and within their pictures, in the %s colours',
    async (colorScheme) => {
      const { page, signIn, settled, trouble } = desk()
      await signIn('admin')
      await settled()
      await page.emulateMedia({ colorScheme })
      await page.route('**/graphql', answerOfLargeBank)
      try {
        await page.goto(`${service().url()}/insights`)
        await settled()
        const axis = page
          .locator('.picture', { hasText: 'Versements' })
          .first()
          .locator('text[text-anchor=end]')
        expect(await axis.allTextContents()).toEqual(['0', '500 M', '1\u202f000 M', '1\u202f500 M'])
        await page.locator('.chart text', { hasText: /^1,3 M\u00a0FCFA$/ }).waitFor()
        const deposits = page.locator('.picture', { hasText: 'Versements' }).first()
        await deposits.locator('.chart text', { hasText: 'FCFA' }).waitFor()
        const funnel = page.locator('.picture', { hasText: 'De la demande au paiement' })
        expect(await funnel.locator('.chart').textContent()).not.toContain('FCFA')
        const steps = await funnel
          .locator('.chart rect')
          .evaluateAll((rects) => rects.map((rect) => rect.getAttribute('class')))
        expect(steps).toEqual(['of-0', 'of-0', 'of-0', 'of-0'])
        // The decisions of scores are sorted from good to bad, and have the colours of their meaning.
        const decisions = page.locator('.picture', { has: page.locator('h2', { hasText: /^Scores$/ }) })
        expect(await decisions.locator('.legend li').allTextContents()).toEqual([
          'accord',
          'à examiner',
          'refus',
        ])
        const colours = await decisions
          .locator('.legend rect')
          .evaluateAll((rects) => rects.map((rect) => rect.getAttribute('class')))
        expect(colours).toEqual(['of-2', 'of-1', 'of-3'])
        // Each product has the same colour in every picture, and no other product has it.
        const drawn = await page
          .locator('.legend li', { hasText: /^LOCK/ })
          .evaluateAll((items) =>
            items.map((item) => `${item.textContent} ${item.querySelector('rect')?.getAttribute('class')}`),
          )
        expect(drawn).toHaveLength(7)
        const each = new Set(drawn)
        expect(each.size).toBe(3)
        expect(new Set([...each].map((one) => one.split(' ')[1])).size).toBe(3)
        await page.locator('.chart text', { hasText: /^1\u202f233 \(100 %\)$/ }).waitFor()
        expect(await run(page, textsBeyondPicture)).toEqual([])
        const found = await run<number[]>(page, contrasts)
        expect(found).toHaveLength(2)
        expect(found.filter((one) => !(one >= 4.5))).toEqual([])
      } finally {
        await page.unroute('**/graphql')
        await page.emulateMedia({ colorScheme: null })
      }
      expect(trouble).toEqual([])
    },
    120_000,
  )

  test('on a phone, writes each text of a picture at least 11 pixels high, within the picture and not over another text', async () => {
    const { page, signIn, settled } = desk()
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('admin')
    await settled()
    await page.route('**/graphql', answerOfLargeBank)
    try {
      await page.goto(`${service().url()}/insights`)
      await settled()
      const sizes = await run<number[]>(page, textSizes)
      expect(sizes.length).toBeGreaterThan(30)
      expect(sizes.filter((one) => one < 11)).toEqual([])
      expect(await run(page, textsBeyondPicture)).toEqual([])
      expect(await run(page, overlapping)).toEqual([])
    } finally {
      await page.unroute('**/graphql')
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
}
