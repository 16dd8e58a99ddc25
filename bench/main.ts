import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatInstant, systemClock } from '../src/kernel/clock.js'
import { benchClocks } from './clocks.js'
import { connections } from './compare.js'
import { measureDemo } from './demo.js'
import { measureDocuments } from './documents.js'
import { measureExports } from './exports.js'
import { startGenerator } from './generator.js'
import { measureDeposits, measureGraphql, measureMemory, measureReads, measureStart } from './measure.js'
import { measureInsights } from './insights/measure.js'
import { measureGrowth } from './growth.js'
import { measureNudge } from './nudge.js'
import { measureReading } from './reading.js'
import { measureSearch } from './search.js'
import { measureSettlements } from './settlements.js'
import { measureScorecard } from './scorecard.js'
import { tableOf, writeReport, type Line } from './report.js'
import { benchStatements } from './statements.js'
import { measureTasks } from './tasks.js'
import { measureUploads } from './uploads.js'
import { measureWatching } from './watching.js'
import { verifyAnswers } from './verify.js'
import { customers, databaseSettings, startWorld, withScratch } from './world.js'

/** The parts that measure the service and its peer in one world. */
const parts = {
  reads: measureReads,
  deposits: measureDeposits,
  graphql: measureGraphql,
  uploads: measureUploads,
} as const

/** The parts that make data of their own. */
const separateParts = {
  start: measureStart,
  watching: measureWatching,
  demo: measureDemo,
  nudge: measureNudge,
  statements: benchStatements,
  scorecard: async () => measureScorecard(),
  reading: measureReading,
  documents: measureDocuments,
  growth: measureGrowth,
  insights: measureInsights,
  settlements: measureSettlements,
  search: measureSearch,
  tasks: measureTasks,
  exports: measureExports,
  clocks: async () => (await benchClocks()).map((line) => ({ ...line, other: '', ratio: '' })),
} as const satisfies Record<string, (scale?: number) => Promise<readonly Line[]>>

type SeparatePart = keyof typeof separateParts
type Part = keyof typeof parts | SeparatePart
const partNames = [...Object.keys(parts), ...Object.keys(separateParts)]

const usage = `Usage: npm run bench [-- options]

  --only <part>     one of ${partNames.join(', ')}; without it everything is measured
                    and docs/benchmarks.md is written
  --scale <n>       share of the customers or rows, from 0.001 to 1; only for search, tasks, exports and insights
  --profile <dir>   writes a CPU profile of the service into a directory; docs/benchmarks.md is then not written
  --help            this text`

interface Options {
  readonly only: Part | undefined
  readonly profile: string | undefined
  readonly scale: number
}

class UsageError extends Error {}

const isPart = (name: string): name is Part => partNames.includes(name)

const readCommandLine = (args: string[]): Options | 'help' => {
  let values: Partial<Record<'only' | 'profile' | 'scale', string | undefined>> & {
    help?: boolean | undefined
  }
  try {
    values = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        profile: { type: 'string' },
        scale: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { only, profile, help } = values
  if (help) return 'help'
  if (only !== undefined && !isPart(only)) {
    throw new UsageError(`--only must be one of ${partNames.join(', ')}, got '${only}'`)
  }
  const scale = Number(values.scale ?? 1)
  if (!(scale >= 0.001 && scale <= 1))
    throw new UsageError(`--scale must be from 0.001 to 1, got '${values.scale}'`)
  return { only, profile, scale }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Each line is also printed at once, so that results are not lost when the run is stopped. */
const printed = (lines: readonly Line[]): readonly Line[] => {
  print(tableOf(lines))
  return lines
}

const measureWorld = (chosen: Options) =>
  withScratch(async (directory) => {
    print(`starting MariaDB, the service and its peer, loading ${customers} customers`)
    const options = chosen.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${chosen.profile}`]
    const world = await startWorld(join(directory, 'data'), options)
    const generator = startGenerator()
    try {
      await verifyAnswers(world)
      print('both give the same answers')
      const lines: Line[] = []
      for (const [name, measure] of Object.entries(parts)) {
        if (chosen.only !== undefined && chosen.only !== name) continue
        print(`measuring ${name}`)
        lines.push(...printed(await measure({ world, generator })))
      }
      return { lines: [...lines, ...measureMemory({ world })], databaseVersion: world.databaseVersion }
    } finally {
      generator.stop()
      await world.stop()
    }
  })

const measureSeparate = async (name: SeparatePart, scale: number): Promise<readonly Line[]> => {
  print(`measuring ${name}`)
  const measureIt: (scale: number) => Promise<readonly Line[]> = separateParts[name]
  return printed(await measureIt(scale))
}

const isSeparate = (name: Part): name is SeparatePart => name in separateParts

const measure = async (chosen: Options) => {
  if (chosen.only !== undefined && isSeparate(chosen.only)) {
    return { lines: await measureSeparate(chosen.only, chosen.scale), databaseVersion: undefined }
  }
  const { lines, databaseVersion } = await measureWorld(chosen)
  if (chosen.only !== undefined) return { lines, databaseVersion }
  const separate: Line[] = []
  for (const name of Object.keys(separateParts) as SeparatePart[])
    separate.push(...(await measureSeparate(name, chosen.scale)))
  return { lines: [...lines, ...separate], databaseVersion }
}

const conditions = (databaseVersion: string | undefined): string => {
  const day = formatInstant(systemClock.now()).slice(0, 10)
  const machine = `Measured on ${day} with Node.js ${process.version} on ${availableParallelism()} cores`
  if (databaseVersion === undefined) return `${machine}.`
  const database = `${databaseVersion} (${databaseSettings.join(' ')})`
  return `${machine}; ${customers} customers, ${connections} connections, ${database}.`
}

const main = async (): Promise<void> => {
  const chosen = readCommandLine(process.argv.slice(2))
  if (chosen === 'help') return print(usage)
  const { lines, databaseVersion } = await measure(chosen)
  const section = `${tableOf(lines)}\n\n${conditions(databaseVersion)}`
  print(`\n${section}`)
  if (chosen.only === undefined && chosen.profile === undefined) await writeReport(section)
}

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

main().catch((error: unknown) => {
  const isUsage = error instanceof UsageError
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}\n` : `the bench stopped: ${String(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
})
