import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../src/app/open-database.js'
import { developmentKeys } from '../../src/platform/identity/keys/development-keys.js'
import { scratchFolder } from '../support/scratch.js'
import { mysqlUrl, onSqlite, settingsOf } from '../support/services.js'
import { freePort } from '../support/free-port.js'
import { eventually, newGate } from '../support/wait.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import { ContractClient } from '../../src/cli/conformance/scoring-client.js'
import { gatewayKey } from './client.js'
import { compiledProgram } from './compile.js'
import { withQuote } from './customer.js'
import { expectBooksToClose } from './expect-books.js'
import { runService, startService, type Env, type Service } from './service.js'
import { startWalletProxy, type WalletProxy } from './wallet-proxy.js'
import { startWallet, type Wallet } from './wallet.js'
import { first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

let wallet: Wallet
let proxy: WalletProxy
let service: Service
beforeAll(async () => {
  wallet = await startWallet()
  proxy = await startWalletProxy(wallet.url)
  service = await startService(onSqlite, {
    ...wallet.env,
    EMULATOR_URL: proxy.url,
    npm_lifecycle_event: 'start',
  })
})
afterAll(async () => {
  await service?.close()
  await proxy?.close()
  await wallet?.close()
})

/** Checks that the service exits with 1 and prints the reason in one line, without a stack. */
const expectOneLine = async (env: Env, line: RegExp): Promise<void> => {
  const { code, stderr } = await runService(env)
  expect(stderr).toMatch(line)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).not.toMatch(/\n\s+at |\.js:\d|password-of-ours/)
  expect(code).toBe(1)
}

test('npm start ends its output with all addresses and keys', async () => {
  const { version } = shaped(
    z.object({ version: z.string() }),
    JSON.parse(await readFile('package.json', 'utf8')),
  )
  const title = `Cauri ${version}, development, at ${service.url()}`
  await eventually('all is said', () => /dev-admin-key$/m.test(service.printed()))
  const at = service.printed().indexOf(title)
  expect(at).toBeGreaterThanOrEqual(0)
  const shown = service.printed().slice(at)
  for (const path of ['/docs', '/simulator', '/console', '/insights', '/graphql', '/healthz']) {
    expect(shown).toMatch(new RegExp(`^  ${path} +\\S`, 'm'))
    const answer = await fetch(service.url() + path, { headers: { accept: 'text/html' } })
    expect([path, answer.status]).toEqual([path, 200])
  }
  expect(shown).toContain(`Mails: ${join(service.dataDirectory, 'outbox')}`)
  expect(shown).toContain(`Control of the emulator: ${proxy.url}/emulator/orders`)
  for (const { roles, key } of developmentKeys)
    expect(shown).toMatch(new RegExp(`^  ${roles[0]} +${key}$`, 'm'))
})

test('the programs are ASCII, since V8 keeps other text in two bytes a character', async () => {
  const folder = dirname(compiledProgram('cauri'))
  const programs = readdirSync(folder).filter((name) => name.endsWith('.js'))
  for (const name of programs) expect(await readFile(join(folder, name), 'latin1')).toMatch(/^[\0-\x7f]*$/)
  expect(programs).toContain('cauri.js')
})

