import { describe, expect, test } from '@jest/globals'
import { createCircuitBreaker, type CallEnd } from '../../../src/scoring-service/bureau/circuit-breaker.js'

const openMs = 1000

const circuitAt = (failuresMax = 2) => {
  let now = 0
  const circuit = createCircuitBreaker({ failuresMax, openMs, now: () => now })
  return {
    wait: (ms: number) => {
      now += ms
    },
    enter: circuit.enter,
    /** False if the circuit refused the call. */
    call: (end: CallEnd): boolean => {
      const report = circuit.enter()
      report?.(end)
      return report !== undefined
    },
  }
}

describe('a circuit breaker', () => {
  test('opens after failures in a row, not after as many in total', () => {
    const { call } = circuitAt()
    expect([call('BAD'), call('GOOD'), call('BAD'), call('BAD'), call('GOOD')]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('ignores calls that were aborted', () => {
    const { call } = circuitAt()
    call('BAD')
    for (let calls = 0; calls < 9; calls++) expect(call('UNKNOWN')).toBe(true)
    call('BAD')
    expect(call('GOOD')).toBe(false)
  })

  test('stays open for its time, lets one call through, and closes if that succeeds', () => {
    const { call, enter, wait } = circuitAt(1)
    call('BAD')
    wait(openMs - 1)
    expect(enter()).toBeUndefined()
    wait(1)
    const probe = enter()
    expect(enter()).toBeUndefined()
    probe?.('GOOD')
    expect([call('GOOD'), call('GOOD')]).toEqual([true, true])
  })

  test('opens again for its whole time if that call fails', () => {
    const { call, wait } = circuitAt(1)
    call('BAD')
    wait(openMs)
    expect(call('BAD')).toBe(true)
    wait(openMs - 1)
    expect(call('GOOD')).toBe(false)
    wait(1)
    expect(call('GOOD')).toBe(true)
  })

  test('lets another call through if that one was aborted', () => {
    const { call, wait } = circuitAt(1)
    call('BAD')
    wait(openMs)
    call('UNKNOWN')
    expect(call('GOOD')).toBe(true)
  })

  test('ignores the end of calls that began before it opened', () => {
    const { call, enter, wait } = circuitAt(1)
    const [early, late] = [enter(), enter()]
    call('BAD')
    wait(openMs - 1)
    early?.('GOOD')
    expect(enter()).toBeUndefined()
    wait(1)
    call('GOOD')
    late?.('BAD')
    expect(call('GOOD')).toBe(true)
  })
})
