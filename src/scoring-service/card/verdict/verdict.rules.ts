import type { ParsedStatement } from '../../model/statement.js'
import type { ValidityReason, ValidityStatus } from '../../../scoring-contract/words.js'
import { meanings } from './meanings.rules.js'
import type { BureauCap, ShownReason } from './bureau.rules.js'
import { decisionOf, insufficientData, type Decision } from './scale.rules.js'
import { riskBandOf, type RiskBand } from '../../../scoring-contract/bands.rules.js'

/**
 * What prevents a judgement by the score, the most serious first. A result names the most serious one in `cappedBy`; only
 * without an obstacle does `cappedBy` name a cap that lowered the score.
 */
export type Obstacle =
  | 'INVALID_DOCUMENT'
  | BureauCap
  | 'CURRENCY'
  | 'THIN_FILE'
  | 'DOCUMENTS_DISAGREE'
  | 'UNVERIFIED_DOCUMENT'
  | 'OTHER_NAME_AT_BUREAU'

/** Why no amounts can be judged. */
export type CurrencyProblem = 'currency_unknown' | 'currency_without_tables' | 'currency_mixed'

/** A document as the decision uses it. */
export type JudgedDocument = Pick<ParsedStatement, 'documentName' | 'status' | 'reasons'>

export interface VerdictFacts {
  /** Empty for P7. */
  readonly documents: readonly JudgedDocument[]
  /** Names of documents that contradict each other. */
  readonly disagreeing: readonly string[]
  readonly currency: CurrencyProblem | null
  readonly isThin: boolean
  /** Null for a product that scores nothing. */
  readonly score: number | null
  readonly bureau?: {
    readonly cap: BureauCap | null
    /** The reasons of the score that explain the cap. */
    readonly capReasons: readonly ShownReason[]
    readonly isOfAnotherName: boolean
  }
}

/** What every product says about a request. */
export interface Verdict {
  /** Null: nothing prevents a judgement. */
  readonly obstacle: Obstacle | null
  readonly score: number
  readonly riskBand: RiskBand | null
  /** Null for PA without an obstacle. */
  readonly decision: Decision | null
  /** The reasons of all obstacles that were found; the caller adds the reasons of a score after them. */
  readonly reasons: readonly ShownReason[]
  /** Whether the score decides, so that its band may allow a limit. */
  readonly isLendable: boolean
}

const currencyTexts: Readonly<Record<CurrencyProblem, readonly [code: string, text: string]>> = {
  currency_unknown: ['C01', 'The statement does not say of which currency it is'],
  currency_without_tables: ['C02', 'The card has no tables for the currency of the statement'],
  currency_mixed: ['C03', 'The statements are of more than one currency'],
}

/** The status of a document that has these reasons against it. */
export const statusOf = (reasons: readonly ValidityReason[]): ValidityStatus => {
  if (reasons.length === 0) return 'VALID'
  return reasons.some((reason) => meanings[reason].status === 'INVALID') ? 'INVALID' : 'UNVERIFIED'
}

/**
 * Whether a reason counts against the document itself. Too few rows do not count: `isThin` considers all documents
 * together.
 */
const countsAgainstDocument = (reason: ValidityReason): boolean => reason !== 'insufficient_transactions'

const obstacleOf = (facts: VerdictFacts): Obstacle | null => {
  const { documents, disagreeing, currency, isThin, bureau } = facts
  if (documents.some(({ status }) => status === 'INVALID')) return 'INVALID_DOCUMENT'
  if (bureau?.cap) return bureau.cap
  if (currency !== null) return 'CURRENCY'
  if (isThin) return 'THIN_FILE'
  if (disagreeing.length > 0) return 'DOCUMENTS_DISAGREE'
  if (documents.some(({ reasons }) => reasons.some(countsAgainstDocument))) return 'UNVERIFIED_DOCUMENT'
  return bureau?.isOfAnotherName ? 'OTHER_NAME_AT_BUREAU' : null
}

const documentReasons = (documents: readonly JudgedDocument[], status: ValidityStatus): ShownReason[] =>
  documents.flatMap(({ documentName, reasons }) =>
    reasons
      .filter((reason) => countsAgainstDocument(reason) && meanings[reason].status === status)
      .map((reason) => ({
        code: meanings[reason].code,
        text: meanings[reason].text,
        characteristic: reason,
        value: documentName,
      })),
  )

