import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find } from './find-program.js'
import { startMariadb } from './mariadb.js'
import { startMongo } from './mongo.js'
import { testRunFolder } from './test-run.js'

type Service = { url: string; stop(): Promise<void> } | undefined

declare global {
  var stopTestServices: (() => Promise<void>) | undefined
}

const report = (lines: readonly string[]): void => {
  if (lines.length > 0) process.stderr.write(`\n!!! TESTS SKIPPED: ${lines.join('; ')} !!!\n\n`)
}

/**
 * Starts the servers that tests need, once a run: a private MariaDB and a private MongoDB, unless `TEST_MYSQL_URL` or
 * `TEST_MONGO_URL` is set; and finds a browser, unless `TEST_CHROMIUM` is its path. A missing one is reported in one
 * line, and its tests are skipped; with `REQUIRE_SERVICES=1` the run fails instead.
 */
export const startServices = async (rootDir: string): Promise<void> => {
  process.env.CAURI_TEST_RUN = randomUUID()
  // Temporary files of suites are in this folder, which is removed at the end of the run.
  const { TMPDIR } = process.env
  const folder = (process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'cauri-run-')))
  const missing: string[] = []
  const started: NonNullable<Service>[] = []
  const ours: string[] = []

  const provide = async (name: string, variable: string, start: () => Promise<Service>): Promise<void> => {
    if (process.env[variable]) return
    try {
      const service = await start()
      if (service) {
        started.push(service)
        ours.push(variable)
        process.env[variable] = service.url
      } else {
        missing.push(`no ${name} on this machine and no ${variable}`)
      }
    } catch (error) {
      missing.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  await Promise.all([
    provide('mariadbd or mysqld', 'TEST_MYSQL_URL', startMariadb),
    provide('chromium', 'TEST_CHROMIUM', async () => {
      const path = find('chromium-headless-shell') ?? find('chromium') ?? find('chromium-browser')
      return path === undefined ? undefined : { url: path, stop: async () => {} }
    }),
    provide('jongodb', 'TEST_MONGO_URL', () => startMongo(rootDir)),
  ])
  for (const device of ['/dev/full', '/dev/shm'])
    if (!existsSync(device)) missing.push(`no ${device} on this machine`)
  const openApiClient = join('test', 'scoring-service', 'openapi-client')
  if (!existsSync(join(rootDir, openApiClient, 'node_modules')))
    missing.push(`npm ci --prefix ${openApiClient} was not run`)
  globalThis.stopTestServices = async () => {
    for (const variable of ours) delete process.env[variable]
    await Promise.all(started.map((service) => service.stop()))
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    for (const left of [folder, testRunFolder(rootDir)]) await rm(left, { recursive: true, force: true })
  }
  if (missing.length > 0 && process.env.REQUIRE_SERVICES === '1') {
    await globalThis.stopTestServices()
    throw new Error(`REQUIRE_SERVICES=1: ${missing.join('; ')}`)
  }
  report(missing)
}
