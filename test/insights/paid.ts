import { bandsFrom } from '../../src/bank/insights/rules/bands.rules.js'
import { roundedAmount } from '../../src/bank/insights/rules/release.rules.js'
import type { Reader } from '../../src/bank/insights/records/insights.read.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { dateOf } from '../support/typed.js'
import type { World } from '../support/world.js'

export const begin = dateOf('2026-02-02')
export const days = 57
export const lastDay = addDays(begin, days - 1)

/** An analyst on the day after the last complete one. */
export const analystAfter = (world: World, complete: LocalDate): Reader => ({
  sql: world.database.read,
  audience: 'ANALYST',
  today: addDays(complete, 1),
  now: world.call().now,
  zone: market.timeZone,
})

export const terms = { LOCK3M: 3, LOCK6M: 6 } as const
export type Product = keyof typeof terms

/** A deposit on a day by one or more customers, each of the same amount, as separate positions. */
export interface Paid {
  readonly event: number
  readonly day: LocalDate
  readonly who: readonly string[]
  readonly product: Product
  readonly each: bigint
}

export const bit = ({ event }: Paid): bigint => 1n << BigInt(event)
export const sumOf = <T>(paid: readonly T[], of: (one: T) => bigint): bigint =>
  paid.reduce((sum, one) => sum + of(one), 0n)
export const amountOf = ({ who, each }: Paid) => each * BigInt(who.length)
export const whoOf = (paid: readonly Paid[]) => [...new Set(paid.flatMap(({ who }) => who))]
export const bandOf = (amount: bigint) => String(bandsFrom.findLast((from) => from <= amount))

export interface Range {
  readonly from: bigint
  readonly to: bigint
}

/** The range of the amounts that are shown as `rounded` for this number of customers. */
export const rangeOf = (rounded: bigint, customers: number): Range => {
  const least = (isThere: (amount: bigint) => boolean) => {
    let [below, at] = [-1n, 1n << 50n]
    while (at - below > 1n) {
      const middle = (at + below) / 2n
      if (isThere(middle)) at = middle
      else below = middle
    }
    return at
  }
  const from = least((amount) => roundedAmount(amount, customers) >= rounded)
  return { from, to: least((amount) => roundedAmount(amount, customers) > rounded) - 1n }
}

/** An analyst must not learn the amount of a few customers to within a tenth of it, which is one significant digit. */
const nearest = 0.1

export const isNear = ({ from, to }: Range, is: bigint): boolean =>
  from === to || Number(to - from + 1n) <= nearest * Number(is)
