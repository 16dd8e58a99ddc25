import 'reflect-metadata'
import { join } from 'node:path'
import { Command } from 'commander'
import { createConnection } from 'mysql2/promise'
import { packageRoot } from '../../src/app/config/config.js'
import type { Database, Row } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { wholeOption } from '../../src/cli/options.js'
import { startWallet } from '../../test/end-to-end/wallet.js'
import { startSeverableProxy } from '../../test/jobs/severable-proxy.js'
import { booksProblems } from '../../test/support/books.js'
import { startMailServer, type MailServer } from '../../test/support/mail-server.js'
import { startMariadb } from '../../test/support/mariadb.js'
import { startMongo } from '../../test/support/mongo.js'
import { eventually, sleep } from '../../test/support/wait.js'
import { faults, type Fault, type FaultTargets } from './faults.js'
import { startMember } from './fleet.js'
import { randomFrom, startWorkload, type Answers, type Workload } from './workload.js'

/**
 * `npm run faults -- --minutes 10 --seed 1`: runs two API processes and two workers on a separate MariaDB, with
 * customers who save and opt out without a pause, and causes one fault after the other, in the order of the seed.
 * `--only text` selects the faults whose name contains the text. Prints the table of docs/faults.md.
 */
const values = new Command('faults')
  .description('causes one fault after the other, under load: docs/faults.md')
  .addOption(wholeOption('--minutes <n>', 'at least', 0, 10_000).default(10))
  .addOption(wholeOption('--seed <n>', 'of the order of faults', 0, 999_999_999).default(1))
  .option('--only <text>', 'only faults whose name contains the text', '')
  .showHelpAfterError('(see --help)')
  .parse()
  .opts<{ minutes: number; seed: number; only: string }>()
const chosen = faults.filter(({ name }) => name.includes(values.only))
if (chosen.length === 0) {
  process.stderr.write(
    `no fault is called ${values.only}; there are:\n${faults.map(({ name }) => name).join('\n')}\n`,
  )
  process.exit(2)
}
const random = randomFrom(values.seed)
const endMs = performance.now() + values.minutes * 60_000

const recoverMsMax = 60_000
const settleMsMax = 120_000

const databaseSettings = [
  // No fault here is a power cut, so commits need not be synced to the disk.
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
  '--innodb-buffer-pool-size=128M',
  '--skip-innodb-file-per-table',
  // A small maximum size, so that the disk can be made full.
  '--innodb-data-file-path=ibdata1:12M:autoextend:max:160M',
]

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)

const countOf = async ({ read }: Database, statement: string): Promise<number> => {
  const [row] = await read.all(statement)
  return Number(row?.['n'] ?? 0)
}

const openStatements = 'SELECT COUNT(*) AS n FROM statements WHERE due_at IS NOT NULL'
const openOrders = 'SELECT COUNT(*) AS n FROM payment_orders WHERE due_at IS NOT NULL'
const failing = `SELECT (SELECT COUNT(*) FROM payment_orders WHERE failures > 0) +
  (SELECT COUNT(*) FROM review_cases WHERE kind = 'SETTLEMENT_FAILED') AS n`

/** The deposits that were answered 200 and are not booked exactly once, and what the audit of the books finds. */
const audit = async (database: Database, { answeredDeposits }: Workload): Promise<string[]> => {
  const problems = await booksProblems(database)
  const rows = await database.read.all(
    `SELECT quote_reference AS reference, COUNT(*) AS n FROM payment_orders
     WHERE kind = 'COLLECT' AND status = 'SUCCESSFUL' GROUP BY quote_reference`,
  )
  const booked = new Map(rows.map((row) => [String(row['reference']), Number(row['n'])]))
  for (const [msisdn, reference] of answeredDeposits) {
    const times = booked.get(reference) ?? 0
    if (times !== 1) problems.push(`deposit ${reference} of ${msisdn} is booked ${times} times`)
  }
  return problems
}

/** Statements that are marked as sent although no mail arrived. A mail may arrive twice, with the same content. */
const mailProblems = async ({ read }: Database, { mails }: MailServer): Promise<string[]> => {
  const came = new Set(mails.map(({ messageId }) => messageId))
  const sent = await read.all(`SELECT id, message_id FROM statements WHERE status = 'SENT'`)
  return sent
    .filter((row) => !came.has(String(row['message_id'])))
    .map((row) => `statement ${String(row['id'])} is marked as sent, but its mail did not arrive`)
}

/** The same database without a time limit on statements: the audit may be slow on a busy machine. */
const withoutTimeLimit = async (
  database: Database,
  uri: string,
): Promise<Database & { end(): Promise<void> }> => {
  const connection = await createConnection({
    uri,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
  })
  const all = async (statement: string, parameters: readonly unknown[] = []) =>
    (await connection.query(statement, [...parameters]))[0] as Row[]
  return { ...database, read: { ...database.read, all }, end: () => connection.end() }
}

const wordsOf = (answers: Answers): string =>
  [...answers]
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')

const recovered = async (targets: FaultTargets, workload: Workload): Promise<string> => {
  const begun = performance.now()
  const isBack = async () => {
    const apis = targets.members.filter(({ role }) => role === 'api')
    const saved = await Promise.all(apis.map(({ url }) => workload.save(url())))
    return saved.every(Boolean)
  }
  try {
    await eventually('both apis save and a worker settles', isBack, recoverMsMax)
    return `${((performance.now() - begun) / 1000).toFixed(1)} s`
  } catch {
    if (process.env['FAULTS_LOG']) say(targets.members.map((member) => member.printed()).join('\n'))
    return `not in ${recoverMsMax / 1000} s`
  }
}

