import { execFile, spawn } from 'node:child_process'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { errorCodeOf } from '../../kernel/error-code.js'
import { Mistake } from '../mistake.js'

export interface MysqlPlace {
  readonly url: string
  readonly ca: string | undefined
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** In seconds. Without it a server that accepts the connection and does not answer would be waited for without end. */
const connectSecondsMax = 10

/**
 * The server must have TLS and a certificate for its name, as for the service. The programs of MariaDB and of MySQL have different options
 * for this; with the prefix `loose-`, each ignores the option of the other.
 */
const verifyOptions = ['loose-ssl-verify-server-cert', 'loose-ssl-mode=VERIFY_IDENTITY']

/** Removes a folder also if the command is interrupted before its end. The result stops that. */
const removeOnSignal = (folder: string): (() => void) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const keep = (): void => signals.forEach((signal) => process.off(signal, remove))
  const remove = (signal: NodeJS.Signals): void => {
    rmSync(folder, { recursive: true, force: true })
    keep()
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, remove)
  return keep
}

/** User and password are passed in a private file: arguments are visible to the whole machine. */
const withOptions = async <T>(
  { url, ca }: MysqlPlace,
  work: (option: string, database: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'cauri-mysql-'))
  const keep = removeOnSignal(folder)
  try {
    const { hostname, port, username, password, pathname } = new URL(url)
    const caFile = join(folder, 'ca.pem')
    if (ca !== undefined) await writeFile(caFile, ca, { mode: 0o600 })
    const lines = [
      '[client]',
      `host=${quoted(hostname.replace(/^\[|\]$/g, ''))}`,
      `port=${port || '3306'}`,
      'protocol=tcp',
      `user=${quoted(decodeURIComponent(username))}`,
      `password=${quoted(decodeURIComponent(password))}`,
      'default-character-set=utf8mb4',
      `loose-connect-timeout=${connectSecondsMax}`,
      ...(ca === undefined ? [] : [`ssl-ca=${quoted(caFile)}`, ...verifyOptions]),
    ]
    const options = join(folder, 'client.cnf')
    await writeFile(options, `${lines.join('\n')}\n`, { mode: 0o600 })
    return await work(`--defaults-file=${options}`, decodeURIComponent(pathname.slice(1)))
  } finally {
    await rm(folder, { recursive: true, force: true })
    keep()
  }
}

interface Program {
  readonly name: string
  readonly isMariadb: boolean
}

/** The installed program, of MySQL or of MariaDB. */
const findProgram = async (...names: readonly string[]): Promise<Program> => {
  for (const name of names) {
    try {
      const { stdout } = await promisify(execFile)(name, ['--version'])
      return { name, isMariadb: /mariadb/i.test(stdout) }
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error
    }
  }
  throw new Mistake(`none of ${names.join(', ')} is on the PATH: install the client programs of the database`)
}

/** Runs a program to its end with these streams; throws Mistake with its error output. */
const run = async (
  { name }: Program,
  args: readonly string[],
  streams: { readonly from?: string; readonly to?: string },
): Promise<void> => {
  const child = spawn(name, args, { stdio: [streams.from === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
  let errorOutput = ''
  child.stderr!.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const copied = [
    ...(streams.to === undefined
      ? [Promise.resolve(child.stdout!.resume())]
      : [pipeline(child.stdout!, createWriteStream(streams.to, { mode: 0o600 }))]),
    // A program that exits early reports the reason itself, so the broken pipe is ignored.
    ...(streams.from === undefined
      ? []
      : [pipeline(createReadStream(streams.from), child.stdin!).catch(() => undefined)]),
  ]
  const [code] = await Promise.all([exit, ...copied])
  if (code !== 0) throw new Mistake(`${name} ended with ${code}: ${errorOutput.trim()}`)
}

const ask = async (place: MysqlPlace, statement: string): Promise<string> =>
  withOptions(place, async (option, database) => {
    const { name } = await findProgram('mariadb', 'mysql')
    const query = promisify(execFile)(name, [option, '-N', '-B', '-e', statement, database])
    const { stdout } = await query.catch(({ stderr, message }: Error & { readonly stderr?: string }) => {
      throw new Mistake(`${name} cannot query the database: ${stderr?.trim() || message}`)
    })
    return stdout.trim()
  })

/**
 * Dumps all tables with their triggers as of one moment, while the service runs. Where the server has binary logs, the
 * position of that moment is a comment at the head: later changes are replayed from there (docs/backup.md).
 */
export const dumpMysql = async (place: MysqlPlace, file: string): Promise<void> => {
  const hasLog = (await ask(place, 'SELECT @@log_bin')) === '1'
  await withOptions(place, async (option, database) => {
    const program = await findProgram('mariadb-dump', 'mysqldump')
    const { isMariadb } = program
    const args = [
      option,
      '--single-transaction',
      '--quick',
      '--hex-blob',
      '--triggers',
      '--no-tablespaces',
      '--skip-lock-tables',
      ...(isMariadb ? [] : ['--set-gtid-purged=OFF']),
      ...(hasLog ? [isMariadb ? '--master-data=2' : '--source-data=2'] : []),
      database,
    ]
    await run(program, args, { to: file })
  })
}

export const isEmptyMysql = async (place: MysqlPlace): Promise<boolean> =>
  (await ask(place, 'SHOW TABLES')) === ''

export const loadMysql = (place: MysqlPlace, file: string): Promise<void> =>
  withOptions(place, async (option, database) =>
    run(await findProgram('mariadb', 'mysql'), [option, database], { from: file }),
  )
