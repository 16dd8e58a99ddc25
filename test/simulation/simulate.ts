// `npm run simulate` plays histories of the whole service from seeds; see docs/simulation.md.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { createConnection } from 'mysql2/promise'
import { listOption, option, wholeOption } from '../../src/cli/options.js'
import { startMariadb } from '../support/mariadb.js'
import { openPlayedSeeds } from './played-seeds.js'
import { openPlayer } from './open-player.js'
import type { Played } from './player.js'
import type { Step } from './steps.js'

const seedMax = 999_999_999
const root = resolve(import.meta.dirname, '../..')
const planted = readdirSync(join(root, 'test', 'planted')).flatMap((name) =>
  name.endsWith('.patch') ? [basename(name, '.patch')] : [],
)
const isFile = (path: string) => (existsSync(path) ? path : undefined)

const given = new Command('simulate')
  .description('plays histories of the whole service, each generated from a seed: docs/simulation.md')
  .addOption(
    wholeOption('--seeds <n>', 'the number of seeds (50; with --planted 2000 for each bug)', 1, seedMax),
  )
  .addOption(wholeOption('--from <n>', 'the first seed', 0, seedMax).default(1))
  .addOption(wholeOption('--seed <n>', 'plays this seed only', 0, seedMax))
  .addOption(wholeOption('--steps <n>', 'the number of steps of a history', 1, 100_000).default(400))
  .addOption(option('--scenario <file>', 'replays the scenario of a failure', 'must be a file', isFile))
  .option('--resume', 'leaves out histories that this code has played without a failure', false)
  .option('--keep', 'writes the histories that this machine has played into docs/simulation.jsonl', false)
  .option('--trace', 'prints every step and answer', false)
  .option('--planted', 'plants each bug of test/planted alone', false)
  .addOption(listOption('--only <a,b>', 'plants only these bugs', planted))
  .addOption(
    wholeOption('--processes <n>', 'the number of concurrent processes', 1, 256).default(
      availableParallelism(),
      'one for each processor',
    ),
  )
  .addOption(
    new Option('--database <kind>', 'the database to play on').choices(['sqlite', 'mysql']).default('sqlite'),
  )
  .showHelpAfterError('(see --help)')
  // Exit code 2 for wrong options, as `cauri` does; 1 is for histories that failed.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{
    seeds?: number
    from: number
    seed?: number
    steps: number
    scenario?: string
    resume: boolean
    keep: boolean
    trace: boolean
    planted: boolean
    only?: string[]
    processes: number
    database: 'sqlite' | 'mysql'
  }>()

const kept = join(root, 'data', 'simulation')
const { steps: stepCount, processes: processCount } = given
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Creates empty databases on a private server, which ends with this process; undefined for SQLite. */
const openDatabases = async (): Promise<(() => Promise<string>) | undefined> => {
  if (given.database === 'sqlite') return undefined
  const server = await startMariadb()
  if (!server) throw new Error('there is no mariadbd and no mysqld on this machine')
  let count = 0
  return async () => {
    const name = `cauri_simulation_${++count}`
    const connection = await createConnection(server.url)
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
    await connection.end()
    return `${server.url}/${name}`
  }
}
const newDatabase = await openDatabases()

const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

/** The files that determine a history: commits in which these are equal play the same histories. */
const played = ['src', 'facade', 'test/simulation', 'test/support/books.ts']
const playedSeeds = openPlayedSeeds(root, () => {
  const isChanged = git('status', '--porcelain', '--', ...played) !== ''
  const trees = played.map((path) => git('rev-parse', `HEAD:${path}`)).join()
  return {
    commit: git('rev-parse', '--short=12', 'HEAD') + (isChanged ? '+' : ''),
    code: isChanged ? null : createHash('sha256').update(trees).digest('hex').slice(0, 12),
  }
})

const reportFailure = ({ seed, outcome, shortest }: Played, steps: readonly Step[] | undefined): void => {
  const { problems } = outcome
  say(
    `seed ${seed} fails at step ${outcome.at} of ${outcome.steps}:\n  ${problems.slice(0, 5).join('\n  ').slice(0, 3000)}`,
  )
  if (!shortest) return
  const file = join(kept, `seed-${seed}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ seed, problems: shortest.problems, steps: steps ?? shortest.steps }, null, 1)}\n`,
  )
  say(
    `  shortest: ${shortest.steps.length} steps: ${shortest.steps.map(({ act, who, fault, beside }) => `${act}(${who}${fault ? ` ${fault.kind}` : ''}${beside ? ` beside ${beside.act}` : ''})`).join(' ')}`,
  )
  say(`  replay: npm run simulate -- --trace --scenario ${file}`)
}

