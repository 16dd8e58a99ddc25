import { Command } from 'commander'
import { productCodes, type ProductCode } from '../../scoring-contract/words.js'
import { environments, type Environment } from '../../scoring-contract/environment.js'
import type { ResultOptions } from '../../scoring-service/model/engine.js'
import { listOption, nameOption, option, switchOption, wholeOption } from '../options.js'

export type ClientOptions =
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
  option(
    '--id <clientId>',
    'the id of the client',
    'must have 3 to 64 letters, digits, dots, - or _',
    (text) => (/^[\w.-]{3,64}$/.test(text) ? text : undefined),
  ).makeOptionMandatory()

const withSwitches = (command: Command): Command =>
  command
    .addOption(
      switchOption(
        '--masking <on|off>',
        'whether phone numbers and e-mail addresses in results are masked (default on)',
      ),
    )
    .addOption(
      switchOption(
        '--checks <on|off>',
        'whether results contain the evidence of each verdict, validity.checks (default off)',
      ),
    )
    .addOption(
      switchOption(
        '--accept-csv <on|off>',
        'whether CSV statements from this client count as authentic (default off): only for a client that fetches them from banks and ' +
          'tills itself, since a CSV proves no origin; each result then states that the client vouches for it',
      ),
    )

const optionsOf = ({ masking, checks, acceptCsv }: Switches): Partial<ResultOptions> => ({
  ...(masking !== undefined && { masksContacts: masking }),
  ...(checks !== undefined && { withChecks: checks }),
  ...(acceptCsv !== undefined && { acceptsCsv: acceptCsv }),
})

type Perform = (options: ClientOptions) => Promise<void>

const addCreate = (clients: Command, perform: Perform): void => {
  withSwitches(
    clients
      .command('create')
      .description('creates a client, and prints its secret and API key, which cannot be shown again')
      .addOption(idOption())
      .addOption(nameOption('the name of the client', nameLengthMax))
      .addOption(
        option(
          `--environment <${environments.join('|')}>`,
          'the environment that it may call',
          `must be one of ${environments.join(', ')}`,
          (text) => environments.find((known) => known === text),
        ).default('live'),
      )
      .addOption(
        listOption(
          '--products <codes>',
          'the products that it may request, separated by commas',
          productCodes,
        ).default(productCodes, 'all'),
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
The clients are in the database of the service (DATABASE_URL, or SQLite in DATA_DIR); secrets are hashed with
KEY_PEPPER.`,
  )
  addCreate(clients, perform)
  clients
    .command('list')
    .description('lists all clients, without secrets')
    .action(() => perform({ act: 'list' }))
  withSwitches(
    clients
      .command('set')
      .description('changes what the results of a client contain from now on')
      .addOption(idOption()),
  ).action(({ id, ...switches }: Switches & { id: string }, command: Command) => {
    const options = optionsOf(switches)
    if (Object.keys(options).length === 0)
      command.error('error: name what to set: --masking, --checks or --accept-csv')
    return perform({ act: 'set', clientId: id, options })
  })
  clients
    .command('rotate')
    .description('creates a new secret and API key; the old ones stay valid for --overlap-hours')
    .addOption(idOption())
    .addOption(
      wholeOption(
        '--overlap-hours <hours>',
        'how long the old secret and key stay valid; 0 ends them at once',
        0,
        overlapHoursMax,
      ).default(24),
    )
    .action(({ id, overlapHours }: { id: string; overlapHours: number }) =>
      perform({ act: 'rotate', clientId: id, overlapHours }),
    )
  clients
    .command('revoke')
    .description('revokes a client and all its tokens')
    .addOption(idOption())
    .action(({ id }: { id: string }) => perform({ act: 'revoke', clientId: id }))
  return clients
}
