import * as z from 'zod'
import type { WallClock } from '../../../kernel/clock.js'
import type { HttpAnswer } from '../../../platform/http-client/http-call.js'
import { parseJson } from '../../../kernel/json.js'

type Token =
  { readonly minted: true; readonly value: string } | { readonly minted: false; readonly detail: string }

export interface TokenSource {
  /** The token in use, minted when there is none or it ends within a minute. */
  current(): Promise<Token>
  /** After a 401: a token other than the refused one. Callers that were refused together get the same new one. */
  replacing(refused: string): Promise<Token>
}

/** So that a token does not end between our look at it and the provider's. */
const renewBeforeExpiryMs = 60_000

const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive(),
})

/**
 * Keeps the token of one product. At most one mint is in flight, whoever waits for it shares it: the provider throttles
 * those who mint per call. A failed mint is not kept, so the next caller tries again.
 */
export const createTokenSource = (mint: () => Promise<HttpAnswer>, clock: WallClock): TokenSource => {
  let kept: { readonly value: string; readonly renewAt: number } | undefined
  let minting: Promise<Token> | undefined

  const mintNow = async (): Promise<Token> => {
    const askedAt = clock.now()
    const answer = await mint()
    if (answer.kind !== 'ANSWERED') return { minted: false, detail: `TOKEN_${answer.detail}` }
    if (answer.status !== 200) return { minted: false, detail: `TOKEN_HTTP_${answer.status}` }
    // A refused mint has also been seen as 200 with an HTML page.
    const token = tokenAnswer.safeParse(parseJson(answer.body))
    if (!token.success) return { minted: false, detail: 'TOKEN_UNREADABLE' }
    const { access_token: value, expires_in: lifeSeconds } = token.data
    kept = { value, renewAt: askedAt + lifeSeconds * 1000 - renewBeforeExpiryMs }
    return { minted: true, value }
  }

  const mintOnce = (): Promise<Token> => {
    minting ??= mintNow().finally(() => {
      minting = undefined
    })
    return minting
  }

  return {
    current: async () =>
      kept && clock.now() < kept.renewAt ? { minted: true, value: kept.value } : mintOnce(),
    replacing: async (refused) =>
      kept && kept.value !== refused ? { minted: true, value: kept.value } : mintOnce(),
  }
}
