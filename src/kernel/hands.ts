import { setTimeout as sleep } from 'node:timers/promises'

/** Pieces of work side by side, at most so many: one that hangs takes one place, and not the time of the others. */
export interface Hands {
  readonly free: () => number
  readonly isIdle: () => boolean
  /** Work that never rejects. */
  readonly take: (work: Promise<void>) => void
  /** Resolves when one piece has ended, or after so long. */
  readonly oneEnds: (msMax: number) => Promise<void>
  /** Resolves when nothing is in hand, or after so long. */
  readonly allEnd: (msMax: number) => Promise<void>
}

export const createHands = (sizeMax: number): Hands => {
  const inHand = new Set<Promise<void>>()
  const atMost = async (msMax: number, ended: Promise<unknown>): Promise<void> => {
    const over = new AbortController()
    const { signal } = over
    await Promise.race([ended, sleep(msMax, undefined, { ref: false, signal }).catch(() => undefined)])
    over.abort()
  }
  return {
    free: () => sizeMax - inHand.size,
    isIdle: () => inHand.size === 0,
    take: (work) => {
      const held: Promise<void> = work.finally(() => inHand.delete(held))
      inHand.add(held)
    },
    oneEnds: async (msMax) => {
      if (inHand.size > 0) await atMost(msMax, Promise.race(inHand))
    },
    allEnd: (msMax) => atMost(msMax, Promise.all(inHand)),
  }
}
