import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'

const sources = ['src', 'facade', 'jobs'].flatMap((top) =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(top, path)),
)

const sourcesWith = (text: RegExp): string[] =>
  sources.filter((path) => text.test(readFileSync(join(packageRoot, path), 'utf8')))

// The linter finds `Date.now()`, and has no rule for these forms.
test('no source reads the wall clock by `new Date()` or `Date()`', () => {
  expect(sourcesWith(/\bnew Date\(\s*\)|\bDate\(\)/)).toEqual([])
})

test('zod is imported such that only what is used is bundled', () => {
  expect(sourcesWith(/import \{[^}]*\bz\b[^}]*\} from 'zod'/)).toEqual([])
  expect(sourcesWith(/import \* as z from 'zod'/)).not.toEqual([])
})
