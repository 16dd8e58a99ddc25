import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startService, type Service } from '../end-to-end/service.js'
import { violationsOf } from '../support/browser.js'
import { freePort } from '../support/free-port.js'
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.js'
import { sqliteUnless } from '../support/services.js'

const waitMsMax = 60_000

/** The service at 127.0.0.1 and the provider at localhost are two sites for the browser, as in production. */
export const declareSignIn = (browser: () => Browser): void => {
  let service: Service
  let issuer: TestIdentityProvider
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    issuer = await startIdentityProvider(url, 'localhost')
    service = await startService(sqliteUnless('PAGES_ON'), {
      PORT: String(port),
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: issuer.client.clientId,
      OIDC_CLIENT_SECRET: issuer.client.clientSecret,
      STAFF_PUBLIC_URL: url,
    })
    context = await browser().newContext({ locale: 'en-GB' })
    context.setDefaultTimeout(waitMsMax)
    page = await context.newPage()
  })
  afterAll(async () => {
    await context?.close()
    await service?.close()
    await issuer?.stop()
  })

  const here = (path: string): string => service.url() + path
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  const cookies = async () =>
    (await context.cookies(here('/sign-out'))).map(({ name, sameSite }) => [name, sameSite]).sort()

  test('signs in at the provider, returns to the requested page, and signs out of both', async () => {
    issuer.is('u-1', { email: 'awa.ngo@bank.example', roles: ['BACK_OFFICE'] })
    await page.goto(here('/console/orders?status=FAILED'))
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.waitForURL(here('/console/orders?status=FAILED'))
    await page.getByText('awa.ngo@bank.example').waitFor()
    expect(await cookies()).toEqual([
      ['__Host-cauri', 'Strict'],
      ['__Secure-cauri-provider', 'Strict'],
    ])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${issuer.issuer}/**`)
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL((url) => url.pathname === '/signed-out')
    await heading('You are signed out')
    expect(await violationsOf(page)).toEqual([])
    await page.goto(here('/console'))
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

    issuer.is('u-2', { email: 'next.one@bank.example', roles: ['APPROVER'] })
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByText('next.one@bank.example').waitFor()
  })

  test('refuses a person without a role, and accepts them once they have one', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await heading('You are signed out')
    issuer.is('u-3', { email: 'guest@bank.example' })
    await page.getByRole('link', { name: 'Sign in' }).click()
    await heading('You have no role here')
    expect(await violationsOf(page)).toEqual([])
    issuer.is('u-3', { email: 'guest@bank.example', roles: ['BACK_OFFICE'] })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByText('guest@bank.example').waitFor()
  })
}
