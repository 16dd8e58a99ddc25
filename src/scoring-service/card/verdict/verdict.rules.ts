import type { Statement, ValidityReason, ValidityStatus } from '../../model/statement.js'
import type { BureauCap, ReasonCode } from './bureau.rules.js'
import { decisionOf, insufficientData, type Decision } from './scale.rules.js'
import { riskBandOf, type RiskBand } from '../../../scoring-contract/bands.rules.js'

/** What stands in the way of a judgement, the heaviest first. Each says so in `cappedBy`. */
export type Obstacle =
  'INVALID_DOCUMENT' | BureauCap | 'CURRENCY' | 'THIN_FILE' | 'UNVERIFIED_DOCUMENT' | 'OTHER_NAME_AT_BUREAU'

/** Why amounts cannot be judged at all. */
export type CurrencyProblem = 'currency_unknown' | 'currency_without_tables' | 'currency_mixed'

/** A document as the decision sees it. */
export type JudgedDocument = Pick<Statement, 'documentName' | 'status' | 'reasons'>

export interface VerdictFacts {
  /** None for P7. */
  readonly documents: readonly JudgedDocument[]
  readonly currency: CurrencyProblem | null
  readonly isThin: boolean
  /** Null for a product that scores nothing. */
  readonly score: number | null
  readonly bureau?: { readonly cap: BureauCap | null; readonly isOfAnotherName: boolean }
}

/** What every product says of a request. */
export interface Verdict {
  /** Null: nothing stands in the way. */
  readonly obstacle: Obstacle | null
  readonly score: number
  readonly riskBand: RiskBand | null
  /** Null where nothing was to be decided: PA of a valid document. */
  readonly decision: Decision | null
  /** What excludes; the reasons of a score come behind it. */
  readonly reasons: readonly ReasonCode[]
  /** Whether a limit may be named, in what band. */
  readonly isLendable: boolean
}

interface Meaning {
  readonly status: Exclude<ValidityStatus, 'VALID'>
  readonly code: string
  readonly text: string
}

/** What each reason makes of a document, in words that can be said to the person who brought it. */
export const meanings: Readonly<Record<ValidityReason, Meaning>> = {
  document_modified: {
    status: 'INVALID',
    code: 'V01',
    text: 'The statement is not as its issuer made it',
  },
  name_invalid: { status: 'INVALID', code: 'V02', text: 'The statement is in the name of another person' },
  phone_number_invalid: {
    status: 'INVALID',
    code: 'V03',
    text: 'The statement is of another phone number than the one given',
  },
  email_invalid: {
    status: 'INVALID',
    code: 'V04',
    text: 'The statement has another e-mail address than the one given',
  },
  account_number_mismatch: {
    status: 'UNVERIFIED',
    code: 'V10',
    text: 'The statement is of another account than the one given',
  },
  till_of_another_holder: {
    status: 'UNVERIFIED',
    code: 'V11',
    text: 'The till is not in the name of the applicant',
  },
  names_differ: {
    status: 'UNVERIFIED',
    code: 'V22',
    text: 'The statement names more than one holder',
  },
  name_not_printed: { status: 'UNVERIFIED', code: 'V12', text: 'The statement does not say whose it is' },
  phone_number_not_printed: {
    status: 'UNVERIFIED',
    code: 'V13',
    text: 'The statement does not say of which phone number it is',
  },
  issuer_not_named: {
    status: 'UNVERIFIED',
    code: 'V14',
    text: 'The statement does not name the bank that it is said to be of',
  },
  csv_not_of_issuer: {
    status: 'UNVERIFIED',
    code: 'V15',
    text: 'The issuer gives this statement as a PDF and not as a table',
  },
  csv_not_vouched_for: {
    status: 'UNVERIFIED',
    code: 'V16',
    text: 'The statement is a table that anybody can write; a PDF of the issuer is needed',
  },
  maker_unknown: {
    status: 'UNVERIFIED',
    code: 'V17',
    text: 'The file was not made in a way that its issuer is known for',
  },
  balances_not_printed: {
    status: 'UNVERIFIED',
    code: 'V18',
    text: 'The statement has no balances to check its amounts by',
  },
  balances_not_explained: {
    status: 'UNVERIFIED',
    code: 'V21',
    text: 'Balances of the statement do not follow from its amounts',
  },
  cells_unread: {
    status: 'UNVERIFIED',
    code: 'V19',
    text: 'Amounts or balances of the statement cannot be read',
  },
  insufficient_transactions: {
    status: 'UNVERIFIED',
    code: 'V20',
    text: 'There is too little on the statements to judge by',
  },
}

