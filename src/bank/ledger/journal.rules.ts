import { assert } from '../../kernel/assert.js'
import type { Minor } from '../../kernel/money.js'

/** A debit is positive, a credit negative. */
interface Line {
  readonly account: string
  readonly dimension?: string
  readonly amount: Minor
}

const keyOf = (line: Line): string => `${line.account} ${line.dimension ?? ''}`

/** The lines to write, in a fixed order, without lines of zero. Throws unless two or more are left and they sum to zero. */
export const linesOf = <T extends Line>({
  reference,
  lines,
}: {
  readonly reference: string
  readonly lines: readonly T[]
}): T[] => {
  const posted = lines
    .filter(({ amount }) => amount !== 0n)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  assert(posted.length >= 2, `${reference} has fewer than two lines`)
  assert(posted.reduce((sum, { amount }) => sum + amount, 0n) === 0n, `${reference} is not balanced`)
  return posted
}
