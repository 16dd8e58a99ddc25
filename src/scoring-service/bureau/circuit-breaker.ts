/** How a permitted call ended. UNKNOWN: we cancelled it, which says nothing about the bureau. */
export type CallEnd = 'GOOD' | 'BAD' | 'UNKNOWN'

export interface CircuitSettings {
  /** How many consecutive failures open the circuit. */
  readonly failuresMax: number
  /** How long the circuit stays open. */
  readonly openMs: number
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
}

export interface CircuitBreaker {
  /** Undefined while the circuit is open. Otherwise returns the function that reports, once, how the call ended. */
  enter(): ((end: CallEnd) => void) | undefined
}

/**
 * A circuit breaker. After `openMs` one trial call is permitted; its end closes the circuit or opens it again. Calls
 * that began before the circuit opened are ignored.
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
      const eraAtStart = era
      return (end) => {
        if (eraAtStart !== era || end === 'UNKNOWN') return
        failures = end === 'GOOD' ? 0 : failures + 1
        if (failures >= failuresMax) open()
      }
    },
  }
}
