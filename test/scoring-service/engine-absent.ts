import type { Engine } from '../../src/scoring-service/model/engine.js'

/** An engine that reads nothing: every document has an unknown layout. */
export const engineAbsent: Engine = async ({ documents }) => ({
  documents: documents.map(({ documentName }) => ({
    documentName,
    state: 'FAILED',
    code: 'unsupported_layout',
    detail: 'the layout of this document is not known',
  })),
  bodies: [],
})
