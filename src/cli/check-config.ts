import 'reflect-metadata'
import { ConfigError, mistypedSettings, readConfig, type Config } from '../app/config/config.js'
import { probesOf, runProbes, textOf } from './probes.js'
import type { Performed, Perform } from './outcome.js'

const readOrProblems = (): Config | readonly string[] => {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const mistypedProblems = (): string[] =>
  mistypedSettings().map(({ name, meant }) => `${name} is not a setting; did you mean ${meant}?`)

const wrongConfiguration = (problems: readonly string[]): Performed => ({
  data: { fine: false, problems, found: [] },
  text: ['The configuration is wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'),
  exitCode: 1,
})

/**
 * Reports all errors of the environment at once. If its values are valid and `connect` is set, checks whether everything that it names
 * can be reached.
 */
export const perform: Perform<{ readonly connect: boolean }> = async ({ connect }, progress) => {
  const config = readOrProblems()
  const problems = mistypedProblems()
  if (!('port' in config)) {
    // A mistyped name that keeps production from starting is among the errors of the configuration already.
    const others = problems.filter(
      (miss) => !config.some((problem) => problem.startsWith(miss.split(' ', 1)[0]!)),
    )
    return wrongConfiguration([...config, ...others])
  }
  const probes = connect ? probesOf(config) : []
  const found = await runProbes(probes, (done) => progress(done, probes.length))
  const fine = problems.length === 0 && found.every((one) => one.fine)
  const { production, roles } = config
  const head = `${production ? 'production' : 'development'}, roles ${[...roles].join(', ')}`
  return {
    data: { fine, production, roles: [...roles], problems, found },
    text: [head, ...problems, ...(found.length > 0 ? [textOf(found)] : [])].join('\n'),
    exitCode: fine ? 0 : 1,
  }
}
