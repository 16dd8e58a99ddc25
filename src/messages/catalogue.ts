import type { LocalDate } from '../shared/calendar.js'
import type { Minor } from '../shared/money.js'
import type { RefusalCode } from '../shared/refusal.js'

/** Why a wallet did not pay, as the provider's own final answer says it. */
type PaymentFailure =
  | 'INSUFFICIENT_FUNDS'
  | 'PAYER_DECLINED'
  | 'PAYER_TIMEOUT'
  | 'PAYER_NOT_FOUND'
  | 'PAYER_LIMIT_REACHED'
  | 'PROVIDER_ERROR'

/** What `confirm_deposit` may refuse. */
type ConfirmRefusal = Extract<
  RefusalCode,
  | 'INVALID_REFERENCE'
  | 'REFERENCE_EXPIRED'
  | 'TERMS_CHANGED'
  | 'ABOVE_MAXIMUM'
  | 'PRODUCT_NOT_AVAILABLE'
  | 'NOT_REGISTERED'
  | 'ACCOUNT_CLOSING'
  | 'CLOCK_ADVANCING'
>

/** What `confirm_withdrawal` may refuse. */
type WithdrawalRefusal = Extract<
  RefusalCode,
  | 'INVALID_REFERENCE'
  | 'REFERENCE_EXPIRED'
  | 'TERMS_CHANGED'
  | 'POSITION_NOT_OPEN'
  | 'ALREADY_PAYING_OUT'
  | 'NOT_REGISTERED'
  | 'ACCOUNT_CLOSING'
  | 'CLOCK_ADVANCING'
>

interface InCurrency {
  readonly currency: string
}

interface AmountFacts extends InCurrency {
  readonly amount: Minor
}

/** `rate` is the percent text of the wire (`4.50`); `earnings` and `total` are at maturity, after tax. */
interface NewDepositFacts extends AmountFacts {
  readonly rate: string
  readonly termMonths: number
  readonly maturityOn: LocalDate
  readonly earnings: Minor
  readonly total: Minor
}

/** `earnings` are those of this deposit alone; `balanceAfter` and `totalOfSavings` are of the savings that it joins. */
interface TopUpFacts extends AmountFacts {
  readonly balanceAfter: Minor
  readonly maturityOn: LocalDate
  readonly earnings: Minor
  readonly totalOfSavings: Minor
}

/** `total` is what leaving pays, `earnings` the interest in it after tax. */
interface MaturityFacts extends InCurrency {
  readonly total: Minor
  readonly earnings: Minor
}

/** `forfeited` is the interest given up, `totalIfKept` what waiting until `maturityOn` would pay. */
interface EarlyExitFacts extends InCurrency {
  readonly total: Minor
  readonly holdHours: number
  readonly forfeited: Minor
  readonly maturityOn: LocalDate
  readonly totalIfKept: Minor
}

interface HeldFacts extends AmountFacts {
  /** The day on which it is sent. */
  readonly sentOn: LocalDate
}

interface MinimumFacts extends InCurrency {
  readonly minimum: Minor
}

interface CeilingFacts extends InCurrency {
  readonly maxBalance: Minor
}

interface RoomFacts extends CeilingFacts {
  readonly roomLeft: Minor
}

interface TermFacts {
  readonly termMonths: number
}

interface LabelFacts extends TermFacts {
  readonly maturityOn: LocalDate
}

type Text<Facts> = (facts: Facts) => string

/**
 * Every text that a customer reads (DESIGN 6, Texts): GSM 03.38 characters, at most 160 of them. A text without facts
 * is a plain string. A catalogue that lacks one does not compile.
 */
export interface Messages {
  readonly depositSummary: {
    readonly NEW: Text<NewDepositFacts>
    readonly TOP_UP: Text<TopUpFacts>
  }
  readonly summaryRefusal: {
    readonly invalidAmount: string
    readonly belowMinimum: Text<MinimumFacts>
    readonly aboveMaximum: Text<RoomFacts>
    /** In place of `aboveMaximum` when the room left is below the minimum, so that no amount would be taken. */
    readonly savingsFull: Text<CeilingFacts>
    readonly notRegistered: string
    readonly productNotAvailable: string
    readonly accountClosing: string
    readonly clockAdvancing: string
  }
  readonly payment: {
    readonly pendingApproval: Text<AmountFacts>
    readonly succeeded: Text<AmountFacts>
    readonly failed: Readonly<Record<PaymentFailure, string>>
  }
  readonly confirmRefusal: Readonly<Record<ConfirmRefusal, string>>
  readonly withdrawalSummary: {
    readonly EARLY_EXIT: Text<EarlyExitFacts>
    readonly MATURITY: Text<MaturityFacts>
  }
  readonly payout: {
    readonly onHold: Text<HeldFacts>
    readonly processing: Text<AmountFacts>
    readonly paid: Text<AmountFacts>
    /** The transfer failed, and the savings are as if they had never been left. */
    readonly givenBack: Text<AmountFacts>
    /** The transfer failed, and people decide what becomes of the money. */
    readonly failed: Text<AmountFacts>
  }
  readonly withdrawalRefusal: Readonly<Record<WithdrawalRefusal, string>>
  /** One line of a list, at most 40 characters. */
  readonly label: Text<LabelFacts>
  /** What the wallet shows beside the amount: ASCII letters, digits and spaces, since MTN refuses apostrophes. */
  readonly payerNote: Text<TermFacts>
}
