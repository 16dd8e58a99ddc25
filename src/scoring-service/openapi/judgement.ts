import * as z from 'zod'
import { validityReasons } from '../model/statement.js'
import { as, listOf, members, say, section } from './member.js'

const text = z.string()
const amount = z.number()
const amountOrNull = z.number().nullable()
const flag = z.boolean()
const score = z.int().min(-1).max(1000)

const check = as(
  'ValidityCheck',
  z.strictObject({
    id: say(text, 'What was looked at', 'running_balance'),
    passed: say(flag, 'What came of it', true),
    applicable: say(
      flag,
      'false: this check cannot be made on this document, which says nothing for it',
      true,
    ),
    evidence: say(text, 'What was found, without personal values', '212 of 212 groups agree'),
    weight: say(z.enum(['hard', 'soft']), 'A soft check excludes nothing', 'hard'),
  }),
)

/** docs/scoring-contract.md#validity. */
export const validity = as(
  'Validity',
  section('Whether the document is genuine and of the applicant', {
    ...members(flag, {
      hasName: ['A holder is printed', true],
      nameIsValid: ['It is the applicant', true],
      hasEmail: ['An e-mail address is printed', true],
      emailIsValid: ["It is the applicant's, where one was given", true],
      hasPhoneNumber: ['A phone number is printed', true],
      phoneNumberIsValid: ["It is the applicant's", true],
      authorIsValid: ['Its author is one of this issuer', true],
      creatorIsValid: ['Its program is one of this issuer', true],
      notModified: ['It was looked at and is as it was issued', true],
      hasTransactions: ['It has enough transactions to judge by', true],
    }),
    exclusionReasons: listOf(
      z.enum([
        'name_invalid',
        'email_invalid',
        'phone_number_invalid',
        'document_modified',
        'insufficient_transactions',
        'author_mismatch',
      ]),
      'Why it is excluded, in the words of the contract',
      [],
    ),
    isValid: say(flag, 'True for VALID alone', true),
    status: say(
      z.enum(['VALID', 'UNVERIFIED', 'INVALID']),
      'UNVERIFIED: nothing contradicts it, and nobody vouches for it',
      'VALID',
    ),
    reasons: listOf(z.enum(validityReasons), 'Why it is not VALID, the heaviest first', []),
    vouchedBy: say(
      z.enum(['issuer', 'client']).nullable(),
      'Who says that it is genuine: a file as its issuer makes them, a client for its own channel, nobody',
      'issuer',
    ),
    checks: listOf(check, 'What each verdict rests on, for clients that agreed on it').optional(),
  }),
)

/** What a score means; -1 is of none. */
export const bands = {
  scoreBand: say(
    z.enum(['excellent', 'good', 'fair', 'poor', 'high risk', 'insufficient data']),
    'The score in a word',
    'excellent',
  ),
  riskBand: say(
    z.enum(['A', 'B', 'C']).nullable(),
    'Null where something stands in the way of a judgement',
    'A',
  ),
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
  'What held score or decision down, whatever the points',
  null,
)

const reasonCode = as(
  'ReasonCode',
  z.strictObject({
    code: say(text, 'Stable', 'R04'),
    text: say(text, 'For a person', 'Balances cover less than 15 days of usual spending'),
    characteristic: say(text, 'What was looked at', 'daysOfCover'),
    value: say(z.union([amount, flag, text]).nullable(), 'What was found', 2.59),
  }),
)

const reasonCodes = listOf(reasonCode, 'What excludes, told whole; then what weighs most')

const model = as(
  'Model',
  section('By which rules it was judged', {
    id: say(text, 'Its id, which changes with every rule', 'sc-2026.2'),
    version: say(text, 'Its version', '2.0.0'),
    calibration: say(text, 'What its probabilities rest on', 'expert'),
    computedAt: say(z.iso.datetime(), 'When', '2026-03-01T09:00:00.000Z'),
  }),
)

/** Of a score: `scoring` of PAS and P7, `statement` of P8. */
const judged = {
  ...bands,
  probabilityOfDefault: say(z.number().min(0).max(1).nullable(), 'Null without a band', 0.02),
  reasonCodes,
  cappedBy,
  model,
}

const points = say(amount, 'What it adds to the score', 60)
const featureName = say(text, 'The characteristic', 'incomeRegularity')

/** Of PAS and of P8, which say by which product they are. */
export const statementScoring = (product: 'PAS' | 'P8') =>
  section('The score of the statements', {
    productCode: say(z.literal(product), 'The product', product),
    ...members(score, {
      shortTermScore: ['For a short loan; -1: too little is known', 930],
      genericScore: ['Of the payment behaviour; -1: too little is known', 981],
      bwcScore: ['Of the business; -1: there is none', -1],
    }),
    recommendedCreditLimit: section('What may be lent', {
      shortTermLimit: say(amount, 'To the person: the net limit', 7300),
      businessLimit: say(amountOrNull, 'To the business; null without one', null),
      grossLimit: say(amount, 'Before what is owed already', 9000),
      netLimit: say(amount, 'Less what is owed already', 7300),
      currency: say(text.nullable(), 'Of the limits', 'KES'),
    }),
    affordability: section('What can be carried in a month', {
      shortTerm: say(amount, 'By the person', 7300),
      business: say(amountOrNull, 'By the business; null without one', null),
    }),
    confidenceLevel: say(text, 'How much the data carries, as a percentage', '96%'),
    featuresUsed: listOf(
      z.strictObject({
        name: featureName,
        value: say(amountOrNull, 'What was found', 1),
        bin: say(text, 'The bin it falls into', '>= 100 %'),
        points,
      }),
      'What the score is made of',
    ),
    ...judged,
  })

export const bureauScoring = {
  featuresUsed: listOf(
    z.strictObject({ name: featureName, value: say(amountOrNull, 'What was found', 0), points }),
    'What the score is made of',
  ),
  ...judged,
}

/** Behind the members of the contract, the same in every product. */
export const everyProduct = {
  decision: say(bands.decision.nullable(), 'The one decision; null for PA of a valid document', 'APPROVE'),
  reasonCodes,
  cappedBy,
  currency: say(
    text.nullable(),
    'Of all amounts; null where the statements tell none, or more than one',
    'KES',
  ),
  model,
}
