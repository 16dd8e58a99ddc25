import type { IncomingHttpHeaders } from 'node:http'
import type { WallClock } from '../../../kernel/clock.js'
import type { KeyRing } from '../../crypto/key-ring.js'
import { seal, unseal } from '../../crypto/sealing.js'
import { cookieFor, cookieOf } from './cookies.js'
import { SignInProblem, type PendingSignIn } from './provider.js'

const name = '__Host-cauri-sign-in'
const place = 'a sign-in'
const lifeSeconds = 600

/** The longest path `to` with which a state fits into a cookie. */
export const pathLengthMax = 2000

interface State extends PendingSignIn {
  readonly to: string
  readonly until: number
}

/** The state of a sign-in, sealed in a cookie: a million sign-ins that are only begun store nothing here. */
export const signInState = {
  /** Returns the cookie to set. */
  keep: (sealing: KeyRing, clock: WallClock, state: Omit<State, 'until'>): string => {
    const until = clock.now() + lifeSeconds * 1000
    return cookieFor(name, seal(sealing, place, JSON.stringify({ ...state, until })), 'Lax', lifeSeconds)
  },
  removal: cookieFor(name, '', 'Lax', 0),
  /** Throws SignInProblem. */
  read: (sealing: KeyRing, clock: WallClock, headers: IncomingHttpHeaders): State => {
    try {
      const state = JSON.parse(unseal(sealing, place, cookieOf(headers, name) ?? '')) as State
      if (clock.now() < state.until) return state
    } catch (error) {
      throw new SignInProblem('EXPIRED', error)
    }
    throw new SignInProblem('EXPIRED')
  },
}
