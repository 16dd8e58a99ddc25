import { createInFlight } from './in-flight.js'

export interface PumpParts<T> {
  /** How many pieces this process has under way: they wait for somebody else, not for us. */
  readonly inFlightMax: number
  /** Takes what is due, at most so many; none when nothing is. */
  readonly claim: (free: number) => Promise<readonly T[]>
  /** Takes a claim to its end, or gives it back, soon when it is told to stop; never rejects. */
  readonly work: (claim: T, stop: AbortSignal) => Promise<void>
  /** After each piece, unless the pump is being closed: something else may be due now. */
  readonly onEnd?: () => void
}

export interface Pump {
  /** Takes up what is due, as far as there is room, and returns at once: how many. A piece may take longer than a tick may. */
  fill(signal: AbortSignal): Promise<number>
  isIdle(): boolean
  /** Resolves when one piece has ended, or after so long. */
  oneEnds(msMax: number): Promise<void>
  /** When all that is under way at this moment has ended, or after so long. */
  idle(msMax?: number): Promise<void>
  /** Takes nothing more, tells what is under way to stop, and waits for it at most so long. */
  close(msMax: number): Promise<void>
}

/** Claims rows and works on them side by side, from one tick to the next. */
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
      while (inFlight.free() > 0 && !signal.aborted && !stopping.signal.aborted) {
        const claims = await claim(inFlight.free())
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
