import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/config.js'
import { openDataDirectory, type DataDirectory } from '../../src/data-directory.js'
import { eventually } from '../support/wait.js'

/** Apart from the `dist` of `npm run build`, which may be in use or being written. */
const outDirectory = join(packageRoot, 'dist', 'end-to-end')
const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc')
const compileMsMax = 60_000

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
    await promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.json', '--outDir', outDirectory], {
      cwd: packageRoot,
    })
  } catch (error) {
    const { stdout = String(error) } = error as { stdout?: string }
    throw new Error(`the service does not compile:\n${stdout}`, { cause: error })
  } finally {
    turn?.release()
  }
  return join(outDirectory, 'src', 'main.js')
}

let compiled: Promise<string> | undefined

/**
 * Compiles the service as `npm run build` does, once a suite, and returns the file that starts it. A compiled service
 * starts in a quarter of the time of one that is compiled as it loads, and these tests start it often. What has not
 * changed since the last time is not compiled again; suites that run at the same time take turns.
 */
export const compileService = (): Promise<string> => (compiled ??= compile())
