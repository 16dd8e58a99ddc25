import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const directory = join(import.meta.dirname, '..', 'planted')
const patches = readdirSync(directory).filter((name) => name.endsWith('.patch'))

test('test/planted contains patches', () => expect(patches.length).toBeGreaterThanOrEqual(30))

// The simulator applies these patches only in long runs, while the code that they change may change every day.
test.each(patches)('the patch %s applies to the present tree', (name) => {
  execFileSync('git', ['apply', '--check', join(directory, name)], { stdio: 'pipe' })
})
