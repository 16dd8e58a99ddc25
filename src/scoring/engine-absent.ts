import type { Engine } from './engine.js'

/** Until statements are read: every document is one whose layout we do not know. */
export const engineAbsent: Engine = async ({ documents }) => ({
  documents: documents.map(({ documentName }) => ({
    documentName,
    state: 'FAILED',
    code: 'unsupported_layout',
    detail: 'the layout of this document is not known',
  })),
  bodies: [],
})
