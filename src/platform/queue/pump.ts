import { createInFlight } from './in-flight.js'

export interface PumpParts<T> {
  /** The concurrency of this process: the pieces mostly wait for I/O. */
  readonly inFlightMax: number
  /** Claims due rows, at most this many; none when nothing is due. */
  readonly claim: (free: number) => Promise<readonly T[]>
  /** Works a claim to its end or releases it, promptly when aborted; never rejects. */
  readonly work: (claim: T, stop: AbortSignal) => Promise<void>
  /** Called after each piece, unless the pump is closing: more may be due now. */
  readonly onEnd?: () => void
}

export interface Pump {
  /**
   * Claims due rows as far as there are free slots, begins to work on them, and returns their number without waiting for the work, which
   * may take longer than the time limit of a tick.
   */
  fill(signal: AbortSignal): Promise<number>
  isIdle(): boolean
  /** Resolves when one piece has ended, or after this time. */
  oneEnds(msMax: number): Promise<void>
  /** Resolves when everything in flight at this moment has ended, or after this time. */
  idle(msMax?: number): Promise<void>
  /** Stops claiming, aborts what is in flight, and waits for it at most this long. */
  close(msMax: number): Promise<void>
}

/** Claims rows and works on them concurrently, from one tick to the next. */
export const createPump = <T>({ inFlightMax, claim, work: workOn, onEnd }: PumpParts<T>): Pump => {
  const inFlight = createInFlight(inFlightMax)
  const stopping = new AbortController()
  const begin = (claimed: T): void => {
    const work = workOn(claimed, stopping.signal)
    inFlight.take(work)
    void work.then(() => (stopping.signal.aborted ? undefined : onEnd?.()))
  }
  return {
    fill: async (signal) => {
      let taken = 0
      while (inFlight.freeSlots() > 0 && !signal.aborted && !stopping.signal.aborted) {
        const claims = await claim(inFlight.freeSlots())
        if (claims.length === 0) break
        for (const claimed of claims) begin(claimed)
        taken += claims.length
      }
      return taken
    },
    isIdle: inFlight.isIdle,
    oneEnds: inFlight.oneEnds,
    idle: inFlight.allEnd,
    close: (msMax) => {
      stopping.abort()
      return inFlight.allEnd(msMax)
    },
  }
}
