import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageRoot } from '../../app/config/config.js'
import { errorCodeOf } from '../../kernel/error-code.js'
import { httpWorld, type ServiceAccess } from '../../simulator/scenario/http-world.js'
import { readGatewayOperations } from '../../simulator/scenario/operations.js'
import { parseScenario } from '../../simulator/scenario/parse-scenario.js'
import { playScenario, type Exchange, type Played } from '../../simulator/scenario/play-scenario.js'
import type { Step } from '../../simulator/scenario/scenario.js'
import { messageOf } from '../message-of.js'

/** The number of concurrent scenarios. Each is one customer, and mostly waits for the wallet. */
const concurrencyMax = 16

export interface PlayOptions extends ServiceAccess {
  readonly print: (line: string) => void
  readonly onExchange?: (file: string, exchange: Exchange) => void
  readonly onPlayed?: (file: string, played: Played) => void
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw new Error(`${path}: cannot be read (${errorCodeOf(error)})`, { cause: error })
  }
}

/** The files in a folder and its sub-folders, or the file itself. */
export const scenarioFiles = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    isDirectory(path)
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.yaml'))
          .toSorted()
          .map((name) => join(path, name))
      : [path],
  )

const nameOf = (step: Step): string => (step.does === 'call' ? step.operation : step.does)

const lineOf = ({ step, ms, summary, problem }: Played): string => {
  const head =
    `  ${problem === undefined ? 'ok' : 'NO'}  ${nameOf(step)} (${Math.round(ms)} ms) ${summary}`.trimEnd()
  return problem === undefined ? head : `${head}\n      line ${step.line}: ${problem}`
}

/** Plays one file; returns its output, and whether it could be played and every answer was as expected. */
const playFile = async (
  file: string,
  options: PlayOptions,
): Promise<{ lines: string[]; isGood: boolean }> => {
  const name = relative(process.cwd(), file)
  const operations = readGatewayOperations(join(packageRoot, 'facade', 'operations'))
  const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), operations)
  if (problems)
    return { lines: problems.map(({ line, message }) => `${name}:${line}: ${message}`), isGood: false }
  const lines = [`${name}: ${scenario.title}`]
  let isGood = true
  try {
    for await (const played of playScenario(scenario, httpWorld(options), {
      onExchange: (exchange) => options.onExchange?.(file, exchange),
    })) {
      options.onPlayed?.(file, played)
      lines.push(lineOf(played))
      if (played.problem !== undefined) isGood = false
    }
  } catch (error) {
    lines.push(`  NO  ${options.url} cannot be reached: ${messageOf(error)}`)
    isGood = false
  }
  return { lines, isGood }
}

/**
 * Plays scenario files, several at once, and prints the lines of each file at its end. Returns how many failed: by an unexpected answer,
 * by a mistake in the file, or because the service cannot be reached.
 */
export const playScenarios = async (paths: readonly string[], options: PlayOptions): Promise<number> => {
  const files = scenarioFiles(paths)
  if (files.length === 0) throw new Error(`there is no scenario file in ${paths.join(', ')}`)
  const remaining = [...files]
  let bad = 0
  const work = async (): Promise<void> => {
    for (let file = remaining.shift(); file !== undefined; file = remaining.shift()) {
      const { lines, isGood } = await playFile(file, options)
      for (const line of lines) options.print(line)
      if (!isGood) bad += 1
    }
  }
  await Promise.all(Array.from({ length: concurrencyMax }, work))
  options.print(`${files.length - bad} of ${files.length} scenarios passed`)
  return bad
}