interface FaultRow {
  readonly fault: string
  readonly got: string
  /** How long it took until customers could save again. */
  readonly recoveredIn: string
  readonly lost: string
}

const tryOne = async (
  targets: FaultTargets,
  workload: Workload,
  audited: Database,
  fault: Fault,
): Promise<FaultRow> => {
  await sleep(2_000)
  workload.answers()
  const failingBefore = await countOf(audited, failing)
  await fault.cause(targets)
  const back = await recovered(targets, workload)
  const got = wordsOf(workload.answers())
  const problems = await audit(audited, { ...workload, answeredDeposits: new Map() })
  const counted = (await countOf(audited, failing)) - failingBefore
  if (counted > 0) problems.push(`${counted} orders failed, or could not be settled`)
  return { fault: fault.name, got, recoveredIn: back, lost: problems.join('; ') || 'nothing' }
}

const run = async (): Promise<void> => {
  const server = await startMariadb(databaseSettings)
  if (!server) throw new Error('this machine has neither mariadbd nor mysqld')
  const admin = await createConnection(server.url)
  await admin.query('CREATE DATABASE cauri CHARACTER SET utf8mb4')
  await admin.query(`CREATE USER cauri@'127.0.0.1' IDENTIFIED BY 'cauri'`)
  await admin.query(`GRANT ALL ON cauri.* TO cauri@'127.0.0.1'`)
  await admin.query('USE cauri')
  const holder = await createConnection(`${server.url}/cauri`)
  const address = new URL(server.url)
  const url = `mysql://cauri:cauri@${address.host}/cauri`
  const provider = await startWallet()
  const wallet = await startSeverableProxy(provider.url)
  const store = await startMongo(packageRoot)
  const jobStore = store && (await startSeverableProxy(`${store.url}/cauri`))
  const mailServer = await startMailServer()
  const mail = await startSeverableProxy(mailServer.url)
  const databases = [await startSeverableProxy(url), await startSeverableProxy(url)]
  const env = (proxy: number) => ({
    ...provider.env,
    EMULATOR_URL: wallet.url.replace(/\/$/, ''),
    DATABASE_URL: databases[proxy]!.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Cauri <statements@cauri.example>',
    ...(jobStore && { MONGO_URL: jobStore.url }),
    PRODUCTS_FILE: join(packageRoot, 'test', 'end-to-end', 'products-at-once.json'),
    LOG_LEVEL: 'info',
  })
  const members = [
    await startMember('api', env(0)),
    await startMember('api', env(0)),
    await startMember('worker', env(1)),
    await startMember('worker', env(1)),
  ]
  const database = await openDatabase({ kind: 'mysql', url, poolSize: 4 })
  const audited = await withoutTimeLimit(database, `${server.url}/cauri`)
  const targets: FaultTargets = { admin, holder, databases, wallet, jobStore, mail, members, random }
  const apis = members.filter(({ role }) => role === 'api')
  const workload = startWorkload(
    apis.map((api) => api.url),
    random,
  )
  say('| fault | what callers got | recovered in | lost |\n|---|---|---|---|')
  // Faults of the job store are left out if there is none.
  const possible = chosen.filter(({ needsJobStore }) => jobStore !== undefined || !needsJobStore)
  let left = shuffled(possible)
  let isClean = true
  const printRow = (row: FaultRow): void => {
    if (row.lost !== 'nothing') isClean = false
    say(`| ${row.fault} | ${row.got} | ${row.recoveredIn} | ${row.lost} |`)
  }
  // Causes each fault once, however long that takes, and then again while there is time.
  for (let done = 0; done < possible.length || performance.now() < endMs; done++) {
    if (left.length === 0) left = shuffled(possible)
    printRow(await tryOne(targets, workload, audited, left.pop()!))
  }
  await workload.stop()
  const countOpen = async () =>
    (await countOf(database, openOrders)) + (await countOf(database, openStatements))
  const settled = async () => (await countOpen()) === 0
  await eventually('nothing is open', settled, settleMsMax).catch(() => undefined)
  const open = await countOpen()
  const problems = [...(await audit(audited, workload)), ...(await mailProblems(audited, mailServer))]
  say(
    `\nIn the end: ${workload.answeredDeposits.size} deposits were answered 200, ${mailServer.mails.length} mails arrived, ${open} orders and statements are open, ` +
      `${problems.length === 0 ? 'each deposit is booked once, each statement has its mail, and the books close' : problems.slice(0, 20).join('; ')}.`,
  )
  const lines = members.flatMap((member) => member.printed().split('\n'))
  const loud = lines.filter((line) => /"level":(?:40|50)/.test(line))
  say(`Lines at warn and error in the logs of ${members.length} processes: ${loud.length}.`)
  if (process.env['FAULTS_LOG']) say(loud.join('\n'))
  await audited.end()
  await database.close()
  await Promise.all(members.map((member) => member.stop()))
  for (const proxy of [...databases, wallet, mail, ...(jobStore ? [jobStore] : [])]) await proxy.close()
  await provider.close()
  await mailServer.stop()
  await store?.stop()
  await holder.end()
  await admin.end()
  await server.stop()
  if (!isClean || problems.length > 0 || open > 0) process.exitCode = 1
}

await run()
process.exit()
