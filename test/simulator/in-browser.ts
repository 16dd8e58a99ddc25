import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { packageRoot } from '../../src/app/config/config.js'
import { readGatewayOperations } from '../../src/simulator/scenario/operations.js'
import { parseScenario } from '../../src/simulator/scenario/parse-scenario.js'
import { gatewayKey } from '../end-to-end/client.js'
import { expectBooksToClose } from '../end-to-end/expect-books.js'
import type { Service } from '../end-to-end/service.js'
import { bytesMax, weightOf } from '../console/weight.js'
import { run, violationsOf } from '../support/browser.js'
import { at, present } from '../support/present.js'

const waitMsMax = 60_000
const dayMs = 86_400_000

/** Saves a screenshot for people to look at, if `PICTURES` names a folder. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PICTURES']
  if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }))
}

/** A mail with markup in every field; the simulator shows only its plain text. */
const hostileMail = (markup: string) => ({
  to: `to ${markup}`,
  message: [
    `Subject: subject ${markup}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    `--b\r\nContent-Type: text/plain\r\n\r\nplain ${markup}`,
    `--b\r\nContent-Type: text/html\r\n\r\n<p>rich ${markup}</p>`,
    '--b--',
  ].join('\r\n'),
})

/** The tests of the simulator, on a service whose wallet answers by itself within seconds. */
export const declareSimulator = (browser: () => Browser, service: () => Service): void => {
  let context: BrowserContext
  let page: Page
  const trouble: string[] = []
  const foreign: string[] = []

  beforeAll(async () => {
    context = await browser().newContext({ locale: 'en-GB', acceptDownloads: true, reducedMotion: 'reduce' })
    context.setDefaultTimeout(waitMsMax)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    page.on('pageerror', (error) => trouble.push(error.message))
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service().url()))
        foreign.push(request.url())
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${service().url()}/simulator`)
  })
  afterAll(async () => {
    await context?.close()
  })

  const ussd = () => page.locator('.ussd')
  const reads = (text: string | RegExp) => page.locator('.ussd', { hasText: text }).waitFor()
  const reply = async (text: string): Promise<void> => {
    await page.locator('.reply input:enabled').fill(text)
    await page.keyboard.press('Enter')
  }
  const dial = () => page.getByRole('button', { name: /^(Dial|Appeler)$/ }).click()
  const make = async (number: string): Promise<void> => {
    const before = await page.locator('.bar span').textContent()
    await page.locator('select').filter({ hasText: '…453' }).selectOption(number)
    await page.getByRole('button', { name: /^(New customer|Nouveau client)$/ }).click()
    await page
      .locator('.bar span', { hasText: /^\+237/ })
      .filter({ hasNotText: before ?? '—' })
      .waitFor()
  }
  const register = async (email = '0'): Promise<void> => {
    await dial()
    await reads('Open an account?')
    await reply('1')
    await reads('Your e-mail')
    await reply(email)
    await reads('Your account is open')
    await reply('0')
    await reads('1. Save')
  }
  const deposit = async (): Promise<void> => {
    await reply('1')
    await reads('For how long?')
    await reply('1')
    await reads('Amount in XAF')
    await reply('50000')
    await reads(/1\. Confirm/)
    await reply('1')
  }
  const text = (said: string | RegExp) => page.locator('.texts li', { hasText: said }).first().waitFor()
  const walkToMaturity = async (): Promise<void> => {
    const [toMaturity, aDay] = [/To maturity|À l’échéance/, /\+ 1 (day|jour)/]
    await page.locator('button:enabled', { hasText: toMaturity }).click()
    await page.locator('button:disabled', { hasText: toMaturity }).waitFor()
    await page.locator('button:enabled', { hasText: aDay }).waitFor()
  }

  test('a customer registers, saves, waits, withdraws, asks for a statement and opts out', async () => {
    await make('453')
    // The page polls every second, also before the customer is registered.
    for (let turn = 0; turn < 2; turn++)
      await page.waitForResponse((answer) => answer.request().postData()?.includes('get_test_clock') === true)
    await register('awa@example.com')
    await picture(page, 'simulator-menu-1440')
    await deposit()
    await reads('Please approve')
    await page.locator('.pin input').fill('1234')
    await picture(page, 'simulator-pin-1440')
    await page.locator('.pin button', { hasText: 'Approve' }).click()
    await text('has arrived')

    await walkToMaturity()
    await dial()
    await reads('1. Save')
    await reply('4')
    await reads('Which savings?')
    await reply('1')
    await reads('matured')
    await reply('1')
    await reads('being sent')
    await page.locator('.orders button', { hasText: 'Let succeed' }).click()
    await text('has been paid')
    await text('Mobile Money')

    await dial()
    await reply('6')
    await reads('awa@example.com')
    await reply('1')
    await reads('Period')
    await reply('4')
    await reads('will come by e-mail')
    await page.getByRole('button', { name: 'Read' }).click()
    await page.locator('.mail').waitFor()
    expect(await page.locator('article a[download$=".pdf"]').count()).toBe(1)

    await dial()
    await reply('7')
    await reads('Close your account?')
    await reply('1')
    await reads('being closed')
    expect(trouble).toEqual([])
  }, 180_000)

  test('the list of calls shows each envelope with its answer and the rows that it changed', async () => {
    const step = page.locator('.trace li:has(h3 code:text-is("confirm_deposit"))').last()
    await step.locator('summary').first().click()
    await step.locator('summary', { hasText: 'GraphQL operation' }).click()
    const shown = (await step.textContent()) ?? ''
    expect(shown).toContain('mutation confirm_deposit')
    expect(shown).toMatch(/payment_orders\s*new/)
    expect(shown).toMatch(/200\D+\d+ ms/)
    expect(shown).toContain('deposit_status = PENDING_VALIDATION')
    expect(await page.locator('.trace td', { hasText: /^DEPOSIT:/ }).count()).toBeGreaterThan(1)
    await picture(page, 'simulator-trace-1440')
    await step.getByRole('button', { name: 'Copy as curl' }).click()
    await step.getByRole('button', { name: 'Copied' }).waitFor()
    const curl = await run<string>(page, 'navigator.clipboard.readText()')
    const { stdout } = await promisify(execFile)('sh', ['-c', curl], {
      env: { PATH: process.env['PATH'], KEY: gatewayKey },
    })
    // The scenario has one confirm, however often the page polled it.
    expect(stdout).toContain('{"key":{"value":"deposit_status"},"value":{"value":"SUCCESSFUL"}}')
  })

  test('a session can be saved as a scenario and replayed', async () => {
    await page.getByLabel('Title').fill('The whole way')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('the-whole-way.yaml')
    const file = await download.path()
    const written = readFileSync(file, 'utf8')
    const operations = readGatewayOperations(join(packageRoot, 'facade', 'operations'))
    const { problems, scenario } = parseScenario(written, operations)
    expect(problems).toBeUndefined()
    const done = present(scenario).steps.map((step) => (step.does === 'call' ? step.operation : step.does))
    // The list may already contain the statement of the closed account.
    expect(done.filter((one) => ['wallet', 'walk', 'mail'].includes(one)).slice(0, 4)).toEqual([
      'wallet',
      'walk',
      'wallet',
      'mail',
    ])
    await page
      .getByLabel('File to replay')
      .setInputFiles({ name: 'again.yaml', mimeType: 'text/yaml', buffer: Buffer.from(written) })
    await page.locator('.tag', { hasText: /as the file says/ }).waitFor()
    expect(await page.locator('.steps .trouble').allTextContents()).toEqual([])
    expect(await page.locator('.steps li').count()).toBe(present(scenario).steps.length)
    await picture(page, 'simulator-played-1440')
  })

  test('an invalid file is reported with its line', async () => {
    const buffer = Buffer.from('title: x\nsteps:\n  - call: get_balance\n')
    await page.getByLabel('File to replay').setInputFiles({ name: 'bad.yaml', mimeType: 'text/yaml', buffer })
    await page.getByText('Line 3: there is no operation get_balance').waitFor()
  })

  test.each([
    ['450', 'did not go through'],
    ['451', 'declined'],
    ['452', 'not approved in time'],
    ['455', 'no active Mobile Money account'],
    ['001', 'has arrived'],
  ])(
    'a payment from a number that ends in %s: %s',
    async (number, said) => {
      await make(number)
      await register()
      await deposit()
      await text(said)
    },
    120_000,
  )

  /** The endings of numbers in docs/emulator.md, with the reason why a payment fails, if it does. */
  const endings = [
    ...readFileSync(join(packageRoot, 'docs/emulator.md'), 'utf8').matchAll(/^\| `(\d{3})` \| ([^|]+) \|/gm),
  ].map(([, end, what]) => [present(end), /^FAILED `(\w+)`/.exec(present(what))?.[1]] as const)

  test('a payment can have every outcome of docs/emulator.md', async () => {
    expect(endings.length).toBeGreaterThan(15)
    // Without 453, whose payment stays pending, and without the endings that the test before covers.
    const others = endings.filter(([end]) => !['450', '451', '452', '453', '455'].includes(end))
    for (const [end, reason] of others) {
      await make(end)
      await register()
      await deposit()
      await text(reason === undefined ? 'has arrived' : /did not go through|not |cannot/)
      const tag = reason ?? 'SUCCESSFUL'
      expect([end, await page.locator('.orders .tag').last().textContent()]).toEqual([end, tag])
    }
    expect(trouble).toEqual([])
  }, 240_000)

  test('a payout can have every outcome that has a scenario', async () => {
    const folder = join(packageRoot, 'scenarios', 'wallet')
    const files = readdirSync(folder).filter((name) => name.startsWith('payout-'))
    expect(files.length).toBeGreaterThan(12)
    for (const file of files) {
      const written = readFileSync(join(folder, file), 'utf8')
      await page.getByLabel('File to replay').setInputFiles(join(folder, file))
      await page.locator('strong', { hasText: at(present(/^title: (.+)$/m.exec(written)), 1) }).waitFor()
      await page.locator('.steps ~ .tag').waitFor()
      expect([file, await page.locator('.steps .trouble').allTextContents()]).toEqual([file, []])
    }
    expect(trouble).toEqual([])
  }, 240_000)

  test('the page asks for nothing about the customer of a scenario before the registration', async () => {
    await make('001')
    await register()
    const registrations = '**/getdynamicarguments'
    // The registration takes longer than the interval of polls.
    await page.route(registrations, async (route) => {
      if (route.request().postData()?.includes('register_savings_account'))
        await new Promise((resolve) => setTimeout(resolve, 2500))
      await route.continue()
    })
    try {
      await page
        .getByLabel('File to replay')
        .setInputFiles(join(packageRoot, 'scenarios', 'wallet', 'payment-451.yaml'))
      // Until this scenario begins, the page shows the result of the previous one.
      await page.locator('strong', { hasText: 'The wallet ends a payment with APPROVAL_REJECTED' }).waitFor()
      await page.locator('.steps ~ .tag').waitFor()
    } finally {
      await page.unroute(registrations)
    }
    expect(trouble).toEqual([])
  })

  test('a customer who declines a payment, or ignores it, sees the outcome', async () => {
    await make('453')
    await register()
    await deposit()
    await page.locator('.pin button', { hasText: 'Do nothing' }).click()
    await page.locator('.pin').waitFor({ state: 'detached' })
    await dial()
    await deposit()
    await page.locator('.pin button', { hasText: 'Decline' }).click()
    await text('declined')
    expect(await page.locator('.orders .tag', { hasText: 'PENDING' }).count()).toBe(1)
  })

  test('a customer can register and save by keyboard, with a visible focus', async () => {
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let step = 0; step < 80; step++) {
        await page.keyboard.press('Tab')
        const [label = '', outline] = await run<string[]>(
          page,
          `(({ activeElement: one }) => [one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent, getComputedStyle(one).outlineStyle])(document)`,
        )
        if (!name.test(label.trim())) continue
        expect([label, outline]).toEqual([label, 'solid'])
        return
      }
      throw new Error(`no key leads to ${String(name)}`)
    }
    const press = async (said: string | RegExp, typed: string): Promise<void> => {
      await reads(said)
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    await make('453')
    await tabTo(/^Dial$/)
    await page.keyboard.press('Enter')
    // On every screen that expects a reply, its field has the focus.
    await press('Open an account?', '1')
    await press('Your e-mail', '0')
    await press('Your account is open', '0')
    await press('1. Save', '1')
    await press('For how long?', '1')
    await press('Amount in XAF', '50000')
    await press(/1\. Confirm/, '1')
    await page.locator('.pin').waitFor()
    await tabTo(/^PIN/)
    await page.keyboard.type('1234')
    await page.keyboard.press('Enter')
    await text('has arrived')
  })

  test('the whole journey is in French if French is chosen', async () => {
    const speak = async (language: string): Promise<void> => {
      await page.locator('.head select').last().selectOption(language)
      await page.locator('.bar select').selectOption(language)
    }
    const answers = async (steps: readonly (readonly [said: string, reply: string])[]): Promise<void> => {
      for (const [said, given] of steps) {
        await reads(said)
        await reply(given)
      }
    }
    await speak('fr')
    await make('001')
    await dial()
    await answers([
      ['Ouvrir un compte ?', '1'],
      ['Votre e-mail', '<b>awa</b>'],
    ])
    await reads("Cette adresse e-mail n'est pas valide")
    await dial()
    await answers([
      ['Ouvrir un compte ?', '1'],
      ['Votre e-mail', 'awa@example.com'],
      ['Votre compte est ouvert', '0'],
      ['1. Épargner', '1'],
      ['Pour combien de temps ?', '1'],
      ['Montant en XAF', '50000'],
      ['1. Confirmer', '1'],
    ])
    await text('Merci')
    await page.getByText(/^échéance\u00a0: \d/).waitFor()
    await walkToMaturity()
    await dial()
    await answers([
      ['1. Épargner', '4'],
      ['Quelle épargne ?', '1'],
      ['arrivée à terme', '1'],
    ])
    await text('a été payé')
    await dial()
    await answers([
      ['1. Épargner', '2'],
      ['Vous n’avez pas d’épargne', '0'],
      ['1. Épargner', '3'],
      ['Total 0 XAF', '0'],
      ['1. Épargner', '5'],
    ])
    await reads(/\d\d\/\d\d\/\d{4} Retrait 5\d \d{3} XAF : fait/)
    await reads(/\d\d\/\d\d\/\d{4} Versement 50 000 XAF : fait/)
    await answers([
      ['Échéance', '0'],
      ['1. Épargner', '6'],
      ['awa@example.com', '2'],
      ['Votre adresse', 'awa'],
      ['Période', '4'],
    ])
    await reads("Cette adresse e-mail n'est pas valide")
    await dial()
    await answers([
      ['1. Épargner', '6'],
      ['awa@example.com', '1'],
      ['Période', '4'],
    ])
    await reads('arrivera par e-mail')
    await page.getByRole('button', { name: 'Lire' }).click()
    await page.locator('.mail').waitFor()
    await dial()
    await answers([
      ['1. Épargner', '7'],
      ['Fermer votre compte ?', '1'],
    ])
    await reads('Votre compte se ferme')
    await speak('en')
    expect(trouble).toEqual([])
  }, 180_000)

  test('every last three digits that docs/emulator.md lists can be chosen for the wallet', async () => {
    const ends = endings.map(([end]) => end)
    const offered = await page
      .getByLabel('What the wallet answers')
      .locator('option')
      .evaluateAll((options: unknown[]) => options.map((one) => (one as { value: string }).value))
    expect(offered.toSorted()).toEqual(['001', ...ends].toSorted())
  })

  test('another customer begins without data, and with their own test clock', async () => {
    expect(await page.locator('.texts li:not(.note)').count()).toBeGreaterThan(0)
    await make('001')
    for (const left of [
      '.texts li:not(.note)',
      '.orders li',
      'article',
      '.trace li:has(code:text-is("confirm_deposit"))',
    ])
      expect([left, await page.locator(left).count()]).toEqual([left, 0])
    await register()
    await deposit()
    await text('has arrived')
    const calendar = page.locator('section', { has: page.locator('#calendar') })
    const today = async () => present(await calendar.locator('strong').textContent()).replace('Today: ', '')
    const after = (days: number): string =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(begun + days * dayMs)
    const begun = Date.parse(`${await today()} UTC`)
    await calendar.getByText('maturity:').waitFor()
    for (const [name, days] of [
      ['+ 1 day', 1],
      ['+ 2 days', 3],
    ] as const) {
      await calendar.getByRole('button', { name, exact: true }).click()
      await calendar.locator('strong', { hasText: after(days) }).waitFor()
      await calendar.locator('button:enabled', { hasText: '+ 1 day' }).waitFor()
    }
    await calendar
      .getByLabel('To', { exact: true })
      .fill(new Date(begun + 5 * dayMs).toISOString().slice(0, 10))
    await calendar.getByRole('button', { name: 'Go' }).click()
    await calendar.locator('strong', { hasText: after(5) }).waitFor()
    expect(await calendar.locator('.days .now').textContent()).toBe(
      String(new Date(begun + 5 * dayMs).getUTCDate()),
    )
    expect(trouble).toEqual([])
  })

  test('a refused walk is said until the next one, and an option is chosen by its number alone', async () => {
    await make('001')
    await register()
    const calendar = page.locator('section', { has: page.locator('#calendar') })
    const polled = () =>
      page.waitForResponse((answer) => answer.request().postData()?.includes('get_test_clock') === true)
    await calendar.getByLabel('To', { exact: true }).fill('2099-01-01')
    await calendar.getByRole('button', { name: 'Go' }).click()
    await page.locator('.trouble', { hasText: 'WALK_TOO_LONG' }).waitFor()
    for (let turn = 0; turn < 3; turn++) await polled()
    expect(await page.locator('.trouble').allTextContents()).toEqual(['WALK_TOO_LONG'])
    await calendar.getByRole('button', { name: '+ 1 day', exact: true }).click()
    await page.locator('.trouble').waitFor({ state: 'detached' })

    await reply('00')
    await reads('Unknown choice')
    await page.getByRole('button', { name: 'Hang up' }).click()
    // The browser itself logs the refusal.
    expect(trouble.filter((one) => !/\b400\b/.test(one))).toEqual([])
    trouble.length = 0
  }, 60_000)

  test('a session ends by hanging up or by a time-out, and a new one can begin', async () => {
    await dial()
    await reads('1. Save')
    await page.getByRole('button', { name: 'Hang up' }).click()
    await reads('You hung up')
    await page.clock.install()
    await dial()
    await reads('1. Save')
    await page.clock.runFor(91_000)
    await reads('timed out')
    await page.clock.resume()
  })

  test('typed markup is shown as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    await make('001')
    await register()
    await reply('1')
    await reads('For how long?')
    await reply('1')
    await reads('Amount')
    await reply(hostile)
    await reads(/digits|not valid/)
    expect(await ussd().textContent()).not.toContain('<img')
    // The trace shows the typed text, and the page a mail with markup, as text.
    await run(page, `document.querySelectorAll('.trace details').forEach((one) => { one.open = true })`)
    await page.locator('.trace pre', { hasText: hostile }).first().waitFor()
    await page.route('**/simulator/mails?*', (route) =>
      route.fulfill({ json: { mails: [hostileMail(hostile)] } }),
    )
    try {
      await page.getByText(`to ${hostile}`).waitFor()
      await page.locator('article', { hasText: hostile }).getByRole('button').click()
      await page.getByText(`subject ${hostile}`).waitFor()
      await page.locator('.mail', { hasText: `plain ${hostile}` }).waitFor()
    } finally {
      await page.unroute('**/simulator/mails?*')
    }
    expect(await page.locator('.simulator img').count()).toBe(0)
    expect(trouble).toEqual([])
  })

  test.each([
    ['light', 'fr', 390],
    ['dark', 'en', 390],
    ['light', 'en', 1440],
    ['dark', 'fr', 1440],
  ] as const)('the page is accessible in %s, in %s, at %i px', async (colorScheme, language, width) => {
    // At the width of a phone the choice of the language is in the menu.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('.head select').last().selectOption(language)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await run(page, `document.querySelectorAll('.trace details').forEach((one, at) => { one.open = at < 6 })`)
    expect(await run(page, 'document.documentElement.scrollWidth')).toBe(width)
    await picture(page, `simulator-${colorScheme}-${language}-${width}`)
    expect(await violationsOf(page)).toEqual([])
  })

  test('the page loads nothing from other hosts, and is smaller than its limit', () => {
    expect(foreign).toEqual([])
    expect(weightOf('simulator')).toBeGreaterThan(bytesMax / 2)
    expect(weightOf('simulator')).toBeLessThanOrEqual(bytesMax)
  })

  test('the books close after these tests', () => expectBooksToClose(service()))
}
