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
 * What the document information of a genuine file contains. Several are valid at a time, since programs change
 * (docs/design/statement-layouts.md#making-of-files).
 */
export interface IssuerMark {
  /** The first year of such files, and the last one where it is known. */
  readonly since: number
  readonly until?: number
  /** Levels of the security handler (`/R`) that its files have; null where it is not known to encrypt. */
  readonly encryption: readonly number[] | null
  /** `null`: the value may be absent. */
  readonly authors: readonly (RegExp | null)[]
  readonly creators: readonly (RegExp | null)[]
  readonly producers: readonly (RegExp | null)[]
}

export interface Layout {
  /** Versioned: a changed layout gets a new id. */
  readonly id: string
  /** Canonical name of the bank, or the wallet's issuer. */
  readonly issuer: string
  readonly documentType: DocumentType
  /** All of them must be found above the first table. An empty list accepts any text. */
  readonly recognisedBy: readonly RegExp[]
  /** Headings in the words of `plainWords`, the longest first where one contains another. */
  readonly columns: Readonly<Partial<Record<ColumnKey, readonly string[]>>>
  readonly required: readonly ColumnKey[]
  /** The cell that a row begins with. */
  readonly rowStart: 'receipt' | 'moment'
  readonly receipt: RegExp | null
  /** Lines that are never part of a row: footers, page totals. */
  readonly notRows: readonly RegExp[]
  /** One of them must fit as a whole. Empty: it is not known how the issuer makes its files. */
  readonly marks: readonly IssuerMark[]
  /** Whether the issuer also offers it as a CSV. */
  readonly csv: boolean
  /** For an issuer with only one currency; null where the statement must name it. */
  readonly currency: string | null
  /** Hours of the statement's own zone ahead of UTC. */
  readonly zoneHours: number
  /** How many groups may not follow before the file counts as modified; both limits must be exceeded. */
  readonly brokenGroups: { readonly share: number; readonly count: number }
  /** The file is refused if a smaller share of its groups agrees: then the columns were guessed wrong. */
  readonly agreementMin: number
}
