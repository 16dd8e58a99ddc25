import { decodeJwt } from 'jose'
import type { Instant } from '../../kernel/clock.js'

/** How long a token without an expiry is used. */
const lifeMsDefault = 300_000

/**
 * How long a token is valid from now on: from its issue to its expiry if it has both times, since the service's clock
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
