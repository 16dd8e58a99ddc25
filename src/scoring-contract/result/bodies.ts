import * as z from 'zod'
import type { ProductCode } from '../words.js'
import { validity } from './validity.js'
import { bands, cappedBy, everyProduct, statementScoring } from './judgement.js'
import { bureauSection, p7Scoring, subject } from './bureau.js'
import { documentName, documentOutcome, header, logs, meta, transactions } from './statement.js'
import {
  borrowing,
  cashflow,
  dataCompleteness,
  lifestyle,
  persona,
  recommendations,
  summary,
} from './analysis.js'
import { memberAt, money, score, share, text, textOrNull, unitOf, type Unit } from './kinds.js'
import { listOf, described, section } from './member.js'

const body = <T extends z.ZodType>(data: T) =>
  z.strictObject({
    status: described(z.literal('success'), 'Always `success` in a result', 'success'),
    code: described(z.literal(200), 'Always 200 in a result', 200),
    data: described(data, 'The sections of the product'),
  })

/** Members that every product has, after its own (docs/scoring-contract.md#every-product). */
const commonMembers = {
  ...everyProduct,
  documents: listOf(documentOutcome, 'All documents of the request, used and failed; none for P7'),
  augmentation: described(
    bureauSection.nullable(),
    'Only with `augment`: what a bureau reports, which never changes the score; null if no bureau answered',
  ).optional(),
}

const notices = listOf(text, 'Notices for the reader', ["The bureau's record is 40 days old."])

const instant = (description: string) => described(z.iso.datetime(), description, '2026-03-01T09:00:00.000Z')

const boosted = section('What both sources say together', {
  score: described(score, 'The combined score; -1: too little is known', 812),
  probabilityOfDefault: described(share.nullable(), 'The probability of default; null without a band', 0.01),
  scoreBand: bands.scoreBand,
  riskBand: bands.riskBand,
  decision: bands.decision,
  limit: described(money, 'The recommended limit', 1200),
  currency: described(textOrNull, 'The currency of the limit', 'KES'),
  weights: section('How much the positive points of each source count; negative points count in full', {
    statement: described(share, 'From 0 to 1: how far the statements can be relied on', 0.96),
    bureau: described(
      share,
      'From 0 to 1: less for an old record, 0 without one, or if it gives no score or has another name',
      1,
    ),
  }),
  cappedBy: cappedBy,
})

const documentMembers = { logs, meta, header, transactions, validity }

/**
 * The members of one document, or `statements` for several documents. Each is optional in the schema: code that reads
 * a body checks which are present.
 */
const documentOrStatements = {
  logs: logs.optional(),
  header: header.optional(),
  transactions: transactions.optional(),
  validity: validity.optional(),
  statements: listOf(
    z.strictObject({ documentName, logs, header, transactions }),
    'Instead of the members above when there are several documents; their validity is in `documents`',
  ).optional(),
}

const scoredMembers = { scoring: statementScoring('PAS'), ...commonMembers }

/** The `data` of a product; of PAS, that of the body for one document. */
export const resultData = {
  PA: z.strictObject({ ...documentMembers, documentName, ...commonMembers }),
  PAS: z.strictObject({ ...documentMembers, documentName, ...scoredMembers }),
  PARS: z.strictObject({
    summary,
    persona,
    data_completeness: dataCompleteness,
    cashflow,
    borrowing_character: borrowing,
    recommendations,
    lifestyle,
    ...commonMembers,
  }),
  P7: z.strictObject({
    subject,
    bureau: bureauSection,
    scoring: p7Scoring,
    asOf: instant('When the bureau answered'),
    notices,
    ...commonMembers,
  }),
  P8: z.strictObject({
    subject,
    bureau: bureauSection,
    enhanced: described(p7Scoring, 'The scoring of P7'),
    notices,
    asOf: instant('When the bureau answered'),
    ...documentOrStatements,
    cashflow,
    statement: statementScoring('P8'),
    boosted,
    ...commonMembers,
  }),
} as const satisfies Readonly<Record<ProductCode, z.ZodObject>>

/** What a result address serves, by product: docs/scoring-contract.md#results. */
export const resultBodies = {
  PA: body(resultData.PA),
  PAS: body(
    z.union([
      described(resultData.PAS, 'The result of one document'),
      described(z.strictObject(scoredMembers), 'The result of all documents together'),
    ]),
  ),
  PARS: body(resultData.PARS),
  P7: body(resultData.P7),
  P8: body(resultData.P8),
} as const

/** The unit of the member at a path below `data`, in whichever product has it. Throws when no product has it. */
export const unitAt = (path: string): Unit => {
  const found = Object.values(resultData).flatMap((data) => memberAt(data, path.split('.')) ?? [])[0]
  if (!found) throw new Error(`no result has ${path}`)
  return unitOf(found)
}
