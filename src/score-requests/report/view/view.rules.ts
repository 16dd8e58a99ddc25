import type { Language } from '../../../kernel/call.js'
import type { Drawing, Tone } from '../charts/shapes.rules.js'
import type { DisplayType } from '../display/display.rules.js'

export interface FigureView {
  readonly label: string
  readonly value: string
  /** Nothing is known, or nothing applies: shown, and shown lighter. */
  readonly isAbsent: boolean
  readonly explanation: string
  /** Of a word that judges; undefined: it does not. */
  readonly tone: Tone | undefined
}

export interface PillView {
  readonly label: string
  readonly state: 'yes' | 'no' | 'unknown'
  /** The state in the reader's words. */
  readonly word: string
  readonly explanation: string
}

export interface TableView {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface ChartView {
  readonly drawing: Drawing
  /** The chart in a sentence, for who hears it. */
  readonly summary: string
  readonly legend: readonly { readonly tone: Tone; readonly label: string; readonly text: string }[]
  /** Every figure of the drawing. */
  readonly table: TableView
  /** The table also tells what each entry is, and is worth showing at once. */
  readonly isExplained: boolean
}

/** A panel with its values: what page and paper draw, each in its way. */
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
  /** What is said where there is nothing to draw or to list. */
  readonly empty: string | undefined
  /** Formulas in words, each with what it explains. */
  readonly explanations: readonly { readonly label: string; readonly text: string }[]
}

export interface SectionView {
  readonly id: string
  readonly title: string
  readonly panels: readonly PanelView[]
}

/** What is decided, and why: the first thing on page and paper. */
export interface VerdictView {
  readonly title: string
  readonly tone: Tone
  readonly text: string
  readonly reasonsTitle: string
  readonly reasons: readonly string[]
}

/** One result body: several documents have several. */
export interface PartView {
  /** Of the whole request, and not of one of its documents. */
  readonly isOfAll: boolean
  readonly title: string | undefined
  /** Undefined where the service says none. */
  readonly verdict: VerdictView | undefined
  readonly note: string | undefined
  readonly sections: readonly SectionView[]
}

/** What is decided of the whole request, apart from its parts: it stands before all of them. */
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
    /** The end of the national ID; empty for who may not know. */
    readonly nationalIdEnd: string
  }
  readonly askedOn: string
  readonly state:
    { readonly title: string; readonly text: string; readonly detail: string | null } | undefined
  readonly parts: readonly PartView[]
}
