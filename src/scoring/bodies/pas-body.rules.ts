import { assess } from '../card/assessment.rules.js'
import type { ResultBody } from '../engine.js'
import { bodyOf } from './result-body.rules.js'
import { scoringSection } from './scoring-section.rules.js'
import type { Statement } from '../statement.js'

/** A document that was read: its `data` of contract 2.4, and what it is scored by. */
export interface ReadDocument {
  readonly statement: Statement
  readonly data: object
}

/**
 * The bodies of PAS (research/scoring 8): one a document, PA's members and `scoring`; of several documents, one more with the scoring
 * of all together and the names of those that it looked at. All of one currency (`isOneCurrency`).
 */
export const pasBodies = (documents: readonly ReadDocument[], asOf: Date): readonly ResultBody[] => {
  const scoringOf = (statements: readonly Statement[]) => scoringSection(assess(statements), 'PAS', asOf)
  const each = documents.map(({ statement, data }) => bodyOf({ ...data, scoring: scoringOf([statement]) }))
  if (documents.length < 2) return each
  const statements = documents.map(({ statement }) => statement)
  const combined = {
    documents: statements.map(({ documentName }) => documentName),
    scoring: scoringOf(statements),
  }
  return [...each, bodyOf(combined)]
}
