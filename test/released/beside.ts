import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { packageRoot } from '../../src/app/config/config.js'
import { openDatabase } from '../../src/app/open-database.js'
import { createClient, type Client } from '../end-to-end/client.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { customerAt, type Customer } from '../end-to-end/customer.js'
import { startGuarded, type GuardedProcess } from '../end-to-end/guarded-process.js'
import { submitScoreRequest } from '../end-to-end/score-request.js'
import type { Env } from '../end-to-end/service.js'
import { startWallet, type Wallet } from '../end-to-end/wallet.js'
import { booksProblems } from '../support/books.js'
import { startMailServer, type MailServer } from '../support/mail-server.js'
import { scratchFolder } from '../support/scratch.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { present } from '../support/present.js'
import { z } from 'zod'
import { recordOf, shaped } from '../support/typed.js'

// Run by `npm run test:released`, and not by `npm test`, since it builds the tag of the last release.

const run = promisify(execFile)

/** The tag of the last release, from the snapshots of releases in this folder. */
const tag = present(
  globSync('*/wire.txt', { cwd: import.meta.dirname })
    .map((path) => `v${present(path.split('/')[0])}`)
    .toSorted(new Intl.Collator('en', { numeric: true }).compare)
    .at(-1),
)

/** Builds the program of the tag in a folder of its own, by its own build script, with today's packages. */
const buildReleased = async (folder: string): Promise<string> => {
  await run('git', ['rev-parse', '--verify', '--quiet', `${tag}^{commit}`], { cwd: packageRoot }).catch(
    () => {
      throw new Error(`this clone has no ${tag}: git fetch origin tag ${tag}`)
    },
  )
  const archive = join(folder, 'source.tar')
  await run('git', ['archive', '--output', archive, tag], { cwd: packageRoot })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  await run(process.execPath, ['build.mjs'], { cwd: folder })
  return join(folder, 'dist', 'cauri.js')
}

type Version = 'old' | 'new'

interface Process extends Client {
  readonly url: string
  readonly customer: (msisdn?: string) => Customer
  readonly end: () => Promise<void>
}

const listensOn = ({ stdout }: GuardedProcess): string | undefined =>
  /Cauri listens on (http:\/\/[\d.:]+)/.exec(stdout())?.[1]

const clerkKey = 'dev-back-office-key'
const approverKey = 'dev-approver-key'

interface Column extends RowDataPacket {
  readonly tab: string
  readonly col: string
  readonly type: string
  readonly nullable: 'YES' | 'NO'
  readonly initial: string | null
}

/** The columns of all tables, as they are in the database now. */
const columnsOf = async (url: string): Promise<ReadonlyMap<string, Column>> => {
  const connection = await createConnection(url)
  const [rows] = await connection
    .query<Column[]>(
      `SELECT table_name AS tab, column_name AS col, column_type AS type, is_nullable AS nullable, column_default AS initial
       FROM information_schema.columns WHERE table_schema = DATABASE()`,
    )
    .finally(() => connection.end())
  return new Map(rows.map((column) => [`${column.tab}.${column.col}`, column]))
}

