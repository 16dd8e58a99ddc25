import { gauge } from '../charts/gauge.rules.js'
import type { DisplayField, DisplayPanel } from '../display/display.rules.js'
import { inWords } from '../display/format.rules.js'
import { withColon, translate } from '../display/translate.rules.js'
import { chartOf, entriesOf } from './read-series.rules.js'
import { figureOf, memberOf, notGiven, toneOfWord, type Reading } from './read-value.rules.js'
import type { FigureView, PanelView, PillView } from './view.rules.js'

const words: Readonly<Record<PillView['state'], string>> = { yes: 'yes', no: 'no', unknown: 'not known' }

const stateOf = (value: unknown, { language }: Reading): Pick<PillView, 'state' | 'word'> => {
  const state = typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unknown'
  return { state, word: translate(words[state], language) }
}

const pillsOf = (field: DisplayField, reading: Reading): readonly PillView[] => {
  if (!field.series) {
    const value = memberOf(reading.data, field.field)
    return [{ label: field.label, ...stateOf(value, reading), explanation: field.explanation }]
  }
  return entriesOf(field, field.series, reading).map(({ label, explained, values }) => ({
    label,
    ...stateOf(values[0], reading),
    explanation: explained ?? '',
  }))
}

const tagsOf = (field: DisplayField, reading: Reading): readonly FigureView[] =>
  field.series
    ? entriesOf(field, field.series, reading).map(({ code, label }) => ({
        label: field.label,
        value: label,
        isAbsent: false,
        explanation: field.explanation,
        tone: field.unit === 'word' ? toneOfWord(inWords(code)) : undefined,
      }))
    : [figureOf(field, reading)]

const linesOf = (field: DisplayField, reading: Reading): readonly string[] => {
  const { series } = field
  if (!series) {
    const { value } = figureOf(field, reading)
    return [value]
  }
  return entriesOf(field, series, reading).map(({ label, values }) =>
    series.values.length === 0
      ? label
      : `${withColon(label, reading.language)} ${typeof values[0] === 'string' ? translate(values[0], reading.language) : ''}`,
  )
}

type Contents = Pick<PanelView, 'figures' | 'pills' | 'lines' | 'chart' | 'gauge'>

const nothing: Contents = { figures: [], pills: [], lines: [], chart: undefined, gauge: undefined }

const scoreOf = (field: DisplayField | undefined, { data }: Reading): number | null => {
  const value = field && memberOf(data, field.field)
  return typeof value === 'number' ? value : null
}

const contentsOf = ({ display, fields }: DisplayPanel, reading: Reading): Contents => {
  const [field] = fields
  switch (display) {
    case 'pill':
      return { ...nothing, pills: fields.flatMap((each) => pillsOf(each, reading)) }
    case 'tag':
      return { ...nothing, figures: fields.flatMap((each) => tagsOf(each, reading)) }
    case 'text_block':
      return { ...nothing, lines: fields.flatMap((each) => linesOf(each, reading)) }
    case 'pie':
    case 'bar':
    case 'bar_chart_grouped':
    case 'bar_horizontal':
      return { ...nothing, chart: field?.series && chartOf(display, field, field.series, reading) }
    case 'metric_card':
    case 'double_metric_card':
    case 'text':
      return {
        ...nothing,
        figures: fields.map((each) => figureOf(each, reading)),
        gauge:
          display === 'metric_card' && field?.unit === 'score'
            ? gauge(scoreOf(field, reading), (band) => translate(band, reading.language))
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
  (reading: Reading) =>
  (field: DisplayField): boolean => {
    const value = memberOf(reading.data, field.field)
    return value !== undefined && (value !== null || field.absent !== notGiven)
  }

/** A displayed panel with the values of one body; undefined when the body has none of them. */
export const readPanel = (whole: DisplayPanel, reading: Reading, id: string): PanelView | undefined => {
  const fields = whole.fields.filter(isGiven(reading))
  if (fields.length === 0) return undefined
  const panel = { ...whole, fields }
  const read = contentsOf(panel, reading)
  const figures = read.figures.filter(({ value }) => value !== notGiven)
  if (read.figures.length > 0 && figures.length === 0) return undefined
  const contents = { ...read, figures }
  const { pills, lines, chart } = contents
  const isEmpty = figures.length + pills.length + lines.length === 0 && !chart
  return {
    id,
    display: panel.display,
    title: panel.title,
    ...contents,
    empty: isEmpty ? translate(fields[0]?.absent ?? 'None', reading.language) : undefined,
    explanations: explanationsOf(panel, contents),
  }
}
