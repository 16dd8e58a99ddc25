import { assess, type Assessment } from '../card/assessment.rules.js'
import type { ResultBody } from '../model/engine.js'
import { decidedBy } from './decided-by.rules.js'
import { bodyOf } from './result-body.rules.js'
import { scoringSection } from './scoring-section.rules.js'
import { verdictMembers } from './verdict-members.rules.js'
import type { ParsedStatement } from '../model/statement.js'

/** A document that was read: the statement that the score is computed from, and its `data` in a result of product PA. */
export interface ReadDocument {
  readonly statement: ParsedStatement
  readonly data: object
}

/**
 * The bodies of PAS (docs/scoring-contract.md#pas): one for each document, with PA's members and `scoring`; for several
 * documents one more, with the scoring of all together. Every decision and every limit is that of the whole request.
 */
export const pasBodies = (documents: readonly ReadDocument[], asOf: Date): readonly ResultBody[] => {
  const all = assess(
    documents.map(({ statement }) => statement),
    asOf,
  )
  const membersOf = (own: Assessment) => ({
    scoring: scoringSection(own, 'PAS', asOf),
    ...verdictMembers(all, asOf),
    currency: own.facts.dossier.currency,
  })
  const hasOneDocument = documents.length < 2
  const documentBodies = documents.map(({ statement, data }) => {
    const own = hasOneDocument ? all : assess([statement], asOf, all.facts.dossier)
    const withDecision = { ...decidedBy(all, own), limits: all.limits }
    return bodyOf({ ...data, documentName: statement.documentName, ...membersOf(withDecision) })
  })
  return hasOneDocument ? documentBodies : [...documentBodies, bodyOf(membersOf(all))]
}
