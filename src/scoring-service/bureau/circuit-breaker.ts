/** How a call that was let through ended. UNKNOWN: it was given up by us, which tells nothing about the other side. */
export type CallEnd = 'GOOD' | 'BAD' | 'UNKNOWN'

export interface CircuitSettings {
  /** So many bad ends in a row open the circuit. */
  readonly failuresMax: number
  /** So long nobody is let through. */
  readonly openMs: number
  /** Milliseconds that only grow. */
  readonly now: () => number
}

export interface CircuitBreaker {
  /** How to report the end of a call that may be made now; undefined: it may not be made. Report once. */
  enter(): ((end: CallEnd) => void) | undefined
}

/**
 * Spares a service that is down our calls, and our callers the wait for it. After `openMs` one call tries it; its end
 * decides for all. Calls that began before the circuit opened say nothing about what came after.
 */
export const createCircuitBreaker = ({ failuresMax, openMs, now }: CircuitSettings): CircuitBreaker => {
  let failures = 0
  let openUntil: number | undefined
  let probing = false
  let era = 0

  const open = (): void => {
    openUntil = now() + openMs
    era += 1
  }
  const close = (): void => {
    failures = 0
    openUntil = undefined
    era += 1
  }
  const probe = (end: CallEnd): void => {
    probing = false
    if (end === 'GOOD') close()
    if (end === 'BAD') open()
  }

  return {
    enter: () => {
      if (openUntil !== undefined) {
        if (probing || now() < openUntil) return undefined
        probing = true
        return probe
      }
      const entered = era
      return (end) => {
        if (entered !== era || end === 'UNKNOWN') return
        failures = end === 'GOOD' ? 0 : failures + 1
        if (failures >= failuresMax) open()
      }
    },
  }
}
