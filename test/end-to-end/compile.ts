import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/app/config/config.js'
import { openDataDirectory, type DataDirectory } from '../../src/app/data-directory.js'
import { scratchFolder } from '../support/scratch.js'
import { testRunFolder } from '../support/test-run.js'
import { eventually } from '../support/wait.js'
import { startGuarded } from './guarded-process.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** A folder of this test run: not the `dist` of `npm run build`, and not the folder of another run at the same time. */
const outDirectory = join(testRunFolder(packageRoot), 'programs')
const builder = join(packageRoot, 'build.mjs')
const compileMsMax = 60_000
/** Programs of the tests that run in processes of their own. */
const fixtures = [
  'test/end-of-day/fixtures/walk-and-die.ts',
  'test/graphql/fixtures/act-and-die.ts',
  'test/jobs/stuck-worker.ts',
  'test/running/fixtures/hold-directory.ts',
  'test/score-requests/fixtures/drive-and-die.ts',
  'test/scoring-service/fixtures/endless-reader.ts',
  'test/scoring-service/fixtures/hold-readers.ts',
  'test/scoring-service/fixtures/hostile-reader.ts',
  'test/scoring-service/fixtures/process-and-die.ts',
  'test/scoring-service/fixtures/sample-statement.ts',
  'test/scoring-service/fixtures/without-handles.ts',
  'test/kernel/civil-answers.ts',
  'test/support/tied-sleeper.ts',
]
/** Written last, so that an interrupted build is not taken for a complete one. */
const compiled = join(outDirectory, 'compiled')

/**
 * Starts and stops the service once, because V8 saves its compiled code only at a regular end, and most services of the tests are killed.
 * Saves a fifth of the processor time of each later start.
 */
const keepCompiledCode = async (): Promise<void> => {
  const DATA_DIR = await scratchFolder('cauri-first-')
  const first = startGuarded([join(outDirectory, 'cauri.js'), 'start'], { PORT: '0', DATA_DIR }, DATA_DIR)
  const listens = () => first.hasExited() || first.stdout().includes('Cauri listens')
  await eventually('the service listens', listens, compileMsMax)
  first.signal('SIGTERM')
  await first.over
  await rm(DATA_DIR, { recursive: true, force: true })
}

const compile = async (): Promise<void> => {
  let turn: DataDirectory | undefined
  // Not a private folder: readers, which run as a user of their own, load programs from here.
  mkdirSync(outDirectory, { recursive: true })
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
    if (existsSync(compiled)) return
    await promisify(execFile)(process.execPath, [builder, outDirectory, ...fixtures, '--bench'])
    await keepCompiledCode()
    await writeFile(compiled, '')
  } catch (error) {
    const { stderr = String(error) } = shaped(z.object({ stderr: z.string().optional() }), error)
    throw new Error(`the service cannot be built:\n${stderr}`, { cause: error })
  } finally {
    turn?.release()
  }
}

// Compiles when a suite that starts a program is loaded, and not in a hook or a test, which have time limits.
await compile()

/**
 * The programs of this test run: those that are shipped, those of the bench, and those that only tests start. The first suite that needs
 * one compiles all of them, while the others wait.
 *
 * @returns the file that starts the program of this name
 */
export const compiledProgram = (name: string): string => join(outDirectory, `${name}.js`)
