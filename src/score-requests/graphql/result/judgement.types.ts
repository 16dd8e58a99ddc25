import * as z from 'zod'
import { resultData } from '../../../scoring-contract/result/bodies.js'
import { count, figure, text } from '../../../scoring-contract/result/kinds.js'
import { movedIn, shown } from './shown.types.js'

const pas = resultData.PAS.shape
const p8 = resultData.P8.shape

/** On the wire, the `value` of a reason is a figure, a flag or the name of a document; in GraphQL figure and name have a member each. */
export const reason = movedIn(
  shown(
    'ScoreReason',
    'A reason for the score or the decision: a characteristic that cost points, or a problem of a document.',
    z.object({ ...pas.reasonCodes.element.shape, value: figure, documentName: text }),
    {
      code: 'The code of the reason, which never changes.',
      text: 'The reason in words.',
      characteristic: 'The characteristic that was assessed.',
      value: 'Its value.',
      documentName: 'The document that it is about; null for a figure. Masked for analysts.',
    },
  ),
  ({ value }) => ({ documentName: value }),
)

const creditLimit = shown(
  'ScoreCreditLimit',
  'The recommended credit limits.',
  pas.scoring.shape.recommendedCreditLimit,
  {
    shortTermLimit: 'The limit for a short loan.',
    businessLimit: 'The limit for a business; null without one.',
    grossLimit: 'The limit before existing debt is subtracted.',
    netLimit: 'The limit after existing debt is subtracted.',
    currency: 'The currency of the amounts.',
  },
)

const affordability = shown(
  'ScoreAffordability',
  'The amounts that can be repaid in a month.',
  pas.scoring.shape.affordability,
  {
    shortTerm: 'By the person.',
    business: 'By the business; null without one.',
  },
)

export const model = shown('ScoreModel', 'The model that computed the score.', pas.model, {
  id: 'The id of the model.',
  version: 'The version of the model.',
  calibration:
    'Where its probabilities of default come from: `expert`, from judgement and not from outcomes; `none`, without a score.',
  computedAt: 'The moment at which the data was assessed.',
})

export const scoring = shown(
  'ScoreScoring',
  'The score of PAS, of P7 (`bureauScore`, `enhancedScore`), and of the statements of P8.',
  z.object({ ...resultData.P7.shape.scoring.shape, ...pas.scoring.shape }),
  {
    shortTermScore: 'The score for a short loan; null for P7.',
    genericScore: 'The score for credit in general; null for P7.',
    bwcScore: 'The score for working capital of a business.',
    bureauScore: "The bureau's own score, on its own scale.",
    enhancedScore: "Our score of the bureau's record; -1: too little is known.",
    scoreBand: 'The score band.',
    riskBand: 'The risk band.',
    probabilityOfDefault: 'The probability of default, from 0 to 1.',
    decision: '`APPROVE`, `APPROVE_WITH_CONDITIONS`, `REFER`, `DECLINE` or `INSUFFICIENT_DATA`.',
    recommendedCreditLimit: ['The recommended credit limits.', creditLimit],
    affordability: ['The amounts that can be repaid in a month.', affordability],
    confidenceLevel: 'How reliable the data behind the score is, as a percentage.',
    reasonCodes: ['The reasons for the score.', reason],
    model: ['The model that computed the score.', model],
  },
)

const weights = shown(
  'ScoreWeights',
  'How much the positive points of each source count, from 0 to 1; negative points count in full.',
  p8.boosted.shape.weights,
  {
    statement: 'How far the statements can be relied on.',
    bureau: 'Less than 1 for an old record, 0 without one, or if it gives no score or has another name.',
  },
)

export const boosted = shown(
  'ScoreBoosted',
  'The combined judgement of statements and bureau (P8).',
  p8.boosted,
  {
    score: 'The combined score.',
    probabilityOfDefault: 'The probability of default, from 0 to 1.',
    scoreBand: 'The score band.',
    riskBand: 'The risk band.',
    decision: 'The decision, as in `ScoreScoring`.',
    limit: 'The recommended credit limit.',
    currency: 'The currency of the limit.',
    weights: ['How much each source counts.', weights],
    cappedBy: 'The rule that limited the score; null without one.',
  },
)

const validity = shown('ScoreValidity', 'The checks of whether a document is genuine.', pas.validity, {
  hasName: 'Whether the document has a name.',
  nameIsValid: 'Whether the name is that of the person.',
  hasEmail: 'Whether the document has an e-mail address.',
  emailIsValid: 'Whether the e-mail address is that of the person.',
  hasPhoneNumber: 'Whether the document has a phone number.',
  phoneNumberIsValid: 'Whether the phone number is that of the person.',
  authorIsValid: 'Whether the author in the file is one of the issuer.',
  creatorIsValid: 'Whether the program that made the file is one of the issuer.',
  notModified: 'Whether the file was not modified.',
  hasTransactions: 'Whether it has transactions.',
  exclusionReasons: 'Why the document is excluded.',
  isValid: 'Whether `status` is `VALID`.',
  status:
    'The result: `VALID`, `UNVERIFIED` (its origin is not proven) or `INVALID` (something contradicts it).',
  reasons: 'Why the document is not valid, in more detail than `exclusionReasons`.',
  vouchedBy: 'Who confirms that it is genuine: `issuer` or `client`.',
})

export const resultDocument = shown(
  'ScoreResultDocument',
  'A document of the request, and its state at the service.',
  pas.documents,
  {
    documentName: 'The name of the document; masked for analysts.',
    documentType: 'The document type given in the request.',
    format: 'The format: `PDF` or `CSV`.',
    state: 'Whether it could be read: `PARSED` or `FAILED`.',
    validity: ['Whether the document is genuine; null if it could not be read.', validity],
  },
)

const statementHeader = shown('ScoreStatementHeader', 'The header of a document.', pas.header, {
  name: 'The name of the holder; masked for analysts.',
  phoneNumber: 'The phone number of the holder; masked for analysts.',
  statementPeriod: 'The period of the statement.',
  currency: 'The currency of the amounts.',
  openingBalance: 'The balance at the beginning.',
  closingBalance: 'The balance at the end.',
  sumPaidIn: 'The sum of all money in.',
  sumPaidOut: 'The sum of all money out.',
})

export const statement = shown(
  'ScoreStatement',
  'A document that was read (PA, PAS, and P8 with one document).',
  z.object({ header: pas.header, validity: pas.validity, transactionCount: count }),
  {
    header: ['The header of the document.', statementHeader],
    validity: ['Whether the document is genuine.', validity],
    transactionCount: 'The number of transactions.',
  },
)
