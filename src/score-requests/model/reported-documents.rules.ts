import type { ReportedDocument } from './port.js'

type CheckedReport =
  | { readonly kind: 'CONSISTENT'; readonly documents: ReadonlyMap<string, ReportedDocument> }
  /** Our code for the reason why the report is not believed. */
  | { readonly kind: 'INCONSISTENT'; readonly problem: string }

/**
 * Checks the service's report about the documents of one request: it must name all of them or none, and no others. A
 * document that is unreadable in one part of the answer counts as unreadable.
 */
export const checkReported = (
  names: readonly string[],
  reported: readonly ReportedDocument[],
): CheckedReport => {
  const documents = new Map<string, ReportedDocument>()
  for (const document of reported)
    if (document.problem !== null || !documents.has(document.documentName))
      documents.set(document.documentName, document)
  const areAllOurs = [...documents.keys()].every((name) => names.includes(name))
  if (!areAllOurs) return { kind: 'INCONSISTENT', problem: 'OTHER_DOCUMENTS' }
  if (documents.size > 0 && documents.size < names.length)
    return { kind: 'INCONSISTENT', problem: 'DOCUMENTS_MISSING' }
  return { kind: 'CONSISTENT', documents }
}
