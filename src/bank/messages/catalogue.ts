import type { Standings } from './standings.js'
import type { CivilMoment, LocalDate } from '../../kernel/calendar.js'
import type { AmountFault, Minor } from '../../kernel/money.js'
import type { RefusalCode } from '../../kernel/refusal.js'

/** Why a wallet did not pay, or why its payment was reversed, by the provider's final status. */
type PaymentFailure =
  | 'INSUFFICIENT_FUNDS'
  | 'PAYER_DECLINED'
  | 'PAYER_TIMEOUT'
  | 'PAYER_NOT_FOUND'
  | 'PAYER_LIMIT_REACHED'
  | 'DEPOSIT_VOIDED'
  | 'PROVIDER_ERROR'

/** The refusals of `confirm_deposit`. */
type ConfirmRefusal = Extract<
  RefusalCode,
  | 'INVALID_REFERENCE'
  | 'REFERENCE_EXPIRED'
  | 'TERMS_CHANGED'
  | 'ABOVE_MAXIMUM'
  | 'PRODUCT_NOT_AVAILABLE'
  | 'NOT_REGISTERED'
  | 'ACCOUNT_CLOSING'
  | 'ACCOUNT_BLOCKED'
  | 'CLOCK_ADVANCING'
>

/** The refusals of `confirm_withdrawal`. */
type WithdrawalRefusal = Extract<
  RefusalCode,
  | 'INVALID_REFERENCE'
  | 'REFERENCE_EXPIRED'
  | 'TERMS_CHANGED'
  | 'POSITION_NOT_OPEN'
  | 'ALREADY_PAYING_OUT'
  | 'NOT_REGISTERED'
  | 'ACCOUNT_CLOSING'
  | 'ACCOUNT_BLOCKED'
  | 'CLOCK_ADVANCING'
>

/** The refusals of a registration. */
type RegistrationRefusal = Extract<
  RefusalCode,
  'INVALID_EMAIL' | 'ACCOUNT_CLOSING' | 'CLOCK_NOT_FOUND' | 'CLOCK_ADVANCING'
>

/** The refusals of a statement request other than INVALID_EMAIL. */
type StatementRefusal = Extract<
  RefusalCode,
  'NOT_REGISTERED' | 'INVALID_REFERENCE' | 'REFERENCE_EXPIRED' | 'CLOCK_ADVANCING' | 'INVALID_PERIOD'
>

/** The reasons of INVALID_EMAIL for a statement. */
export const addressFaults = [
  'NOT_AN_ADDRESS',
  /** Nothing was typed, and the account has no address. */
  'NONE_ON_FILE',
  /** The account is closed, and the typed address is not its own. */
  'NOT_OF_CLOSED_ACCOUNT',
  /** The account is closed and never had an address. */
  'CLOSED_WITHOUT_ADDRESS',
] as const

export type AddressFault = (typeof addressFaults)[number]

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

/** `earnings` are those of this deposit alone; `balanceAfter` and `totalOfSavings` belong to the savings that it joins. */
interface TopUpFacts extends AmountFacts {
  readonly rate: string
  readonly balanceAfter: Minor
  readonly maturityOn: LocalDate
  readonly earnings: Minor
  readonly totalOfSavings: Minor
}

/** `total` is what the withdrawal pays, `earnings` the interest in it after tax. */
interface MaturityFacts extends InCurrency {
  readonly total: Minor
  readonly earnings: Minor
}

/** `totalIfKept` is what waiting until `maturityOn` would pay. */
interface EarlyExitFacts extends InCurrency {
  readonly total: Minor
  /** When it would be sent; null: at once. */
  readonly until: CivilMoment | null
  readonly maturityOn: LocalDate
  readonly totalIfKept: Minor
}

/**
 * `amount` is, while the payout is owed, the part that has not reached the customer; once it is paid or given back, the whole
 * payout. `until` is the end of its hold.
 */
interface PayoutFacts extends AmountFacts {
  readonly until: CivilMoment
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

interface WalletFacts extends InCurrency {
  readonly walletMax: Minor
}

interface TypedAmountFacts extends InCurrency {
  /** The decimals of the currency. */
  readonly decimals: number
}

interface TermFacts {
  readonly termMonths: number
}

interface LabelFacts extends TermFacts {
  readonly maturityOn: LocalDate
  /** Counts the account's savings of the same term and date, from 1. */
  readonly nth: number
}

type Text<Facts> = (facts: Facts) => string

/**
 * Every text that a customer reads (docs/design/statements.md#texts-for-customers): at most 160 characters of GSM 03.38. A text
 * without facts is a plain string. A catalogue in which a text is missing does not compile.
 */
export interface Messages {
  readonly depositSummary: {
    readonly NEW: Text<NewDepositFacts>
    readonly TOP_UP: Text<TopUpFacts>
  }
  readonly summaryRefusal: {
    readonly invalidAmount: Readonly<Record<AmountFault, Text<TypedAmountFacts>>>
    readonly belowMinimum: Text<MinimumFacts>
    /** Why an amount is above the maximum (`AboveMaximum`). */
    readonly aboveMaximum: {
      readonly ROOM: Text<RoomFacts>
      /** The accruing savings alone leave less room than the minimum deposit. */
      readonly FULL: Text<CeilingFacts>
      /** Savings and early withdrawals leave enough room, but payments in flight take it. */
      readonly COLLECTING: Text<CeilingFacts>
      /** The accruing savings leave enough room, but early withdrawals that have not arrived take it. */
      readonly LEAVING: Text<CeilingFacts>
      readonly WALLET: Text<WalletFacts>
    }
    readonly notRegistered: string
    readonly productNotAvailable: string
    readonly accountClosing: string
    readonly accountBlocked: string
    readonly clockAdvancing: string
  }
  readonly payment: {
    readonly succeeded: Text<AmountFacts>
    readonly failed: Readonly<Record<PaymentFailure, string>>
  }
  /** Money that is, or was, on its way: one text for each state (`Standings`). */
  readonly underWay: {
    readonly DEPOSIT: Readonly<Record<Standings['DEPOSIT'], Text<AmountFacts>>>
    readonly PAYOUT: Readonly<Record<Standings['PAYOUT'], Text<PayoutFacts>>>
    readonly REFUND: Readonly<Record<Standings['REFUND'], Text<AmountFacts>>>
  }
  readonly confirmRefusal: Readonly<Record<ConfirmRefusal, string>>
  readonly withdrawalSummary: {
    readonly EARLY_EXIT: Text<EarlyExitFacts>
    readonly MATURITY: Text<MaturityFacts>
    /** The customer has no savings with this id. */
    readonly notFound: string
  }
  readonly withdrawalRefusal: Readonly<Record<WithdrawalRefusal, string>>
  readonly optOutRefusal: Readonly<Record<'NOT_REGISTERED' | 'ACCOUNT_BLOCKED' | 'CLOCK_ADVANCING', string>>
  readonly registrationRefusal: Readonly<Record<RegistrationRefusal, string>>
  readonly statementRefusal: Readonly<Record<StatementRefusal, string>> & {
    readonly INVALID_EMAIL: Readonly<Record<AddressFault, string>>
  }
  /** One line of a list, at most 40 characters. */
  readonly label: Text<LabelFacts>
  /** What the wallet shows beside the amount: ASCII letters, digits and spaces, since MTN refuses apostrophes. */
  readonly payerNote: Text<TermFacts>
}
