import type { Engine } from '../../src/scoring-service/model/engine.js'

/** Reads nothing: every document is one whose layout is not known. */
export const engineAbsent: Engine = async ({ documents }) => ({
  documents: documents.map(({ documentName }) => ({
    documentName,
    state: 'FAILED',
    code: 'unsupported_layout',
    detail: 'the layout of this document is not known',
  })),
  bodies: [],
})
