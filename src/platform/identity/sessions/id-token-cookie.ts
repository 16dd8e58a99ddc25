import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRing } from '../../crypto/key-ring.js'
import { seal, unseal } from '../../crypto/sealing.js'
import { cookieBelow, cookieOf } from './cookies.js'

const name = '__Secure-cauri-provider'
const place = 'an id token'
/** Browsers limit a cookie to 4096 bytes, with its name. */
const lengthMax = 3800

/**
 * The id token, which the provider expects at the sign-out: sealed, and sent to the path of the sign-out alone. One
 * that is too long for a cookie is dropped, and the provider asks for a confirmation.
 */
export const idTokenCookie = (sealing: KeyRing, path: string) => ({
  /** Returns the cookie to set. */
  keep: (idToken: string): string => {
    const sealed = seal(sealing, place, idToken)
    return cookieBelow(path, name, sealed.length > lengthMax ? '' : sealed)
  },
  removal: cookieBelow(path, name, '', 0),
  read: (headers: IncomingHttpHeaders): string | undefined => {
    const sealed = cookieOf(headers, name)
    if (sealed === undefined) return undefined
    try {
      return unseal(sealing, place, sealed)
    } catch {
      return undefined
    }
  },
})
