import 'reflect-metadata'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '../../kernel/error-code.js'
import { readConfig, type Config } from '../../app/config/config.js'
import { openServiceDatabase } from '../../app/open-database.js'
import { databaseSettings, type DatabaseSettings } from '../../platform/database/drivers/data-source.js'
import { verifyEvidence } from '../evidence.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'
import { keyProblems, readManifest, type Manifest } from './manifest.js'
import { isEmptyMysql, loadMysql } from './mysql-dump.js'
import { openKeys } from './sealed-keys.js'

export interface RestoreOptions {
  readonly folder: string
  readonly passwordFile: string | undefined
  /** The file to which the sealed settings are written, as lines of an environment. */
  readonly keysTo: string | undefined
}

const isEmpty = async (directory: string): Promise<boolean> =>
  !existsSync(directory) || (await readdir(directory)).length === 0

/** Refuses to restore over existing data. */
const ensureEmptyTargets = async (
  config: Config,
  settings: DatabaseSettings,
  hasDocuments: boolean,
): Promise<void> => {
  const isFree =
    settings.kind === 'sqlite'
      ? // SQLite would apply the write-ahead log or journal of a removed database to the restored one.
        !['', '-wal', '-journal'].some((suffix) => existsSync(settings.file + suffix))
      : await isEmptyMysql({ url: settings.url, ca: settings.ca })
  if (!isFree) throw new Mistake('the database is not empty: restore into a new one')
  const { objects } = config.scoring
  if (hasDocuments && objects.kind === 'files' && !(await isEmpty(objects.directory)))
    throw new Mistake(`${objects.directory} is not empty: restore into a new one`)
}

const settingsOf = (config: Config): DatabaseSettings =>
  databaseSettings({ ...config, databaseUrl: config.migrationUrl ?? config.databaseUrl })

const loadDatabase = async (settings: DatabaseSettings, folder: string): Promise<void> => {
  if (settings.kind === 'mysql')
    return loadMysql({ url: settings.url, ca: settings.ca }, join(folder, 'database.sql'))
  await mkdir(dirname(settings.file), { recursive: true, mode: 0o700 })
  return cp(join(folder, 'database.sqlite'), settings.file)
}

const copyIfExists = async (from: string, to: string): Promise<void> => {
  if (existsSync(from)) await cp(from, to, { recursive: true, force: false })
}

/** Recorded heads that survived the loss may be newer than those of the backup, and are kept. */
const restoreEvidence = (config: Config, folder: string): Promise<void> =>
  existsSync(join(config.evidenceDirectory, 'heads.jsonl'))
    ? Promise.resolve()
    : copyIfExists(join(folder, 'evidence'), config.evidenceDirectory)

const writeKeys = async ({ folder, passwordFile, keysTo }: RestoreOptions): Promise<void> => {
  if (keysTo === undefined) return
  if (passwordFile === undefined) throw new Mistake('--keys-to needs --password-file, which opens the keys')
  const sealed = await readFile(join(folder, 'keys.sealed')).catch(() => {
    throw new Mistake('the backup was made without keys')
  })
  const lines = Object.entries(openKeys(sealed, passwordFile)).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(keysTo, lines.join(''), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new Mistake(`${keysTo} cannot be written (${errorCodeOf(error)})`)
  })
}

const problemsOf = (manifest: Manifest, config: Config, kind: DatabaseSettings['kind']): string[] => [
  ...(manifest.database === kind
    ? []
    : [`the backup is for ${manifest.database}, and DATABASE_URL names another kind of database`]),
  ...keyProblems(manifest.keys, config),
]

/**
 * Restores a backup to the configured places, into an empty database and empty directories; migrates its tables to this
 * version; and verifies the books. Exits with 1 where they do not match.
 */
export const perform: Perform<RestoreOptions> = async (options, progress) => {
  process.umask(0o077)
  const { folder } = options
  const manifest = await readManifest(folder, progress)
  // The keys first: without them, nothing that is restored on another machine can be read.
  await writeKeys(options)
  const config = readConfig()
  const settings = settingsOf(config)
  const problems = problemsOf(manifest, config, settings.kind)
  if (problems.length > 0) throw new Mistake(problems.join('\n'))
  await ensureEmptyTargets(config, settings, manifest.documents === 'files')

  await loadDatabase(settings, folder)
  const { objects } = config.scoring
  if (objects.kind === 'files') await copyIfExists(join(folder, 'documents'), objects.directory)
  await restoreEvidence(config, folder)
  const database = await openServiceDatabase(config)
  try {
    const books = await verifyEvidence(database, config.evidenceDirectory)
    return {
      data: { takenAt: manifest.takenAt, version: manifest.version, books: books.data },
      text: `restored what was backed up at ${manifest.takenAt}\n${books.text}\nnext: cauri lost-payments (docs/backup.md)`,
      exitCode: books.exitCode ?? 0,
    }
  } finally {
    await database.close()
  }
}
