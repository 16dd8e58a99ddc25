import { isIPv6 } from 'node:net'
import { createBoundedCounter } from '../../kernel/bounded-counter.js'

const minuteMs = 60_000
/** Of wrong keys, a minute. Far more than a person types, far fewer than a list of guesses has. */
const perAddress = 100
const perPrefix = 50
const keysMax = 10_000
/** What our keys begin with, and a little of what is theirs. */
const prefixLength = 12

/** A house has a network of addresses of the sixth version, and a stranger who changes within it is still the same. */
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

export interface Strangers {
  /** Counts a key that is nobody's; the seconds to wait where that was one too many. A key that is somebody's is not held up. */
  readonly tried: (address: string, key: string) => number | undefined
}

/** Who tries keys, by address and by how the keys begin: in this process, since nobody known is worth a row of them. */
export const createStrangers = (): Strangers => {
  const byAddress = createBoundedCounter(minuteMs, keysMax)
  const byPrefix = createBoundedCounter(minuteMs, keysMax)
  return {
    tried: (address, key) => {
      const ofAddress = byAddress.add(networkOf(address))
      // Whoever shows none has nothing in common with others who show none: a browser whose session is over is one of them.
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