describeEachDatabase(`${tag} beside this version`, (database) => {
  // With SQLite only one process can run.
  if (database.kind === 'sqlite') {
    test('is not tested on SQLite, which only one process can open', () =>
      expect(database.kind).toBe('sqlite'))
    return
  }
  let wallet: Wallet
  let mail: MailServer
  let created: CreatedDatabase
  let documents = ''
  const programs = { old: '', new: compiledProgram('cauri') }
  const ends: (() => Promise<unknown>)[] = []
  const logs: (() => string)[] = []

  beforeAll(async () => {
    const folder = await scratchFolder('cauri-released-')
    ends.push(() => rm(folder, { recursive: true, force: true }))
    await mkdir((documents = join(folder, 'documents')))
    await mkdir(join(folder, 'source'))
    programs.old = await buildReleased(join(folder, 'source'))
    wallet = await startWallet()
    ends.push(() => wallet.close())
    mail = await startMailServer()
    ends.push(() => mail.stop())
    created = await database.create()
    ends.push(() => created.drop())
  })
  afterAll(async () => {
    // One process that does not end must not keep the others from ending: the run would wait for them.
    const problems: unknown[] = []
    for (const end of ends.toReversed()) await end().catch((error: unknown) => problems.push(error))
    expect(problems).toEqual([])
  })

  const settings = (): Env => ({
    ...wallet.env,
    DATABASE_URL: created.url,
    DOCUMENTS_DIR: documents,
    SMTP_URL: mail.url,
    // Time for requests that are already on their way when the port closes.
    DRAIN_SECONDS: '2',
  })

  const start = async (version: Version, role: string, env: Env = {}): Promise<Process> => {
    const scratch = await scratchFolder('cauri-released-data-')
    const given: Env = { PORT: '0', DATA_DIR: scratch, ...settings(), ROLE: role, ...env }
    const started = startGuarded([programs[version], 'start'], given, scratch)
    logs.push(() => started.stdout() + started.stderr())
    let url = ''
    await eventually(`${version} ${role} listens`, () => {
      if (started.hasExited()) throw new Error(`${version} ${role} did not start:\n${started.stderr()}`)
      url = listensOn(started) ?? ''
      return url !== ''
    })
    let ended: Promise<void> | undefined
    const end = (): Promise<void> =>
      (ended ??= (async () => {
        started.signal('SIGTERM')
        expect(await started.over).toBe(0)
        await rm(scratch, { recursive: true, force: true })
      })())
    ends.push(end)
    const client = createClient(() => url)
    return { ...client, url, customer: (msisdn) => customerAt(client, msisdn), end }
  }
  const startServer = (version: Version): Promise<Process> => start(version, 'api')
  /** A process of workers and readers, which requests scores from the scoring service of the given process. */
  const workers = (version: Version, { url }: Process): Promise<Process> =>
    start(version, 'worker,reader', {
      SCORING_BASE_URL: `${url}/scoring`,
      SCORING_CLIENT_ID: 'dev-scoring-client',
      SCORING_CLIENT_SECRET: 'dev-scoring-secret',
      SCORING_API_KEY: 'dev-scoring-key',
    })

  const cauri = async (version: Version, ...words: readonly string[]): Promise<Record<string, unknown>> => {
    const scratch = await scratchFolder('cauri-released-data-')
    const env: Env = { ...settings(), DATA_DIR: scratch }
    const ran = startGuarded([programs[version], ...words, '--json'], env, scratch)
    await ran.over
    await rm(scratch, { recursive: true, force: true })
    if (ran.stdout() === '') throw new Error(ran.stderr())
    return recordOf(JSON.parse(ran.stdout()))
  }

  /** Saves in two products, and withdraws one of them early. */
  const save = async (at: Process, customer = at.customer()): Promise<Customer> => {
    await customer.register({ email: `c${customer.msisdn}@example.com` })
    const amounts = ['20000', '30000']
    for (const [index, amount] of amounts.entries()) {
      const { deposit_reference: reference = '' } = await customer.quote(amount, index ? 'LOCK6M' : 'LOCK3M')
      await customer.confirm(reference)
      expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
    }
    const [{ locked_account_id: position = '' } = {}] = await customer.positions()
    const { withdrawal_reference: reference = '' } = await customer.preview(position)
    expect(await customer.withdraw(reference)).toMatchObject({
      withdrawal_status: 'PENDING',
      payout_status: 'ON_HOLD',
    })
    return customer
  }

  /** What this process shows the customer. */
  const shown = async (at: Process, { msisdn }: Customer) => {
    const customer = at.customer(msisdn)
    return [await customer.balance(), await customer.positions(), await customer.transactions()]
  }

  const ask = async (at: Process, key: string, query: string): Promise<Record<string, unknown>> => {
    const { status, data, codes } = await at.graphql(query, key)
    expect([query, status, codes]).toEqual([query, 200, []])
    return recordOf(data)
  }
  const idOf = async (at: Process, { msisdn }: Customer): Promise<string> =>
    shaped(
      z.object({ customer: z.object({ id: z.string() }) }),
      await ask(at, clerkKey, `{ customer(by: { msisdn: "${msisdn}" }) { id } }`),
    ).customer.id

  /** A clerk proposes a block at this process. */
  const proposeBlock = async (at: Process, customer: Customer): Promise<string> => {
    const answer = await ask(
      at,
      clerkKey,
      `mutation { proposed: proposeBlockCustomer(input: { idempotencyKey: "${customer.msisdn}",
         customer: "${await idOf(at, customer)}", cause: COURT, scope: DEBIT, reason: "order of a court", evidence: "order 7" })
       { approval { id } refusal { message } } }`,
    )
    const proposal = z.object({ approval: z.object({ id: z.string() }) })
    const { proposed } = shaped(z.object({ proposed: proposal }), answer)
    return proposed.approval.id
  }
  const approve = async (at: Process, id: string): Promise<void> => {
    const { approve: approved } = await ask(
      at,
      approverKey,
      `mutation { approve(input: { idempotencyKey: "${id}", id: "${id}" }) { approval { status } refusal { message } } }`,
    )
    expect(approved).toEqual({ approval: { status: 'DONE' }, refusal: null })
  }

  const order = (at: Process): Promise<string> =>
    submitScoreRequest(at.url, {
      person: {
        nationalId: '29384756',
        firstName: 'Wanjiku',
        lastName: 'Kamau',
        phoneNumber: '+254712345678',
      },
      productCode: 'PA',
      password: 'x1',
      statement: Buffer.from('%PDF-1.5\nnothing that can be read'),
    })
  const read = async (at: Process, id: string): Promise<void> => {
    let score: unknown
    await eventually('the documents are read', async () => {
      const query = `{ scoreRequest(id: "${id}") { status failure { code } } }`
      ;({ scoreRequest: score } = await ask(at, clerkKey, query))
      return recordOf(score)['status'] === 'FAILED'
    })
    expect(score).toMatchObject({
      failure: { code: expect.stringMatching(/^(UNSUPPORTED_LAYOUT|CORRUPT_PDF)$/) },
    })
  }

  const state = { isOver: false, calls: 0 }
  /** The lines of level error or above in the logs of all processes. */
  const failed = (): string[] =>
    logs.flatMap((log) =>
      log()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line)),
    )
  afterEach(() => {
    state.isOver = true
    // Checked even if another expectation failed first: these lines show the cause.
    expect(failed()).toEqual([])
  })

  test('is replaced under load and restored, without an error for any customer', async () => {
    const oldServer = await startServer('old')
    let worker = await workers('old', oldServer)
    const before = await columnsOf(created.url)
    const [first, blocked] = [await save(oldServer), await save(oldServer)]

    // Customers use whichever processes are open, all the time.
    let open = [oldServer.url]
    const errors: unknown[] = []
    const people = [1, 2].map(async () => {
      while (!state.isOver) {
        const customer = customerAt(createClient(() => present(open[state.calls++ % open.length])))
        try {
          await customer.register()
          const { deposit_reference: reference = '' } = await customer.quote('10000')
          await customer.confirm(reference)
          expect(await customer.outcome(reference)).toMatchObject({ deposit_status: 'SUCCESSFUL' })
          await customer.balance()
        } catch (error) {
          errors.push(error)
        }
      }
    })

    // Expand: the migrations leave the old columns as they are, and new columns need no value from the old version.
    const status = z.object({ pending: z.array(z.string()) })
    const { pending } = shaped(status, await cauri('new', 'migrate', 'status'))
    expect((await cauri('new', 'migrate', 'up'))['done']).toEqual(pending)
    const after = await columnsOf(created.url)
    for (const [name, column] of before) expect([name, after.get(name)]).toEqual([name, column])
    const tables = new Set([...before.values()].map(({ tab }) => tab))
    const demanding = [...after].filter(
      ([name, { tab, nullable, initial }]) =>
        tables.has(tab) && !before.has(name) && nullable === 'NO' && initial === null,
    )
    expect(demanding).toEqual([])

    // Old servers, new workers.
    const proposedThere = await proposeBlock(oldServer, blocked)
    await worker.end()
    worker = await workers('new', oldServer)
    const second = await save(oldServer)
    await read(oldServer, await order(oldServer))

    // New servers, old workers.
    const newServer = await startServer('new')
    open = [oldServer.url, newServer.url]
    await worker.end()
    worker = await workers('old', newServer)
    for (const customer of [first, second])
      expect(await shown(newServer, customer)).toEqual(await shown(oldServer, customer))
    const third = await save(newServer)
    expect(await shown(oldServer, third)).toEqual(await shown(newServer, third))
    await read(oldServer, await order(newServer))
    await approve(newServer, proposedThere)
    const proposedHere = await proposeBlock(newServer, third)
    await approve(oldServer, proposedHere)

    // Only the new version: callers no longer use the old server, and it is closed.
    open = [newServer.url]
    await oldServer.end()
    await worker.end()
    worker = await workers('new', newServer)
    const fourth = await save(newServer)

    // Back to the old version, on the expanded database.
    const again = await startServer('old')
    open = [again.url]
    const everybody = [first, second, third, fourth]
    for (const customer of everybody)
      expect(await shown(again, customer)).toEqual(await shown(newServer, customer))
    await newServer.end()
    await worker.end()
    worker = await workers('old', again)
    await save(again)
    expect((await cauri('old', 'migrate', 'status'))['unknown']).toEqual(pending)

    state.isOver = true
    await Promise.all(people)
    expect(errors).toEqual([])
    expect(state.calls).toBeGreaterThan(20)

    // With no process running, the migrations are reverted: the old version has its own tables again.
    const seen = await Promise.all(everybody.map((customer) => shown(again, customer)))
    await again.end()
    await worker.end()
    const { undone } = await cauri('new', 'migrate', 'down', '--yes', '--steps', String(pending.length))
    expect(undone).toEqual(pending.toReversed())
    expect(await cauri('old', 'migrate', 'status')).toMatchObject({ pending: [], unknown: [] })
    const last = await startServer('old')
    expect(await Promise.all(everybody.map((customer) => shown(last, customer)))).toEqual(seen)
  }, 300_000)

  test('leaves books that close', async () => {
    // The audit of this version needs its tables, so `openDatabase` runs its migrations again.
    const opened = await openDatabase(settingsOf(created.url))
    expect(await booksProblems(opened).finally(() => opened.close())).toEqual([])
  })
})
