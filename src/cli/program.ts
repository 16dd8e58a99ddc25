import { Command } from 'commander'
import { calibrationCommand } from './calibration-command.js'
import { clientsCommand } from './registers/clients-command.js'
import type { ConformanceWish } from './conformance/conform.js'
import type { DemoWish } from './demo/demo.js'
import type { Emitted } from './develop/emit.js'
import { keysCommand } from './registers/keys-command.js'
import type { Perform, Say } from './outcome.js'
import { showProgress } from './progress.js'
import type { RebuildWish } from './insights.js'
import { productsCommand } from './registers/products-command.js'
import { dateOption, wholeOption } from './words.js'

/** Exit codes: the command line, or the configuration, is wrong; 0 is done; 1 is a check that failed. */
export const exitCodeOfMistake = 2

/** All commands. Nothing runs before it is given arguments to parse. */
export const program = new Command('cauri')
  .description('the locked-savings service and the scoring service beside it: docs/command-line.md')
  .option('--json', 'what a command found or did, as JSON')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(--help says more)')
  .exitOverride()

const isJson = (): boolean => program.opts<{ json?: true }>().json === true

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Loads an implementation lazily: a help text needs no database. */
const by =
  <Wish>(load: () => Promise<{ perform: Perform<Wish> }>) =>
  async (wish: Wish): Promise<void> => {
    const progress = showProgress(process.stderr, isJson())
    const hear: Say = (line) => {
      if (!isJson()) say(line)
    }
    try {
      const { perform } = await load()
      const { data, text, exitCode = 0 } = await perform(wish, progress.show, hear).finally(progress.end)
      if (isJson()) say(JSON.stringify(data, null, 2))
      else if (text !== '') say(text)
      process.exitCode = exitCode
    } catch (error) {
      const { mistakeOf } = await import('./develop/mistakes.js')
      const mistake = mistakeOf(error)
      if (mistake === undefined) throw error
      process.stderr.write(`${isJson() ? JSON.stringify({ error: mistake }) : mistake}\n`)
      process.exitCode = exitCodeOfMistake
    }
  }

program
  .command('start')
  .description('serves until it gets SIGTERM (docs/running.md)')
  .action(async () => (await import('../main.js')).serve())

program
  .command('check-config')
  .description(
    'reports all errors of the environment at once, and whether everything that it names can be reached',
  )
  .option('--no-connect', 'connects to nothing')
  .action(({ connect }: { connect: boolean }) => by(() => import('./check-config.js'))({ connect }))

program
  .command('doctor')
  .description(
    'whether the service and all that it depends on is healthy: books, queues, leases, schema, disk, clocks, provider, mail, bucket',
  )
  .option('--no-books', 'leaves out the check of all books, which takes long')
  .action(({ books }: { books: boolean }) => by(() => import('./doctor.js'))({ books }))

const migrate = program.command('migrate').description('the tables of the database (docs/running/upgrade.md)')
migrate
  .command('status')
  .description('which migrations are done and which are pending; exits with 1 if some are pending')
  .action(() => by(() => import('./migrate.js'))({ act: 'status' }))
migrate
  .command('up')
  .description('does the pending migrations, as a start does too')
  .action(() => by(() => import('./migrate.js'))({ act: 'up' }))
migrate
  .command('down')
  .description('undoes the last migrations, and drops the data in what they made; the service must not run')
  .addOption(wholeOption('--steps <count>', 'how many', 1, 100).default(1))
  .option('--yes', 'confirms that data is dropped', false)
  .action(({ steps, yes }: { steps: number; yes: boolean }) =>
    by(() => import('./migrate.js'))({ act: 'down', steps, yes }),
  )

program.addCommand(keysCommand(by(() => import('./registers/keys.js'))))
program.addCommand(clientsCommand(by(() => import('./registers/clients.js'))))

program.addCommand(
  productsCommand(
    by(() => import('./registers/products.js')),
    by(() => import('./registers/publish-products.js')),
  ),
)

program
  .command('evidence')
  .description(
    'walks the chain in which audit rows, journals and postings are sealed, and compares balances with their postings',
  )
  .addHelpText(
    'after',
    `
It is compared with the heads written down each day in EVIDENCE_DIR (evidence in DATA_DIR), and looked through for rows that
were never sealed. What archived.jsonl there names is told as archived. Ends with 1 and the first row that does not fit.`,
  )
  .action(() => by(() => import('./evidence.js'))(undefined))

program
  .command('backup')
  .description(
    'everything that cannot be made again, into a folder that is empty, while the service goes on (docs/backup.md)',
  )
  .argument('<folder>')
  .option('--password-file <file>', 'the keys too, under the password in this file')
  .action((folder: string, { passwordFile }: { passwordFile?: string }) =>
    by(() => import('./backup/back-up.js'))({ folder, passwordFile }),
  )