const tooFew: ShownReason = {
  code: meanings.insufficient_transactions.code,
  text: meanings.insufficient_transactions.text,
  characteristic: 'insufficient_transactions',
  value: null,
}

/** The reason of P7 for too little data: P7 has no statement that could be too short. */
const nothingAtBureau: ShownReason = {
  code: 'B10',
  text: 'The bureau knows of no credit to judge by',
  characteristic: 'accounts',
  value: 0,
}

/** The reasons, in the order of the obstacles. */
const reasonsOf = (facts: VerdictFacts, obstacle: Obstacle | null): ShownReason[] => {
  const { documents, disagreeing, currency, bureau } = facts
  return [
    ...documentReasons(documents, 'INVALID'),
    ...(bureau?.capReasons ?? []),
    ...(currency === null
      ? []
      : [
          {
            code: currencyTexts[currency][0],
            text: currencyTexts[currency][1],
            characteristic: currency,
            value: null,
          },
        ]),
    ...(obstacle === 'THIN_FILE' ? [documents.length === 0 ? nothingAtBureau : tooFew] : []),
    ...disagreeing.map((value) => ({
      code: 'V24',
      text: 'Two statements of the same account do not agree with each other',
      characteristic: 'documents_disagree',
      value,
    })),
    ...documentReasons(documents, 'UNVERIFIED'),
    ...(bureau?.isOfAnotherName
      ? [
          {
            code: 'B08',
            text: 'The name that the bureau holds is another',
            characteristic: 'nameMatches',
            value: false,
          },
        ]
      : []),
  ]
}

/** The decision under an obstacle, and whether the result still has a score and a risk band. */
interface ObstacleVerdict {
  readonly isScored: boolean
  readonly isBanded: boolean
  readonly decision: Decision
}

/** The table of decisions. Without an obstacle the band of the score decides. */
const verdicts: Readonly<Record<Obstacle, ObstacleVerdict>> = {
  INVALID_DOCUMENT: { isScored: false, isBanded: false, decision: 'DECLINE' },
  FRAUD_REPORTED: { isScored: true, isBanded: true, decision: 'DECLINE' },
  LONG_DEFAULT: { isScored: true, isBanded: true, decision: 'DECLINE' },
  CURRENCY: { isScored: false, isBanded: false, decision: 'INSUFFICIENT_DATA' },
  THIN_FILE: { isScored: false, isBanded: false, decision: 'INSUFFICIENT_DATA' },
  DOCUMENTS_DISAGREE: { isScored: true, isBanded: false, decision: 'REFER' },
  UNVERIFIED_DOCUMENT: { isScored: true, isBanded: false, decision: 'REFER' },
  OTHER_NAME_AT_BUREAU: { isScored: true, isBanded: false, decision: 'REFER' },
}

/** One verdict for every product, so that the same facts never lead to different decisions. */
export const verdictOf = (facts: VerdictFacts): Verdict => {
  const obstacle = obstacleOf(facts)
  const outcome = obstacle && verdicts[obstacle]
  const score = outcome?.isScored === false ? insufficientData : (facts.score ?? insufficientData)
  const riskBand = outcome?.isBanded === false ? null : riskBandOf(score)
  const judged = facts.score === null ? null : decisionOf(riskBand)
  return {
    obstacle,
    score,
    riskBand,
    decision: outcome?.decision ?? judged,
    reasons: reasonsOf(facts, obstacle),
    isLendable: obstacle === null && riskBand !== null,
  }
}

/** More reasons are unlikely to help anyone (docs/design/scoring-service.md#reasons). Those of obstacles are not limited. */
const reasonsMax = 4

/** The reasons of obstacles come first, then those of the score. */
export const reasonsWith = ({ reasons }: Verdict, ofScore: readonly ShownReason[]): ShownReason[] => [
  ...reasons,
  ...ofScore
    .filter(({ code }) => !reasons.some((reason) => reason.code === code))
    .slice(0, Math.max(0, reasonsMax - reasons.length)),
]
