import type { ToldDocument } from './port.js'

type Judged =
  | { readonly kind: 'SAID'; readonly documents: ReadonlyMap<string, ToldDocument> }
  /** A word of ours for why it is not believed. */
  | { readonly kind: 'UNBELIEVABLE'; readonly problem: string }

/**
 * What the service says of the documents of one request, wherever it says it: of all of them or of none, and of no other.
 * One that it could not read is that, though another place of the answer counts it among those that it used.
 */
export const judgeTold = (names: readonly string[], told: readonly ToldDocument[]): Judged => {
  const documents = new Map<string, ToldDocument>()
  for (const one of told)
    if (one.problem !== null || !documents.has(one.documentName)) documents.set(one.documentName, one)
  const isOurs = [...documents.keys()].every((name) => names.includes(name))
  if (!isOurs) return { kind: 'UNBELIEVABLE', problem: 'OTHER_DOCUMENTS' }
  if (documents.size > 0 && documents.size < names.length)
    return { kind: 'UNBELIEVABLE', problem: 'DOCUMENTS_MISSING' }
  return { kind: 'SAID', documents }
}
