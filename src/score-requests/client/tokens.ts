import { decodeJwt } from 'jose'
import type { Instant, WallClock } from '../../kernel/clock.js'
import type { AskLater } from '../model/port.js'

export interface TokenSource {
  /** The token in use, minted when there is none or it is about to end; or why none can be had. */
  current(): Promise<string | AskLater>
  /** After a 401: a token other than the refused one. Callers that were refused together get the same new one. */
  replacing(refused: string): Promise<string | AskLater>
}

/** So that a token does not end between our look at it and the service's. */
const renewBeforeMsMax = 60_000
/** For a token that does not say when it ends. */
const lifeMsDefault = 300_000

/** How long a token lives from now on: by its own two times where it has both, since the service's clock may differ from ours. */
const lifeMsOf = (token: string, now: Instant): number => {
  try {
    const { exp, iat } = decodeJwt(token)
    if (exp === undefined) return lifeMsDefault
    return exp * 1000 - (iat === undefined ? now : iat * 1000)
  } catch {
    return lifeMsDefault
  }
}

/**
 * Keeps one token. At most one mint is in flight, and whoever waits for it shares it: services limit those who mint per call.
 * A failed mint is not kept, so the next caller tries again.
 */
export const createTokenSource = (mint: () => Promise<string | AskLater>, clock: WallClock): TokenSource => {
  let kept: { readonly value: string; readonly renewAt: Instant } | undefined
  let minting: Promise<string | AskLater> | undefined

  const mintNow = async (): Promise<string | AskLater> => {
    const askedAt = clock.now()
    const token = await mint()
    if (typeof token !== 'string') return token
    const lifeMs = lifeMsOf(token, askedAt)
    kept = { value: token, renewAt: askedAt + lifeMs - Math.min(renewBeforeMsMax, lifeMs / 4) }
    return token
  }
  const mintOnce = (): Promise<string | AskLater> => {
    minting ??= mintNow().finally(() => {
      minting = undefined
    })
    return minting
  }
  return {
    current: async () => (kept && clock.now() < kept.renewAt ? kept.value : mintOnce()),
    replacing: async (refused) => (kept && kept.value !== refused ? kept.value : mintOnce()),
  }
}
