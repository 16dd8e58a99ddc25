import * as z from 'zod'
import { parseJson } from '../../../kernel/json.js'
import type { HttpAnswer } from '../../../platform/http-client/http-call.js'
import type { NewToken } from '../../../platform/http-client/token-source.js'

const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive(),
})

/** The token in the provider's answer to a token request. */
export const tokenOf = (answer: HttpAnswer): NewToken<string> => {
  if (answer.kind !== 'ANSWERED') return { isIssued: false, problem: `TOKEN_${answer.detail}` }
  if (answer.status !== 200) return { isIssued: false, problem: `TOKEN_HTTP_${answer.status}` }
  // A refused token request has also been seen as a 200 with an HTML page.
  const token = tokenAnswer.safeParse(parseJson(answer.body))
  if (!token.success) return { isIssued: false, problem: 'TOKEN_UNREADABLE' }
  return { isIssued: true, value: token.data.access_token, lifeMs: token.data.expires_in * 1000 }
}
