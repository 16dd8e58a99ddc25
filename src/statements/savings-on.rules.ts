import {
  figuresOn,
  principalOf,
  type DepositTerms,
  type Interest,
  type PositionStatus,
  type PositionTerms,
} from '../savings/position.rules.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Minor } from '../shared/money.js'
import type { Ppm } from '../shared/rate.js'
import type { Period } from './period.rules.js'

interface Exit {
  readonly exitedOn: LocalDate
  readonly settledOn: LocalDate | null
  readonly status: string
  readonly effectiveRatePpm: Ppm
  readonly principal: Minor
  readonly interest: Minor
  readonly tax: Minor
}

interface SavingsFacts {
  readonly position: PositionTerms & {
    readonly id: string
    readonly termMonths: number
    readonly startOn: LocalDate
  }
  readonly deposits: readonly DepositTerms[]
  readonly payout: Exit | null
}

/** A savings as it stood at the end of the period. */
export interface SavingsLine {
  readonly id: string
  readonly termMonths: number
  readonly ratePpm: Ppm
  /** The lower rate that leaving early paid; null otherwise. */
  readonly exitRatePpm: Ppm | null
  readonly startOn: LocalDate
  readonly maturityOn: LocalDate
  readonly status: PositionStatus
  /** It came to its date within the period's end, and had not been left before. */
  readonly hasMatured: boolean
  readonly principal: Minor
  readonly interest: Interest
}

const leftBy = (payout: Exit | null, on: LocalDate): Exit | null =>
  payout !== null && payout.exitedOn <= on ? payout : null

const paidBy = ({ status, settledOn }: Exit, on: LocalDate): boolean =>
  status === 'PAID' && settledOn !== null && settledOn <= on

/**
 * One savings on the last day of a period; undefined when it had not begun by then, or was paid out before the first.
 * Interest is what it had earned by that day, or what leaving it paid.
 */
export const savingsOn = (
  { position, deposits, payout }: SavingsFacts,
  { from, to }: Period,
): SavingsLine | undefined => {
  const paidIn = deposits.filter(({ valueOn }) => valueOn <= to)
  const exit = leftBy(payout, to)
  if (paidIn.length === 0 || (exit && paidBy(exit, to) && exit.settledOn! < from)) return undefined
  const { id, termMonths, ratePpm, startOn, maturityOn } = position
  const hasMatured = maturityOn <= to && (exit === null || exit.exitedOn >= maturityOn)
  const common = { id, termMonths, ratePpm, startOn, maturityOn, hasMatured }
  if (exit) {
    return {
      ...common,
      exitRatePpm: exit.effectiveRatePpm < ratePpm ? exit.effectiveRatePpm : null,
      status: paidBy(exit, to) ? 'CLOSED' : 'PAYING_OUT',
      principal: exit.principal,
      interest: { gross: exit.interest, tax: exit.tax, net: exit.interest - exit.tax },
    }
  }
  const figures = figuresOn({ ...position, status: 'OPEN' }, paidIn, to)
  return {
    ...common,
    exitRatePpm: null,
    status: figures.status,
    principal: principalOf(paidIn),
    interest: figures.accrued,
  }
}
