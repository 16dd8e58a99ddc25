import type { Language } from '../../../kernel/call.js'
import type { Drawing, Tone } from '../charts/shapes.rules.js'
import type { DisplayType } from '../display/display.rules.js'

export interface FigureView {
  readonly label: string
  readonly value: string
  /** The value is unknown or does not apply: shown in a lighter tone. */
  readonly isAbsent: boolean
  readonly explanation: string
  /** For a word such as `approve`; undefined for others. */
  readonly tone: Tone | undefined
}

export interface PillView {
  readonly label: string
  readonly state: 'yes' | 'no' | 'unknown'
  /** The state as a word in the reader's language. */
  readonly word: string
  readonly explanation: string
}

export interface TableView {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface ChartView {
  readonly drawing: Drawing
  /** The chart in one sentence, for screen readers. */
  readonly summary: string
  readonly legend: readonly { readonly tone: Tone; readonly label: string; readonly text: string }[]
  /** Every figure of the drawing. */
  readonly table: TableView
  /** The table also explains the entries, so it is open from the start. */
  readonly isExplained: boolean
}

/** A panel with its values, from which the page and the PDF are drawn. */
export interface PanelView {
  /** Unique in the report. */
  readonly id: string
  readonly display: DisplayType
  readonly title: string
  readonly figures: readonly FigureView[]
  readonly pills: readonly PillView[]
  readonly lines: readonly string[]
  readonly chart: ChartView | undefined
  /** The scale below a score. */
  readonly gauge: Drawing | undefined
  /** Shown where there is nothing to draw or list. */
  readonly empty: string | undefined
  /** The explanation of each field, under its label. */
  readonly explanations: readonly { readonly label: string; readonly text: string }[]
}

export interface SectionView {
  readonly id: string
  readonly title: string
  readonly panels: readonly PanelView[]
}

/** The decision, or whether the document can be relied on, with the reasons; first on the page and in the PDF. */
export interface VerdictView {
  readonly title: string
  readonly tone: Tone
  readonly text: string
  readonly reasonsTitle: string
  readonly reasons: readonly string[]
}

/** One result body; a request with several documents may have several bodies. */
export interface PartView {
  /** Whether it is the combined body of PAS, which is about all documents; each other body of PAS is about one. */
  readonly isOfAll: boolean
  readonly title: string | undefined
  /** Undefined where the service gives neither a decision nor a validity. */
  readonly verdict: VerdictView | undefined
  readonly note: string | undefined
  readonly sections: readonly SectionView[]
}

/** Separates the decision on the whole request from the parts, since it is shown before them. */
export const verdictFirst = (
  parts: readonly PartView[],
): { readonly lead: VerdictView | undefined; readonly parts: readonly PartView[] } => {
  const [first, ...others] = parts
  return first?.isOfAll
    ? { lead: first.verdict, parts: [{ ...first, verdict: undefined }, ...others] }
    : { lead: undefined, parts }
}

export interface ReportView {
  readonly language: Language
  readonly id: string
  readonly product: string
  readonly subject: {
    readonly name: string
    readonly phoneNumber: string
    /** The last digits of the national ID; empty for a reader who may not know it. */
    readonly nationalIdEnd: string
  }
  readonly askedOn: string
  readonly state:
    { readonly title: string; readonly text: string; readonly detail: string | null } | undefined
  readonly parts: readonly PartView[]
}
