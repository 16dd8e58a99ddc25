import { assess } from '../card/assessment.rules.js'
import type { ResultBody } from '../model/engine.js'
import { bodyOf } from './result-body.rules.js'
import { scoringSection } from './scoring-section.rules.js'
import { verdictMembers } from './verdict-members.rules.js'
import type { Statement } from '../model/statement.js'

/** A document that was read: its `data` as in PA, and what it is scored by. */
export interface ReadDocument {
  readonly statement: Statement
  readonly data: object
}

/**
 * The bodies of PAS (docs/scoring-contract.md#pas): one a document, PA's members and `scoring`; of several documents, one
 * more with the scoring of all together.
 */
export const pasBodies = (documents: readonly ReadDocument[], asOf: Date): readonly ResultBody[] => {
  const judged = (statements: readonly Statement[]) => {
    const assessment = assess(statements, asOf)
    return { scoring: scoringSection(assessment, 'PAS', asOf), ...verdictMembers(assessment, asOf) }
  }
  const each = documents.map(({ statement, data }) =>
    bodyOf({ ...data, documentName: statement.documentName, ...judged([statement]) }),
  )
  if (documents.length < 2) return each
  return [...each, bodyOf(judged(documents.map(({ statement }) => statement)))]
}
