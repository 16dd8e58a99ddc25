import type { Bank } from '../contents/bank.js'
import type { Contents } from '../contents/contents.read.js'
import type { Period } from '../../statement-orders/period.rules.js'
import type { StatementTexts } from '../texts/texts.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Language } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'

/** Everything that a printed statement contains, read before it is drawn. */
export interface StatementView {
  readonly bank: Bank
  readonly title: string
  readonly language: Language
  readonly texts: StatementTexts
  readonly period: Period
  readonly holder: {
    readonly msisdn: string
    readonly email: string
    readonly accountId: string
    readonly openedOn: LocalDate
  }
  readonly statement: {
    readonly reference: string
    /** The period as text, in the language of the statement. */
    readonly period: string
    readonly issuedOn: LocalDate
    readonly requestedAt: Instant
    readonly currency: string
  }
  /** The last day of the period is not closed yet: more may be booked on it. Never for a closing statement. */
  readonly isOpen: boolean
  readonly contents: Contents
}
