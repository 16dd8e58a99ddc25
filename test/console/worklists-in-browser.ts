import { beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import type { Service } from '../end-to-end/service.js'
import { signInAt, type Desk } from './desk.js'
import { fillWorklists } from './waiting-world.js'
import { keysOf } from '../support/typed.js'

const ofMoney = [
  'Cas à examiner',
  'Retraits échoués',
  'Retraits en examen',
  'Retraits différés',
  'Versements incertains',
  'Épargnes exclues de la nuit',
  'Relevés non envoyés',
  'Écarts avec le fournisseur',
  'Blocages qui finissent',
]
const mine = 'Cas qui me sont confiés'

/** The worklists of each role, in their order. */
const worklists = {
  'back-office': ['Propositions qui attendent une autre personne', ofMoney[0]!, mine, ...ofMoney.slice(1)],
  approver: ['Approbations qui m’attendent', ofMoney[0]!, mine, ...ofMoney.slice(1)],
  analyst: ofMoney,
  auditor: ofMoney,
  admin: ['Propositions qui attendent une autre personne', ofMoney[0]!, mine, ...ofMoney.slice(1)],
} as const

type Person = keyof typeof worklists

const persons = keysOf(worklists)

/** Places of the console that these roles may not see. */
const refusedPlaces: Readonly<Record<Exclude<Person, 'admin' | 'auditor'> | 'tester', readonly string[]>> = {
  'back-office': ['roles'],
  approver: ['roles', 'queues'],
  analyst: ['approvals', 'approvals?status=OPEN', 'audit', 'access', 'roles', 'queues', 'notes', 'limits'],
  tester: ['customers', 'reviews', 'orders', 'payouts', 'exceptions', 'ledger', 'approvals', 'months'],
}

/** A bank with waiting work, so that every count has rows behind it for each role. */
export const declareWorklists = (browser: () => Browser, service: () => Service, desk: () => Desk): void => {
  beforeAll(() => fillWorklists(service(), desk()), 120_000)
  beforeEach(() => desk().leave())

  /** Assigns the first open case to the signed-in person, whoever has it now. */
  const takeCase = async (): Promise<void> => {
    const { page, settled } = desk()
    await page.goto(`${service().url()}/console/reviews?state=OPEN`)
    await page.locator('tbody a[href^="/console/reviews/"]').first().click()
    await settled()
    await page.getByRole('button', { name: 'Me le confier' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Valider' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await settled()
  }
  const rowsHere = async (): Promise<number> => {
    const { page, settled } = desk()
    await settled()
    expect(await page.locator('main .trouble').allTextContents()).toEqual([])
    return page.locator('main tbody tr, main .approvals > li').count()
  }

  test.each(persons)(
    'counts for %s the rows of each of their worklists, and in the title of the page, once each, those that wait for them',
    async (person) => {
      const { page, signIn, settled, trouble } = desk()
      await signIn(person)
      await settled()
      if ((worklists[person] as readonly string[]).includes(mine)) await takeCase()
      await page.goto(`${service().url()}/console`)
      await settled()
      const links = page.locator('.worklists a')
      expect(await links.locator('span').allTextContents()).toEqual(worklists[person])
      const counted: [string, number, string][] = []
      for (const link of await links.all()) {
        const [name, value, href] = [link.locator('span'), link.locator('b'), link]
        counted.push([
          (await name.textContent())!,
          Number(await value.textContent()),
          (await href.getAttribute('href'))!,
        ])
      }
      const shown: [string, number, string][] = []
      for (const [name, , href] of counted) {
        await page.goto(service().url() + href)
        const rows = await rowsHere()
        expect([name, rows]).not.toEqual([name, 0])
        shown.push([name, rows, href])
      }
      expect(counted).toEqual(shown)
      // The title counts no row twice, and none that waits for somebody else.
      const own = shown.filter(([name]) => name !== mine && !name.startsWith('Propositions'))
      const all = own.reduce((sum, [, rows]) => sum + rows, 0)
      await page.goto(`${service().url()}/console`)
      await settled()
      expect(await page.title()).toBe(`(${all}) À traiter · Console · Cauri`)
      expect(trouble).toEqual([])
    },
    120_000,
  )

  test('updates the count of every worklist of each role without a reload, also in the title of the page', async () => {
    const roles = ['back-office', 'approver', 'analyst'] as const
    const countsOf = async (page: Page): Promise<ReadonlyMap<string, number>> => {
      const [names, values] = await Promise.all(
        ['span', 'b'].map((part) => page.locator(`.worklists ${part}`).allTextContents()),
      )
      return new Map(names!.map((name, at) => [name, Number(values![at])]))
    }
    const waitingIn = async (page: Page): Promise<number> =>
      Number(/^\((\d+)\)/.exec(await page.title())?.[1])
    const contexts = await Promise.all(roles.map(() => browser().newContext({ locale: 'fr-FR' })))
    try {
      const pages = await Promise.all(contexts.map((context) => context.newPage()))
      for (const [at, page] of pages.entries()) {
        await signInAt(page, roles[at]!, '/console', service().url())
        await desk().settled(page)
      }
      const before = await Promise.all(pages.map(countsOf))
      const titles = await Promise.all(pages.map(waitingIn))
      await fillWorklists(service(), desk(), '2020-01-06')
      const { data } = await desk().graphql(
        '{ reviewCases(first: 1, filter: { state: [OPEN], isMine: false }) { nodes { id } } }',
      )
      const id = /CASE-\w+/.exec(JSON.stringify(data))?.[0]
      await desk().graphql(
        'mutation ($id: ID!) { assign(input: { caseId: $id, to: "Brigitte Test", idempotencyKey: "by-itself" }) { refusal { code } } }',
        { id },
      )
      for (const [at, page] of pages.entries()) {
        const [role, known] = [roles[at]!, before[at]!]
        expect([...known.keys()]).toEqual(worklists[role])
        const awaited = worklists[role].filter((name) => role === 'back-office' || name !== mine)
        // Each count changes with the page's next poll.
        for (const name of awaited) {
          const row = page.locator('.worklists li', { has: page.getByText(name, { exact: true }) })
          await row.locator('b', { hasNotText: new RegExp(`^${known.get(name)!}$`) }).waitFor()
        }
        const now = await countsOf(page)
        expect([role, awaited.filter((name) => !(now.get(name)! > known.get(name)!))]).toEqual([role, []])
        expect(await waitingIn(page)).toBeGreaterThan(titles[at]!)
      }
    } finally {
      await Promise.all(contexts.map((context) => context.close()))
    }
  })

  test.each(keysOf(refusedPlaces))(
    'refuses %s the pages that they may not see',
    async (person) => {
      const { page, signIn, trouble } = desk()
      await signIn(person)
      for (const place of refusedPlaces[person]) {
        await page.goto(`${service().url()}/console/${place}`)
        await page.locator('main .trouble').first().waitFor()
        expect([place, await page.locator('main tbody tr, main .approvals > li').count()]).toEqual([place, 0])
      }
      // The browser itself logs the refusal.
      expect(trouble.filter((one) => !one.includes('403'))).toEqual([])
    },
    120_000,
  )
}
