import { ownEntry } from '../own-entry.rules.js'
import type { Tone } from '../charts/shapes.rules.js'
import { grouped } from '../display/format.rules.js'
import { translate } from '../display/translate.rules.js'
import { memberOf, type ReadSource } from './read-value.rules.js'
import type { VerdictView } from './view.rules.js'

type VerdictText = Omit<VerdictView, 'reasons' | 'reasonsTitle'>

const limitPaths = [
  'boosted.limit',
  'scoring.recommendedCreditLimit.shortTermLimit',
  'summary.recommended_credit_limit.short_term_limit',
]

const firstOf = (data: unknown, paths: readonly string[]): unknown =>
  paths.map((path) => memberOf(data, path)).find((value) => value !== undefined)

const upTo = (title: string, limit: unknown, { currency, language }: Omit<ReadSource, 'data'>): string =>
  typeof limit === 'number' && limit > 0
    ? `${translate(title, language)}, ${translate('up to', language)} ${grouped(limit, language)}${currency === null ? '' : `\u00a0${currency}`}`
    : title

const noLimit =
  'The recommended amount is 0: what is left over each month, after what is owed already, is not enough to repay a loan now.'
const goodAtBureau =
  'The record at the bureau is good. No amount is recommended without a statement: ask for one.'
const fairAtBureau =
  'The record at the bureau is fair: lend little and for a short time at first. No amount is recommended without a statement: ask for one.'

const verdictWords = (title: string, tone: Tone, text: string): VerdictText => ({ title, tone, text })

interface ApprovalTexts {
  /** With an amount to lend. */
  readonly withLimit: string
  /** For a product without limits, which judges by the bureau alone. */
  readonly ofBureau: string
}

/** The text for an approval. `limit` is undefined for a product without limits. */
const approvalText = (limit: unknown, { withLimit, ofBureau }: ApprovalTexts): string => {
  if (limit === undefined) return ofBureau
  return typeof limit !== 'number' || limit > 0 ? withLimit : noLimit
}

/** The text for REFER by the rule that limited the result; `referText` for every other rule. */
const referTexts: Readonly<Record<string, string>> = {
  OTHER_NAME_AT_BUREAU:
    'The bureau knows this national ID under another name. Lend nothing until that is resolved. Look at the identity card.',
}
const referText =
  'Lend nothing until the reasons below are resolved. Ask for the statement as its issuer sends it.'

const nothingKnown = (cappedBy: unknown, isOfStatements: boolean): VerdictText => {
  if (cappedBy === 'CURRENCY')
    return verdictWords(
      'No decision: the currency of the statements',
      'fair',
      'This is no sign for or against the customer. Ask for statements of one account in the currency of the loan.',
    )
  return verdictWords(
    'Not enough data to decide',
    'fair',
    `This is no sign for or against the customer. ${
      isOfStatements
        ? 'Ask for the last twelve months of each account.'
        : 'Ask for a statement, and score that.'
    }`,
  )
}

/** What a decision means, in words for the staff who lend. */
const wordsOf = (decision: string, source: ReadSource): VerdictText | undefined => {
  const { data } = source
  const limit = firstOf(data, limitPaths)
  const cappedBy = memberOf(data, 'cappedBy') ?? memberOf(data, 'scoring.cappedBy')
  switch (decision) {
    case 'APPROVE':
      return verdictWords(
        upTo('Approve', limit, source),
        'good',
        approvalText(limit, {
          withLimit: 'The money left over each month is enough to repay a loan of that size, with interest.',
          ofBureau: goodAtBureau,
        }),
      )
    case 'APPROVE_WITH_CONDITIONS':
      return verdictWords(
        upTo('Approve with conditions', limit, source),
        'fair',
        approvalText(limit, {
          withLimit:
            'This amount is already reduced for the risk. Lend no more than this at first, and for a short time; a loan that is repaid allows more.',
          ofBureau: fairAtBureau,
        }),
      )
    case 'DECLINE':
      return cappedBy === 'INVALID_DOCUMENT'
        ? verdictWords(
            'Decline: the statement cannot be accepted',
            'poor',
            'It was changed after its issuer made it, or it belongs to somebody else. Ask for the statement as the issuer sends it.',
          )
        : verdictWords(
            'Decline',
            'poor',
            'The customer can apply again when the reasons below no longer hold.',
          )
    case 'REFER':
      return verdictWords(
        'A person must check first',
        'fair',
        ownEntry(referTexts, String(cappedBy)) ?? referText,
      )
    case 'INSUFFICIENT_DATA':
      // A decision of the bureau alone has no limit. A decision of PA has none either, but its body has a validity.
      return nothingKnown(cappedBy, limit !== undefined || memberOf(data, 'validity') !== undefined)
    default:
      return undefined
  }
}

/** For a statement of PA that got no decision: whether it can be relied on. */
const wordsOfValidity = (status: unknown): VerdictText | undefined => {
  if (status === 'VALID')
    return verdictWords(
      'The statement can be relied on',
      'good',
      'It is of this person, and as its issuer made it.',
    )
  if (status === 'UNVERIFIED')
    return verdictWords(
      'The statement is not confirmed as genuine',
      'fair',
      'Nothing contradicts it. Ask for the statement as its issuer sends it.',
    )
  return status === 'INVALID'
    ? verdictWords(
        'The statement cannot be accepted',
        'poor',
        'It was changed after its issuer made it, or it belongs to somebody else. Ask for the statement as the issuer sends it.',
      )
    : undefined
}

const textsOf = (reasons: unknown): readonly string[] =>
  Array.isArray(reasons)
    ? reasons.flatMap((reason: unknown) => {
        const text = memberOf(reason, 'text')
        return typeof text === 'string' && text !== '' ? [text] : []
      })
    : []

/** The decision of one body in words; without one, whether its document can be relied on; undefined without either. */
export const verdictIn = (source: ReadSource): VerdictView | undefined => {
  const decision = firstOf(source.data, ['decision', 'scoring.decision'])
  const words =
    typeof decision === 'string'
      ? wordsOf(decision, source)
      : wordsOfValidity(memberOf(source.data, 'validity.status'))
  if (!words) return undefined
  const isApproved = typeof decision === 'string' && decision.startsWith('APPROVE')
  const inLanguage = (text: string): string => translate(text, source.language)
  return {
    tone: words.tone,
    title: inLanguage(words.title),
    text: inLanguage(words.text),
    reasonsTitle: inLanguage(isApproved ? 'What would make the score higher' : 'Why'),
    reasons: textsOf(firstOf(source.data, ['reasonCodes', 'scoring.reasonCodes'])).map(inLanguage),
  }
}
