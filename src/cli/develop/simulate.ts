import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../app/config/config.js'
import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'

const run = (...args: readonly string[]): number | null =>
  spawnSync(process.execPath, [...args], { cwd: packageRoot, stdio: 'inherit' }).status

/** Plays histories of the whole service: a program of developers, built from a clone. */
export const perform: Perform<readonly string[]> = async (args) => {
  if (!existsSync(join(packageRoot, 'test', 'simulation')))
    throw new Mistake('simulate runs only in a clone of the repository')
  const isBuilt = run(join(packageRoot, 'build.mjs'), '--bench') === 0
  const fine =
    isBuilt && run('--enable-source-maps', join(packageRoot, 'dist', 'bench', 'simulate.js'), ...args) === 0
  return { data: { fine }, text: '', exitCode: fine ? 0 : 1 }
}
