import { isIPv6 } from 'node:net'
import { createBoundedCounter } from '../../kernel/bounded-counter.js'

const minuteMs = 60_000
/** The limits of wrong keys per minute: far more than a person mistypes, and far fewer than a guessing program tries. */
const perAddress = 100
const perPrefix = 50
const keysMax = 10_000
/** Wrong keys are counted together if they begin alike: for our keys, with their common prefix and the same few characters after it. */
const prefixLength = 12

/**
 * The /64 network of an IPv6 address: one household has a whole network, so its addresses count as one. An IPv4 address counts by itself,
 * also when it is mapped into IPv6.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const middle = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  const groups = [...left, ...middle, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

export interface KeyGuessLimit {
  /** Counts a wrong key, or a missing one (empty); returns the seconds to wait when that was one too many. A valid key is not delayed. */
  readonly countWrongKey: (address: string, key: string) => number | undefined
}

/**
 * The limit on guessing keys, by address and by key prefix. Kept in this process: an unauthenticated caller causes no
 * rows.
 */
export const createKeyGuessLimit = (): KeyGuessLimit => {
  const byAddress = createBoundedCounter(minuteMs, keysMax)
  const byPrefix = createBoundedCounter(minuteMs, keysMax)
  return {
    countWrongKey: (address, key) => {
      const ofAddress = byAddress.add(networkOf(address))
      // Requests without a key are not grouped by prefix: a browser with an expired session is one of them.
      const ofPrefix = key === '' ? undefined : byPrefix.add(key.slice(0, prefixLength))
      const waits = [
        ofAddress.count > perAddress ? ofAddress.resetMs : 0,
        ofPrefix && ofPrefix.count > perPrefix ? ofPrefix.resetMs : 0,
      ]
      const waitMs = Math.max(...waits)
      return waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined
    },
  }
}
