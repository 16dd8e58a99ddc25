/** Sums by key. */
export type Sums = Map<string, bigint>

export const add = (sums: Sums, key: string, amount: bigint | number): void => {
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
}
