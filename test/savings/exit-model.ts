import { daysBetween, type LocalDate } from '../../src/kernel/calendar.js'

export interface Product {
  readonly code: string
  readonly ratePpm: number
  readonly earlyRatePpm: number
  readonly taxPpm: number
  readonly dayCount: 'ACT_365F' | 'ACT_360'
}

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/** A second implementation of the terms of a withdrawal, which shares only the calendar with the service. */
export const expected = (
  product: Product,
  deposits: readonly { readonly amount: bigint; readonly on: LocalDate }[],
  maturityOn: LocalDate,
  exitOn: LocalDate,
): bigint => {
  const matured = exitOn >= maturityOn
  const rate = matured ? product.ratePpm : Math.min(product.ratePpm, product.earlyRatePpm)
  const basis = product.dayCount === 'ACT_360' ? 360n : 365n
  return deposits.reduce((sum, { amount, on }) => {
    const days = BigInt(daysBetween(on, matured ? maturityOn : exitOn))
    const gross = halfUp(BigInt(rate) * amount * days, 1_000_000n * basis)
    return sum + amount + gross - halfUp(gross * BigInt(product.taxPpm), 1_000_000n)
  }, 0n)
}