describe('a failing start names the reason and exits with 1 when', () => {
  test('the port is in use', () =>
    expectOneLine({ PORT: new URL(service.url()).port }, /^HOST and PORT cannot be listened on .*EADDRINUSE/))

  test('the host is no address of this machine', () =>
    expectOneLine(
      { HOST: 'no.such.host.invalid', DEVELOPMENT_SECRET: 'a-secret-of-this-test' },
      /^HOST and PORT cannot be listened on .*ENOTFOUND/,
    ))

  test('the data directory cannot be made', () =>
    expectOneLine({ DATA_DIR: '/dev/null/x' }, /^DATA_DIR \/dev\/null\/x cannot be written \(ENOTDIR\)$/m))

  test.each([
    ['staging', /^DATA_DIR \S+\/staging cannot be written \(EEXIST\)$/m],
    ['documents', /^DOCUMENTS_DIR cannot be written \(EEXIST: \S.*\/documents'\)$/m],
  ])('a file is in the place of the directory %s', async (name, line) => {
    const directory = await scratchFolder('cauri-in-the-way-')
    await writeFile(join(directory, name), '')
    await expectOneLine({ DATA_DIR: directory }, line)
    await rm(directory, { recursive: true })
  })

  test('another process has the data directory', async () => {
    await expectOneLine(
      { DATA_DIR: service.dataDirectory },
      /^DATA_DIR \S+ is in use by another process; give each process its own$/m,
    )
    expect((await fetch(`${service.url()}/readyz`)).status).toBe(200)
  })

  test.each(['127.0.0.1', 'localhost'])('no database answers at %s', (host) =>
    expectOneLine(
      { DATABASE_URL: `mysql://root:password-of-ours@${host}:1/cauri` },
      new RegExp(`^the database at ${host}:1 cannot be opened: .*ECONNREFUSED`),
    ),
  )

  const server = mysqlUrl()
  const onMysql = server ? test : test.skip
  onMysql('the server has no such database', () =>
    expectOneLine(
      { DATABASE_URL: `${server}/there_is_none` },
      /^the database at \S+ cannot be opened: .*there_is_none/,
    ),
  )

  test('the database cannot be written: it names the database, not the products file', async () => {
    const created = await onSqlite.create()
    const database = await openDatabase(settingsOf(created.url))
    await database.inTransaction((tx) => tx.run('ALTER TABLE product_versions RENAME TO elsewhere'))
    await database.close()
    const directory = dirname(created.url.slice('sqlite:'.length))
    await expectOneLine({ DATA_DIR: directory }, /^the database at \S+ cannot be written: .*product_versions/)
    await created.drop()
  })

  test('variables are wrong, all of which it names at once', async () => {
    const { code, stdout, stderr } = await runService({
      PORT: 'four thousand',
      ROLE: 'boss',
      DATABASE_URL: 'postgres://u:password-of-ours@h/d',
      PAYMENT_TIME_SCALE: '0',
      PRODUCTS_FILE: '/dev/null',
      MONGO_URL: 'mongodb://u:password-of-ours@:1',
      TRUST_PROXY: '999.1.1.1',
    })
    expect(code).toBe(1)
    expect(stdout).toBe('')
    const [title, ...problems] = stderr.trimEnd().split('\n')
    expect(title).toBe('The configuration is wrong:')
    expect(problems.map((line) => /^ {2}- (\w+) /.exec(line)?.[1]).sort()).toEqual([
      'DATABASE_URL',
      'MONGO_URL',
      'PAYMENT_TIME_SCALE',
      'PORT',
      'PRODUCTS_FILE',
      'ROLE',
      'TRUST_PROXY',
    ])
    expect(stderr).not.toContain('password-of-ours')
  })

  test('products are wrong, each of which it names in its own line', async () => {
    const folder = await scratchFolder('cauri-products-')
    const path = join(folder, 'products.json')
    await writeFile(path, JSON.stringify([{ code: 'lock', rate: '4.505' }, { currency: 'francs' }]))
    const { code, stderr } = await runService({ PRODUCTS_FILE: path })
    await rm(folder, { recursive: true })
    expect(code).toBe(1)
    const [title, ...problems] = stderr.trimEnd().split('\n')
    expect(title).toBe('The configuration is wrong:')
    expect(problems).toContain(
      `  - PRODUCTS_FILE '${path}': code must be 1 to 32 of A-Z, 0-9 and _ (at [0].code)`,
    )
    expect(problems.length).toBeGreaterThan(10)
    const inItsPlace = /^ {2}- PRODUCTS_FILE '[^']+': .+ \(at \[[01]\]\.\w+\)$/
    expect(problems.filter((line) => !inItsPlace.test(line))).toEqual([])
  })

  test('settings for production are missing, all of which it names', async () => {
    const { code, stderr } = await runService({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    for (const name of ['DATABASE_URL', 'MONGO_URL', 'MOMO_BASE_URL', 'KEY_PEPPER']) {
      expect(stderr).toContain(`  - ${name} must be set`)
    }
  })
})

test('SIGHUP during a start is ignored, and SIGTERM is not lost: the service finishes and exits with 0', async () => {
  const { code, stdout } = await runService({}, async (running, dataDirectory) => {
    // The lock is the first thing of a start; the migrations come after it.
    await eventually('the start has begun', () => existsSync(join(dataDirectory, 'process.lock')))
    running.signal('SIGHUP')
    running.signal('SIGTERM')
  })
  expect(stdout).toContain('shutting down; finishing what is in flight')
  expect(code).toBe(0)
})

const onFullDevice = existsSync('/dev/full') ? test : test.skip
onFullDevice(
  'a service whose output cannot be written, as on a full disk, serves, and exits with 0 at SIGTERM',
  async () => {
    const directory = await scratchFolder('cauri-no-output-')
    const port = await freePort()
    const output = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [compiledProgram('cauri'), 'start'], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: directory, PORT: String(port), LOG_LEVEL: 'debug' },
      stdio: ['ignore', output, 'inherit'],
    })
    try {
      const isReady = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      await eventually('it serves', isReady)
      child.kill('SIGTERM')
      await eventually('it ends', () => child.exitCode !== null)
      expect(child.exitCode).toBe(0)
    } finally {
      child.kill('SIGKILL')
      closeSync(output)
      await rm(directory, { recursive: true })
    }
  },
)

