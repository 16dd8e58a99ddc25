import type { BureauBody } from './deps.js'
import type { CreditBureau } from './bureau.js'

/** Until a bureau is connected: it never answers. */
export const bureauAbsent: CreditBureau = async () => ({
  kind: 'Unavailable',
  reason: 'no bureau is connected',
})

export const bureauBodyAbsent: BureauBody = () => {
  throw new Error('a bureau that never answers has no body')
}
