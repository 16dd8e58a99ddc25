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
import { component, listOf, members, described, section } from './member.js'

/** What a score means. A score of -1 has no risk band. */
export const bands = {
  scoreBand: described(
    z.enum(['excellent', 'good', 'fair', 'poor', 'high risk', 'insufficient data']),
    'The score in a word',
    'excellent',
  ),
  riskBand: described(z.enum(['A', 'B', 'C']).nullable(), 'Null where something prevents a judgement', 'A'),
  decision: described(
    z.enum(['APPROVE', 'APPROVE_WITH_CONDITIONS', 'REFER', 'DECLINE', 'INSUFFICIENT_DATA']),
    'The one decision of the request. REFER: nobody vouches for a document, or the bureau holds another name; a person decides',
    'APPROVE',
  ),
}

export const cappedBy = described(
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

export const reasonCode = component(
  'ReasonCode',
  z.strictObject({
    code: described(text, 'Stable', 'R04'),
    text: described(text, 'For a person', 'Balances cover less than 15 days of usual spending'),
    characteristic: described(text, 'What was looked at', 'daysOfCover'),
    value: described(z.union([figure, flag, text]).nullable(), 'What was found', 2.59),
  }),
)

const reasonCodes = listOf(reasonCode, 'All reasons that exclude, then those that cost most')

export const model = component(
  'Model',
  section('The rules that were applied', {
    id: described(text, 'Its id, which changes whenever a rule changes', 'sc-2026.2'),
    version: described(text, 'Its version', '2.0.0'),
    calibration: described(code, 'What its probabilities rest on', 'expert'),
    computedAt: described(z.iso.datetime(), 'When', '2026-03-01T09:00:00.000Z'),
  }),
)

/** The members of a score: `scoring` of PAS and P7, `statement` of P8. */
const judged = {
  ...bands,
  probabilityOfDefault: described(share.nullable(), 'Null without a band', 0.02),
  reasonCodes,
  cappedBy,
  model,
}

const points = described(figure, 'What it adds to the score', 60)
const featureName = described(text, 'The characteristic', 'incomeRegularity')

/** The section of PAS and of P8; each has its own product code in it. */
export const statementScoring = (product: 'PAS' | 'P8') =>
  section('The score of the statements', {
    productCode: described(z.literal(product), 'The product', product),
    ...members(score, {
      shortTermScore: ['For a short loan; -1: too little is known', 930],
      genericScore: ['Of the payment behaviour; -1: too little is known', 981],
      bwcScore: ['Of the business; -1: there is none', -1],
    }),
    recommendedCreditLimit: section('What may be lent', {
      shortTermLimit: described(money, 'To the person: the net limit', 7300),
      businessLimit: described(moneyOrNull, 'To the business; null without one', null),
      grossLimit: described(money, 'Before what is owed already', 9000),
      netLimit: described(money, 'Less what is owed already', 7300),
      currency: described(textOrNull, 'Of the limits', 'KES'),
    }),
    affordability: section('What can be carried in a month', {
      shortTerm: described(money, 'By the person', 7300),
      business: described(moneyOrNull, 'By the business; null without one', null),
    }),
    confidenceLevel: described(text, 'How far the data can be relied on, as a percentage', '96%'),
    featuresUsed: listOf(
      z.strictObject({
        name: featureName,
        value: described(figureOrNull, 'What was found', 1),
        bin: described(text, 'The bin it falls into', '>= 100 %'),
        points,
      }),
      'What the score is made of',
    ),
    ...judged,
  })

export const bureauScoring = {
  featuresUsed: listOf(
    z.strictObject({ name: featureName, value: described(figureOrNull, 'What was found', 0), points }),
    'What the score is made of',
  ),
  ...judged,
}

/** Members that every product has, after those of the contract. */
export const everyProduct = {
  decision: described(
    bands.decision.nullable(),
    'The one decision; null for PA of a valid document',
    'APPROVE',
  ),
  reasonCodes,
  cappedBy,
  currency: described(
    textOrNull,
    'Of all amounts; null where the statements tell none, or more than one',
    'KES',
  ),
  model,
}
