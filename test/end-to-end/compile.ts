import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/config.js'
import { openDataDirectory, type DataDirectory } from '../../src/data-directory.js'
import { eventually } from '../support/wait.js'

/** Apart from the `dist` of `npm run build`, which may be in use or being written. */
const outDirectory = join(packageRoot, 'dist', 'end-to-end')
const builder = join(packageRoot, 'build.mjs')
const compileMsMax = 60_000
/** What tests run in processes of their own. */
const fixtures = [
  'test/clocks/fixtures/walk-and-die.ts',
  'test/jobs/stuck-worker.ts',
  'test/running/fixtures/hold-directory.ts',
  'test/scores/fixtures/drive-and-die.ts',
  'test/scoring/fixtures/endless-reader.ts',
  'test/scoring/fixtures/hold-readers.ts',
  'test/scoring/fixtures/process-and-die.ts',
  'test/shared/civil-answers.ts',
  'test/support/tied-sleeper.ts',
]
/** Names the run of the tests that compiled last. */
const compiledIn = join(outDirectory, 'compiled-in')
const thisRun = (): string => process.env.CAURI_TEST_RUN ?? ''

const compile = async (): Promise<void> => {
  let turn: DataDirectory | undefined
  await eventually(
    'it is our turn to compile',
    () => {
      try {
        turn = openDataDirectory(outDirectory)
      } catch {
        return false
      }
      return true
    },
    compileMsMax,
  )
  try {
    if ((await readFile(compiledIn, 'utf8').catch(() => '')) === thisRun()) return
    await promisify(execFile)(process.execPath, [builder, outDirectory, ...fixtures, '--bench'])
    await writeFile(compiledIn, thisRun())
  } catch (error) {
    const { stderr = String(error) } = error as { stderr?: string }
    throw new Error(`the service cannot be built:\n${stderr}`, { cause: error })
  } finally {
    turn?.release()
  }
}

// When a suite is loaded that starts a program, and not in a hook or a test, whose time is its own.
await compile()

/**
 * What `npm run build` and `npm run bench` build, and what tests kill, built once a run: what starts here is what is shipped.
 * Suites that come at the same time take turns, and all but the first find it done.
 *
 * @returns the file that starts the program of this name
 */
export const compiledProgram = (name: string): string => join(outDirectory, `${name}.js`)
