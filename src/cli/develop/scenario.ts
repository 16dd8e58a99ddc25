import { Mistake } from '../mistake.js'
import type { Perform } from '../outcome.js'
import { playScenarios } from './play-scenarios.js'

export interface ScenarioOptions {
  readonly files: readonly string[]
  readonly url: string
  readonly key: string
}

/** Plays scenario files, or all those of a folder, against a service that runs: docs/scenarios.md. */
export const perform: Perform<ScenarioOptions> = async ({ files, url, key }, _progress, print) => {
  const lines: string[] = []
  const record = (line: string): void => {
    lines.push(line)
    print(line)
  }
  const failed = await playScenarios(files, { url: url.replace(/\/$/, ''), key, print: record }).catch(
    (error: unknown) => {
      throw new Mistake((error as Error).message)
    },
  )
  return { data: { failed, lines }, text: '', exitCode: failed === 0 ? 0 : 1 }
}
