import { isThinStatement } from '../card/points/points.rules.js'
import { currencyProblemOf } from '../card/rows/dossier.rules.js'
import { reasonsWith, verdictOf } from '../card/verdict/verdict.rules.js'
import type { ResultBody } from '../model/engine.js'
import type { ParsedStatement } from '../model/statement.js'
import { bodyOf } from './result-body.rules.js'
import type { VerdictMembers } from './verdict-members.rules.js'

/** The version of the rules that read and check a statement. What counts as valid changes only with a new version. */
const readingModel = { id: 'rd-2026.2', version: '2.1.0', calibration: 'none' } as const

/**
 * The body of PA: docs/scoring-contract.md#pa and the members of every product. PA scores nothing, so a statement
 * without an obstacle (verdict.rules.ts) gets no decision. One with an obstacle gets the same decision as in every product.
 */
export const paBody = (statement: ParsedStatement, data: object, asOf: Date): ResultBody => {
  const verdict = verdictOf({
    documents: [statement],
    disagreeing: [],
    currency: currencyProblemOf([statement.currency]),
    isThin: isThinStatement(statement),
    score: null,
  })
  const members: VerdictMembers = {
    decision: verdict.decision,
    reasonCodes: reasonsWith(verdict, []),
    cappedBy: verdict.obstacle,
    currency: statement.currency,
    model: { ...readingModel, computedAt: asOf.toISOString() },
  }
  return bodyOf({ ...data, documentName: statement.documentName, ...members })
}
