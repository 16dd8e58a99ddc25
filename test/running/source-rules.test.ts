import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { packageRoot } from '../../src/config.js'

const sources = ['src', 'facade', 'jobs'].flatMap((top) =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(top, path)),
)

// The linter sees `Date.now()`; it has no rule for this one.
test('the wall clock is read in one file', () => {
  const readers = sources.filter((path) =>
    /\bnew Date\(\s*\)|\bDate\(\)/.test(readFileSync(join(packageRoot, path), 'utf8')),
  )
  expect(readers).toEqual([])
})

// The import rules are checked with the parser of another tool than the compiler; if that one day reads nothing, the
// check would pass in silence.
test('the check of imports sees the imports', () => {
  const bin = join(packageRoot, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const args = [bin, '--config', '.dependency-cruiser.json', '--output-type', 'json', 'src', 'facade', 'jobs']
  const run = spawnSync(process.execPath, args, {
    cwd: packageRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { modules } = JSON.parse(run.stdout) as {
    modules: { source: string; dependencies: { resolved: string }[] }[]
  }
  const importsOf = (file: string): string[] =>
    modules.find(({ source }) => source === file)?.dependencies.map(({ resolved }) => resolved) ?? []
  expect(modules.map(({ source }) => source)).toEqual(expect.arrayContaining(sources))
  expect(importsOf('src/main.ts')).toContain('src/app.ts')
  expect(importsOf('src/http/types.ts')).toEqual(
    expect.arrayContaining(['src/config.ts', expect.stringContaining('node_modules/prom-client')]),
  )
})
