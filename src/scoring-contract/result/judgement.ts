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

/** What a score means. */
export const bands = {
  scoreBand: described(
    z.enum(['excellent', 'good', 'fair', 'poor', 'high risk', 'insufficient data']),
    'The score band',
    'excellent',
  ),
  riskBand: described(
    z.enum(['A', 'B', 'C']).nullable(),
    'The risk band; null if the score is -1, or if `cappedBy` is a rule that allows none, such as UNVERIFIED_DOCUMENT',
    'A',
  ),
  decision: described(
    z.enum(['APPROVE', 'APPROVE_WITH_CONDITIONS', 'REFER', 'DECLINE', 'INSUFFICIENT_DATA']),
    'The decision on the request. REFER: a person decides, since the origin of a document is not proven, two statements disagree, or the bureau has another name',
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
  'The rule that limited the score or the decision, whatever the points',
  null,
)

export const reasonCode = component(
  'ReasonCode',
  z.strictObject({
    code: described(text, 'A code that never changes', 'R04'),
    text: described(text, 'A text for people', 'Balances cover less than 15 days of usual spending'),
    characteristic: described(text, 'The characteristic that was assessed', 'daysOfCover'),
    value: described(z.union([figure, flag, text]).nullable(), 'The value of the characteristic', 2.59),
  }),
)

const reasonCodes = listOf(
  reasonCode,
  'First all reasons of what prevents a judgement by the score, then those that cost the most points',
)

export const model = component(
  'Model',
  section('The rules that were applied', {
    id: described(text, 'Its id, which changes whenever a rule changes', 'sc-2026.2'),
    version: described(text, 'Its version', '2.0.0'),
    calibration: described(
      code,
      'Where its probabilities of default come from: `expert`, from judgement and not from outcomes; `none`, without a score',
      'expert',
    ),
    computedAt: described(
      z.iso.datetime(),
      "The instant of the request or, for a score of the bureau's record, of its answer",
      '2026-03-01T09:00:00.000Z',
    ),
  }),
)

/** The members of a score: `scoring` of PAS and P7, `statement` and `enhanced` of P8. */
const judgementMembers = {
  ...bands,
  probabilityOfDefault: described(share.nullable(), 'The probability of default; null without a band', 0.02),
  reasonCodes,
  cappedBy,
  model,
}

const points = (example: number) => described(figure, 'The points that it adds to the score', example)
const featureName = (example: string) => described(text, 'The characteristic', example)

/** The section that scores the statements, with the product code of PAS or of P8. */
export const statementScoring = (product: 'PAS' | 'P8') =>
  section('The score of the statements', {
    productCode: described(z.literal(product), 'The product', product),
    ...members(score, {
      shortTermScore: ['The score for a short loan; -1: too little is known', 930],
      genericScore: ['The score of the payment behaviour; -1: too little is known', 981],
      bwcScore: ['The score of the business; -1: there is none', -1],
    }),
    recommendedCreditLimit: section('The recommended limits', {
      shortTermLimit: described(money, 'The limit for the person: the net limit', 7300),
      businessLimit: described(moneyOrNull, 'The limit for the business; null without one', null),
      grossLimit: described(money, 'The limit before existing debt is subtracted', 9000),
      netLimit: described(money, 'The limit after existing debt is subtracted', 7300),
      currency: described(textOrNull, 'The currency of the limits', 'KES'),
    }),
    affordability: section('The amounts that can be repaid in a month', {
      shortTerm: described(money, 'The amount for the person', 7300),
      business: described(moneyOrNull, 'The amount for the business; null without one', null),
    }),
    confidenceLevel: described(text, 'How far the data can be relied on, as a percentage', '96%'),
    featuresUsed: listOf(
      z.strictObject({
        name: featureName('incomeRegularity'),
        value: described(figureOrNull, 'The value of the characteristic', 1),
        bin: described(text, 'The bin of the value', '>= 100 %'),
        points: points(60),
      }),
      'The characteristics of the score, with their points',
    ),
    ...judgementMembers,
  })

export const bureauScoring = {
  featuresUsed: listOf(
    z.strictObject({
      name: featureName('worstArrearsDays'),
      value: described(figureOrNull, 'The value of the characteristic', 0),
      points: points(80),
    }),
    'The characteristics of the score, with their points',
  ),
  ...judgementMembers,
}

/** Members that every product has, after its own (docs/scoring-contract.md#every-product). */
export const everyProduct = {
  decision: described(
    bands.decision.nullable(),
    'The decision on the request; null for PA if `cappedBy` is null',
    'APPROVE',
  ),
  reasonCodes,
  cappedBy,
  currency: described(
    textOrNull,
    'The currency of all amounts; null if the statements have none, or several',
    'KES',
  ),
  model,
}
