import * as z from 'zod'
import {
  code,
  figure,
  figureOrNull,
  flag,
  money,
  moneyOrNull,
  score,
  share,
  text,
  textOrNull,
} from './kinds.js'
import { as, listOf, members, say, section } from './member.js'

/** What a score means. A score of -1 has no risk band. */
export const bands = {
  scoreBand: say(
    z.enum(['excellent', 'good', 'fair', 'poor', 'high risk', 'insufficient data']),
    'The score in a word',
    'excellent',
  ),
  riskBand: say(z.enum(['A', 'B', 'C']).nullable(), 'Null where something prevents a judgement', 'A'),
  decision: say(
    z.enum(['APPROVE', 'APPROVE_WITH_CONDITIONS', 'REFER', 'DECLINE', 'INSUFFICIENT_DATA']),
    'The one decision of the request. REFER: nobody vouches for a document, or the bureau holds another name; a person decides',
    'APPROVE',
  ),
}

export const cappedBy = say(
  z
    .enum([
      'INVALID_DOCUMENT',
      'FRAUD_REPORTED',
      'LONG_DEFAULT',
      'CURRENCY',
      'THIN_FILE',
      'DOCUMENTS_DISAGREE',
      'UNVERIFIED_DOCUMENT',
      'OTHER_NAME_AT_BUREAU',
      'SHORT_HISTORY',
      'GAPS',
      'STALE',
    ])
    .nullable(),
  'What limited the score or the decision, whatever the points',
  null,
)

export const reasonCode = as(
  'ReasonCode',
  z.strictObject({
    code: say(text, 'Stable', 'R04'),
    text: say(text, 'For a person', 'Balances cover less than 15 days of usual spending'),
    characteristic: say(text, 'What was looked at', 'daysOfCover'),
    value: say(z.union([figure, flag, text]).nullable(), 'What was found', 2.59),
  }),
)

const reasonCodes = listOf(reasonCode, 'All reasons that exclude, then those that cost most')

export const model = as(
  'Model',
  section('The rules that were applied', {
    id: say(text, 'Its id, which changes whenever a rule changes', 'sc-2026.2'),
    version: say(text, 'Its version', '2.0.0'),
    calibration: say(code, 'What its probabilities rest on', 'expert'),
    computedAt: say(z.iso.datetime(), 'When', '2026-03-01T09:00:00.000Z'),
  }),
)

/** The members of a score: `scoring` of PAS and P7, `statement` of P8. */
const judged = {
  ...bands,
  probabilityOfDefault: say(share.nullable(), 'Null without a band', 0.02),
  reasonCodes,
  cappedBy,
  model,
}

const points = say(figure, 'What it adds to the score', 60)
const featureName = say(text, 'The characteristic', 'incomeRegularity')

/** The section of PAS and of P8; each has its own product code in it. */
export const statementScoring = (product: 'PAS' | 'P8') =>
  section('The score of the statements', {
    productCode: say(z.literal(product), 'The product', product),
    ...members(score, {
      shortTermScore: ['For a short loan; -1: too little is known', 930],
      genericScore: ['Of the payment behaviour; -1: too little is known', 981],
      bwcScore: ['Of the business; -1: there is none', -1],
    }),
    recommendedCreditLimit: section('What may be lent', {
      shortTermLimit: say(money, 'To the person: the net limit', 7300),
      businessLimit: say(moneyOrNull, 'To the business; null without one', null),
      grossLimit: say(money, 'Before what is owed already', 9000),
      netLimit: say(money, 'Less what is owed already', 7300),
      currency: say(textOrNull, 'Of the limits', 'KES'),
    }),
    affordability: section('What can be carried in a month', {
      shortTerm: say(money, 'By the person', 7300),
      business: say(moneyOrNull, 'By the business; null without one', null),
    }),
    confidenceLevel: say(text, 'How far the data can be relied on, as a percentage', '96%'),
    featuresUsed: listOf(
      z.strictObject({
        name: featureName,
        value: say(figureOrNull, 'What was found', 1),
        bin: say(text, 'The bin it falls into', '>= 100 %'),
        points,
      }),
      'What the score is made of',
    ),
    ...judged,
  })

export const bureauScoring = {
  featuresUsed: listOf(
    z.strictObject({ name: featureName, value: say(figureOrNull, 'What was found', 0), points }),
    'What the score is made of',
  ),
  ...judged,
}

/** Members that every product has, after those of the contract. */
export const everyProduct = {
  decision: say(bands.decision.nullable(), 'The one decision; null for PA of a valid document', 'APPROVE'),
  reasonCodes,
  cappedBy,
  currency: say(textOrNull, 'Of all amounts; null where the statements tell none, or more than one', 'KES'),
  model,
}
