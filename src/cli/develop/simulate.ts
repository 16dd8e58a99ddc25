import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { packageRoot } from '../../app/config/config.js'
import { exitCodeOfMistake, Mistake } from '../mistake.js'
import type { Perform, Print } from '../outcome.js'

const run = async (args: readonly string[], print: Print) => {
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ['inherit', 'pipe', 'pipe'] })
  createInterface({ input: child.stdout }).on('line', print)
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, errors }
}

/** Plays histories of the whole service: a program of developers, built from a clone. */
export const perform: Perform<readonly string[]> = async (args, _progress, print) => {
  if (!existsSync(join(packageRoot, 'test', 'simulation')))
    throw new Mistake('simulate runs only in a clone of the repository')
  const built = await run([join(packageRoot, 'build.mjs'), '--bench'], print)
  const program = join(packageRoot, 'dist', 'bench', 'simulate.js')
  const played = built.code === 0 ? await run(['--enable-source-maps', program, ...args], print) : built
  if (played.code === exitCodeOfMistake) throw new Mistake(played.errors.trim().replace(/^error: /, ''))
  process.stderr.write(played.errors)
  const fine = played.code === 0
  return { data: { fine }, text: '', exitCode: fine ? 0 : 1 }
}
