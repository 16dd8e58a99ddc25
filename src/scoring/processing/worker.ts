import { setTimeout as sleep } from 'node:timers/promises'
import type { ScoringDeps } from '../deps.js'
import type { Engine } from '../engine.js'
import { claimRequest, type Claim } from './claim-request.js'
import { processRequest } from './process-request.js'
import { needsBureau } from './work-out.js'

/** How many requests this process has in hand: the engine queues by itself, and a bureau is slow and not busy. */
const parallelMax = 8
/** How long a stop waits for what is in hand to be given back. */
const stopMsMax = 3_000

/** When the work has come so far, or the tick's time is up: a store that is slow to give a document holds no tick. */
const orAborted = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    signal.addEventListener('abort', stop)
    void work.then(stop)
  })

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

  /** Resolves when the documents are in the queue of the engine: those of the next claim come behind them. */
  const begin = (claim: Claim): Promise<void> =>
    new Promise((handedOver) => {
      const engine: Engine = (request, signal) => {
        handedOver()
        return deps.engine(request, signal)
      }
      const work = processRequest({ ...deps, engine }, claim, stopping.signal)
        .catch((err: unknown) => {
          // Its lease ends by itself, and it is taken up again.
          deps.log.error({ err, request: claim.request.id }, 'a score request was left')
        })
        .finally(() => {
          handedOver()
          inHand.delete(work)
          if (!stopping.signal.aborted) deps.onQueued()
        })
      inHand.add(work)
      // A bureau is slow: nobody waits for the answer about somebody else.
      if (needsBureau(claim.request)) handedOver()
    })

  const idle = async (): Promise<void> => void (await Promise.allSettled(inHand))

  return {
    tick: async (signal) => {
      while (inHand.size < parallelMax && !signal.aborted && !stopping.signal.aborted) {
        const claim = await claimRequest(deps.database)
        if (!claim) return
        await orAborted(begin(claim), signal)
      }
    },
    idle,
    close: async () => {
      stopping.abort()
      await Promise.race([idle(), sleep(stopMsMax, undefined, { ref: false })])
    },
  }
}
