import type { Summary } from '../model/statement.js'
import type { Labels } from './text/labels.js'
import type { Layout } from './layouts/layout.js'
import type { PdfText } from './pdf/pdf.js'
import type { RawRows } from './rows/raw-rows.js'

/** The contents of a document before they are interpreted, the same for a PDF and a CSV. */
export interface RawDocument {
  readonly layout: Layout
  readonly labels: Labels
  /** Every name that is printed as a holder's. */
  readonly holders: readonly string[]
  readonly summary: Summary | null
  readonly verificationCode: string
  readonly rawRows: RawRows
  readonly pdf: PdfText | null
  /** Whether the document names the issuer that the request gave. */
  readonly namesIssuer: boolean
  /** The text above the rows, including their headings. */
  readonly above: string
}
