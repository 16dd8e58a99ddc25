import { CommanderError } from 'commander'
import { exitCodeOfMistake } from './mistake.js'
import { isJson, program, printError } from './program.js'

/** The names of the commands that may follow the given ones, separated by commas. */
const commandsThatFollow = (): string =>
  program.args
    .reduce((command, word) => command.commands.find((one) => one.name() === word) ?? command, program)
    .commands.map((command) => command.name())
    .join(', ')

/** Runs a command line. Without a command, commander only prints its help. */
export const run = async (words: readonly string[]): Promise<void> => {
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : exitCodeOfMistake
    if (process.exitCode === 0 || !isJson()) return
    const isHelp = error.code === 'commander.help'
    printError(
      isHelp ? `a command is missing: ${commandsThatFollow()}` : error.message.replace(/^error: /, ''),
    )
  }
}
