import { gauge } from '../charts/gauge.rules.js'
import type { DisplayField, DisplayPanel } from '../display/display.rules.js'
import { inWords } from '../display/format.rules.js'
import { withColon, translate } from '../display/translate.rules.js'
import { chartOf, entriesOf } from './read-series.rules.js'
import { figureOf, memberOf, notGiven, toneOfWord, type ReadSource } from './read-value.rules.js'
import type { FigureView, PanelView, PillView } from './view.rules.js'

const words: Readonly<Record<PillView['state'], string>> = { yes: 'yes', no: 'no', unknown: 'not known' }

const stateOf = (value: unknown, { language }: ReadSource): Pick<PillView, 'state' | 'word'> => {
  const state = typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unknown'
  return { state, word: translate(words[state], language) }
}

const pillsOf = (field: DisplayField, source: ReadSource): readonly PillView[] => {
  if (!field.series) {
    const value = memberOf(source.data, field.field)
    return [{ label: field.label, ...stateOf(value, source), explanation: field.explanation }]
  }
  return entriesOf(field, field.series, source).map(({ label, explained, values }) => ({
    label,
    ...stateOf(values[0], source),
    explanation: explained ?? '',
  }))
}

const tagsOf = (field: DisplayField, source: ReadSource): readonly FigureView[] =>
  field.series
    ? entriesOf(field, field.series, source).map(({ code, label }) => ({
        label: field.label,
        value: label,
        isAbsent: false,
        explanation: field.explanation,
        tone: field.unit === 'word' ? toneOfWord(inWords(code)) : undefined,
      }))
    : [figureOf(field, source)]

const linesOf = (field: DisplayField, source: ReadSource): readonly string[] => {
  const { series } = field
  if (!series) {
    const { value } = figureOf(field, source)
    return [value]
  }
  const [first] = series.values
  const textIn = (value: unknown): string => {
    if (typeof value !== 'string') return ''
    return translate(first?.unit === 'word' ? inWords(value) : value, source.language)
  }
  return entriesOf(field, series, source).map(({ label, values }) =>
    first ? `${withColon(label, source.language)} ${textIn(values[0])}` : label,
  )
}

type Contents = Pick<PanelView, 'figures' | 'pills' | 'lines' | 'chart' | 'gauge'>

const nothing: Contents = { figures: [], pills: [], lines: [], chart: undefined, gauge: undefined }

const scoreOf = (field: DisplayField | undefined, { data }: ReadSource): number | null => {
  const value = field && memberOf(data, field.field)
  return typeof value === 'number' ? value : null
}

const contentsOf = ({ display, fields }: DisplayPanel, source: ReadSource): Contents => {
  const [field] = fields
  switch (display) {
    case 'pill':
      return { ...nothing, pills: fields.flatMap((each) => pillsOf(each, source)) }
    case 'tag':
      return { ...nothing, figures: fields.flatMap((each) => tagsOf(each, source)) }
    case 'text_block':
      return { ...nothing, lines: fields.flatMap((each) => linesOf(each, source)) }
    case 'pie':
    case 'bar':
    case 'bar_chart_grouped':
    case 'bar_horizontal':
      return { ...nothing, chart: field?.series && chartOf(display, field, field.series, source) }
    case 'metric_card':
    case 'double_metric_card':
    case 'text':
      return {
        ...nothing,
        figures: fields.map((each) => figureOf(each, source)),
        gauge:
          display === 'metric_card' && field?.unit === 'score'
            ? gauge(scoreOf(field, source), (band) => translate(band, source.language))
            : undefined,
      }
  }
}

const explanationsOf = ({ fields }: DisplayPanel, { pills }: Contents): PanelView['explanations'] => [
  ...fields.map(({ label, explanation }) => ({ label, text: explanation })),
  // A pill with the label of a field is explained by that field already.
  ...pills
    .filter((pill) => pill.explanation !== '' && fields.every(({ label }) => label !== pill.label))
    .map(({ label, explanation }) => ({ label, text: explanation })),
]

const isGiven =
  (source: ReadSource) =>
  (field: DisplayField): boolean => {
    const value = memberOf(source.data, field.field)
    return value !== undefined && (value !== null || field.absent !== notGiven)
  }

/** A displayed panel with the values of one body; undefined when the body has none of them. */
export const readPanel = (whole: DisplayPanel, source: ReadSource, id: string): PanelView | undefined => {
  const fields = whole.fields.filter(isGiven(source))
  if (fields.length === 0) return undefined
  const panel = { ...whole, fields }
  const allContents = contentsOf(panel, source)
  const figures = allContents.figures.filter(({ value }) => value !== notGiven)
  if (allContents.figures.length > 0 && figures.length === 0) return undefined
  const contents = { ...allContents, figures }
  const { pills, lines, chart } = contents
  const isEmpty = figures.length + pills.length + lines.length === 0 && !chart
  return {
    id,
    display: panel.display,
    title: panel.title,
    ...contents,
    empty: isEmpty ? translate(fields[0]?.absent ?? 'None', source.language) : undefined,
    explanations: explanationsOf(panel, contents),
  }
}