const currencyTexts: Readonly<Record<CurrencyProblem, readonly [code: string, text: string]>> = {
  currency_unknown: ['C01', 'The statement does not say of which currency it is'],
  currency_without_tables: ['C02', 'The card has no tables for the currency of the statement'],
  currency_mixed: ['C03', 'The statements are of more than one currency'],
}

/** The status of a document by what speaks against it. */
export const statusOf = (reasons: readonly ValidityReason[]): ValidityStatus => {
  if (reasons.length === 0) return 'VALID'
  return reasons.some((reason) => meanings[reason].status === 'INVALID') ? 'INVALID' : 'UNVERIFIED'
}

/** Too few rows are a matter of all documents together: the decision is that of a thin file or none. */
const isOfFile = (reason: ValidityReason): boolean => reason !== 'insufficient_transactions'

const obstacleOf = ({ documents, currency, isThin, bureau }: VerdictFacts): Obstacle | null => {
  if (documents.some(({ status }) => status === 'INVALID')) return 'INVALID_DOCUMENT'
  if (bureau?.cap) return bureau.cap
  if (currency !== null) return 'CURRENCY'
  if (isThin) return 'THIN_FILE'
  if (documents.some(({ reasons }) => reasons.some(isOfFile))) return 'UNVERIFIED_DOCUMENT'
  return bureau?.isOfAnotherName ? 'OTHER_NAME_AT_BUREAU' : null
}

const documentReasons = (documents: readonly JudgedDocument[], status: ValidityStatus): ReasonCode[] =>
  documents.flatMap(({ documentName, reasons }) =>
    reasons
      .filter((reason) => isOfFile(reason) && meanings[reason].status === status)
      .map((reason) => ({
        code: meanings[reason].code,
        text: meanings[reason].text,
        characteristic: reason,
        value: documentName,
      })),
  )

const reasonsOf = (facts: VerdictFacts, obstacle: Obstacle | null): ReasonCode[] => {
  const { documents, currency, bureau } = facts
  const few = meanings.insufficient_transactions
  return [
    ...documentReasons(documents, 'INVALID'),
    ...documentReasons(documents, 'UNVERIFIED'),
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
    ...(obstacle === 'THIN_FILE'
      ? [{ code: few.code, text: few.text, characteristic: 'insufficient_transactions', value: null }]
      : []),
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

interface ObstacleVerdict {
  readonly isScored: boolean
  readonly isBanded: boolean
  readonly decision: Decision
}

/** The table of decisions. Where nothing stands in the way, the band of the score decides. */
const verdicts: Readonly<Record<Obstacle, ObstacleVerdict>> = {
  INVALID_DOCUMENT: { isScored: false, isBanded: false, decision: 'DECLINE' },
  FRAUD_REPORTED: { isScored: true, isBanded: true, decision: 'DECLINE' },
  LONG_DEFAULT: { isScored: true, isBanded: true, decision: 'DECLINE' },
  CURRENCY: { isScored: false, isBanded: false, decision: 'INSUFFICIENT_DATA' },
  THIN_FILE: { isScored: false, isBanded: false, decision: 'INSUFFICIENT_DATA' },
  UNVERIFIED_DOCUMENT: { isScored: true, isBanded: false, decision: 'REFER' },
  OTHER_NAME_AT_BUREAU: { isScored: true, isBanded: false, decision: 'REFER' },
}

/** One verdict for every product: the same facts never end in two decisions. */
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

/** More are unlikely to help anyone (docs/design/scoring-service.md#reasons); what excludes is told whole. */
const reasonsMax = 4

/** What excludes stands first, and what moved the score behind it. */
export const reasonsWith = ({ reasons }: Verdict, ofScore: readonly ReasonCode[]): ReasonCode[] => [
  ...reasons,
  ...ofScore.slice(0, Math.max(0, reasonsMax - reasons.length)),
]
