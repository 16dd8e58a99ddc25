import {
  figuresOn,
  principalOf,
  type DepositTerms,
  type Interest,
  type PositionStatus,
  type PositionTerms,
} from '../../savings/rules/position.rules.js'
import { maxDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { Period } from '../../statement-orders/period.rules.js'

/** A deposit, with the days on which it was booked and voided. */
export interface BookedDeposit extends DepositTerms {
  readonly bookedOn: LocalDate
  readonly voidedOn: LocalDate | null
}

/** A withdrawal of one savings, with the days on which the withdrawal and its end were booked. */
export interface BookedWithdrawal {
  readonly bookedOn: LocalDate
  readonly withdrawnOn: LocalDate
  readonly paidOn: LocalDate | null
  readonly givenBackOn: LocalDate | null
  readonly effectiveRatePpm: Ppm
  readonly principal: Minor
  readonly interest: Minor
  readonly tax: Minor
}

export interface BookedSavings {
  readonly position: PositionTerms & {
    readonly id: string
    readonly termMonths: number
    readonly startOn: LocalDate
    /** Counts the savings of the same term and maturity date, from 1. */
    readonly nth: number
  }
  readonly deposits: readonly BookedDeposit[]
  readonly withdrawals: readonly BookedWithdrawal[]
}

/** The state of a savings at the end of the period. */
export interface SavingsLine {
  readonly id: string
  readonly termMonths: number
  readonly ratePpm: Ppm
  /** The lower rate that an early withdrawal paid; null otherwise. */
  readonly withdrawalRatePpm: Ppm | null
  readonly startOn: LocalDate
  readonly maturityOn: LocalDate
  readonly nth: number
  readonly status: PositionStatus
  /**
   * The day on which its maturity was booked, if it was not withdrawn before: later than the maturity date if its deposit
   * settled later, or an early withdrawal was given back later. Null if it was not booked by the end of the period.
   */
  readonly maturedOn: LocalDate | null
  readonly principal: Minor
  readonly interest: Interest
}

const isBookedBy = (day: LocalDate | null, on: LocalDate): day is LocalDate => day !== null && day <= on

const maturityBookedOn = (
  { position: { maturityOn }, withdrawals }: BookedSavings,
  paidIn: readonly BookedDeposit[],
  withdrawal: BookedWithdrawal | undefined,
  to: LocalDate,
): LocalDate | null => {
  if (maturityOn > to || (withdrawal && withdrawal.withdrawnOn < maturityOn)) return null
  const firstDepositOn = paidIn.map(({ bookedOn }) => bookedOn).reduce((a, b) => (a < b ? a : b))
  return withdrawals
    .flatMap(({ withdrawnOn, givenBackOn }) =>
      withdrawnOn < maturityOn && isBookedBy(givenBackOn, to) ? [givenBackOn] : [],
    )
    .reduce(maxDate, maxDate(maturityOn, firstDepositOn))
}

/**
 * One savings on the last day of a period, by what was booked by then, so that a closed period never changes. Undefined if by
 * then it had no deposit that was not voided, or if it was paid out before the period. Interest is what it had earned by that day, or
 * what the withdrawal paid.
 */
export const savingsOn = (savings: BookedSavings, { from, to }: Period): SavingsLine | undefined => {
  const { position, deposits, withdrawals } = savings
  const paidIn = deposits.filter(({ bookedOn, voidedOn }) => bookedOn <= to && !isBookedBy(voidedOn, to))
  const withdrawal = withdrawals.find(
    ({ bookedOn, givenBackOn }) => bookedOn <= to && !isBookedBy(givenBackOn, to),
  )
  if (paidIn.length === 0 || (withdrawal && withdrawal.paidOn !== null && withdrawal.paidOn < from))
    return undefined
  const { id, termMonths, ratePpm, startOn, maturityOn, nth } = position
  const maturedOn = maturityBookedOn(savings, paidIn, withdrawal, to)
  const common = { id, termMonths, ratePpm, startOn, maturityOn, nth, maturedOn }
  if (withdrawal) {
    return {
      ...common,
      withdrawalRatePpm: withdrawal.effectiveRatePpm < ratePpm ? withdrawal.effectiveRatePpm : null,
      status: isBookedBy(withdrawal.paidOn, to) ? 'CLOSED' : 'PAYING_OUT',
      principal: withdrawal.principal,
      interest: {
        gross: withdrawal.interest,
        tax: withdrawal.tax,
        net: withdrawal.interest - withdrawal.tax,
      },
    }
  }
  const figures = figuresOn({ ...position, status: 'OPEN' }, paidIn, to)
  return {
    ...common,
    withdrawalRatePpm: null,
    status: figures.status,
    principal: principalOf(paidIn),
    interest: figures.accrued,
  }
}
