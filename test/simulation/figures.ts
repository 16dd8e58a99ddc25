import { shaped } from '../support/typed.js'
import { z } from 'zod'
/** A second implementation of the bank's arithmetic, from the contract, which shares no line with the service. */

export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
export const daysFrom = (from: string, to: string): number => dayOf(to) - dayOf(from)

/** The same day of a later month, or the last day of that month. */
export const monthsAfter = (date: string, months: number): string => {
  const [year, month, day] = shaped(
    z.tuple([z.number(), z.number(), z.number()]),
    date.split('-').map(Number),
  )
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

const halfUp = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d)

export interface Terms {
  readonly ratePpm: number
  readonly earlyPpm: number
  readonly taxPpm: number
  readonly basisDays: number
  readonly maturityOn: string
}

export interface Part {
  readonly principal: bigint
  readonly valueOn: string
}

/** Interest before and after tax, rounded for each deposit. */
export const interestOf = (
  terms: Terms,
  parts: readonly Part[],
  on: string,
  ratePpm = terms.ratePpm,
): { readonly gross: bigint; readonly tax: bigint; readonly net: bigint } => {
  let gross = 0n
  let tax = 0n
  for (const { principal, valueOn } of parts) {
    const days = daysFrom(valueOn, on < terms.maturityOn ? on : terms.maturityOn)
    if (days <= 0) continue
    const earned = halfUp(principal * BigInt(ratePpm) * BigInt(days), 1_000_000n * BigInt(terms.basisDays))
    gross += earned
    tax += halfUp(earned * BigInt(terms.taxPpm), 1_000_000n)
  }
  return { gross, tax, net: gross - tax }
}

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

export const principalOf = (parts: readonly Part[]): bigint => sum(parts.map(({ principal }) => principal))

/** The terms of a withdrawal on a day. */
export const withdrawalOn = (terms: Terms, parts: readonly Part[], on: string) => {
  const isMatured = terms.maturityOn <= on
  const effectivePpm = isMatured ? terms.ratePpm : Math.min(terms.ratePpm, terms.earlyPpm)
  const allowed = interestOf(terms, parts, on, effectivePpm)
  const accrued = interestOf(terms, parts, on)
  return {
    basis: isMatured ? 'MATURITY' : 'EARLY_EXIT',
    effectivePpm,
    principal: principalOf(parts),
    accrued: accrued.net,
    atMaturity: interestOf(terms, parts, terms.maturityOn).net,
    gross: allowed.gross,
    tax: allowed.tax,
    allowed: allowed.net,
    forfeited: accrued.net - allowed.net,
    amount: principalOf(parts) + allowed.net,
  } as const
}

export const percent = (ppm: number): string => (ppm / 10_000).toFixed(2)
export const ppmOf = (rate: string): number => Math.round(Number(rate) * 10_000)
