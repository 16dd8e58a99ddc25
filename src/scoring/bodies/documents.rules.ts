import type { DocumentOutcome, DocumentType, ResultBody } from '../engine.js'

interface Sent {
  readonly documentName: string
  readonly documentType: DocumentType
  readonly format: string
}

const entryOf = (sent: Sent, outcome: DocumentOutcome, hasValidity: boolean): string => {
  const { documentName, documentType } = sent
  const what = { documentName, documentType, format: sent.format.toUpperCase(), state: outcome.state }
  if (outcome.state === 'FAILED') {
    const { code, detail } = outcome
    return JSON.stringify({ ...what, problem: { code, detail } })
  }
  if (!hasValidity || outcome.validity === undefined) return JSON.stringify(what)
  return `${JSON.stringify(what).slice(0, -1)},"validity":${outcome.validity}}`
}

/**
 * Adds `data.documents` at the end of a body: all documents of the request, those that were used and those that could not be
 * read, and the validity of each where the body has none of its own. On the text, since a statement of two years is megabytes.
 */
export const withDocuments = (
  json: string,
  sent: readonly Sent[],
  outcomes: readonly DocumentOutcome[],
): ResultBody => {
  const isOfOne = json.startsWith('{"status":"success","code":200,"data":{"logs":')
  const entries = outcomes.map((outcome, i) => entryOf(sent[i] as Sent, outcome, !isOfOne))
  return { json: `${json.slice(0, -2)},"documents":[${entries.join(',')}]}}` }
}
