import { execFileSync } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildTests } from './build-tests.mjs'

// All processes of a run inherit it. The readers of documents stand behind everyone, at 19: beside a busy run with an
// ordinary priority they would hardly ever have their turn.
setPriority(Math.max(18, getPriority()))

// SCHED_BATCH: who wakes does not cut short who is at work. A run has more processes than the machine has cores, and the
// passing to and fro took an eighth of it (docs/decisions/0015).
try {
  execFileSync('chrt', ['--batch', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
} catch {
  // No Linux, or no chrt: then it takes longer.
}

const setup = async (_global, { rootDir }) => {
  const folder = await buildTests()
  const { startServices } = await import(pathToFileURL(join(folder, 'test/support/run-services.js')))
  await startServices(rootDir)
}

// oxlint-disable-next-line import/no-default-export -- Jest takes the setup of a run in no other way.
export default setup