program
  .command('restore')
  .description('a backup into a database and directories that are empty, and a walk through its books')
  .argument('<folder>')
  .option('--password-file <file>', 'the password under which the keys are')
  .option('--keys-to <file>', 'writes the keys as lines of an environment')
  .action((folder: string, { passwordFile, keysTo }: { passwordFile?: string; keysTo?: string }) =>
    by(() => import('./backup/restore.js'))({ folder, passwordFile, keysTo }),
  )
program
  .command('settlement')
  .description(
    'a settlement file of the wallet provider, against the books (docs/month-end.md); ends with 1 where they differ',
  )
  .argument('<file>')
  .action((file: string) => by(() => import('./settlement.js'))({ file }))
program
  .command('lost-payments')
  .description(
    'payments that the provider has and the books do not, as after a restore; ends with 1 where there are some',
  )
  .argument('[record.csv]', "the provider's record; of an emulator nothing need be named")
  .action((file: string | undefined) => by(() => import('./backup/lost-payments.js'))({ file }))

program
  .command('insights')
  .description('the daily figures of analysts (docs/analysts.md)')
  .command('rebuild')
  .description('makes them again from the books; the service may run meanwhile')
  .addOption(dateOption('--from <date>', 'from the first day of the books where none is said'))
  .addOption(dateOption('--to <date>', 'to the last day that is closed where none is said'))
  .action((wish: RebuildWish) => by(() => import('./insights.js'))(wish))

program.addCommand(calibrationCommand(by(() => import('./calibration.js'))))

program
  .command('scenario')
  .description(
    'plays scenario files against a service that runs; ends with 1 when something was not as a file says',
  )
  .argument('<file...>', 'files, or folders of them (docs/scenarios.md)')
  .option('--url <address>', 'where the service is', 'http://127.0.0.1:4000')
  .option('--key <key>', 'of the roles GATEWAY and TESTER', 'dev-gateway-key')
  .action((files: string[], { url, key }: { url: string; key: string }) =>
    by(() => import('./develop/scenario.js'))({ files, url, key }),
  )

program
  .command('conformance')
  .description(
    'holds a service that runs against the contract of the gateway, operation by operation; ends with 1 where one is not as it says',
  )
  .option('--url <address>', 'where the service is', 'http://127.0.0.1:4000')
  .option('--key <key>', 'of the role GATEWAY, and of TESTER for the journey', 'dev-gateway-key')
  .option('--no-journey', 'makes no call that writes: no customer, no test clock')
  .option('--scoring <address>', 'a scoring service too, as https://bank.example/scoring/sandbox')
  .option('--client <id>', 'of the scoring service', 'dev-sandbox-client')
  .option('--secret <secret>', 'of that client', 'dev-sandbox-secret')
  .option('--scoring-key <key>', 'of that client', 'dev-sandbox-key')
  .action((wish: ConformanceWish) => by(() => import('./conformance/conform.js'))(wish))

program
  .command('demo')
  .description(
    'a year of a bank with customers who are made up, into an empty DATA_DIR, to try pages and pictures',
  )
  .addOption(wholeOption('--customers <count>', 'how many come in that time', 1, 2000).default(500))
  .addOption(wholeOption('--days <count>', 'how far back it begins', 2, 730).default(365))
  .action((wish: DemoWish) => by(() => import('./demo/demo.js'))(wish))

program
  .command('emulator')
  .description('the wallet provider for development, alone (docs/emulator.md)')
  .action(async () => (await import('./develop/emulators.js')).runEmulator())
program
  .command('bureau-emulator')
  .description('the credit bureau for development, alone (docs/bureau-emulator.md)')
  .action(async () => (await import('./develop/emulators.js')).runBureauEmulator())

program
  .command('simulate')
  .description('for developers: plays histories of the whole service out of numbers (docs/simulation.md)')
  .argument('[options...]', 'as --seeds 50, --seed 7 --trace, --planted')
  .allowUnknownOption()
  .action((args: string[]) => by(() => import('./develop/simulate.js'))(args))

program
  .command('release')
  .description(
    'for maintainers: version, changelog, tag, and a list of what it is made of; says what it would do',
  )
  .argument('<version>', 'as 1.2.3, or major, minor, patch')
  .option('--clone <folder>', 'of the repository, if it is not the one of this program')
  .option('--yes', 'does it; nothing is pushed', false)
  .action((version: string, { clone, yes }: { clone?: string; yes: boolean }) =>
    by(() => import('./release.js'))({ version, clone, yes }),
  )

const emit = program.command('emit').description('for developers: writes what the code says of itself')
const emitted: Readonly<Record<Emitted, string>> = {
  schema: 'schema.graphql',
  openapi: 'scoring-openapi.json',
  scorecard: 'the tables of docs/scorecard.md',
}
for (const [what, file] of Object.entries(emitted) as [Emitted, string][])
  emit
    .command(what)
    .description(file)
    .action(() => by(() => import('./develop/emit.js'))(what))

/** Includes the commands of nested commands. */
export const throughout = (command: Command): Command[] => [command, ...command.commands.flatMap(throughout)]

// Commands that are built elsewhere lack our defaults.
for (const command of throughout(program)) command.copyInheritedSettings(program)
