import type { Summary } from '../model/statement.js'
import type { Labels } from './text/labels.js'
import type { Layout } from './layouts/layout.js'
import type { PdfText } from './pdf/pdf.js'
import type { RawRows } from './rows/raw-rows.js'

/** What was found in a document before it is interpreted: the same for a PDF and a CSV. */
export interface Paper {
  readonly layout: Layout
  readonly labels: Labels
  /** Every name that it prints as its holder's. */
  readonly holders: readonly string[]
  readonly summary: Summary | null
  readonly code: string
  readonly rawRows: RawRows
  readonly pdf: PdfText | null
  /** Whether it names the issuer that it is read for. */
  readonly namesIssuer: boolean
  /** The text above its rows, with their headings. */
  readonly above: string
}
