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
 * How a value reads. `money` in units of the currency, `share` from 0 to 1, `score` from 0 to 1000 or -1, `word` a code of ours
 * that is put in words, `text` as it is.
 */
export type DisplayUnit = 'money' | 'number' | 'share' | 'score' | 'scoreBand' | 'word' | 'text' | 'flag'

/** Where the entries of a list, or the members of an object, are found. */
export interface SeriesOf {
  /** The member that names an entry; undefined: the members of an object are the entries, or a list is of plain texts. */
  readonly label?: string
  /** The labels are codes of ours, to be put in words. */
  readonly coded?: true
  /** Names of entries by their labels, where putting a code in words is not enough. */
  readonly named?: Readonly<Record<string, string>>
  /** What a single entry is, by its label: beside the explanation of them all. */
  readonly explained?: Readonly<Record<string, string>>
  readonly values: readonly {
    readonly key: string
    readonly label: string
    readonly unit: DisplayUnit
    /** The entries, by their labels, of which the value is a share from 0 to 1 whatever the unit says. */
    readonly shares?: readonly string[]
    /** Shown in the table of figures only, not drawn. */
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
  /** For what is drawn, and for lists. */
  readonly series?: SeriesOf
  /** Whom it may name: told to whoever draws it; masked in the body itself (`mask.rules.ts`). */
  readonly personal?: PersonalKind
  /** What a null, or a score of -1, means here. */
  readonly absent?: string
}

export interface DisplayPanel {
  readonly display: DisplayType
  readonly title: string
  readonly fields: readonly DisplayField[]
}

export interface DisplaySection {
  readonly title: string
  /** A member below `data` that must be there: without it the section is left out. */
  readonly when?: string
  readonly panels: readonly DisplayPanel[]
}
