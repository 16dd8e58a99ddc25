import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
