/** n / d rounded to the nearest integer, a half upwards. Throws unless n >= 0 and d > 0. */
export const divideHalfUp = (n: bigint, d: bigint): bigint => {
  if (n < 0n || d <= 0n) throw new RangeError(`divideHalfUp(${n}, ${d})`)
  return (2n * n + d) / (2n * d)
}
