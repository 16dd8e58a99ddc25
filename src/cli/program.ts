import { Command } from 'commander'
import { calibrationCommand } from './calibration-command.js'
import { clientsCommand } from './registers/clients-command.js'
import type { ConformanceOptions } from './conformance/conform.js'
import type { DemoOptions } from './demo/demo.js'
import type { Emitted } from './develop/emit.js'
import { keysCommand } from './registers/keys-command.js'
import { exitCodeOfMistake } from './mistake.js'
import type { Perform, Print } from './outcome.js'
import { showProgress } from './progress.js'
import type { RebuildOptions } from './insights.js'
import { productsCommand } from './registers/products-command.js'
import { dateOption, wholeOption } from './options.js'

/** All commands; `run` gives them the arguments. */
export const program = new Command('cauri')
  .description('the locked-savings service and the scoring service beside it: docs/command-line.md')
  .option('--json', 'prints the result of the command as JSON')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(see --help)')
  // With `--json`, `run` prints the error.
  .configureOutput({ writeErr: (text) => void (isJson() || process.stderr.write(text)) })
  .exitOverride()

export const isJson = (): boolean => program.opts<{ json?: true }>().json === true

const writeLine = (text: string): void => void process.stdout.write(`${text}\n`)

/** Prints an error for the operator. */
export const printError = (message: string): void =>
  void process.stderr.write(`${isJson() ? JSON.stringify({ error: message }) : message}\n`)

/** Loads the implementation of a command when it is run, since a help text needs no database; prints its result. */
const actionOf =
  <Options>(load: () => Promise<{ perform: Perform<Options> }>) =>
  async (options: Options): Promise<void> => {
    const progress = showProgress(process.stderr, isJson())
    const print: Print = (line) => {
      if (!isJson()) writeLine(line)
    }
    try {
      const { perform } = await load()
      const { data, text, exitCode = 0 } = await perform(options, progress.show, print).finally(progress.end)
      if (isJson()) writeLine(JSON.stringify(data, null, 2))
      else if (text !== '') writeLine(text)
      process.exitCode = exitCode
    } catch (error) {
      const { mistakeOf } = await import('./develop/mistakes.js')
      const mistake = mistakeOf(error)
      if (mistake === undefined) throw error
      printError(mistake)
      process.exitCode = exitCodeOfMistake
    }
  }

program
  .command('start')
  .description('runs the service until SIGTERM (docs/running.md)')
  .action(async () => (await import('../main.js')).serve(printError))

program
  .command('check-config')
  .description(
    'checks the configuration, reports all its errors at once, and tries to reach every server that it names',
  )
  .option('--no-connect', 'checks the configuration only, without any connection')
  .action(({ connect }: { connect: boolean }) => actionOf(() => import('./check-config.js'))({ connect }))

program
  .command('doctor')
  .description(
    'checks the health of the service and of all that it depends on: books, queues, leases, schema, disk, clocks, provider, mail, bucket',
  )
  .option('--no-books', 'skips the check of all books, which takes long')
  .action(({ books }: { books: boolean }) => actionOf(() => import('./doctor.js'))({ books }))

const migrate = program.command('migrate').description('the tables of the database (docs/running/upgrade.md)')
migrate
  .command('status')
  .description('which migrations are done and which are pending; exits with 1 if some are pending')
  .action(() => actionOf(() => import('./migrate.js'))({ act: 'status' }))
migrate
  .command('up')
  .description('runs the pending migrations, as each start does')
  .action(() => actionOf(() => import('./migrate.js'))({ act: 'up' }))
migrate
  .command('down')
  .description(
    'undoes the last migrations, and drops the tables and columns that they created; the service must not run',
  )
  .addOption(wholeOption('--steps <count>', 'how many migrations', 1, 100).default(1))
  .option('--yes', 'confirms that data is dropped', false)
  .action(({ steps, yes }: { steps: number; yes: boolean }) =>
    actionOf(() => import('./migrate.js'))({ act: 'down', steps, yes }),
  )

program.addCommand(keysCommand(actionOf(() => import('./registers/keys.js'))))
program.addCommand(clientsCommand(actionOf(() => import('./registers/clients.js'))))

program.addCommand(
  productsCommand(
    actionOf(() => import('./registers/products.js')),
    actionOf(() => import('./registers/publish-products.js')),
  ),
)

program
  .command('evidence')
  .description(
    'verifies the chain of hashes over audit rows, journals and postings, and compares balances with their postings',
  )
  .addHelpText(
    'after',
    `
Compares the chain with its last hash of each day, as recorded in EVIDENCE_DIR (by default evidence in DATA_DIR), and searches for rows
that were never added to the chain. Rows listed in archived.jsonl there are reported as archived. Exits with 1 and names the first
row that deviates.`,
  )
  .action(() => actionOf(() => import('./evidence.js'))(undefined))

program
  .command('backup')
  .description(
    'backs up everything that cannot be recreated into an empty folder, while the service runs (docs/backup.md)',
  )
  .argument('<folder>')
  .option('--password-file <file>', 'includes the keys, encrypted with the password in this file')
  .action((folder: string, { passwordFile }: { passwordFile?: string }) =>
    actionOf(() => import('./backup/back-up.js'))({ folder, passwordFile }),
  )
