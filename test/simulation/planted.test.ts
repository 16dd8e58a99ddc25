import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const directory = join(import.meta.dirname, '..', 'planted')
const patches = readdirSync(directory).filter((name) => name.endsWith('.patch'))

test('there are bugs to plant', () => expect(patches.length).toBeGreaterThanOrEqual(30))

// The simulator plants them seldom, in a long run: what they are planted in changes every day.
test.each(patches)('%s can be planted in the tree as it is', (name) => {
  execFileSync('git', ['apply', '--check', join(directory, name)], { stdio: 'pipe' })
})