const add = (sums: Map<string, number>, counts: ReadonlyMap<string, number>): void => {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count)
}
const shown = (sums: ReadonlyMap<string, number>): string =>
  [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

const run = async (seeds: readonly number[], steps?: readonly Step[]): Promise<boolean> => {
  mkdirSync(kept, { recursive: true })
  const known = given.resume ? playedSeeds.playedOfThis(stepCount) : new Set<number>()
  const left = seeds.filter((seed) => !known.has(seed))
  const begun = performance.now()
  const [acts, faults] = [new Map<string, number>(), new Map<string, number>()]
  let [failed, busyMs, count] = [0, 0, 0]
  // Only histories of seeds on SQLite are recorded: on a database server histories differ between
  // machines.
  const isWritten = !steps && !newDatabase
  const playOn = async (): Promise<void> => {
    const player = await openPlayer(join(import.meta.dirname, 'player.js'), {
      database: await newDatabase?.(),
    })
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const result = await player.play({
        seed,
        count: stepCount,
        steps,
        isTraced: given.trace,
        shrinks: !steps,
      })
      const isFailure = result.outcome.problems.length > 0
      if (isFailure) {
        failed++
        reportFailure(result, steps)
      }
      count++
      busyMs += result.ms
      add(acts, result.outcome.acts)
      add(faults, result.outcome.faults)
      if (isWritten)
        playedSeeds.write({ steps: stepCount, seed, hash: result.outcome.hash, failed: isFailure })
      // The first of a hundred seeds is played twice, to check that the history is the same.
      if (!isFailure && isWritten && seed % 100 === 1) {
        const again = await player.play({ seed, count: stepCount })
        if (again.outcome.hash !== result.outcome.hash) {
          failed++
          say(`seed ${seed} is another history the second time`)
        }
      }
    }
    player.end()
  }
  await Promise.all(Array.from({ length: Math.min(processCount, left.length) }, playOn))
  say(
    `${count} histories of ${steps?.length ?? stepCount} steps in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(busyMs / Math.max(1, count) / (steps?.length ?? stepCount)).toFixed(2)} ms of a processor a step with its audit, ${failed} failed`,
  )
  say(`acts: ${shown(acts)}`)
  say(`faults: ${shown(faults)}`)
  if (isWritten) say(playedSeeds.summary(stepCount))
  return failed === 0
}

/** Builds a copy of the tree with one planted bug, in a folder of its own. */
const plant = (patch: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cauri-planted-'))
  for (const name of [
    'src',
    'facade',
    'jobs',
    'test/simulation',
    'test/support',
    'web',
    'schema.graphql',
    'build.mjs',
    'node-version.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'ormconfig.ts',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync('git', ['apply', '--whitespace=nowarn', patch], { cwd: folder })
  const build = ['build.mjs', 'dist', 'test/simulation/player.ts', '--only']
  execFileSync(process.execPath, build, { cwd: folder, stdio: 'pipe' })
  return folder
}

/** The first seed whose history fails with a planted bug; undefined if none does. */
const seedThatCatches = async (patch: string, seedsMax: number): Promise<Played | undefined> => {
  const folder = plant(patch)
  const player = await openPlayer(join(folder, 'dist', 'player.js'))
  try {
    for (let seed = 1; seed <= seedsMax; seed++) {
      const played = await player.play({ seed, count: stepCount })
      if (played.outcome.problems.length > 0) return played
    }
    return undefined
  } finally {
    player.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const runPlanted = async (seedsMax: number): Promise<boolean> => {
  const patches = (given.only ?? planted).toSorted()
  const left = [...patches]
  let missed = 0
  const catchOn = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const caught = await seedThatCatches(join(root, 'test', 'planted', `${name}.patch`), seedsMax).catch(
        (error: unknown) => String(error),
      )
      if (typeof caught === 'string' || caught === undefined) missed++
      if (typeof caught === 'string') say(`BROKEN ${name}: ${caught.slice(0, 600)}`)
      else if (caught)
        say(
          `caught ${name} at seed ${caught.seed}, step ${caught.outcome.at}: ${caught.outcome.problems[0]?.split('\n')[0]?.slice(0, 160)}`,
        )
      else say(`MISSED ${name} in ${seedsMax} seeds`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(processCount, patches.length) }, catchOn))
  say(`${patches.length - missed} of ${patches.length} planted bugs were caught`)
  return missed === 0
}

const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i)

const scenario =
  given.scenario === undefined
    ? undefined
    : (JSON.parse(readFileSync(given.scenario, 'utf8')) as { seed: number; steps: Step[] })
const isGood = given.keep
  ? playedSeeds.keep()
  : scenario
    ? await run([scenario.seed], scenario.steps)
    : given.planted
      ? await runPlanted(given.seeds ?? 2000)
      : await run(given.seed === undefined ? seedsFrom(given.from, given.seeds ?? 50) : [given.seed])
process.exitCode = isGood ? 0 : 1
