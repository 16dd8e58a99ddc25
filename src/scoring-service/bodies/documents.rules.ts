import type { DocumentOutcome, StagedBody } from '../model/engine.js'
import type { DocumentType } from '../../scoring-contract/words.js'

interface SentDocument {
  readonly documentName: string
  readonly documentType: DocumentType
  readonly format: string
}

const entryOf = (sent: SentDocument, outcome: DocumentOutcome, hasValidity: boolean): string => {
  const { documentName, documentType } = sent
  const members = { documentName, documentType, format: sent.format.toUpperCase(), state: outcome.state }
  if (outcome.state === 'FAILED') {
    const { code, detail } = outcome
    return JSON.stringify({ ...members, problem: { code, detail } })
  }
  if (!hasValidity || outcome.validity === undefined) return JSON.stringify(members)
  return `${JSON.stringify(members).slice(0, -1)},"validity":${outcome.validity}}`
}

/** How a body ends: the brace that closes `data`, and the brace that closes the body. */
const ending = '}}'

/**
 * Adds `data.documents` at the end of a body: all documents of the request, used and unreadable, and the validity of
 * each where the body has none of its own. Only records an `Edit`, which is applied when the staged file is stored: the
 * body, megabytes for a statement of two years, is not loaded here.
 */
export const withDocuments = (
  body: StagedBody,
  sent: readonly SentDocument[],
  outcomes: readonly DocumentOutcome[],
): StagedBody => {
  const entries = outcomes.map((outcome, i) =>
    entryOf(sent[i] as SentDocument, outcome, !body.isOfOneDocument),
  )
  const insert = `,"documents":[${entries.join(',')}]`
  return {
    ...body,
    edits: [...(body.edits ?? []), { at: body.bytes - ending.length, remove: 0, insert }],
  }
}
