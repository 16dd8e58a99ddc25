/** Numbers that look like chance and are the same each time: mulberry32. */
export interface Random {
  /** From 0 on, below 1. */
  next(): number
  /** True with this probability in percent. */
  happens(percent: number): boolean
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  of<T>(choices: readonly T[]): T
  /** One of these, with a probability by weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  /** A factor between 0.14 and 7.4, mostly near 1: amounts of money are distributed like this. */
  scatter(): number
}

export const createRandom = (seed: number): Random => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    next,
    happens: (percent) => next() * 100 < percent,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    of: (choices) => choices[Math.floor(next() * choices.length)]!,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      return (choices.find(([, weight]) => (left -= weight) < 0) ?? choices[0]!)[0]
    },
    scatter: () => Math.exp(next() + next() + next() + next() - 2),
  }
  return random
}
