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
const main = join(outDirectory, 'main.js')
/** Names the run of the tests that compiled last. */
const compiledIn = join(outDirectory, 'compiled-in')
const thisRun = (): string => process.env.CAURI_TEST_RUN ?? ''

const compile = async (): Promise<string> => {
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
    if ((await readFile(compiledIn, 'utf8').catch(() => '')) === thisRun()) return main
    await promisify(execFile)(process.execPath, [builder, outDirectory, '--bench'])
    await writeFile(compiledIn, thisRun())
  } catch (error) {
    const { stderr = String(error) } = error as { stderr?: string }
    throw new Error(`the service cannot be built:\n${stderr}`, { cause: error })
  } finally {
    turn?.release()
  }
  return main
}

let compiled: Promise<string> | undefined

/**
 * Builds what `npm run build` and `npm run bench` do, once a run, and returns the file that starts it. A compiled service
 * starts in a quarter of the time of one that is compiled as it loads, and these tests start it often. Suites that come
 * at the same time take turns, and all but the first find it done.
 */
export const compileService = (): Promise<string> => (compiled ??= compile())
