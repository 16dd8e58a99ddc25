import type { SignInParts } from '../../src/app/http/sign-in-routes.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { createManualClock } from '../support/manual-clock.js'

/** A sign-in without sessions, whose provider always fails with this error. */
export const stubSignIn = (trouble: () => Error = () => new Error('nobody asks')): SignInParts => {
  const nobody = async () => undefined
  const inTrouble = () => Promise.reject(trouble())
  return {
    sealing: developmentKeyRing('sealing'),
    clock: createManualClock('2026-03-01'),
    sessions: {
      begin: async () => '',
      find: nobody,
      isOver: async () => false,
      end: nobody,
      endAllOf: nobody,
    },
    provider: { begin: inTrouble, finish: inTrouble, refresh: inTrouble, signOutAddress: nobody },
  }
}
