// Pictures of every page in both languages, light and dark, on a phone and on a desk, for a person to look through: into
// `artefacts/pages`, or the folder that is named, with an index.html. The service that they are of is started for it, and a
// few scenarios are played on it.
import '../../node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

const root = join(import.meta.dirname, '..', '..')
const program = join(root, 'dist', 'cauri.js')
const folder = resolve(process.argv[2] ?? join(root, 'artefacts', 'pages'))
const scenarios = ['readme', 'contract', 'wallet/payment-451.yaml', 'wallet/payment-453.yaml']
const answerMsMax = 30_000

const chromiumPath = () => {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser']
  const places = (process.env.PATH ?? '').split(delimiter)
  const found = names
    .flatMap((name) => places.map((place) => join(place, name)))
    .find((file) => existsSync(file))
  const path = process.env.TEST_CHROMIUM ?? found
  if (path === undefined)
    throw new Error('there is no Chromium on this machine, and TEST_CHROMIUM names none')
  return path
}

const startService = async (data) => {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: data,
    EMULATOR_DELAY_MS: '300',
    PAYMENT_TIME_SCALE: '100',
  }
  const child = spawn(process.execPath, [program, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((found, lost) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const address = /Cauri listens on (http:\/\/[\d.:]+)/.exec(said)?.[1]
      if (address) found(address)
    })
    child.once('exit', () => lost(new Error(`the service did not start:\n${said}`)))
  })
  return { child, url }
}

const play = async (url) => {
  const files = scenarios.map((name) => join(root, 'scenarios', name))
  const child = spawn(process.execPath, [program, 'scenario', ...files, '--url', url], { stdio: 'ignore' })
  await once(child, 'exit')
}

const graphql = async (url, query) => {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'dev-back-office-key' },
    body: JSON.stringify({ query }),
  })
  return (await answer.json()).data
}

/** Something that waits for a second person. */
const propose = (url) =>
  graphql(
    url,
    `
      mutation {
        proposeApprovalLimit(input: { idempotencyKey: "pictures", reason: "the board" }) {
          refusal {
            message
          }
        }
        proposeErasure(input: { idempotencyKey: "pictures", nationalId: "29384756", reason: "asked for" }) {
          refusal {
            message
          }
        }
      }
    `,
  )

/** What each page is called, and where it is. */
const pagesOf = async (url) => {
  const { positions, orders, payouts, clocks, statements } = await graphql(
    url,
    `
      {
        positions(first: 1) {
          nodes {
            customer {
              id
            }
          }
        }
        orders(first: 1, filter: { kind: [PAY_OUT] }) {
          nodes {
            id
          }
        }
        payouts(first: 1) {
          nodes {
            id
          }
        }
        clocks(first: 1, sort: OLDEST) {
          nodes {
            id
          }
        }
        statements(first: 1) {
          nodes {
            id
          }
        }
      }
    `,
  )
  const lists =
    'approvals limits reviews customers positions orders payouts blocks statements exceptions comparisons providerLines months queues nights clocks entries suspense products scores audit access roles ledger'
  const first = (name, { nodes: [thing] }) =>
    thing ? [[name.slice(0, -1), `/console/${name}/${encodeURIComponent(thing.id)}`]] : []
  return [
    ['front-door', '/'],
    ['docs', '/docs'],
    ['sign-in', '/sign-in'],
    ['simulator', '/simulator'],
    ['explorer', '/graphql'],
    ['sandbox', '/graphql/sandbox'],
    ['console', '/console'],
    ...lists.split(' ').map((name) => [name, `/console/${name}`]),
    ...first('customers', { nodes: positions.nodes.map(({ customer }) => customer) }),
    ...first('orders', orders),
    ...first('payouts', payouts),
    ...first('clocks', clocks),
    ...first('statements', statements),
    ['product', '/console/products/LOCK3M'],
    ['queue', '/console/queues/ORDERS'],
    ['waiting', '/console/approvals?status=OPEN'],
    ['search', '/console/search?text=237670'],
    ['insights', '/insights'],
  ]
}

const looks = [
  ['fr-FR', 'light', 390],
  ['en-GB', 'dark', 390],
  ['en-GB', 'light', 1440],
  ['fr-FR', 'dark', 1440],
]

const signIn = async (page, url) => {
  await page.goto(`${url}/sign-in?to=%2Fconsole`)
  await page.locator('button[value="development admin"]').click()
  await page.waitForURL(`${url}/console`)
}

const picturesOf = async (browser, url, [locale, colorScheme, width]) => {
  const context = await browser.newContext({
    locale,
    colorScheme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(answerMsMax)
  const page = await context.newPage()
  await page.route(/^https:/, (route) => route.abort())
  await signIn(page, url)
  const taken = []
  for (const [name, path] of await pagesOf(url)) {
    await page.goto(url + path)
    await page.waitForLoadState('networkidle')
    await page
      .locator('main [role=status]')
      .first()
      .waitFor({ state: 'detached' })
      .catch(() => undefined)
    const file = `${name}-${locale.slice(0, 2)}-${colorScheme}-${width}.png`
    // The documentation is longer than any picture may be.
    await page.screenshot({ path: join(folder, file), fullPage: name !== 'docs' })
    taken.push(file)
  }
  await context.close()
  return taken
}

const indexOf = (files) =>
  `<!doctype html><meta charset="utf-8"><title>Pages</title>
<style>body{font:15px system-ui;display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;width:22rem}img{width:100%;border:1px solid #999}</style>
${files.map((file) => `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${file}</figcaption></figure>`).join('\n')}
`

await mkdir(folder, { recursive: true })
const data = await mkdtemp(join(tmpdir(), 'cauri-pictures-'))
const { child, url } = await startService(data)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
try {
  await play(url)
  await propose(url)
  const files = []
  for (const look of looks) files.push(...(await picturesOf(browser, url, look)))
  await writeFile(join(folder, 'index.html'), indexOf(files.toSorted()))
  process.stdout.write(`${files.length} pictures in ${folder}\n`)
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await once(child, 'exit')
  await rm(data, { recursive: true, force: true })
}
