import * as z from 'zod'
import { resultData } from '../../../scoring-contract/result/bodies.js'
import { count, figure, text } from '../../../scoring-contract/result/kinds.js'
import { movedIn, shown } from './shown.types.js'

const pas = resultData.PAS.shape
const p8 = resultData.P8.shape

/** A reason is about a figure, or about a document. */
export const reason = movedIn(
  shown(
    'ScoreReason',
    'What moved a score down most, or up least.',
    z.object({ ...pas.reasonCodes.element.shape, value: figure, documentName: text }),
    {
      code: 'A stable code.',
      text: 'The reason in words.',
      characteristic: 'What was looked at.',
      value: 'What was found.',
      documentName: 'The document that it is about; null for a figure. Masked for analysts.',
    },
  ),
  ({ value }) => ({ documentName: value }),
)

const creditLimit = shown(
  'ScoreCreditLimit',
  'How much credit is recommended.',
  pas.scoring.shape.recommendedCreditLimit,
  {
    shortTermLimit: 'For a short loan.',
    businessLimit: 'For a business; null without one.',
    grossLimit: 'Before what is owed.',
    netLimit: 'After what is owed.',
    currency: 'The currency of the amounts.',
  },
)

const affordability = shown(
  'ScoreAffordability',
  'What can be repaid in a month.',
  pas.scoring.shape.affordability,
  {
    shortTerm: 'By the person.',
    business: 'By the business; null without one.',
  },
)

export const model = shown('ScoreModel', 'The model that scored.', pas.model, {
  id: 'Its name.',
  version: 'Its version.',
  calibration: 'Where its probabilities come from.',
  computedAt: 'The moment that it looked from.',
})

export const scoring = shown(
  'ScoreScoring',
  'The score of PAS, of P7 (`bureauScore`, `enhancedScore`), and of the statements of P8.',
  z.object({ ...resultData.P7.shape.scoring.shape, ...pas.scoring.shape }),
  {
    shortTermScore: 'For a short loan; null for P7.',
    genericScore: 'For credit in general; null for P7.',
    bwcScore: 'For working capital of a business.',
    bureauScore: "The bureau's own score, on its own scale.",
    enhancedScore: "The score of the bureau's record; -1 without one.",
    scoreBand: 'The band of the score.',
    riskBand: 'The band of the risk.',
    probabilityOfDefault: 'From 0 to 1.',
    decision: '`APPROVE`, `APPROVE_WITH_CONDITIONS`, `REFER`, `DECLINE` or `INSUFFICIENT_DATA`.',
    recommendedCreditLimit: ['How much credit is recommended.', creditLimit],
    affordability: ['What can be repaid in a month.', affordability],
    confidenceLevel: 'How far the data carries the score, a percentage.',
    reasonCodes: ['What moved the score.', reason],
    model: ['What scored.', model],
  },
)

const weights = shown('ScoreWeights', 'How much each source weighs, from 0 to 1.', p8.boosted.shape.weights, {
  statement: 'Of the statements.',
  bureau: 'Of the bureau.',
})

export const boosted = shown('ScoreBoosted', 'What statements and bureau say together (P8).', p8.boosted, {
  score: 'The score of both.',
  probabilityOfDefault: 'From 0 to 1.',
  scoreBand: 'The band of the score.',
  riskBand: 'The band of the risk.',
  decision: 'As in `ScoreScoring`.',
  limit: 'How much credit is recommended.',
  currency: 'The currency of the limit.',
  weights: ['How much each weighs.', weights],
  cappedBy: 'The rule that held the score down; null without one.',
})

const validity = shown('ScoreValidity', 'Whether a document is genuine.', pas.validity, {
  hasName: 'Whether a name is printed.',
  nameIsValid: 'Whether it is that of the person.',
  hasEmail: 'Whether an address is printed.',
  emailIsValid: 'Whether it is that of the person.',
  hasPhoneNumber: 'Whether a number is printed.',
  phoneNumberIsValid: 'Whether it is that of the person.',
  authorIsValid: 'Whether its author is the issuer.',
  creatorIsValid: "Whether its maker is the issuer's.",
  notModified: 'Whether nobody changed it.',
  hasTransactions: 'Whether it has transactions.',
  exclusionReasons: 'What speaks against it.',
  isValid: 'Whether `status` is `VALID`.',
  status: 'The verdict: `VALID`, `UNVERIFIED` (nobody vouches for it) or `INVALID` (it is contradicted).',
  reasons: 'What speaks against it, finer than `exclusionReasons`.',
  vouchedBy: 'Who vouches for it: `issuer` or `client`.',
})

export const resultDocument = shown(
  'ScoreResultDocument',
  'A document of the request, and what the service found it to be.',
  pas.documents,
  {
    documentName: 'Its name; masked for analysts.',
    documentType: 'What kind of statement it was sent as.',
    format: '`PDF` or `CSV`.',
    state: '`PARSED` or `FAILED`.',
    validity: ['Whether it is genuine; null if it could not be read.', validity],
  },
)

const statementHeader = shown(
  'ScoreStatementHeader',
  'What is printed at the top of a document.',
  pas.header,
  {
    name: 'Whose it is; masked for analysts.',
    phoneNumber: 'Of which number; masked for analysts.',
    statementPeriod: 'Of which days.',
    currency: 'The currency of the amounts.',
    openingBalance: 'At the beginning.',
    closingBalance: 'At the end.',
    sumPaidIn: 'All that came in.',
    sumPaidOut: 'All that went out.',
  },
)

export const statement = shown(
  'ScoreStatement',
  'A document that was read (PA and PAS).',
  z.object({ header: pas.header, validity: pas.validity, transactionCount: count }),
  {
    header: ['What is printed at its top.', statementHeader],
    validity: ['Whether it is genuine.', validity],
    transactionCount: 'How many transactions it has.',
  },
)
