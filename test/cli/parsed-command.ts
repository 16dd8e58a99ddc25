import { CommanderError, type Command } from 'commander'

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
]

/** The options with which a command line runs a command, or the text that the command prints instead of running. */
export const parsedCommand = async <Options>(
  make: (perform: (options: Options) => Promise<void>) => Command,
  args: readonly string[],
): Promise<Options | string> => {
  let options: Options | undefined
  let printed = ''
  const command = make(async (parsed) => {
    options = parsed
  })
  const collect = (text: string): void => void (printed += text)
  for (const one of withSubcommands(command))
    one.exitOverride().configureOutput({ writeErr: collect, writeOut: collect })
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return options ?? printed
}
