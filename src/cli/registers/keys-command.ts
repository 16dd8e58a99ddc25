import { Command } from 'commander'
import { roles as allRoles, rolesProblem, type HolderKind, type Role } from '../../platform/identity/roles.js'
import { listOption, nameOption, wholeOption } from '../options.js'

export type KeyOptions =
  | {
      readonly act: 'create'
      readonly name: string
      readonly kind: HolderKind
      readonly roles: readonly Role[]
      readonly days: number | undefined
    }
  | { readonly act: 'list' }
  | { readonly act: 'revoke'; readonly id: string }

interface Create {
  readonly name: string
  readonly roles: readonly Role[]
  readonly system?: true
  readonly days?: number
}

const nameLengthMax = 64
const daysMax = 3650

/** `cauri keys`: the keys of the gateway, of staff and of other systems. */
export const keysCommand = (perform: (options: KeyOptions) => Promise<void>): Command => {
  const keys = new Command('keys')
    .description('the keys with which people and systems call the service')
    .addHelpText(
      'after',
      `
The keys are in the database of the service (DATABASE_URL, or SQLite in DATA_DIR), hashed with KEY_PEPPER. As soon as
there is a key, API_CLIENTS_FILE is ignored.`,
    )
  keys
    .command('create')
    .description(
      'creates and prints a key, which cannot be shown again; to rotate a key, create a second one of the same name',
    )
    .addOption(
      nameOption('the name of the holder; upper and lower case count as the same name', nameLengthMax),
    )
    .addOption(
      listOption(
        '--roles <roles>',
        'the roles of the key, separated by commas',
        allRoles,
      ).makeOptionMandatory(),
    )
    .option('--system', 'the holder is a system, which may have GATEWAY, TESTER and ANALYST only')
    .addOption(
      wholeOption(
        '--days <days>',
        'the days until it expires; without this option it never expires',
        1,
        daysMax,
      ),
    )
    .action(({ name, roles, system, days }: Create, command: Command) => {
      const kind = system ? 'SYSTEM' : 'PERSON'
      const problem = rolesProblem(kind, roles)
      if (problem !== undefined) command.error(`error: ${problem}`)
      return perform({ act: 'create', name, kind, roles, days })
    })
  keys
    .command('list')
    .description('lists all keys, without secrets')
    .action(() => perform({ act: 'list' }))
  keys
    .command('revoke')
    .description('revokes a key, and everything that was issued with it, within two seconds in every process')
    .requiredOption('--id <id>', 'the id, as `list` shows it')
    .action(({ id }: { id: string }) => perform({ act: 'revoke', id }))
  return keys
}
