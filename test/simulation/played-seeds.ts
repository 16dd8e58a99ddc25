import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The code that was run: its commit, with `+` if the tree was changed, and the hash of the files that make a history.
 */
interface Version {
  readonly commit: string
  readonly code: string | null
}

interface Entry {
  readonly steps: number
  readonly seed: number
  readonly hash: string
  readonly failed: boolean
}

/** Seeds that a commit has played without a failure, as ranges: `1-50 53`. */
interface Kept extends Version {
  readonly steps: number
  readonly seeds: string
}

/** The seeds that each commit has played: those of this machine, and those in the repository. */
export interface PlayedSeeds {
  readonly write: (entry: Entry) => void
  /** Seeds that the present code has played without a failure, at this or another commit. */
  readonly playedOfThis: (steps: number) => ReadonlySet<number>
  readonly summary: (steps: number) => string
  /** Merges the seeds of this machine into the file of the repository. */
  readonly keep: () => boolean
}

const expanded = (ranges: string): number[] =>
  ranges
    .split(' ')
    .filter(Boolean)
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
    })

const folded = (seeds: readonly number[]): string => {
  const ranges: [number, number][] = []
  for (const seed of [...seeds].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && seed <= last[1] + 1) last[1] = seed
    else ranges.push([seed, seed])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ')
}

const linesOf = <T>(file: string): T[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as T)
    : []

/** @param versionOf called once; it throws if the tree is not a clone of the repository */
export const openPlayedSeeds = (root: string, versionOf: () => Version): PlayedSeeds => {
  const ours = join(root, 'data', 'simulation', 'ledger.jsonl')
  const kept = join(root, 'docs', 'simulation.jsonl')
  let known: Version | undefined
  const version = (): Version => {
    try {
      return (known ??= versionOf())
    } catch {
      return (known = { commit: 'unknown', code: null })
    }
  }
  const good = (): readonly Kept[] => {
    const runs = new Map<string, Version & { readonly steps: number; readonly seeds: Set<number> }>()
    const add = ({ commit, code, steps }: Omit<Kept, 'seeds'>, seeds: readonly number[]) => {
      const key = `${commit} ${steps}`
      const run = runs.get(key) ?? { commit, code, steps, seeds: new Set() }
      runs.set(key, run)
      for (const seed of seeds) run.seeds.add(seed)
    }
    for (const run of linesOf<Kept>(kept)) add(run, expanded(run.seeds))
    for (const entry of linesOf<Version & Entry>(ours)) if (!entry.failed) add(entry, [entry.seed])
    return [...runs.values()].map((run) => ({ ...run, seeds: folded([...run.seeds]) }))
  }
  const countOf = (runs: readonly Kept[]): number =>
    runs.reduce((count, { seeds }) => count + expanded(seeds).length, 0)
  const ofThis = (steps: number): readonly Kept[] =>
    good().filter((run) => run.steps === steps && run.code !== null && run.code === version().code)

  return {
    write: (entry) => {
      mkdirSync(dirname(ours), { recursive: true })
      appendFileSync(ours, `${JSON.stringify({ ...version(), ...entry })}\n`)
    },
    playedOfThis: (steps) => new Set(ofThis(steps).flatMap(({ seeds }) => expanded(seeds))),
    summary: (steps) => {
      const all = good().filter((run) => run.steps === steps && !run.commit.endsWith('+'))
      return `recorded: ${countOf(ofThis(steps))} histories of ${steps} steps without a failure of this code, ${countOf(all)} at ${all.length} commits`
    },
    keep: () => {
      const runs = good().filter(({ commit, code }) => typeof code === 'string' && !commit.endsWith('+'))
      writeFileSync(kept, runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
      return true
    },
  }
}
