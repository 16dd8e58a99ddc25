/** n / d to the nearest integer, a half upwards. n >= 0, d > 0: money that is divided here is never negative. */
export const divideHalfUp = (n: bigint, d: bigint): bigint => {
  if (n < 0n || d <= 0n) throw new RangeError(`divideHalfUp(${n}, ${d})`)
  return (2n * n + d) / (2n * d)
}
