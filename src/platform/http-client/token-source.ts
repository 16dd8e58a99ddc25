import type { Instant, WallClock } from '../../kernel/clock.js'

interface IssuedToken {
  readonly isIssued: true
  readonly value: string
}

/** A token, or why there is none. */
export type Token<Failure> = IssuedToken | { readonly isIssued: false; readonly problem: Failure }

/** A new token and how long it lives, or why there is none. */
export type NewToken<Failure> =
  (IssuedToken & { readonly lifeMs: number }) | { readonly isIssued: false; readonly problem: Failure }

export interface TokenSource<Failure> {
  /** The cached token; a new one is requested when there is none or it is about to expire. */
  current(): Promise<Token<Failure>>
  /** After a 401: a token other than the refused one. Concurrent callers that were refused get the same new one. */
  replacementFor(refused: string): Promise<Token<Failure>>
}

/** The margin before the expiry, so that a token does not expire in transit. */
const renewBeforeMsMax = 60_000

/**
 * Caches one token. At most one request for a token is in flight, and all waiters share it: services limit token
 * requests. A failure is not cached, so the next caller tries again.
 */
export const createTokenSource = <Failure>(
  request: () => Promise<NewToken<Failure>>,
  clock: WallClock,
): TokenSource<Failure> => {
  let cached: { readonly token: IssuedToken; readonly renewAt: Instant } | undefined
  let pending: Promise<Token<Failure>> | undefined

  const requestNow = async (): Promise<Token<Failure>> => {
    const requestedAt = clock.now()
    const token = await request()
    if (token.isIssued) {
      const { lifeMs } = token
      cached = { token, renewAt: requestedAt + lifeMs - Math.min(renewBeforeMsMax, lifeMs / 4) }
    }
    return token
  }
  const requestOnce = (): Promise<Token<Failure>> => {
    pending ??= requestNow().finally(() => {
      pending = undefined
    })
    return pending
  }
  return {
    current: async () => (cached && clock.now() < cached.renewAt ? cached.token : requestOnce()),
    replacementFor: async (refused) =>
      cached && cached.token.value !== refused ? cached.token : requestOnce(),
  }
}
