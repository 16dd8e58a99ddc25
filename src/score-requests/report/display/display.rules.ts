import type { PersonalKind } from './mask.rules.js'

/** How a figure can be drawn (docs/scoring-contract.md#pars). */
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
 * How a value is written. `money`: in units of the currency. `share`: from 0 to 1. `score`: 0 to 1000, or -1. `word`:
 * one of our codes, which is written as words. `text`: unchanged.
 */
export type DisplayUnit = 'money' | 'number' | 'share' | 'score' | 'scoreBand' | 'word' | 'text' | 'flag'

/** How the entries of a list, or the members of an object, are found. */
export interface SeriesOf {
  /** The member with the label of an entry; undefined when the entries are the members of an object, or plain texts. */
  readonly label?: string
  /** The labels are our codes, which are written as words. */
  readonly coded?: true
  /** Names for labels whose code is not clear when it is written as words. */
  readonly named?: Readonly<Record<string, string>>
  /** Explanations of single entries by their labels, in addition to the explanation of the field. */
  readonly explained?: Readonly<Record<string, string>>
  readonly values: readonly {
    readonly key: string
    readonly label: string
    readonly unit: DisplayUnit
    /** The labels of entries whose value is a share from 0 to 1, although the unit is another. */
    readonly shares?: readonly string[]
    /** Shown only in the table of figures, not in the drawing. */
    readonly beside?: true
  }[]
}

export interface DisplayField {
  /** The path below `data`, joined by dots. */
  readonly field: string
  readonly label: string
  readonly unit: DisplayUnit
  /** How the value is computed, in words. */
  readonly explanation: string
  /** The entries, for a chart or a list. */
  readonly series?: SeriesOf
  /** The kind of personal data in the field; a result is masked by the paths of its members (`mask.rules.ts`). */
  readonly personal?: PersonalKind
  /** The text for null, or for a score of -1. */
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
