import { beforeEach, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { customerAt } from '../end-to-end/customer.js'
import type { Service } from '../end-to-end/service.js'
import { violationsOf } from '../support/browser.js'
import { markup, signInAt, type Desk } from './desk.js'
import { formsAt, openApprovals, reasonAndEvidence } from './forms.js'
import { builtPages } from './weight.js'
import { z } from 'zod'
import { idOfCustomer, sentDocument } from './answers.js'
import { anyObject, shaped } from '../support/typed.js'

const ofPage = z.object({ data: z.object({ page: anyObject.nullish() }).nullish() }).optional()

/** What stays on a page when its session ends, and what becomes of its proposals. */
export const declareSessions = (browser: () => Browser, service: () => Service, desk: () => Desk): void => {
  const { open, fill } = formsAt(desk, service)
  beforeEach(async () => {
    await desk().leave()
  })
  /** Errors but the 401, which the browser itself logs. */
  const faults = (): string[] => desk().trouble.filter((one) => !one.includes('401'))
  const signInBeside = async (person: string): Promise<Page> => {
    const other = await desk().context.newPage()
    await signInAt(other, person, '/console', service().url())
    await other.locator('.worklists').waitFor()
    await desk().page.evaluate(`dispatchEvent(new Event('focus'))`)
    return other
  }
  const newCustomerPath = async (): Promise<string> => {
    const known = customerAt(service())
    await known.register()
    return `/console/customers/${await idOfCustomer(desk().graphql, known.msisdn)}`
  }

  test('input that was typed when a session ended comes back to the same person, and to nobody else', async () => {
    const { page, context, signIn, settled } = desk()
    await signIn('back-office', await newCustomerPath())
    await settled()
    await context.clearCookies()
    await open(page, 'Bloquer', { cause: 'COURT', scope: 'BOTH', ...reasonAndEvidence })
    const notice = page.locator('main:visible [role=alert]', { hasText: 'Votre session est finie' })
    await notice.waitFor()
    // A person who walks by sees nothing of the customer.
    expect(await page.locator('main:visible').textContent()).not.toContain('+237')
    expect(await page.locator('dialog:visible').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    const link = page.locator('main').getByRole('link', { name: 'Se connecter' })
    expect(await link.getAttribute('target')).toBe('_blank')

    const other = await signInBeside('back-office')
    await page.locator('dialog [name=evidence]').waitFor()
    expect(await page.locator('dialog [name=reason]').inputValue()).toBe(reasonAndEvidence.reason)
    expect(await page.locator('dialog [name=evidence]').inputValue()).toBe(reasonAndEvidence.evidence)
    expect(await page.locator('dialog [name=cause]').inputValue()).toBe('COURT')
    await page.locator('dialog').getByRole('button', { name: 'Proposer' }).click()
    await page.locator('dialog [role=status]', { hasText: 'Proposé' }).waitFor()
    // The preview shows a mistake, and the proposal can be withdrawn beside it.
    expect(await violationsOf(page)).toEqual([])
    await page.locator('dialog').getByLabel('Motif').fill('a mistake')
    await page.locator('dialog').getByRole('button', { name: 'Retirer ma proposition' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await settled()

    await page.locator('main').getByRole('button', { name: 'Bloquer' }).click()
    await fill(page, reasonAndEvidence)
    await context.clearCookies()
    await page.locator('dialog').getByRole('button', { name: 'Proposer' }).click()
    await notice.waitFor()
    await other.close()
    const third = await signInBeside('approver')
    await page.locator('.account', { hasText: 'Albert Test' }).waitFor()
    expect(await page.locator('dialog').count()).toBe(0)
    await third.close()
    expect(faults()).toEqual([])
  })

  test('nothing is done in the name of a person who has signed in in another tab', async () => {
    const { page, context, graphql, signIn, settled } = desk()
    const address = await newCustomerPath()
    await signIn('back-office', address)
    await settled()
    await page.locator('main').getByRole('button', { name: 'Bloquer' }).click()
    await fill(page, { cause: 'COURT', scope: 'BOTH', ...reasonAndEvidence })
    // The counts would find the other person out before the click.
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"ConsoleWaiting"')
        ? route.fulfill({ json: { data: {} } })
        : route.continue(),
    )
    await context.clearCookies()
    const other = await context.newPage()
    try {
      await signInAt(other, 'admin', '/console', service().url())
      await page.locator('dialog').getByRole('button', { name: 'Proposer' }).click()
      await page.locator('main:visible [role=alert]', { hasText: 'Votre session est finie' }).waitFor()
      const id = address.split('/').at(-1)
      expect(
        await graphql('query ($id: ID!) { approvals(filter: { customer: $id }) { nodes { id } } }', {
          id,
        }),
      ).toEqual({ data: { approvals: { nodes: [] } } })
      await page.evaluate(`dispatchEvent(new Event('focus'))`)
      await page.locator('.account', { hasText: 'Adèle Test' }).waitFor()
      expect(await page.locator('dialog').count()).toBe(0)
      expect(faults()).toEqual([])
    } finally {
      await page.unroute('**/graphql')
      await other.close()
    }
  }, 60_000)

  /** Leaves a customer's page in a tab whose polls do not find out that the session is over, and comes back to it. */
  const comeBack = async (person: string | null, look: () => Promise<void>): Promise<void> => {
    const { page, context, signIn, settled } = desk()
    await signIn('back-office', await newCustomerPath())
    await settled()
    await context.clearCookies()
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"ConsoleWaiting"')
        ? route.fulfill({ json: { data: {} } })
        : route.continue(),
    )
    try {
      if (person === null) await page.evaluate(`dispatchEvent(new Event('focus'))`)
      else await (await signInBeside(person)).close()
      await look()
    } finally {
      await page.unroute('**/graphql')
    }
    expect(faults()).toEqual([])
  }

  test('a tab that one person left shows who has signed in since, as soon as somebody comes back to it', () =>
    comeBack('approver', () => desk().page.locator('.account', { hasText: 'Albert Test' }).waitFor()))

  test('a tab whose person has signed out in another one shows nothing of a customer to who comes back to it', () =>
    comeBack(null, async () => {
      const { page } = desk()
      await page.locator('main:visible [role=alert]', { hasText: 'Votre session est finie' }).waitFor()
      expect(await page.locator('main:visible').textContent()).not.toContain('+237')
    }))

  test('a proposal whose answer was lost is made once, however often it is sent', async () => {
    const { page, signIn, settled, trouble } = desk()
    await signIn('back-office', await newCustomerPath())
    await settled()
    let sent = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('"ConsoleProposeBlock"')) return route.continue()
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      return route.fulfill({
        status: 503,
        json: { error: { code: 'UNAVAILABLE', message: 'come back later' } },
      })
    })
    try {
      await open(page, 'Bloquer', { cause: 'COURT', scope: 'BOTH', ...reasonAndEvidence })
      await page.locator('dialog [role=alert]', { hasText: 'come back later' }).waitFor()
      expect(await page.locator('dialog [name=evidence]').inputValue()).toBe(reasonAndEvidence.evidence)
      await page.locator('dialog').getByRole('button', { name: 'Proposer' }).click()
      await page.locator('dialog [role=status]', { hasText: 'Proposé' }).waitFor()
    } finally {
      await page.unroute('**/graphql')
    }
    await page.locator('dialog').getByRole('button', { name: 'Fermer', exact: true }).click()
    await settled()
    await page.reload()
    await settled()
    expect([sent, await page.locator('#approvals tbody tr').count()]).toEqual([2, 1])
    expect(trouble.filter((one) => !one.includes('503'))).toEqual([])
  })

  test('a proposal has a page that says who decided it and why', async () => {
    const { page, signIn, settled } = desk()
    const address = await newCustomerPath()
    const other = await browser().newContext({ locale: 'fr-FR' })
    let place = ''
    try {
      const second = await other.newPage()
      await signInAt(second, 'approver', openApprovals, service().url())
      await second.locator('main h1').waitFor()
      await signIn('back-office', address)
      await settled()
      await open(page, 'Corriger l’adresse', { email: 'new@example.com', ...reasonAndEvidence })
      await page.locator('dialog [role=status]', { hasText: 'Proposé' }).waitFor()
      // The proposal appears in the list of the second person without a reload.
      const card = second.locator('.approval', { hasText: 'new@example.com' })
      await card.locator('.note', { hasText: 'expire' }).waitFor()
      place = (await card.locator('h2 a').getAttribute('href'))!
      await second.goto(service().url() + place)
      await second.getByLabel('Motif').fill(`no letter ${markup}`)
      await second.getByRole('button', { name: 'Rejeter' }).click()
      await second.locator('.note', { hasText: 'Décidé par Albert Test' }).waitFor()
    } finally {
      await other.close()
    }
    await page.goto(`${service().url()}/console/approvals?status=REJECTED&sort=NEWEST`)
    await page
      .locator('tbody tr', { has: page.locator(`a[href="${place}"]`) })
      .getByText('Albert Test')
      .waitFor()
    await page.locator(`tbody a[href="${place}"]`).click()
    await page.getByText(`no letter ${markup}`).waitFor()
    expect(await page.title()).toMatch(/Approbations APR-.* · Console · Cauri$/)
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    expect(await violationsOf(page)).toEqual([])
    expect(faults()).toEqual([])
  })

  test('a product that somebody else publishes appears without a reload, in the list and on its own page', async () => {
    const { page, graphql, signIn, settled } = desk()
    const other = await browser().newContext({ locale: 'fr-FR' })
    try {
      // A new version of a product changes none of the counts that an analyst sees, so that only the poll of the list can show it.
      const second = await other.newPage()
      await signInAt(second, 'analyst', '/console/products', service().url())
      await settled(second)
      await signIn('admin', '/console/products/LOCK6M')
      await settled()
      await page.getByRole('heading', { name: 'Versions' }).waitFor()
      const rate = (view: Page) => view.locator('tbody td', { hasText: /^5,75$/ })
      expect([await rate(page).count(), await rate(second).count()]).toEqual([0, 0])
      const proposed = await graphql(
        'mutation { proposePublishProduct(input: { code: "LOCK6M", rate: "5.75", reason: "asked for", evidence: "a letter", idempotencyKey: "elsewhere" }) { refusal { message } approval { id } } }',
      )
      const id = /APR-\w+/.exec(JSON.stringify(proposed.data))?.[0]
      const approved = await graphql(
        'mutation ($id: ID!) { approve(input: { id: $id, idempotencyKey: "elsewhere" }) { refusal { message } } }',
        { id },
        'approver',
      )
      expect(approved.data).toEqual({ approve: { refusal: null } })
      await Promise.all([rate(page).waitFor(), rate(second).waitFor()])
      await page.goto(`${service().url()}/console/approvals/${id}`)
      await page.locator('.approval ins', { hasText: /^5,75$/ }).waitFor()
      await page.locator('.approval h3', { hasText: 'Ce qui était proposé' }).waitFor()
    } finally {
      await other.close()
    }
    expect(faults()).toEqual([])
  })

  test('a person who may only move test clocks is led to them', async () => {
    await desk().signIn('tester')
    await desk().page.locator('main h1', { hasText: 'Horloges de test' }).waitFor()
    await desk().page.locator('main .below').waitFor()
    expect(faults()).toEqual([])
  })

  test('a list of more rows than a page may request has links to download it from the service', async () => {
    const { page, signIn, settled } = desk()
    const { operations } = builtPages()
    await signIn('admin')
    await page.locator('.menu a').first().waitFor()
    const addresses = await page
      .locator('.menu a[href^="/console/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    let roots: string[] = []
    await page.route('**/graphql', async (route) => {
      const { documentId } = shaped(sentDocument, route.request().postDataJSON())
      const answer = await route.fetch().catch(() => undefined)
      const body = shaped(ofPage, await answer?.json().catch(() => undefined))
      if (body?.data?.page) {
        roots = [...roots, / page: (\w+)/.exec(operations[documentId]!.text)![1]!]
        Object.assign(body.data.page, { totalCount: { value: 1001, isExact: true } })
      }
      await route.fulfill({ json: body ?? {} }).catch(() => undefined)
    })
    const files: string[] = []
    try {
      for (const address of addresses) {
        roots = []
        await page.goto(service().url() + address)
        await settled()
        const hrefs = await page
          .locator('main a[download]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
        const expected = roots
          .toSorted()
          .map((root) => expect.stringMatching(`^/exports/${root}\\.csv\\?filter=`))
        expect([address, hrefs.toSorted()]).toEqual([address, expected])
        files.push(...hrefs)
      }
    } finally {
      await page.unroute('**/graphql')
    }
    expect(files.length).toBeGreaterThan(20)
    for (const file of files.filter((name) => /audit|entries|reviewCases/i.test(name)))
      expect([
        file,
        await page.evaluate(`fetch('${file}').then(async (answer) => (await answer.text(), answer.status))`),
      ]).toEqual([file, 200])
    expect(faults()).toEqual([])
  })
}
