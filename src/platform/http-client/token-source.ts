import type { Instant, WallClock } from '../../kernel/clock.js'

interface Held {
  readonly minted: true
  readonly value: string
}

/** A token, or why there is none. */
export type Token<Failure> = Held | { readonly minted: false; readonly problem: Failure }

/** A token that is new, and how long it lives. */
export type MintedToken<Failure> =
  (Held & { readonly lifeMs: number }) | { readonly minted: false; readonly problem: Failure }

export interface TokenSource<Failure> {
  /** The cached token; a new one is requested when there is none or it is about to expire. */
  current(): Promise<Token<Failure>>
  /** After a 401: a token other than the refused one. Concurrent callers that were refused get the same new one. */
  replacing(refused: string): Promise<Token<Failure>>
}

/** The margin before the expiry, so that a token does not expire in transit. */
const renewBeforeMsMax = 60_000

/**
 * Caches one token. At most one request for a token is in flight, and all waiters share it: services limit token
 * requests. A failure is not cached, so the next caller tries again.
 */
export const createTokenSource = <Failure>(
  mint: () => Promise<MintedToken<Failure>>,
  clock: WallClock,
): TokenSource<Failure> => {
  let kept: { readonly token: Held; readonly renewAt: Instant } | undefined
  let minting: Promise<Token<Failure>> | undefined

  const mintNow = async (): Promise<Token<Failure>> => {
    const askedAt = clock.now()
    const token = await mint()
    if (token.minted) {
      const { lifeMs } = token
      kept = { token, renewAt: askedAt + lifeMs - Math.min(renewBeforeMsMax, lifeMs / 4) }
    }
    return token
  }
  const mintOnce = (): Promise<Token<Failure>> => {
    minting ??= mintNow().finally(() => {
      minting = undefined
    })
    return minting
  }
  return {
    current: async () => (kept && clock.now() < kept.renewAt ? kept.token : mintOnce()),
    replacing: async (refused) => (kept && kept.token.value !== refused ? kept.token : mintOnce()),
  }
}
