import { parseArgs } from 'node:util'
import { isRole, roles, rolesProblem, type HolderKind, type Role } from '../platform/identity/roles.js'

export const usage = `Usage: npm run api-key -- <command> [options]

  create --name "Awa Ngo" --roles BACK_OFFICE[,TESTER] [--system] [--days 365]
           a fresh key, which nobody can read again; the same name, in whatever spelling, is the same holder, so that a
           second key of it is how a key is rotated. --system: the holder is no person, and has GATEWAY, TESTER or
           ANALYST only. --days: when it expires; without it never
  list     all keys, without what is secret
  revoke --id <id>
           ends a key, and all that was given out on it, within two seconds everywhere
  --help   this text

The roles are ${roles.join(', ')}. The keys are in the database of the service (DATABASE_URL, or SQLite in DATA_DIR), hashed
with KEY_PEPPER. As soon as there is one, API_CLIENTS_FILE counts no more.`

export type Command =
  | {
      readonly act: 'create'
      readonly name: string
      readonly kind: HolderKind
      readonly roles: readonly Role[]
      readonly days: number | undefined
    }
  | { readonly act: 'list' }
  | { readonly act: 'revoke'; readonly id: string }
  | { readonly act: 'help' }
  | { readonly act: 'wrong'; readonly problem: string }

const options = {
  name: { type: 'string' },
  roles: { type: 'string' },
  system: { type: 'boolean', default: false },
  days: { type: 'string' },
  id: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const daysMax = 3650

const wrong = (problem: string): Command => ({ act: 'wrong', problem })

const parse = (args: string[]): Command => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [act, ...others] = positionals
  if (values.help || act === undefined)
    return values.help ? { act: 'help' } : wrong('say what to do: create, list or revoke')
  if (others.length > 0) return wrong(`'${others.join(' ')}' is one word too many`)
  if (act === 'list') return { act }
  if (act === 'revoke') return values.id ? { act, id: values.id } : wrong('--id must name the key to revoke')
  if (act !== 'create') return wrong(`there is no command '${act}'`)
  const name = values.name?.trim() ?? ''
  if (name === '' || name.length > 64) return wrong('--name must have 1 to 64 characters')
  const wanted = (values.roles ?? '').split(',').map((role) => role.trim())
  if (!wanted.every(isRole))
    return wrong(`--roles must be of ${roles.join(', ')}, got '${values.roles ?? ''}'`)
  const kind = values.system ? 'SYSTEM' : 'PERSON'
  const problem = rolesProblem(kind, wanted)
  if (problem !== undefined) return wrong(problem)
  const days = values.days === undefined ? undefined : /^\d{1,4}$/.test(values.days) ? Number(values.days) : 0
  if (days !== undefined && (days < 1 || days > daysMax))
    return wrong(`--days must be a number from 1 to ${daysMax}`)
  return { act, name, kind, roles: wanted, days }
}

/** The command line as what is to be done, or the sentence that says what is wrong with it. */
export const parseCommandLine = (args: string[]): Command => {
  try {
    return parse(args)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}
