import 'reflect-metadata'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keySettings, readConfig } from '../../app/config/config.js'
import { ownVersion } from '../../app/metrics/process.js'
import { copySqlite } from '../../platform/database/drivers/copy-sqlite.js'
import { databaseSettings } from '../../platform/database/drivers/data-source.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { formatInstant, systemClock } from '../../kernel/clock.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'
import { filesIn, keysOf, manifestPath, sumsOf, type Manifest } from './manifest.js'
import { dumpMysql } from './mysql-dump.js'
import { sealKeys } from './sealed-keys.js'

export interface BackupOptions {
  readonly folder: string
  readonly passwordFile: string | undefined
}

/** Copies the objects that exist now. An object that is removed meanwhile has expired, and is left out. */
const copyAll = async (from: string, to: string): Promise<void> => {
  for (const path of await filesIn(from)) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    await copyFile(join(from, path), join(to, path)).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'ENOENT') throw error
    })
  }
}

const ensureEmpty = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length === 0) return
  } catch (error) {
    throw new Mistake(`${folder} cannot be written (${errorCodeOf(error)})`)
  }
  throw new Mistake(`${folder} is not empty`)
}

const evidenceIn = (folder: string): string => join(folder, 'evidence')

/** Of two backups that begin at the same moment in one folder, one makes the folder of the evidence, and the other is refused. */
const claim = (folder: string): Promise<void> =>
  mkdir(evidenceIn(folder), { mode: 0o700 }).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
    throw new Mistake(`${folder} is not empty`)
  })

/**
 * Backs up everything that cannot be recreated, while the service runs. The heads of the evidence come first, so that the database
 * copy contains everything that they seal; then the database; then the documents, which include at least those that it refers to.
 */
export const perform: Perform<BackupOptions> = async ({ folder, passwordFile }, progress) => {
  process.umask(0o077)
  const config = readConfig()
  // Read before anything is written, since a missing password would leave an incomplete backup.
  const sealed = passwordFile === undefined ? undefined : sealKeys(keySettings(), passwordFile)
  await ensureEmpty(folder)
  const settings = databaseSettings({ ...config, databaseUrl: config.migrationUrl ?? config.databaseUrl })
  if (settings.kind === 'sqlite' && !existsSync(settings.file))
    throw new Mistake(`there is no ${settings.file}: DATA_DIR must be that of the service`)
  await claim(folder)
  await copyAll(config.evidenceDirectory, evidenceIn(folder))
  if (settings.kind === 'sqlite') copySqlite(settings.file, join(folder, 'database.sqlite'))
  else await dumpMysql({ url: settings.url, ca: settings.ca }, join(folder, 'database.sql'))
  const { objects } = config.scoring
  if (objects.kind === 'files') await copyAll(objects.directory, join(folder, 'documents'))
  if (sealed !== undefined) await writeFile(join(folder, 'keys.sealed'), sealed)

  const manifest: Manifest = {
    format: 1,
    version: ownVersion(),
    takenAt: formatInstant(systemClock.now()),
    database: settings.kind,
    documents: objects.kind,
    keys: keysOf(config),
    files: await sumsOf(folder, progress),
  }
  // Written last: a folder without a manifest is not accepted as a backup.
  await writeFile(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`)
  const count = Object.keys(manifest.files).length
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  return {
    data: { folder, files: count, bytes, takenAt: manifest.takenAt, withKeys: passwordFile !== undefined },
    text: `${count} files, ${bytes} bytes, in ${folder}${passwordFile === undefined ? '; without the keys' : ''}`,
  }
}