/** Sends a call whose last byte is sent by `finish`. */
const slowCall = () => {
  const body = JSON.stringify(envelopeOf('list_offerable_products'))
  const socket = connect(Number(new URL(service.url()).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.write(
    `POST /getdynamicoptions HTTP/1.1\r\nhost: x\r\nx-api-key: ${gatewayKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  )
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  return { finish: () => socket.write(body.slice(-1)), ended }
}

test('SIGTERM waits for the request and the order in flight, and exits with 0 within 10 s', async () => {
  const { customer, reference } = await withQuote(service, '5000')
  let asked = false
  let answered = false
  const stopping = newGate()
  let terminated = Promise.resolve<{ code: number | null; ms: number }>({ code: null, ms: 0 })
  proxy.onMoment(async ({ call, stage }) => {
    if (call !== 'SEND') return
    if (stage === 'ARRIVED') {
      asked = true
      await stopping.opened
    }
    if (stage === 'ANSWERED') answered = true
  })
  const slow = slowCall()
  // Browsers and load balancers open connections in advance; on this one no request ever comes.
  const unused = connect(Number(new URL(service.url()).port), '127.0.0.1')
  await customer.confirm(reference)
  await eventually('the wallet is being asked', () => asked)
  terminated = service.terminate()
  await eventually('it takes no new call', () =>
    fetch(`${service.url()}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  expect(answered).toBe(false)
  stopping.open()
  slow.finish()
  const { code, ms } = await terminated
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  unused.destroy()
  expect(answered).toBe(true)
  expect(await slow.ended).toMatch(/^HTTP\/1\.1 200 OK[^]*LOCK3M/)

  const order = first(
    await service.withDatabase(({ read }) =>
      read.all('SELECT status, sends FROM payment_orders WHERE quote_reference = ?', [reference]),
    ),
  )
  expect([order['status'], Number(order['sends'])]).toEqual(['SUBMITTED', 1])
  await expectBooksToClose(service)
  await service.start()
  expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
  expect(await wallet.ordersOf(customer.msisdn)).toMatchObject([{ sends: 1 }])
})

/** Sends a document so slowly that it would take minutes. */
const drip = (url: string): { answered: () => boolean; end: () => void } => {
  let answered = false
  const put = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'content-length': 100_000 },
  })
  put.once('response', () => (answered = true)).on('error', () => undefined)
  put.write('%PDF-1.7\n')
  const dripping = setInterval(() => put.write('x'), 100)
  return {
    answered: () => answered,
    end: () => {
      clearInterval(dripping)
      put.destroy()
    },
  }
}

test('SIGTERM during a slow upload exits with 0 within 10 s, keeps nothing of it, and the document may be sent again', async () => {
  const client = new ContractClient(`${service.url()}/scoring`, 'dev-scoring-key')
  await client.authenticate('dev-scoring-client', 'dev-scoring-secret')
  const { requestId, uploadUrls } = await client.submit({
    nationalId: '29384756',
    phoneNumber: '+254712345678',
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    productCode: 'PA',
    documents: [{ documentName: 'a.pdf', documentType: 'WALLET_STATEMENT', password: 'x1' }],
  })
  const { pathname, search } = new URL(first(uploadUrls).url)
  // Without the files that the sandbox of the readers keeps there.
  const staging = (): string[] =>
    readdirSync(join(service.dataDirectory, 'staging')).filter((name) => !name.endsWith('.bpf'))
  const document = drip(`${service.url()}${pathname}${search}`)
  await eventually('it has begun to arrive', () => staging().length === 1)
  const { code, ms } = await service.terminate()
  document.end()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  expect(document.answered()).toBe(false)
  expect(service.printed()).toContain('requests still in flight are cut off')
  expect(staging()).toEqual([])
  const found = await service.withDatabase(async ({ read }) => [
    await read.all('SELECT state FROM scoring_documents WHERE request_id = ?', [requestId]),
    await read.all('SELECT object_key FROM scoring_objects'),
  ])
  expect(found).toEqual([[{ state: 'AWAITING_UPLOAD' }], []])

  await service.start()
  const again = await fetch(`${service.url()}${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.7\n',
  })
  expect(again.status).toBe(200)
})
