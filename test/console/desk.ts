import { expect } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Service } from '../end-to-end/service.js'
import { z } from 'zod'
import { shaped } from '../support/typed.js'

const waitMsMax = 60_000
export const markup = '<img src=x onerror=alert(1)>'

/** A browser at the console, and the errors that it logged. */
export interface Desk {
  readonly context: BrowserContext
  readonly page: Page
  readonly trouble: string[]
  /** Requests of the page to other hosts. */
  readonly foreign: string[]
  /** Signs out, and leaves no page that still sends requests. */
  leave(): Promise<void>
  /** Sends the query with the key of this role, by default of the back office. */
  graphql(query: string, variables?: object, role?: string): Promise<{ data: unknown }>
  signIn(person: string, to?: string, origin?: string): Promise<void>
  /** Waits until the page has loaded: no part of it is a dash or says that it loads. */
  settled(view?: Page): Promise<void>
}

export const signInAt = async (view: Page, person: string, to: string, origin: string): Promise<void> => {
  await view.goto(`${origin}/sign-in?to=${encodeURIComponent(to)}`)
  await view.locator(`button[value="development ${person}"]`).click()
  await view.waitForURL(`${origin}${to}`)
}

const isHere = (url: string): boolean =>
  /^(data|blob):/.test(url) || /^http:\/\/(127\.0\.0\.1|localhost):/.test(url)

export const openDesk = async (browser: Browser, service: Service): Promise<Desk> => {
  const [trouble, foreign]: [string[], string[]] = [[], []]
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(waitMsMax)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('dialog', (dialog) => {
    trouble.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!isHere(request.url())) foreign.push(request.url())
  })
  return {
    context,
    page,
    trouble,
    foreign,
    leave: async () => {
      await page.goto('about:blank')
      await context.clearCookies()
      trouble.length = 0
    },
    graphql: async (query, variables = {}, role = 'back-office') => {
      const answer = await fetch(`${service.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': `dev-${role}-key` },
        body: JSON.stringify({ query, variables }),
      })
      const said = shaped(z.object({ data: z.unknown() }), await answer.json())
      expect([answer.status, said]).toEqual([200, { data: expect.anything() }])
      return said
    },
    signIn: (person, to = '/console', origin = service.url()) => signInAt(page, person, to, origin),
    settled: async (view = page) => {
      await view.locator('main h1').first().waitFor()
      await view.locator('main .worklists b', { hasText: '–' }).first().waitFor({ state: 'detached' })
      // This waits until there is no status at all: to wait until the first one is gone would not see the others.
      await view.locator('main:not(:has([role=status]))').waitFor()
    },
  }
}