program
  .command('restore')
  .description('restores a backup into an empty database and empty directories, and verifies its books')
  .argument('<folder>')
  .option('--password-file <file>', 'the password with which the keys are encrypted')
  .option('--keys-to <file>', 'writes the keys to this file, as NAME=value lines')
  .action((folder: string, { passwordFile, keysTo }: { passwordFile?: string; keysTo?: string }) =>
    actionOf(() => import('./backup/restore.js'))({ folder, passwordFile, keysTo }),
  )
program
  .command('settlement')
  .description(
    'compares a settlement file of the wallet provider with the books (docs/month-end.md); exits with 1 if they differ',
  )
  .argument('<file>')
  .action((file: string) => actionOf(() => import('./settlement.js'))({ file }))
program
  .command('lost-payments')
  .description(
    'lists payments of the provider that are missing from the books (as after a restore), have not ended there, or ended differently; ' +
      'exits with 1 if any are missing or ended differently',
  )
  .argument('[record.csv]', "the provider's record; not needed with an emulator")
  .action((file: string | undefined) => actionOf(() => import('./backup/lost-payments.js'))({ file }))

program
  .command('insights')
  .description('the daily figures of analysts (docs/analysts.md)')
  .command('rebuild')
  .description('rebuilds the daily figures from the books; the service may run meanwhile')
  .addOption(dateOption('--from <date>', 'the first day; by default the first day of the books'))
  .addOption(dateOption('--to <date>', 'the last day; by default the last closed day'))
  .action((options: RebuildOptions) => actionOf(() => import('./insights.js'))(options))

program.addCommand(calibrationCommand(actionOf(() => import('./calibration.js'))))

program
  .command('scenario')
  .description(
    'plays scenario files against a running service; exits with 1 if an answer differs from a file',
  )
  .argument('<file...>', 'files, or folders of them (docs/scenarios.md)')
  .option('--url <address>', 'the address of the service', 'http://127.0.0.1:4000')
  .option('--key <key>', 'a key with the roles GATEWAY and TESTER', 'dev-gateway-key')
  .action((files: string[], { url, key }: { url: string; key: string }) =>
    actionOf(() => import('./develop/scenario.js'))({ files, url, key }),
  )

program
  .command('conformance')
  .description(
    'compares a running service with the contract of the gateway, operation by operation; exits with 1 if one deviates',
  )
  .option('--url <address>', 'the address of the service', 'http://127.0.0.1:4000')
  .option('--key <key>', 'a key with the role GATEWAY, and TESTER for the journey', 'dev-gateway-key')
  .option('--no-journey', 'skips all calls to the gateway that write: creates no customer and no test clock')
  .option(
    '--scoring <address>',
    'also checks a scoring service, such as https://bank.example/scoring/sandbox',
  )
  .option('--client <id>', 'the client id at the scoring service', 'dev-sandbox-client')
  .option('--secret <secret>', 'the secret of that client', 'dev-sandbox-secret')
  .option('--scoring-key <key>', 'the API key of that client', 'dev-sandbox-key')
  .action((options: ConformanceOptions) => actionOf(() => import('./conformance/conform.js'))(options))

program
  .command('demo')
  .description('creates a year of data of an invented bank in an empty DATA_DIR, to try the pages')
  .addOption(wholeOption('--customers <count>', 'how many customers register', 1, 2000).default(500))
  .addOption(wholeOption('--days <count>', 'how many days of data, up to today', 2, 730).default(365))
  .action((options: DemoOptions) => actionOf(() => import('./demo/demo.js'))(options))

program
  .command('emulator')
  .description('runs only the wallet emulator (docs/emulator.md)')
  .action(async () => (await import('./develop/emulators.js')).runEmulator(printError))
program
  .command('bureau-emulator')
  .description('runs only the credit bureau emulator (docs/bureau-emulator.md)')
  .action(async () => (await import('./develop/emulators.js')).runBureauEmulator(printError))

program
  .command('simulate')
  .description('for developers: plays random histories of the whole service by seed (docs/simulation.md)')
  .argument('[options...]', 'as --seeds 50, --seed 7 --trace, --planted')
  .allowUnknownOption()
  .action((args: string[]) => actionOf(() => import('./develop/simulate.js'))(args))

program
  .command('release')
  .description(
    'for maintainers: makes a release, with version, changelog, tag and a list of its packages; without --yes only reports what it would do',
  )
  .argument('<version>', 'as 1.2.3, or major, minor, patch')
  .option('--clone <folder>', 'the clone of the repository, if it is not that of this program')
  .option('--yes', 'makes the release; nothing is pushed', false)
  .action((version: string, { clone, yes }: { clone?: string; yes: boolean }) =>
    actionOf(() => import('./release.js'))({ version, clone, yes }),
  )

const emit = program
  .command('emit')
  .description('for developers: writes files that are generated from the code')
const emitted: Readonly<Record<Emitted, string>> = {
  schema: 'schema.graphql',
  openapi: 'scoring-openapi.json',
  scorecard: 'the tables of docs/scorecard.md',
}
for (const [what, file] of Object.entries(emitted) as [Emitted, string][])
  emit
    .command(what)
    .description(`writes ${file}`)
    .action(() => actionOf(() => import('./develop/emit.js'))(what))

/** A command and all commands nested in it. */
export const throughout = (command: Command): Command[] => [command, ...command.commands.flatMap(throughout)]

// Commands that are built elsewhere lack our defaults.
for (const command of throughout(program)) command.copyInheritedSettings(program)
