import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRing } from '../../crypto/key-ring.js'
import { seal, unseal } from '../../crypto/sealing.js'
import { cookieBelow, cookieOf } from './cookies.js'

const name = '__Secure-cauri-provider'
const place = 'an id token'
/** Browsers keep 4096 of a cookie, with its name. */
const lengthMax = 3800

/**
 * Who somebody is to the provider, which is told so when they leave: sealed, and sent to the path of the sign-out alone. Too long for a
 * browser it is not kept, and the provider asks whoever leaves.
 */
export const idTokenCookie = (sealing: KeyRing, path: string) => ({
  keep: (idToken: string): string => {
    const sealed = seal(sealing, place, idToken)
    return cookieBelow(path, name, sealed.length > lengthMax ? '' : sealed)
  },
  drop: cookieBelow(path, name, '', 0),
  of: (headers: IncomingHttpHeaders): string | undefined => {
    const sealed = cookieOf(headers, name)
    if (sealed === undefined) return undefined
    try {
      return unseal(sealing, place, sealed)
    } catch {
      return undefined
    }
  },
})
