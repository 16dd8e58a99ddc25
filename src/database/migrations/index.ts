import { CreateDepositJourney1763700000000 } from './1763700000000-create-deposit-journey.js'

/** Oldest first. A migration that has run anywhere is never changed. */
export const migrations = [CreateDepositJourney1763700000000] as const
