import type { PersonalKind } from './mask.rules.js'

/** How a figure can be displayed (docs/scoring-contract.md#pars). */
export const displayTypeNames = [
  'metric_card',
  'double_metric_card',
  'text',
  'text_block',
  'tag',
  'pie',
  'bar',
  'bar_chart_grouped',
  'bar_horizontal',
  'pill',
] as const
export type DisplayType = (typeof displayTypeNames)[number]

/**
 * How a value reads. `money` in units of the currency, `share` from 0 to 1, `score` from 0 to 1000 or -1, `word` one of our codes
 * that is put in words, `text` as it is.
 */
export type DisplayUnit = 'money' | 'number' | 'share' | 'score' | 'scoreBand' | 'word' | 'text' | 'flag'

/** How the entries of a list, or the members of an object, are found. */
export interface SeriesOf {
  /**
   * The member with the name of an entry; undefined when the members of an object are the entries, or the list has
   * plain texts.
   */
  readonly label?: string
  /** The labels are our codes, which are shown as words. */
  readonly coded?: true
  /** Names of entries by their labels, where showing the code in words is not enough. */
  readonly named?: Readonly<Record<string, string>>
  /** Explanations of single entries by their labels, in addition to the explanation of the field. */
  readonly explained?: Readonly<Record<string, string>>
  readonly values: readonly {
    readonly key: string
    readonly label: string
    readonly unit: DisplayUnit
    /** The labels of entries whose value is a share from 0 to 1, whatever the unit says. */
    readonly shares?: readonly string[]
    /** Shown only in the table of figures, not in the drawing. */
    readonly beside?: true
  }[]
}

export interface DisplayField {
  /** Members below `data`, joined by dots. */
  readonly field: string
  readonly label: string
  readonly unit: DisplayUnit
  /** The formula in words. */
  readonly explanation: string
  /** For drawings and lists. */
  readonly series?: SeriesOf
  /** The kind of personal data in it, which decides how it is masked; the body itself is masked by `mask.rules.ts`. */
  readonly personal?: PersonalKind
  /** What null, or a score of -1, means for this field. */
  readonly absent?: string
}

export interface DisplayPanel {
  readonly display: DisplayType
  readonly title: string
  readonly fields: readonly DisplayField[]
}

export interface DisplaySection {
  readonly title: string
  /** A member below `data`; if it is missing, the section is left out. */
  readonly when?: string
  readonly panels: readonly DisplayPanel[]
}
