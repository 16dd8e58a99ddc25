import { setTimeout as sleep } from 'node:timers/promises'
import type { ScoringDeps } from '../deps.js'
import { claimRequest, type Claim } from './claim-request.js'
import { processRequest } from './process-request.js'

/** How many requests this process has in hand: the engine queues by itself, and a bureau is slow and not busy. */
const parallelMax = 8
/** How long a stop waits for what is in hand to be given back. */
const stopMsMax = 3_000

export interface ScoringWorker {
  /** Takes up what is due and returns at once: a statement may take longer than a tick may. */
  tick(signal: AbortSignal): Promise<void>
  /** When all that is in hand at this moment has ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

export const createWorker = (deps: ScoringDeps): ScoringWorker => {
  const inHand = new Set<Promise<void>>()
  const stopping = new AbortController()

  const begin = (claim: Claim): void => {
    const work = processRequest(deps, claim, stopping.signal)
      .catch((err: unknown) => {
        // Its lease ends by itself, and it is taken up again.
        deps.log.error({ err, request: claim.request.id }, 'a score request was left')
      })
      .finally(() => {
        inHand.delete(work)
        if (!stopping.signal.aborted) deps.onQueued()
      })
    inHand.add(work)
  }

  const idle = async (): Promise<void> => void (await Promise.allSettled(inHand))

  return {
    tick: async (signal) => {
      while (inHand.size < parallelMax && !signal.aborted && !stopping.signal.aborted) {
        const claim = await claimRequest(deps.database)
        if (!claim) return
        begin(claim)
      }
    },
    idle,
    close: async () => {
      stopping.abort()
      await Promise.race([idle(), sleep(stopMsMax, undefined, { ref: false })])
    },
  }
}
