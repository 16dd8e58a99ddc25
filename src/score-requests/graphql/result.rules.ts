import { resultBody, type ResultData } from './result-body.rules.js'

/** One document that was read: whose it is, and whether it is genuine. */
const statementOf = ({ header: printed, validity: judged, transactionCount }: ResultData) =>
  printed || judged ? [{ header: printed, validity: judged, transactionCount }] : []

/** The last body that has a section speaks for it: of several documents, the combined one comes last. */
const last = <T>(bodies: readonly ResultData[], of: (data: ResultData) => T | null): T | null =>
  bodies.map(of).findLast((value) => value !== null) ?? null

/** From the lightest: of PA, which has a body for each document and none for all, the heaviest one is what the request came to. */
const decisionsOfPapers: readonly (string | null)[] = [null, 'INSUFFICIENT_DATA', 'REFER', 'DECLINE']
const weightOf = ({ decision }: ResultData): number => decisionsOfPapers.indexOf(decision)

const isScored = ({ scoring: own, statement, summary: pars }: ResultData): boolean =>
  own !== null || statement !== null || pars !== null

/** What was decided of the request: of several documents, the last body speaks for all. */
const verdictIn = (bodies: readonly ResultData[]) => {
  const scored = bodies.filter(isScored)
  const deciding = scored.at(-1) ?? bodies.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
  const said =
    scored.length > 0 ? (deciding?.reasonCodes ?? []) : bodies.flatMap(({ reasonCodes }) => reasonCodes)
  const own = deciding?.scoring ?? deciding?.statement
  return {
    decision: deciding?.decision ?? own?.decision ?? null,
    cappedBy: deciding?.cappedBy ?? null,
    currency: deciding?.currency ?? null,
    model: deciding?.model ?? own?.model ?? null,
    reasonCodes: said.length > 0 ? said : (own?.reasonCodes ?? []),
  }
}

/** All documents of the request, with what each was found to be: its own body says so, or the body of all. */
const documentsIn = (bodies: readonly ResultData[]) => {
  const judged = new Map(bodies.map(({ documentName, validity: found }) => [documentName, found]))
  return (bodies.at(-1)?.documents ?? []).map((document) => ({
    ...document,
    validity: document.validity ?? judged.get(document.documentName) ?? null,
  }))
}

const flatSummary = (found: ResultData['summary']) => {
  if (!found) return null
  const { recommended_credit_limit: recommended, ...others } = found
  return { ...recommended, ...others }
}

/** The sections of a result; null or empty where the product has none. */
export const readSections = (bodies: readonly unknown[]) => {
  const read = bodies.flatMap((raw) => resultBody.safeParse(raw).data?.data ?? [])
  const scored = last(read, ({ scoring: own, statement }) => own ?? statement)
  return {
    summary: flatSummary(last(read, (found) => found.summary)),
    persona: last(read, (found) => found.persona),
    dataCompleteness: last(read, (found) => found.data_completeness),
    cashflow: last(read, (found) => found.cashflow),
    borrowingCharacter: last(read, (found) => found.borrowing_character),
    recommendations: last(read, (found) => found.recommendations),
    lifestyle: last(read, (found) => found.lifestyle),
    scoring: scored,
    boosted: last(read, (found) => found.boosted),
    ...verdictIn(read),
    documents: documentsIn(read),
    statements: read.flatMap(statementOf),
    notices: read.flatMap(({ notices }) => notices),
  }
}

type CamelKey<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : Key

/** The same with the names of GraphQL. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelKey<Key>]: Camel<T[Key]> }
    : T

export const camel = <T>(value: T): Camel<T> => {
  if (Array.isArray(value)) return value.map((item: unknown) => camel(item)) as Camel<T>
  if (typeof value !== 'object' || value === null) return value as Camel<T>
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      camel(inner),
    ]),
  ) as Camel<T>
}
