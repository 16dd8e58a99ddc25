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

/** The columns of amounts: the cells of a column have an edge or their middle in common (`Columns.edge`). */
export const amountColumns: readonly ColumnKey[] = ['paidIn', 'paidOut', 'fee', 'amount', 'balance']

/**
 * What the document information of genuine files contains. Several profiles may be valid at a time, since issuers
 * change their programs (docs/design/statement-layouts.md#making-of-files).
 */
export interface IssuerProfile {
  /** The first year of such files and, if known, the last one. */
  readonly since: number
  readonly until?: number
  /** Levels of the security handler (`/R`) that its files have; null if the issuer is not known to encrypt. */
  readonly encryption: readonly number[] | null
  /** The values that genuine files have, here and below; a `null` in a list means that the value may be absent. */
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
  /** All of these patterns must be found above the first table. An empty list accepts any text. */
  readonly recognisedBy: readonly RegExp[]
  /** Headings in the words of `plainWords`, the longest first where one contains another. */
  readonly columns: Readonly<Partial<Record<ColumnKey, readonly string[]>>>
  readonly required: readonly ColumnKey[]
  /** The cell with which a row begins. */
  readonly rowStart: 'receipt' | 'moment'
  readonly receipt: RegExp | null
  /** Lines that are never part of a row: footers, page totals. */
  readonly notRows: readonly RegExp[]
  /** One of these profiles must fit entirely. Empty if it is not known how the issuer makes its files. */
  readonly profiles: readonly IssuerProfile[]
  /** Whether the issuer also offers the statement as a CSV. */
  readonly csv: boolean
  /** The currency of an issuer with only one; null if the statement must name it. */
  readonly currency: string | null
  /** Hours of the statement's own zone ahead of UTC. */
  readonly zoneHours: number
  /** The file counts as modified if at least `count` groups do not follow, and more than `share` of all groups. */
  readonly brokenGroups: { readonly share: number; readonly count: number }
  /** If a smaller share of the groups follows, the columns were guessed wrong and the file is refused. */
  readonly agreementMin: number
}
