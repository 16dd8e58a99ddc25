import { afterEach, expect, jest, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, createContext, runInContext, SourceTextModule } from 'node:vm'
import { packageRoot } from '../../src/app/config/config.js'
import { eventually } from '../support/wait.js'
import { present } from '../support/present.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'
import { garbageCollector } from '../support/garbage.js'

// An earlier runtime of our own could not do what these tests check.
test('a suite can replace a module of the service', async () => {
  jest.unstable_mockModule('../../src/kernel/ids.js', () => ({ newId: () => 'the-id' }))
  const { newId } = await import('../../src/kernel/ids.js')
  expect(newId(0)).toBe('the-id')
})

afterEach(() => {
  jest.resetModules()
})

test('a suite can load a module anew', async () => {
  const first = await import('../../src/kernel/interest.js')
  jest.resetModules()
  expect(await import('../../src/kernel/interest.js')).not.toBe(first)
})

test('globals are read without an interceptor, which would take most of the time of a suite', () => {
  const look = (): number => {
    const begun = process.cpuUsage()
    for (let at = 0; at < 100_000; at++) Math.max(Object.length, at)
    return process.cpuUsage(begun).user
  }
  look()
  const { max } = Math
  const { length } = Object
  const own = (): number => {
    const begun = process.cpuUsage()
    for (let at = 0; at < 100_000; at++) max(length, at)
    return process.cpuUsage(begun).user
  }
  own()
  expect(look()).toBeLessThan(own() * 10 + 20_000)
})

test('code that was compiled for a suite is garbage-collected after the suite', async () => {
  const collectGarbage = garbageCollector()
  let isGone = false
  const registry = new FinalizationRegistry(() => (isGone = true))
  /** Runs a suite in a context of its own, as Jest does. */
  const runSuite = async (): Promise<void> => {
    const context = createContext(constants.DONT_CONTEXTIFY)
    registry.register(recordOf(runInContext('globalThis', context)), undefined)
    const module = new SourceTextModule('export const one = 1', {
      context,
      importModuleDynamically: async () => runInContext('globalThis', context) as typeof module,
    })
    await module.link(() => module)
    await module.evaluate()
  }
  await runSuite()
  await eventually('the suite is gone', async () => {
    collectGarbage()
    return isGone
  })
})

test('each suite is run by `npm test` or by `npm run test:processes`, and CI runs both', async () => {
  const { href } = pathToFileURL(join(packageRoot, 'test/support/of-processes.mjs'))
  const { isOfProcesses } = (await import(href)) as { isOfProcesses: (path: string) => boolean }
  const folder = join(packageRoot, 'test')
  const suites = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(folder, path))
  const { scripts } = shaped(
    z.object({ scripts: z.record(z.string(), z.string()) }),
    JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')),
  )
  const patterns = present(present(scripts['test:processes']).split(' -- ')[1])
    .split(' ')
    .map((one) => new RegExp(one))
  const named = suites.filter((path) => patterns.some((pattern) => pattern.test(path)))
  expect(named.length).toBeGreaterThan(15)
  expect(named).toEqual(suites.filter(isOfProcesses))
  const ci = readFileSync(join(packageRoot, '.ci', 'run'), 'utf8')
  expect(ci).toMatch(/^REQUIRE_SERVICES=1 npm test$/m)
  expect(ci).toMatch(/^REQUIRE_SERVICES=1 npm run test:processes$/m)
})
