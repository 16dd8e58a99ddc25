import { randomBytes } from 'node:crypto'
import type { ScoringDeps } from '../service/deps.js'
import type { Engine } from '../model/engine.js'
import { trace } from '../../kernel/trace.js'
import { environments, type Environment } from '../../scoring-contract/environment.js'
import { createInFlight, type InFlight } from '../../platform/queue/in-flight.js'
import { processName } from '../../platform/queue/queue.js'
import { claimRequest, type Claim } from './claim-request.js'
import { processRequest } from './process-request.js'
import { needsBureau } from './compute-result.js'

/**
 * How many requests this process works on at once. The engine has a queue of its own, and waiting for a bureau needs
 * no processor. In the live environment no client gets all slots, so that requests of other clients reach the engine's
 * queue, which is fair between clients.
 */
const inFlightMax: Readonly<Record<Environment, number>> = { live: 8, sandbox: 2 }
const perClientMax: Readonly<Record<Environment, number>> = { live: 6, sandbox: 2 }
/** How long a shutdown waits for claims in flight to be released. */
const stopMsMax = 3_000

/** Resolves when `work` ends or the tick is aborted, so that a store that is slow to return a document blocks no tick. */
const orAborted = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    signal.addEventListener('abort', stop)
    void work.then(stop)
  })

/** Chooses the client with the fewest requests in flight; among equals, the client whose request has been due longest. */
const chooserOf = (inFlight: InFlight<string>, countMax: number) => {
  const countOf = (client: string): number => inFlight.keys().filter((other) => other === client).length
  return (clients: readonly string[]): string | undefined => {
    const [first] = clients
      .filter((client) => countOf(client) < countMax)
      .sort((a, b) => countOf(a) - countOf(b))
    return inFlight.freeSlots() > 0 ? first : undefined
  }
}

/** Continues the trace of the call that submitted the request. */
const tracedRequest = ({ request }: Claim, work: () => Promise<void>): Promise<void> =>
  trace.span(
    'scoring request',
    { 'cauri.scoring.request.id': request.id, 'cauri.scoring.attempts': request.attempts },
    work,
    { parent: request.traceparent },
  )

/** Starts the work on a request. `handedOver` resolves when the documents are in the engine's queue. */
const startWork = (deps: ScoringDeps, claim: Claim, stopping: AbortSignal, turn: Promise<unknown>) => {
  const { promise: handedOver, resolve: handOver } = Promise.withResolvers<void>()
  const engine: Engine = (request, signal) => {
    handOver()
    return deps.engine(request, signal)
  }
  const work = tracedRequest(claim, () => processRequest({ ...deps, engine }, claim, stopping, turn))
    .catch((err: unknown) => {
      deps.log.error(
        { err, request: claim.request.id },
        'work on a score request failed; it is claimed again when its lease ends',
      )
    })
    .finally(handOver)
  // A bureau may be slow: other requests do not wait for its answer.
  if (needsBureau(claim.request)) handOver()
  return { work, handedOver }
}

export interface ScoringWorker {
  /** Claims due requests and returns before they are finished, since reading a statement may take longer than a tick may. */
  tick(signal: AbortSignal): Promise<void>
  /** Resolves when everything in flight at this moment has ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

export const createWorker = (deps: ScoringDeps): ScoringWorker => {
  /** The clients of the requests in flight. */
  const inFlight = {
    live: createInFlight<string>(inFlightMax.live),
    sandbox: createInFlight<string>(inFlightMax.sandbox),
  }
  const stopping = new AbortController()
  // Differs between two starts of this process, even with equal process ids.
  const holder = `${processName.slice(0, 31)}/${randomBytes(4).toString('hex')}`
  /** Set while a request runs alone because it may have crashed a reader; no other request is started meanwhile. */
  let requestAlone: Promise<void> | undefined

  const idle = async (msMax?: number): Promise<void> =>
    void (await Promise.all(environments.map((environment) => inFlight[environment].allEnd(msMax))))

  /** Resolves when the documents are in the engine's queue, so that the documents of the next claim are queued after them. */
  const begin = (claim: Claim, turn: Promise<unknown>): Promise<void> => {
    const { client, environment } = claim.request
    const { work, handedOver } = startWork(deps, claim, stopping.signal, turn)
    inFlight[environment].take(work, client)
    void work.then(() => (stopping.signal.aborted ? undefined : deps.onQueued()))
    return handedOver
  }

  const claimAndStart = async (environment: Environment, signal: AbortSignal): Promise<void> => {
    while (!requestAlone && !signal.aborted && !stopping.signal.aborted) {
      const choose = chooserOf(inFlight[environment], perClientMax[environment])
      const claim = await claimRequest(deps.database, { environment, holder, choose })
      if (!claim) return
      if (claim.request.crashes > 0) {
        const handedOver = begin(claim, idle())
        requestAlone = idle().finally(() => (requestAlone = undefined))
        return orAborted(handedOver, signal)
      }
      await orAborted(begin(claim, Promise.resolve()), signal)
    }
  }

  return {
    tick: async (signal) => {
      // Sequentially, since a claimed request may have to run alone.
      for (const environment of environments) await claimAndStart(environment, signal)
    },
    idle,
    close: () => {
      stopping.abort()
      return idle(stopMsMax)
    },
  }
}
