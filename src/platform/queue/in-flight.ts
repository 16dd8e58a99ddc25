import { orAfter } from '../../kernel/deadline.js'

/** Bounded concurrency, if callers heed `freeSlots`: a piece of work that hangs occupies one slot, but does not delay the others. */
export interface InFlight<T = never> {
  readonly freeSlots: () => number
  readonly isIdle: () => boolean
  /** The keys of the pieces in flight that were taken with one. */
  readonly keys: () => readonly T[]
  /** Gives a slot to a piece of work that has begun, and must never reject. */
  readonly take: (work: Promise<void>, key?: T) => void
  /** Resolves when one piece has ended, or after this time. */
  readonly oneEnds: (msMax: number) => Promise<void>
  /** Resolves when everything that is in flight now has ended, or after this time. */
  readonly allEnd: (msMax?: number) => Promise<void>
}

export const createInFlight = <T = never>(sizeMax: number): InFlight<T> => {
  const underWay = new Map<Promise<void>, T | undefined>()
  const atMost = (msMax: number, ended: Promise<unknown>): Promise<void> =>
    orAfter(
      msMax,
      ended.then(() => undefined),
      () => undefined,
    )
  const all = async (): Promise<void> => void (await Promise.all(underWay.keys()))
  return {
    freeSlots: () => sizeMax - underWay.size,
    isIdle: () => underWay.size === 0,
    keys: () => [...underWay.values()].filter((key) => key !== undefined),
    take: (work, key) => {
      const tracked: Promise<void> = work.finally(() => underWay.delete(tracked))
      underWay.set(tracked, key)
    },
    oneEnds: async (msMax) => {
      if (underWay.size > 0) await atMost(msMax, Promise.race(underWay.keys()))
    },
    allEnd: (msMax) => (msMax === undefined ? all() : atMost(msMax, all())),
  }
}
