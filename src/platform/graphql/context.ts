import { personalDataFor, type PersonalData } from '../identity/personal-data.js'
import type { Watch } from '../identity/watch.js'
import { createShownResults, type ShownResults } from '../../score-requests/graphql/shown-results.js'
import type { Call } from '../../kernel/call.js'
import type { Domain } from '../../app/domain.js'
import { createLoaders, type Loaders } from '../../app/loaders.js'

/** What every resolver of one request shares. */
export interface RequestContext {
  readonly call: Call
  readonly loaders: Loaders
  /** How this caller sees numbers and addresses. */
  readonly personal: PersonalData
  readonly watch: Watch
  readonly results: ShownResults
}

/** One a request. Loaders are made when one is asked for: a call of the gateway needs none. */
export const createContext = (domain: Domain, call: Call): RequestContext => {
  let loaders: Loaders | undefined
  let results: ShownResults | undefined
  return {
    call,
    personal: personalDataFor(call.actor, domain.keys.pseudonyms),
    watch: domain.watch,
    get loaders() {
      return (loaders ??= createLoaders(domain, call))
    },
    get results() {
      return (results ??= createShownResults())
    },
  }
}
