import type { ReportedDocument } from './port.js'

type Judged =
  | { readonly kind: 'SAID'; readonly documents: ReadonlyMap<string, ReportedDocument> }
  /** Our code for why it is not accepted. */
  | { readonly kind: 'UNBELIEVABLE'; readonly problem: string }

/**
 * Checks what the service says about the documents of one request: it must name all of them or none, and no others. A
 * document that it could not read in one place of the answer counts as such everywhere.
 */
export const checkReported = (names: readonly string[], told: readonly ReportedDocument[]): Judged => {
  const documents = new Map<string, ReportedDocument>()
  for (const one of told)
    if (one.problem !== null || !documents.has(one.documentName)) documents.set(one.documentName, one)
  const isOurs = [...documents.keys()].every((name) => names.includes(name))
  if (!isOurs) return { kind: 'UNBELIEVABLE', problem: 'OTHER_DOCUMENTS' }
  if (documents.size > 0 && documents.size < names.length)
    return { kind: 'UNBELIEVABLE', problem: 'DOCUMENTS_MISSING' }
  return { kind: 'SAID', documents }
}
