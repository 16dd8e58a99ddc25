import { parseArgs } from 'node:util'
import { type ResultOptions } from '../scoring-service/model/engine.js'
import { productCodes, type ProductCode } from '../scoring-contract/words.js'
import { environments, type Environment } from '../scoring-contract/environment.js'

export const usage = `Usage: npm run clients -- <command> [options]

  create --id <clientId> --name "Awa Bank" [--environment ${environments.join('|')}] [--products ${productCodes.join(',')}]
           [--masking on|off] [--checks on|off] [--accept-csv on|off]
           a new client; prints its secret and API key, which nobody can read again
  list     all clients, without what is secret
  set --id <clientId> [--masking on|off] [--checks on|off] [--accept-csv on|off]
           what its results show from now on: phone numbers and e-mail addresses masked (on unless it is said
           otherwise), and the evidence behind each verdict on a statement, validity.checks (off). Whether its CSVs
           are believed (off): on for a client that fetches them from banks and tills itself, as nothing in a CSV
           says who wrote it; each result says that the client vouches
  rotate --id <clientId> [--overlap-hours 24]
           a new secret and API key; the old ones end after so many hours, with 0 at once
  revoke --id <clientId>
           ends the client and all its tokens
  --help   this text

The clients are in the database of the service (DATABASE_URL, or SQLite in DATA_DIR); what is secret is hashed with KEY_PEPPER.`

export type Command =
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
  | { readonly act: 'help' }
  | { readonly act: 'rotate'; readonly clientId: string; readonly overlapHours: number }
  | { readonly act: 'revoke'; readonly clientId: string }
  | { readonly act: 'wrong'; readonly problem: string }

const options = {
  id: { type: 'string' },
  name: { type: 'string' },
  environment: { type: 'string', default: 'live' },
  products: { type: 'string', default: productCodes.join(',') },
  masking: { type: 'string' },
  checks: { type: 'string' },
  'accept-csv': { type: 'string' },
  'overlap-hours': { type: 'string', default: '24' },
  help: { type: 'boolean', short: 'h' },
} as const

const wrong = (problem: string): Command => ({ act: 'wrong', problem })

const isProduct = (text: string): text is ProductCode => productCodes.some((code) => code === text)

const overlapHoursMax = 720

const isSwitch = (text: string | undefined): boolean => text === undefined || text === 'on' || text === 'off'

/** What is said of the options; undefined for a word that is neither on nor off. */
const optionsOf = (
  masking: string | undefined,
  checks: string | undefined,
  acceptCsv: string | undefined,
): Partial<ResultOptions> | undefined =>
  isSwitch(masking) && isSwitch(checks) && isSwitch(acceptCsv)
    ? {
        ...(masking !== undefined && { masksContacts: masking === 'on' }),
        ...(checks !== undefined && { withChecks: checks === 'on' }),
        ...(acceptCsv !== undefined && { acceptsCsv: acceptCsv === 'on' }),
      }
    : undefined

const parse = (args: string[]): Command => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [act, ...others] = positionals
  if (values.help || act === undefined) return { act: 'help' }
  if (others.length > 0) return wrong(`'${others.join(' ')}' is one word too many`)
  if (act === 'list') return { act }
  if (act !== 'create' && act !== 'set' && act !== 'rotate' && act !== 'revoke')
    return wrong(`there is no command '${act}'`)
  const clientId = values.id ?? ''
  if (!/^[\w.-]{3,64}$/.test(clientId)) return wrong('--id must have 3 to 64 letters, digits, dots, - or _')
  if (act === 'revoke') return { act, clientId }
  if (act === 'rotate') {
    const overlapHours = /^\d{1,3}$/.test(values['overlap-hours']) ? Number(values['overlap-hours']) : NaN
    return overlapHours <= overlapHoursMax
      ? { act, clientId, overlapHours }
      : wrong(`--overlap-hours must be a number from 0 to ${overlapHoursMax}`)
  }
  const shown = optionsOf(values.masking, values.checks, values['accept-csv'])
  if (!shown) return wrong('--masking, --checks and --accept-csv must be on or off')
  if (act === 'set')
    return Object.keys(shown).length > 0
      ? { act, clientId, options: shown }
      : wrong('say what to set: --masking, --checks or --accept-csv')
  const name = values.name?.trim() ?? ''
  if (name === '' || name.length > 128) return wrong('--name must have 1 to 128 characters')
  const environment = environments.find((known) => known === values.environment)
  if (!environment) return wrong(`--environment must be one of ${environments.join(', ')}`)
  const products = [...new Set(values.products.split(',').map((code) => code.trim()))]
  if (!products.every(isProduct)) return wrong(`--products must be of ${productCodes.join(', ')}`)
  return { act, clientId, name, environment, products, options: shown }
}

/** The command line as what is to be done, or the sentence that says what is wrong with it. */
export const parseCommandLine = (args: string[]): Command => {
  try {
    return parse(args)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}
