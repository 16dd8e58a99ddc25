import type { Language } from '../../../kernel/call.js'
import { ownEntry } from '../own-entry.rules.js'
import type { DisplayField, DisplayPanel, DisplaySection, SeriesOf } from './display.rules.js'
import { inWords } from './format.rules.js'
import { french } from '../french/french.rules.js'

/** Sentences with a figure or a word in them. */
const patterns: readonly (readonly [pattern: RegExp, inFrench: (found: string) => string])[] = [
  [/^The bureau's record is (\d+) days old\.$/, (days) => `Le dossier du bureau a ${days} jours.`],
  [
    /^The score was held down by the rule (\w+)\.$/,
    (rule) => `Le score a été retenu par une règle\u00a0: ${inFrench(inWords(rule))}.`,
  ],
  // Ranges of a scorecard, and percentages.
  [/^([<>]=?\s-?[\d.]+)(?:\s?%)?$/, (bound) => bound.replace('.', ',')],
  [/^([\d.]+)%$/, (share) => share.replace('.', ',')],
]

const sentenceInFrench = (text: string): string => {
  const known = ownEntry(french, text)
  if (known !== undefined) return known
  for (const [pattern, sentence] of patterns) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return `${sentence(found)}${text.endsWith('%') ? '\u00a0%' : ''}`
  }
  return text
}

const inFrench = (text: string): string =>
  ownEntry(french, text) ??
  // A text of advice has several sentences.
  text
    .split(/(?<=\.) (?=[A-Z])/)
    .map(sentenceInFrench)
    .join(' ')

/**
 * One of our texts, or a fixed sentence of the scoring service, in the language of the reader. Any other text, such as a
 * name, stays as it is.
 */
export const translate = (text: string, language: Language): string =>
  language === 'en' ? text : inFrench(text)

/** A label with its colon, to be put before a value. */
export const withColon = (label: string, language: Language): string =>
  language === 'fr' ? `${label}\u00a0:` : `${label}:`

const translateAll = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inFrench(text)]))

const seriesInFrench = (series: SeriesOf): SeriesOf => ({
  ...series,
  ...(series.named && { named: translateAll(series.named) }),
  ...(series.explained && { explained: translateAll(series.explained) }),
  values: series.values.map((value) => ({ ...value, label: inFrench(value.label) })),
})

/** `absent` stays in English until it is shown, since it is compared with `notGiven` to decide what is left out. */
const fieldInFrench = (field: DisplayField): DisplayField => ({
  ...field,
  label: inFrench(field.label),
  explanation: inFrench(field.explanation),
  ...(field.series && { series: seriesInFrench(field.series) }),
})

const panelInFrench = (panel: DisplayPanel): DisplayPanel => ({
  ...panel,
  title: inFrench(panel.title),
  fields: panel.fields.map(fieldInFrench),
})

/** How results are displayed, in the language of the reader. */
export const sectionsIn = (
  sections: readonly DisplaySection[],
  language: Language,
): readonly DisplaySection[] =>
  language === 'en'
    ? sections
    : sections.map((section) => ({
        ...section,
        title: inFrench(section.title),
        panels: section.panels.map(panelInFrench),
      }))
