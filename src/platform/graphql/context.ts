import type { Call } from '../../kernel/call.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import type { Database, Sql } from '../database/database.js'
import { peppersOf, type Peppers } from '../identity/keys/keys.js'
import { personalDataFor, type PersonalData } from '../identity/personal-data.js'
import type { Pseudonyms } from '../identity/pseudonym.js'
import type { Watch } from '../identity/watch.js'
import { createLoad, type Load } from './loading.js'

/** What all resolvers of one request share. */
export interface RequestContext {
  readonly call: Call
  readonly load: Load
  /** The maximum number of rows of a page, if it is not the usual one. */
  readonly rowsMax?: number
  /** Reads committed rows. */
  readonly read: Sql
  readonly pseudonyms: Pseudonyms
  /** How this caller sees personal data: plain or masked. */
  readonly personal: PersonalData
  /** The peppers under which the hash of a person may be stored, the present one first. */
  readonly peppers: readonly string[]
  readonly watch: Watch
  /** The customers whose number, address or name this request has shown; recorded before it answers. */
  readonly shown: Set<string>
  /** The customer of a number; null for an unregistered one. */
  readonly customerIdOf: (msisdn: Msisdn) => Promise<string | null>
}

export interface ContextDeps {
  readonly database: Pick<Database, 'read'>
  readonly keys: Peppers & { readonly pseudonyms: Pseudonyms }
  readonly watch: Watch
}

/** Makes the context of one request. */
export const createContextWith = (
  { database: { read }, keys, watch }: ContextDeps,
  call: Call,
  customerIdOf: RequestContext['customerIdOf'],
): RequestContext => ({
  call,
  read,
  pseudonyms: keys.pseudonyms,
  peppers: peppersOf(keys),
  personal: personalDataFor(call.actor, keys.pseudonyms),
  watch,
  load: createLoad({ read, call }),
  shown: new Set(),
  customerIdOf,
})

/** The dependencies of a use case, for the resolver that calls it. */
export type DepsOf<UseCase extends (deps: never, ...rest: never[]) => unknown> = Parameters<UseCase>[0]
