import type { Generator, Measured, Subject } from './generator.js'
import { customers } from './world.js'

export const connections = 32

/** One side of a comparison. */
export interface Side {
  readonly origin: string
  readonly subject: Subject
}

/** Steps per second of both sides; the ratio is the median of the rounds' ratios. */
export interface Comparison {
  readonly ours: number
  readonly other: number
  readonly ratio: number
}

const warmUpSeconds = 2

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const rateOf = ({ steps, seconds }: Measured): number => steps / seconds

/**
 * Measures both sides in turns, A B A B ..., so that other load on the machine affects both alike. A side
 * takes one customer after the other; in each round it goes on with the customer after the last one of its previous round.
 */
export const compare = async (
  generator: Generator,
  [ours, other]: readonly [Side, Side],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Comparison> => {
  const lap = (side: Side) => {
    let firstCustomer = 0
    return async (lapSeconds: number): Promise<number> => {
      const measured = await generator.run({
        ...side,
        connections,
        seconds: lapSeconds,
        rate: undefined,
        firstCustomer,
        customers,
      })
      firstCustomer += measured.steps
      return rateOf(measured)
    }
  }
  const a = lap(ours)
  const b = lap(other)
  await a(warmUpSeconds)
  await b(warmUpSeconds)
  const results: { ours: number; other: number }[] = []
  for (let round = 0; round < rounds; round++)
    results.push({ ours: await a(seconds), other: await b(seconds) })
  return {
    ours: median(results.map((result) => result.ours)),
    other: median(results.map((result) => result.other)),
    ratio: median(results.map((result) => result.ours / result.other)),
  }
}
