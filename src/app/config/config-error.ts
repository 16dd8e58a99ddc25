/** The environment does not describe a service that may run. The message has one line for each thing to put right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(['The configuration is wrong:', ...problems.map((problem) => `  - ${problem}`)].join('\n'))
  }
}
