import { decodeJwt } from 'jose'
import type { Instant } from '../../kernel/clock.js'

/** For a token that does not say when it ends. */
const lifeMsDefault = 300_000

/** How long a token lives from now on: by its own two times where it has both, since the service's clock may differ from ours. */
export const lifeMsOf = (token: string, now: Instant): number => {
  try {
    const { exp, iat } = decodeJwt(token)
    if (exp === undefined) return lifeMsDefault
    return exp * 1000 - (iat === undefined ? now : iat * 1000)
  } catch {
    return lifeMsDefault
  }
}
