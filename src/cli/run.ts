import { CommanderError } from 'commander'
import { exitCodeOfMistake } from './mistake.js'
import { isJson, program, printError } from './program.js'

/** The names of the commands that may follow the given ones, separated by commas. */
const commandsThatFollow = (): string =>
  program.args
    .reduce((command, word) => command.commands.find((one) => one.name() === word) ?? command, program)
    .commands.map((command) => command.name())
    .join(', ')

/**
 * Without these listeners an error of an output stream ends the process with a stack and exit code 1, as if a check had failed. A reader
 * that goes away (`cauri doctor | head -1`) changes nothing; a result that cannot be written, as on a full disk, is reported.
 */
export const watchOutput = (): void => {
  process.stderr.on('error', () => undefined)
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => undefined)
    if (code === 'EPIPE') return
    printError(`the result cannot be written (${code})`)
    process.once('exit', () => (process.exitCode = exitCodeOfMistake))
  })
}

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
