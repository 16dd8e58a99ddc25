import type { IncomingHttpHeaders } from 'node:http'
import type { ApiClient } from './api-clients.js'
import { developmentKeys, withSecret } from './development-keys.js'
import { hashText, hashSecret, peppersOf } from './keys.js'
import type { KeyRegister } from './key-register.js'
import { nameKey, normaliseName } from '../person.rules.js'
import type { Actor } from '../../../kernel/call.js'
import { isOfSystems, type Role } from '../roles.js'

/** Far longer than any of our keys: an oversized header is not worth hashing. */
const keyLengthMax = 200

/** The key of a request, valid or not; undefined if it has none. */
export const presentedKey = (headers: IncomingHttpHeaders): string | undefined => {
  const ownHeader = headers['x-api-key']
  if (typeof ownHeader === 'string') return ownHeader
  const authorization = headers.authorization
  return authorization !== undefined && /^bearer /i.test(authorization)
    ? authorization.slice('bearer '.length).trim()
    : undefined
}

export type Authenticate = (headers: IncomingHttpHeaders) => Actor | undefined

/** Clients of the file and development keys have no id: one is made of the normalised name. */
const actorNamed = (name: string, roles: readonly Role[]): Actor => ({
  id: `name:${nameKey(name)}`,
  name: normaliseName(name),
  roles: new Set(roles),
})

/**
 * Finds the caller behind `x-api-key` or `Authorization: Bearer`; undefined when there is no key, nobody has it, or it is not accepted
 * (`identityProvider`).
 * The key is hashed under the pepper and looked up by that hash. The duration of the look-up may reveal something about a hash that
 * no attacker can compute or choose, so no constant-time comparison is needed.
 * The clients file is used as long as no key was created in the database.
 */
export const authenticator = (
  config: {
    readonly production: boolean
    readonly developmentSecret?: string | undefined
    readonly keyPepper: string
    readonly keyPepperBefore?: string | undefined
    /** Set if persons sign in at an identity provider: in production, no key with a role that only persons may hold is then accepted. */
    readonly identityProvider?: object | undefined
    readonly apiClients: readonly ApiClient[]
  },
  register?: Pick<KeyRegister, 'find' | 'isEmpty'>,
): Authenticate => {
  const ofDevelopment = new Map<string, Actor>()
  if (!config.production) {
    for (const { name, roles, key } of developmentKeys) {
      const text = withSecret(key, config.developmentSecret)
      ofDevelopment.set(hashSecret(config.keyPepper, text), actorNamed(name, roles))
    }
  }
  const ofFile = new Map<string, Actor>()
  for (const { name, roles, keyHash } of config.apiClients) ofFile.set(keyHash, actorNamed(name, roles))

  const refusesRolesOfPersons = config.production && config.identityProvider !== undefined
  const isAllowed = (caller: Actor | undefined): boolean =>
    !refusesRolesOfPersons || caller === undefined || [...caller.roles].every((role) => isOfSystems(role))

  const peppers = peppersOf({ pepper: config.keyPepper, pepperBefore: config.keyPepperBefore })
  const callerUnder = (pepper: string, key: string): Actor | undefined => {
    const hash = hashSecret(pepper, key)
    const known = register?.find(hash)?.caller ?? ofDevelopment.get(hash)
    if (known || (register && !register.isEmpty())) return known
    return ofFile.get(hash) ?? ofFile.get(hashText(pepper, key))
  }

  const callerWith = (headers: IncomingHttpHeaders): Actor | undefined => {
    const key = presentedKey(headers)
    if (key === undefined || key === '' || key.length > keyLengthMax) return undefined
    for (const pepper of peppers) {
      const found = callerUnder(pepper, key)
      if (found) return found
    }
    return undefined
  }
  return (headers) => {
    const caller = callerWith(headers)
    return isAllowed(caller) ? caller : undefined
  }
}
