import { CommanderError, type Command } from 'commander'

const throughout = (command: Command): Command[] => [command, ...command.commands.flatMap(throughout)]

/** What a command line asks a command to do, or the text that the command prints instead of running. */
export const wishOf = async <Wish>(
  make: (perform: (wish: Wish) => Promise<void>) => Command,
  args: readonly string[],
): Promise<Wish | string> => {
  let wish: Wish | undefined
  let said = ''
  const command = make(async (asked) => {
    wish = asked
  })
  const collect = (text: string): void => void (said += text)
  for (const one of throughout(command))
    one.exitOverride().configureOutput({ writeErr: collect, writeOut: collect })
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
  }
  return wish ?? said
}
