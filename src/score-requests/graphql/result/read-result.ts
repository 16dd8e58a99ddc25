import * as z from 'zod'
import { severityInPa } from '../../model/judgement.js'
import { camel } from './camel.rules.js'
import { scoring, statement } from './judgement.types.js'
import { scoreResult, type ScoreResult } from './result.types.js'

/** The members of one body that GraphQL shows, some of them combined over several bodies. */
const resultBody = z.object({
  data: scoreResult.read.and(statement.read).and(
    z.object({
      statement: scoring.read.nullable().catch(null),
      documentName: z.string().nullable().catch(null),
    }),
  ),
})

type ResultData = z.output<typeof resultBody>['data']

/** The statement of one document: its head, and whether it is genuine; empty for a body without either. */
const statementOf = ({ header, validity, transactionCount }: ResultData) =>
  header || validity ? [{ header, validity, transactionCount }] : []

/** The section from the last body that has it: of several documents, the combined body comes last. */
const lastOf = <T>(bodies: readonly ResultData[], of: (data: ResultData) => T | null): T | null =>
  bodies.map(of).findLast((value) => value !== null) ?? null

const isScored = ({ scoring: own, statement, summary: pars }: ResultData): boolean =>
  own !== null || statement !== null || pars !== null

/** The decision on the request: the last scored body is about all documents. For PA see `judgementOf`. */
const verdictIn = (bodies: readonly ResultData[]) => {
  const scored = bodies.filter(isScored)
  const deciding =
    scored.at(-1) ?? bodies.toSorted((a, b) => severityInPa(b.decision) - severityInPa(a.decision))[0]
  const reasonCodes =
    scored.length > 0 ? (deciding?.reasonCodes ?? []) : bodies.flatMap(({ reasonCodes }) => reasonCodes)
  const own = deciding?.scoring ?? deciding?.statement
  return {
    decision: deciding?.decision ?? own?.decision ?? null,
    cappedBy: deciding?.cappedBy ?? null,
    currency: deciding?.currency ?? null,
    model: deciding?.model ?? own?.model ?? null,
    reasonCodes: reasonCodes.length > 0 ? reasonCodes : (own?.reasonCodes ?? []),
  }
}

/** The documents of the request and their validity, which is in the combined body or in each document's own. */
const documentsIn = (bodies: readonly ResultData[]) => {
  const validityByName = new Map(bodies.map(({ documentName, validity }) => [documentName, validity]))
  return (bodies.at(-1)?.documents ?? []).map((document) => ({
    ...document,
    validity: document.validity ?? validityByName.get(document.documentName) ?? null,
  }))
}

/** The sections of a result; null or empty for sections that the product does not have. */
const readSections = (bodies: readonly unknown[]) => {
  const read = bodies.flatMap((raw) => resultBody.safeParse(raw).data?.data ?? [])
  const scored = lastOf(read, ({ scoring: own, statement }) => own ?? statement)
  return {
    summary: lastOf(read, (found) => found.summary),
    persona: lastOf(read, (found) => found.persona),
    dataCompleteness: lastOf(read, (found) => found.data_completeness),
    cashflow: lastOf(read, (found) => found.cashflow),
    borrowingCharacter: lastOf(read, (found) => found.borrowing_character),
    recommendations: lastOf(read, (found) => found.recommendations),
    lifestyle: lastOf(read, (found) => found.lifestyle),
    scoring: scored,
    boosted: lastOf(read, (found) => found.boosted),
    ...verdictIn(read),
    documents: documentsIn(read),
    statements: read.flatMap(statementOf),
    notices: read.flatMap(({ notices }) => notices),
  }
}

/**
 * A completed request's bodies as GraphQL shows them. The caller has masked them for a reader who may not see names.
 */
export const toScoreResult = (bodies: readonly unknown[]): ScoreResult => camel(readSections(bodies))
