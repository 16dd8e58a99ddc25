import { Command } from 'commander'
import { productCodes, type ProductCode } from '../../scoring-contract/words.js'
import { environments, type Environment } from '../../scoring-contract/environment.js'
import type { ResultOptions } from '../../scoring-service/model/engine.js'
import { listOption, nameOption, option, switchOption, wholeOption } from '../words.js'

export type ClientWish =
  | {
      readonly act: 'create'
      readonly clientId: string
      readonly name: string
      readonly environment: Environment
      readonly products: readonly ProductCode[]
      readonly options: Partial<ResultOptions>
    }
  | { readonly act: 'set'; readonly clientId: string; readonly options: Partial<ResultOptions> }
  | { readonly act: 'list' }
  | { readonly act: 'rotate'; readonly clientId: string; readonly overlapHours: number }
  | { readonly act: 'revoke'; readonly clientId: string }

interface Switches {
  readonly masking?: boolean
  readonly checks?: boolean
  readonly acceptCsv?: boolean
}

interface Create extends Switches {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly products: readonly ProductCode[]
}

const nameLengthMax = 128
const overlapHoursMax = 720

const idOption = () =>
  option('--id <clientId>', 'who it is', 'must have 3 to 64 letters, digits, dots, - or _', (text) =>
    /^[\w.-]{3,64}$/.test(text) ? text : undefined,
  ).makeOptionMandatory()

const withSwitches = (command: Command): Command =>
  command
    .addOption(
      switchOption(
        '--masking <on|off>',
        'phone numbers and e-mail addresses in results are masked (on at first)',
      ),
    )
    .addOption(
      switchOption(
        '--checks <on|off>',
        'results say the evidence behind each verdict, validity.checks (off at first)',
      ),
    )
    .addOption(
      switchOption(
        '--accept-csv <on|off>',
        'its CSVs are believed, as it fetches them from banks and tills itself: nothing in a CSV says who wrote it; ' +
          'each result says that the client vouches (off at first)',
      ),
    )

const optionsOf = ({ masking, checks, acceptCsv }: Switches): Partial<ResultOptions> => ({
  ...(masking !== undefined && { masksContacts: masking }),
  ...(checks !== undefined && { withChecks: checks }),
  ...(acceptCsv !== undefined && { acceptsCsv: acceptCsv }),
})

type Perform = (wish: ClientWish) => Promise<void>

const addCreate = (clients: Command, perform: Perform): void => {
  withSwitches(
    clients
      .command('create')
      .description('a new client; prints its secret and API key, which nobody can read again')
      .addOption(idOption())
      .addOption(nameOption('what it is called', nameLengthMax))
      .addOption(
        option(
          `--environment <${environments.join('|')}>`,
          'where it calls',
          `must be one of ${environments.join(', ')}`,
          (text) => environments.find((known) => known === text),
        ).default('live'),
      )
      .addOption(
        listOption('--products <codes>', 'what it may ask for, separated by commas', productCodes).default(
          productCodes,
          'all',
        ),
      ),
  ).action(({ id, name, environment, products, ...switches }: Create) =>
    perform({ act: 'create', clientId: id, name, environment, products, options: optionsOf(switches) }),
  )
}

/** `cauri clients`: the clients of the scoring service. */
export const clientsCommand = (perform: Perform): Command => {
  const clients = new Command('clients').description('the clients of the scoring service').addHelpText(
    'after',
    `
The clients are in the database of the service (DATABASE_URL, or SQLite in DATA_DIR); what is secret is hashed with
KEY_PEPPER.`,
  )
  addCreate(clients, perform)
  clients
    .command('list')
    .description('all clients, without what is secret')
    .action(() => perform({ act: 'list' }))
  withSwitches(
    clients.command('set').description('what its results show from now on').addOption(idOption()),
  ).action(({ id, ...switches }: Switches & { id: string }, command: Command) => {
    const options = optionsOf(switches)
    if (Object.keys(options).length === 0)
      command.error('error: say what to set: --masking, --checks or --accept-csv')
    return perform({ act: 'set', clientId: id, options })
  })
  clients
    .command('rotate')
    .description('a new secret and API key; the old ones end after so many hours, with 0 at once')
    .addOption(idOption())
    .addOption(
      wholeOption('--overlap-hours <hours>', 'for how long both are known', 0, overlapHoursMax).default(24),
    )
    .action(({ id, overlapHours }: { id: string; overlapHours: number }) =>
      perform({ act: 'rotate', clientId: id, overlapHours }),
    )
  clients
    .command('revoke')
    .description('ends the client and all its tokens')
    .addOption(idOption())
    .action(({ id }: { id: string }) => perform({ act: 'revoke', clientId: id }))
  return clients
}
