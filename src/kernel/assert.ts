/** States what must be true here; a breach is a bug and rolls the transaction back. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}
