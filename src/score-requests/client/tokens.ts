import { decodeJwt } from 'jose'
import type { Instant } from '../../kernel/clock.js'

/** Used for a token that does not tell its expiry. */
const lifeMsDefault = 300_000

/**
 * How long a token is valid from now on: the difference of its own two times if it has both, since the service's clock
 * may differ from ours.
 */
export const lifeMsOf = (token: string, now: Instant): number => {
  try {
    const { exp, iat } = decodeJwt(token)
    if (exp === undefined) return lifeMsDefault
    return exp * 1000 - (iat === undefined ? now : iat * 1000)
  } catch {
    return lifeMsDefault
  }
}
