// `npm run simulate`: histories of the whole service from seeds, as docs/simulation.md says.
import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
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
import { parseArgs } from 'node:util'
import type { Played, Wish } from './player.js'
import type { Step } from './steps.js'

const { values: given } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '400' },
    scenario: { type: 'string' },
    resume: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    only: { type: 'string' },
    processes: { type: 'string' },
  },
})

const root = resolve(import.meta.dirname, '../..')
const kept = join(root, 'data', 'simulation')
const ledgerFile = join(kept, 'ledger.jsonl')
const stepCount = Number(given.steps)
const processCount = Number(given.processes ?? availableParallelism())
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A process that plays one wish after the other. */
interface Player {
  readonly play: (wish: Wish) => Promise<Played>
  readonly end: () => void
}

const messageOf = (child: ChildProcess): Promise<Played & { readonly error?: string }> =>
  new Promise((done, fail) => {
    const left = (code: number | null) => fail(new Error(`a player ended with ${code}`))
    child.once('exit', left)
    child.once('message', (message) => {
      child.off('exit', left)
      done(message as Played)
    })
  })

const openPlayer = async (folder: string): Promise<Player> => {
  const child = fork(join(folder, 'player.js'), {
    execArgv: ['--enable-source-maps'],
    serialization: 'advanced',
  })
  await messageOf(child)
  return {
    play: async (wish) => {
      child.send(wish)
      const played = await messageOf(child)
      if (played.error !== undefined) throw new Error(played.error)
      return played
    },
    end: () => child.disconnect(),
  }
}

/** Which code was run: a commit, and whether the tree was another. */
const commitOf = (): string => {
  try {
    const git = (...words: readonly string[]) =>
      execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    return (
      git('rev-parse', '--short=12', 'HEAD') +
      (git('status', '--porcelain', '--', 'src', 'facade', 'test/simulation') === '' ? '' : '+')
    )
  } catch {
    return 'unknown'
  }
}

interface Entry {
  readonly commit: string
  readonly steps: number
  readonly seed: number
  readonly hash: string
  readonly failed: boolean
}

const readLedger = (): Entry[] =>
  existsSync(ledgerFile)
    ? readFileSync(ledgerFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry)
    : []

const tell = ({ seed, outcome, shortest }: Played, steps: readonly Step[] | undefined): void => {
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
  const commit = commitOf()
  const ledger = readLedger().filter((entry) => entry.steps === stepCount)
  const known = new Set(
    given.resume
      ? ledger.filter((entry) => entry.commit === commit && !entry.failed).map(({ seed }) => seed)
      : [],
  )
  const left = seeds.filter((seed) => !known.has(seed))
  const begun = performance.now()
  const [acts, faults] = [new Map<string, number>(), new Map<string, number>()]
  let [failed, busyMs, played] = [0, 0, 0]
  const playOn = async (): Promise<void> => {
    const player = await openPlayer(import.meta.dirname)
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const told = await player.play({
        seed,
        count: stepCount,
        steps,
        isTraced: given.trace,
        shrinks: !steps,
      })
      const isFailure = told.outcome.problems.length > 0
      if (isFailure) {
        failed++
        tell(told, steps)
      }
      played++
      busyMs += told.ms
      add(acts, told.outcome.acts)
      add(faults, told.outcome.faults)
      if (!steps)
        appendFileSync(
          ledgerFile,
          `${JSON.stringify({ commit, steps: stepCount, seed, hash: told.outcome.hash, failed: isFailure })}\n`,
        )
      // The same seed is the same history: proved of one in a hundred, and of the first.
      if (!isFailure && !steps && seed % 100 === 1) {
        const again = await player.play({ seed, count: stepCount })
        if (again.outcome.hash !== told.outcome.hash) {
          failed++
          say(`seed ${seed} is another history the second time`)
        }
      }
    }
    player.end()
  }
  await Promise.all(Array.from({ length: Math.min(processCount, left.length) }, playOn))
  const all = new Set(
    [...ledger, ...readLedger()]
      .filter((entry) => !entry.failed && entry.steps === stepCount)
      .map(({ seed, commit: at }) => `${at} ${seed}`),
  )
  say(
    `${played} histories of ${steps?.length ?? stepCount} steps in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(busyMs / Math.max(1, played) / (steps?.length ?? stepCount)).toFixed(2)} ms of a processor a step with its audit, ${failed} failed`,
  )
  say(`acts: ${shown(acts)}`)
  say(`faults: ${shown(faults)}`)
  say(
    `the ledger has ${[...all].filter((key) => key.startsWith(`${commit} `)).length} histories without a failure at ${commit}, ${all.size} at all commits`,
  )
  return failed === 0
}

/** The tree with one planted bug, built elsewhere. */
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
  const programs = ['test/simulation/simulate.ts', 'test/simulation/player.ts']
  execFileSync(process.execPath, ['build.mjs', 'dist', ...programs], { cwd: folder, stdio: 'pipe' })
  return folder
}

/** The first seed that a planted bug is caught at; undefined when none is. */
const seedThatCatches = async (patch: string, seedsMax: number): Promise<Played | undefined> => {
  const folder = plant(patch)
  const player = await openPlayer(join(folder, 'dist'))
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
  const directory = join(root, 'test', 'planted')
  const only = given.only?.split(',')
  const patches = readdirSync(directory)
    .filter((name) => name.endsWith('.patch'))
    .toSorted()
    .filter((name) => only === undefined || only.includes(basename(name, '.patch')))
  const left = [...patches]
  let missed = 0
  const catchOn = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const caught = await seedThatCatches(join(directory, name), seedsMax).catch((error: unknown) =>
        String(error),
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
const isGood = scenario
  ? await run([scenario.seed], scenario.steps)
  : given.planted
    ? await runPlanted(Number(given.seeds ?? 2000))
    : await run(
        given.seed === undefined
          ? seedsFrom(Number(given.from), Number(given.seeds ?? 50))
          : [Number(given.seed)],
      )
process.exitCode = isGood ? 0 : 1
