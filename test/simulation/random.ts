import { at } from '../support/present.js'
/** Random numbers of a seed, the same on any machine (xoshiro128**, seeded by splitmix32). */
export interface Random {
  /** 0 <= x < 1 */
  readonly next: () => number
  /** 0 <= n < below */
  readonly below: (below: number) => number
  readonly between: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(from: readonly T[]) => T
  readonly bytes: (size: number) => Buffer
}

const splitmix = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let z = state ^ (state >>> 16)
    z = Math.imul(z, 0x21f0aaad)
    z ^= z >>> 15
    z = Math.imul(z, 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }
}

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by))

/** @param stream separates sequences that must not affect each other: that of the steps and that of the ids */
export const createRandom = (seed: number, stream = 0): Random => {
  const mix = splitmix(Math.imul(seed, 0x85ebca6b) ^ stream)
  let [a, b, c, d] = [mix(), mix(), mix(), mix()]
  const word = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9)
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate(d, 11)
    return result >>> 0
  }
  const random: Random = {
    next: () => word() / 2 ** 32,
    below: (below) => Math.floor(random.next() * below),
    between: (from, to) => from + random.below(to - from + 1),
    chance: (probability) => random.next() < probability,
    pick: (from) => at(from, random.below(from.length)),
    bytes: (size) => {
      const bytes = Buffer.alloc(size)
      for (let i = 0; i < size; i++) bytes[i] = word() & 255
      return bytes
    },
  }
  return random
}
