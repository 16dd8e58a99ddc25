import type { Language } from '../../../kernel/call.js'
import { ownEntry } from '../own-entry.rules.js'
import { barChart, type BarGroup } from '../charts/bars.rules.js'
import { barLines } from '../charts/lines.rules.js'
import { ring } from '../charts/ring.rules.js'
import { toneOf } from '../charts/shapes.rules.js'
import type { DisplayField, DisplayType, SeriesOf } from '../display/display.rules.js'
import { inWords, monthOf, percent } from '../display/format.rules.js'
import { withColon, translate } from '../display/translate.rules.js'
import { memberOf, textOf, type ReadSource } from './read-value.rules.js'
import type { ChartView, TableView } from './view.rules.js'

/** The most entries that are shown; a list from another service may have any length. */
const entriesMax = 60

interface Entry {
  /** The label that the service gave to the entry. */
  readonly code: string
  readonly label: string
  readonly explained: string | undefined
  /** An entry of a list has one for each value of the series, in its order; a member of an object has only its own value. */
  readonly values: readonly unknown[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (
  text: string,
  { unit, personal }: DisplayField,
  { coded, named }: SeriesOf,
  { language }: ReadSource,
): string => {
  if (personal) return text
  return ownEntry(named, text) ?? translate(coded || unit === 'word' ? inWords(text) : text, language)
}

/** The entries: those of a list, or the members of an object that the series names. */
export const entriesOf = (field: DisplayField, series: SeriesOf, source: ReadSource): readonly Entry[] => {
  const value = memberOf(source.data, field.field)
  if (Array.isArray(value)) {
    return value.slice(0, entriesMax).map((entry: unknown): Entry => {
      const name = series.label === undefined ? entry : memberOf(entry, series.label)
      const text = typeof name === 'string' ? name : ''
      return {
        code: text,
        label: nameOf(text, field, series, source),
        explained: ownEntry(series.explained, text),
        values: series.values.map(({ key }) => memberOf(entry, key)),
      }
    })
  }
  if (!isObject(value)) return []
  return series.values.flatMap(({ key, label }): Entry[] =>
    Object.hasOwn(value, key)
      ? [{ code: key, label, explained: ownEntry(series.explained, key), values: [value[key]] }]
      : [],
  )
}

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

const tableOf = (
  field: DisplayField,
  series: SeriesOf,
  entries: readonly Entry[],
  source: ReadSource,
): TableView => {
  const { language } = source
  const isList = series.label !== undefined
  const columns = isList ? series.values : series.values.slice(0, 1)
  const isExplained = entries.some(({ explained }) => explained !== undefined)
  const first = translate(series.label === undefined ? 'Source' : inWords(series.label), language)
  return {
    head: [
      first,
      ...columns.map(({ label }) => (isList ? label : field.label)),
      ...(isExplained ? [translate('Is', language)] : []),
    ],
    rows: entries.map(({ code, label, explained, values }) => [
      monthOf(label, language)[1] === '' ? label : monthOf(label, language).join(' '),
      ...columns.map(({ unit, shares }, index) =>
        translate(
          textOf(values[index], shares?.includes(code) ? 'share' : unit, source) ?? 'not known',
          language,
        ),
      ),
      ...(isExplained ? [explained ?? ''] : []),
    ]),
  }
}

const summaryOf = (title: string, { head, rows }: TableView, language: Language): string => {
  const values = head.includes(translate('In', language)) ? 2 : 1
  const and = ` ${translate('and', language)} `
  const sentences = rows.map(
    ([label = '', ...all]) => `${withColon(label, language)} ${all.slice(0, values).join(and)}`,
  )
  return `${title}. ${sentences.join(language === 'fr' ? '\u00a0; ' : '; ')}.`
}

const restMin = 0.005

const pieOf = (
  field: DisplayField,
  entries: readonly Entry[],
  table: TableView,
  language: Language,
): ChartView => {
  const slices = entries.map(({ label, values }) => ({ label, share: Math.max(0, numberOf(values[0])) }))
  const rest = 1 - slices.reduce((total, { share }) => total + share, 0)
  const all =
    rest > restMin ? [...slices, { label: translate('Everything else', language), share: rest }] : slices
  return {
    drawing: ring(
      all.map((slice) => ({
        ...slice,
        title: `${withColon(slice.label, language)} ${percent(slice.share, language)}`,
      })),
    ),
    summary: summaryOf(field.label, table, language),
    legend: all.map(({ label, share }, index) => ({
      tone: toneOf(index),
      label,
      text: percent(share, language),
    })),
    table,
    isExplained: false,
  }
}

const groupsOf = (
  entries: readonly Entry[],
  series: SeriesOf,
  table: TableView,
  language: Language,
): readonly BarGroup[] =>
  entries.map(({ label, values }, row) => {
    const [month, year] = monthOf(label, language)
    return {
      label: month,
      underLabel: year,
      bars: values.map((value, index) => ({
        value: numberOf(value),
        title: `${table.rows[row]?.[0]}, ${withColon(series.values[index]?.label ?? '', language)} ${table.rows[row]?.[index + 1]}`,
      })),
    }
  })

/** The chart of a field; undefined when there is nothing to draw. */
export const chartOf = (
  display: DisplayType,
  field: DisplayField,
  series: SeriesOf,
  source: ReadSource,
): ChartView | undefined => {
  const entries = entriesOf(field, series, source)
  if (entries.length === 0) return undefined
  const { language } = source
  const table = tableOf(field, series, entries, source)
  if (display === 'pie') return pieOf(field, entries, table, language)
  if (display === 'bar_horizontal') {
    const lines = entries.map(({ label, values }, row) => ({
      label,
      value: numberOf(values[0]),
      text: table.rows[row]?.[1] ?? '',
    }))
    const isExplained = entries.some(({ explained }) => explained !== undefined)
    return {
      drawing: barLines(lines, isExplained),
      summary: summaryOf(field.label, table, language),
      legend: [],
      table,
      isExplained,
    }
  }
  const legend =
    series.values.length < 2
      ? []
      : series.values.map(({ label }, index) => ({ tone: toneOf(index), label, text: '' }))
  return {
    drawing: barChart(groupsOf(entries, series, table, language), language),
    summary: summaryOf(field.label, table, language),
    legend,
    table,
    isExplained: false,
  }
}
