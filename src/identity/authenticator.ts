import type { IncomingHttpHeaders } from 'node:http'
import type { ApiClient } from './api-clients.js'
import { developmentKeys } from './development-keys.js'
import { hashKey } from './keys.js'
import type { Caller } from './roles.js'

/** Far longer than any key of ours: a header of 16 KiB is not worth a hash. */
const keyLengthMax = 200

const presentedKey = (headers: IncomingHttpHeaders): string | undefined => {
  const own = headers['x-api-key']
  if (typeof own === 'string') return own
  const authorization = headers.authorization
  return authorization !== undefined && /^bearer /i.test(authorization)
    ? authorization.slice('bearer '.length).trim()
    : undefined
}

export type Authenticate = (headers: IncomingHttpHeaders) => Caller | undefined

/**
 * Finds the caller behind `x-api-key` or `Authorization: Bearer`; undefined when there is no key or nobody has it.
 * The key is hashed under the pepper first and looked up by that hash. The time of the look-up tells at most
 * something about a hash that no attacker can compute or steer, so no comparison of secrets is left to time.
 */
export const authenticator = (config: {
  readonly production: boolean
  readonly keyPepper: string
  readonly apiClients: readonly ApiClient[]
}): Authenticate => {
  const callers = new Map<string, Caller>()
  if (!config.production) {
    for (const { name, roles, key } of developmentKeys) {
      callers.set(hashKey(config.keyPepper, key), { name, roles: new Set(roles) })
    }
  }
  for (const { name, roles, keyHash } of config.apiClients)
    callers.set(keyHash, { name, roles: new Set(roles) })

  return (headers) => {
    const key = presentedKey(headers)
    if (key === undefined || key === '' || key.length > keyLengthMax) return undefined
    return callers.get(hashKey(config.keyPepper, key))
  }
}
