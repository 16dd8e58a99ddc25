import type { DocumentType } from '../../../scoring-contract/words.js'

export type ColumnKey =
  | 'receipt'
  | 'moment'
  | 'valueDate'
  | 'details'
  | 'narrative'
  | 'status'
  | 'paidIn'
  | 'paidOut'
  | 'fee'
  | 'amount'
  | 'side'
  | 'balance'
  | 'type'
  | 'otherParty'
  | 'unused'

/** Columns whose cells are right-aligned numbers. */
export const amountColumns: readonly ColumnKey[] = ['paidIn', 'paidOut', 'fee', 'amount', 'balance']

/**
 * What the information of a genuine file says. Several are valid at a time: generators change
 * (docs/design/statement-layouts.md#making-of-files).
 */
export interface IssuerMark {
  /** The first year of such files; the last one where it is known. */
  readonly since: number
  readonly until?: number
  /** Levels of the security handler (`/R`) that its files have; null where it is not known to encrypt. */
  readonly encryption: readonly number[] | null
  /** `null`: an absent value is right. */
  readonly authors: readonly (RegExp | null)[]
  readonly creators: readonly (RegExp | null)[]
  readonly producers: readonly (RegExp | null)[]
}

export interface Layout {
  /** Versioned: a layout that changes is a new one. */
  readonly id: string
  /** Canonical name of the bank, or the wallet's issuer. */
  readonly issuer: string
  readonly documentType: DocumentType
  /** All must be found above the first table. None: any text will do. */
  readonly recognisedBy: readonly RegExp[]
  /** Headings in the words of `plainWords`, the longest first where one contains another. */
  readonly columns: Readonly<Partial<Record<ColumnKey, readonly string[]>>>
  readonly required: readonly ColumnKey[]
  /** The cell that begins a row. */
  readonly rowStart: 'receipt' | 'moment'
  readonly receipt: RegExp | null
  /** A line that is never part of a row: footers, page totals. */
  readonly notRows: readonly RegExp[]
  /** One of them must fit as a whole. Empty: nothing is known of how the issuer's files are made. */
  readonly marks: readonly IssuerMark[]
  /** The issuer hands out the same as a CSV. */
  readonly csv: boolean
  /** Of an issuer that has but one; null where its paper must say it. */
  readonly currency: string | null
  /** Hours of the statement's own zone ahead of UTC. */
  readonly zoneHours: number
  /** Groups whose balance may not follow before the file counts as modified; both limits must be passed. */
  readonly brokenGroups: { readonly share: number; readonly count: number }
  /** Below this share of agreeing groups nothing is believed: the columns were guessed wrong. */
  readonly agreementMin: number
}
