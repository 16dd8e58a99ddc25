import { expect, test } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { signInAt } from '../console/desk.js'
import type { Look, Started } from './started.js'

interface MenuParts {
  readonly started: Started
  readonly open: (look: Look) => Promise<BrowserContext>
  /** Takes a screenshot of a page, and returns its problems. */
  readonly visit: (page: Page, name: string, address: string, look: Look) => Promise<string[]>
}

const look: Look = ['en-GB', 'light', 1440]

/**
 * Opens the menu of the console, and the first row of each list, as each role of staff but the administrator, as whom `every-page.ts` opens
 * all pages. The title of each test continues that of the `describe` there.
 */
export const declareMenus = ({ started, open, visit }: MenuParts): void => {
  test.each(['back-office', 'approver', 'analyst', 'auditor'])(
    'that is linked for %s, in the menu or in the first row of a list, opens without a refusal',
    async (person) => {
      const context = await open(look)
      const found: string[] = []
      try {
        const page = await context.newPage()
        const here = started.service().url()
        page.on('response', (answer) => {
          if (answer.status() === 403) found.push(`${page.url()}: ${answer.url()} is refused`)
        })
        const linksOf = (links: string): Promise<string[]> =>
          page.locator(links).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
        await signInAt(page, person, '/console', here)
        await page.locator('.menu a').first().waitFor()
        const menu = await linksOf('.menu a')
        expect(menu.length).toBeGreaterThan(12)
        for (const address of menu) {
          const name = `${person}-${/(\w+)(\?.*)?$/.exec(address)?.[1]}`
          found.push(...(await visit(page, name, here + address, look)))
          const [row] = await linksOf('main tbody a')
          if (row === undefined) continue
          found.push(...(await visit(page, `${name}-row`, here + row, look)))
          if ((await page.getByText('There is nothing under this id').count()) > 0)
            found.push(`${name}: ${row} is not there`)
        }
      } finally {
        await context.close()
      }
      expect(found).toEqual([])
    },
    600_000,
  )
}
