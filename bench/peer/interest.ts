const halfUp = (n: number, d: number): number => Math.floor((2 * n + d) / (2 * d))

/** Simple interest less its tax; both are rounded half up. All intermediate results are below 2^53, so plain numbers are exact. */
export const netInterest = (
  principal: number,
  days: number,
  rule: { readonly rate_ppm: number; readonly basis_days: number; readonly tax_ppm: number },
): number => {
  const gross = halfUp(rule.rate_ppm * principal * days, 1_000_000 * rule.basis_days)
  return gross - halfUp(gross * rule.tax_ppm, 1_000_000)
}
