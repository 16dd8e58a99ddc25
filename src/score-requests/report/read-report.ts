import type { Language } from '../../kernel/call.js'
import { parseJson } from '../../kernel/json.js'
import type { Instant } from '../../kernel/clock.js'
import type { DisplaySection } from './display/display.rules.js'
import type { ScoreReportFacts } from './facts.js'
import { datesIn } from './display/format.rules.js'
import { masked, maskResult } from './display/mask.rules.js'
import { translate, sectionsIn } from './display/translate.rules.js'
import { readPanel } from './view/read-panel.rules.js'
import { memberOf, type ReadSource } from './view/read-value.rules.js'
import { verdictIn } from './view/read-verdict.rules.js'
import { displayTypes } from './fields/display-types.js'
import type { PartView, ReportView } from './view/view.rules.js'

const productNames: Readonly<Record<ScoreReportFacts['product'], string>> = {
  PA: 'Statement check (PA)',
  PAS: 'Statement score (PAS)',
  PARS: 'Statement score and behaviour (PARS)',
  P7: 'Credit bureau score (P7)',
  P8: 'Credit bureau and statement score (P8)',
}

/** The text for each state without a result: what it means, and what happens next. */
const states: Readonly<Record<Exclude<ScoreReportFacts['state'], 'COMPLETED'>, readonly [string, string]>> = {
  AWAITING_DOCUMENTS: [
    'Waiting for documents',
    'Not every document has been uploaded. The score is requested when the last one has arrived.',
  ],
  QUEUED: ['Queued', 'The request is about to be sent to the scoring service. Look again in a minute.'],
  UPLOADING: [
    'Sending documents',
    'The documents are on their way to the scoring service. Look again in a minute.',
  ],
  PROCESSING: ['Being scored', 'The scoring service is at work. Look again in a minute.'],
  FAILED: ['No result', 'The request ended without a result.'],
}

const currencyPaths = [
  'currency',
  'boosted.currency',
  'scoring.recommendedCreditLimit.currency',
  'statement.recommendedCreditLimit.currency',
  'bureau.data.currency',
  'header.currency',
]

const currencyOf = (data: unknown): string | null => {
  const found = currencyPaths.map((path) => memberOf(data, path)).find((value) => typeof value === 'string')
  return typeof found === 'string' && /^[A-Z]{3}$/.test(found) ? found : null
}

const slug = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** P7 is about the record at a bureau only. */
const hasStatements = (data: unknown): boolean => memberOf(data, 'scoring.productCode') !== 'P7'

const partOf = (
  sections: readonly DisplaySection[],
  source: ReadSource,
  title: string | undefined,
  at: number,
): Omit<PartView, 'isOfAll'> => ({
  title,
  verdict: verdictIn(source),
  note:
    source.currency === null && hasStatements(source.data)
      ? translate('Amounts are in the currency of the statement.', source.language)
      : undefined,
  sections: sections
    .filter(({ when }) => when === undefined || (memberOf(source.data, when) ?? null) !== null)
    .map((section) => {
      const id = `p${at}-${slug(section.title)}`
      const panels = section.panels.flatMap(
        (panel, place) => readPanel(panel, source, `${id}-${place}`) ?? [],
      )
      return { id, title: section.title, panels }
    })
    .filter(({ panels }) => panels.length > 0),
})

/**
 * The number of the document that a body is about, from 1; undefined for a body about all documents, and if the request
 * has only one.
 */
const numberOf = (data: unknown): number | undefined => {
  const [own, sent] = [memberOf(data, 'documentName'), memberOf(data, 'documents')]
  if (typeof own !== 'string' || !Array.isArray(sent) || sent.length < 2) return undefined
  const at = sent.findIndex((one: unknown) => memberOf(one, 'documentName') === own)
  return at < 0 ? undefined : at + 1
}

const partsOf = (
  { product, results }: ScoreReportFacts,
  isMasked: boolean,
  language: Language,
): readonly PartView[] => {
  const display = sectionsIn(displayTypes[product], language)
  const parts = results.map((text, at) => {
    const body = parseJson(text)
    const data = memberOf(maskResult(body, isMasked), 'data')
    const isCombined = product === 'PAS' && results.length > 1 && at === results.length - 1
    const number = numberOf(memberOf(body, 'data')) ?? (results.length < 2 ? undefined : at + 1)
    const title = isCombined
      ? translate('All documents together', language)
      : number === undefined
        ? undefined
        : `Document ${number}`
    // Of several bodies each is about one document or about all together; a single one is about both.
    const isSectionHere = (when: string | undefined): boolean =>
      isCombined ? when !== 'header' : when !== 'documents' || results.length < 2
    const sections = display.filter(({ when }) => isSectionHere(when))
    const part = partOf(sections, { data, currency: currencyOf(data), language }, title, at)
    return { ...part, isOfAll: isCombined }
  })
  // The part about all documents together comes first, since it is what readers look for.
  const last = parts.at(-1)
  return product === 'PAS' && last && parts.length > 1 ? [last, ...parts.slice(0, -1)] : parts
}

const minuteOf = (instant: Instant, language: Language): string => {
  const [day = '', time = ''] = new Date(instant).toISOString().split('T')
  return `${datesIn(day, language)}, ${time.slice(0, 5)} UTC`
}

/** The report of a score request for one reader. Pure: the same facts give the same view. */
export const reportViewOf = (facts: ScoreReportFacts, isMasked: boolean, language: Language): ReportView => {
  const { id, product, state, reason, detail, subject, askedAt } = facts
  const hide = (text: string, kind: 'name' | 'number') => (isMasked ? masked(text, kind) : text)
  const [title, text] = state === 'COMPLETED' ? ['No result', 'The result is no longer kept.'] : states[state]
  const hasResult = state === 'COMPLETED' && facts.results.length > 0
  return {
    language,
    id,
    product: translate(productNames[product], language),
    subject: {
      name: hide(subject.name, 'name'),
      phoneNumber: hide(subject.phoneNumber, 'number'),
      nationalIdEnd: isMasked ? '' : subject.nationalId.replace(/^.*\*/, ''),
    },
    askedOn: minuteOf(askedAt, language),
    state: hasResult
      ? undefined
      : {
          title: translate(title, language),
          text: reason ?? translate(text, language),
          detail: isMasked ? null : detail,
        },
    parts: hasResult ? partsOf(facts, isMasked, language) : [],
  }
}
