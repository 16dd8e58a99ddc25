import { beforeEach, expect, test } from '@jest/globals'
import type { Service } from '../end-to-end/service.js'
import { run } from '../support/browser.js'
import { shaped } from '../support/typed.js'
import { sentOperation } from './answers.js'
import type { Desk } from './desk.js'

/** Figures of a bank that is not small. */
const rowsOf: Readonly<Record<string, readonly object[]>> = {
  InsightsDeposits: [
    { period: '2026-01-01', product: 'LOCK1M', basis: 'NEW', count: 9000, amount: '1234500000' },
  ],
  InsightsFunnel: [
    { period: '2026-01-01', operation: 'DEPOSIT', asked: 1234, shown: 1233, confirmed: 1231, paid: 1229 },
  ],
  InsightsCohorts: [
    { cohort: '2026-01-01', monthsSince: 0, joined: 10, saving: 10, balance: '1000' },
    { cohort: '2026-01-01', monthsSince: 1, joined: 10, saving: 5, balance: '1000' },
  ],
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

const beyond = `[...document.querySelectorAll('.chart')].flatMap((chart) =>
  [...chart.querySelectorAll('text')]
    .filter((text) => text.getBoundingClientRect().right > chart.getBoundingClientRect().right + 0.5)
    .map((text) => text.textContent))`

/** Of the text in each cell of the grid, against its colour where that lies on the card. */
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

/** The bank in pictures, in the console of the browser. */
export const declareInsights = (service: () => Service, desk: () => Desk): void => {
  beforeEach(() => desk().leave())

  test('draws what the bank did, each picture with its table, its operation and CSV', async () => {
    const { context, page, signIn, settled, trouble } = desk()
    await signIn('analyst', '/insights')
    await page.locator('main .picture').first().waitFor()
    await settled()
    expect(await page.locator('.picture').count()).toBeGreaterThanOrEqual(12)
    expect(await page.locator('.picture summary').count()).toBe(await page.locator('.picture').count())
    const cohorts = page.locator('.picture', { hasText: 'Encore clients' })
    await cohorts.locator('summary').click()
    expect(await cohorts.getByRole('link', { name: 'L’opération derrière' }).getAttribute('href')).toMatch(
      /^\/graphql#document=InsightsCohorts/,
    )
    await page.getByRole('link', { name: 'Ce mois seul' }).click()
    await page.getByRole('link', { name: 'Douze mois' }).waitFor()
    await settled()
    expect(await page.locator('main .trouble').count()).toBe(0)
    // An analyst is shown what may leave the house; who is of the house has to ask for that.
    expect(await page.locator('.picture.of-house').count()).toBe(0)
    await context.clearCookies()
    await signIn('admin', '/insights')
    await page.locator('.picture.of-house').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.picture:visible').count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await page.locator('.picture summary').first().click()
    expect(await page.locator('.picture button', { hasText: 'CSV' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Pour diffusion' }).click()
    await page.locator('.picture:not(.of-house) summary').first().waitFor()
    await page.locator('.picture button', { hasText: 'CSV' }).nth(11).waitFor({ state: 'attached' })
    expect(trouble).toEqual([])
  }, 120_000)

  test.each(['light', 'dark'] as const)(
    'writes the figures of a large bank as people do, within their pictures and legibly, in the %s',
    async (colorScheme) => {
      const { page, signIn, settled, trouble } = desk()
      await signIn('admin')
      await settled()
      await page.emulateMedia({ colorScheme })
      await page.route('**/graphql', async (route) => {
        const { operationName } = shaped(sentOperation, route.request().postDataJSON())
        const { [operationName]: rows } = rowsOf
        if (!rows) return route.continue()
        const insights = { currency: 'XAF', isForRelease: false, completeTo: null, rows }
        return route.fulfill({ json: { data: { insights } } })
      })
      try {
        await page.goto(`${service().url()}/insights`)
        await settled()
        const axis = page.locator('.picture', { hasText: 'Dépôts' }).first().locator('text[text-anchor=end]')
        expect(await axis.allTextContents()).toEqual(['0', '500 M', '1\u202f000 M', '1\u202f500 M'])
        await page.locator('.chart text', { hasText: /^1,3 M$/ }).waitFor()
        await page.locator('.chart text', { hasText: /^1\u202f233 \(100 %\)$/ }).waitFor()
        expect(await run(page, beyond)).toEqual([])
        const found = await run<number[]>(page, contrasts)
        expect(found).toHaveLength(2)
        expect(found.filter((one) => !(one >= 4.5))).toEqual([])
      } finally {
        await page.unroute('**/graphql')
        await page.emulateMedia({ colorScheme: null })
      }
      expect(trouble).toEqual([])
    },
    60_000,
  )
}
