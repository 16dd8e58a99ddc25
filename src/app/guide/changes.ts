import type { Chapter } from '../../platform/docs/guide.js'

/** What a gateway may rely on. */
export const ofTheWire: Chapter = {
  id: 'wire-changes',
  title: 'What may change, and how it is told',
  text: 'The wire is version 1.0.0. What may come is another operation, another argument that may be left out, another key behind those that an answer has, another word of a status or a reason. So read pairs by their key and not by their place, pass over keys that you do not know, and show the text of an answer whose word you do not know.\n\nNothing else changes: no key goes, is renamed or moves, and no argument becomes needed. The changelog says of every version what was added, before it is served; every version is compared with the one before it, byte by byte, by tests.',
}

/** What a lender's system may rely on. */
export const ofTheScoringService: Chapter = {
  id: 'changes',
  title: 'What may change, and how it is told',
  text: 'No path has a version; each answer says `X-API-Version`, today `1.0.0`. What is added changes the last two places: another member of a body, another optional field, another word of `reasonCodes`, `cappedBy` or of a code above, another header. So ignore members that you do not know, and treat a word that you do not know as its kind.\n\nNothing else changes: no member goes, is renamed, or changes its type, its unit or its place. Were that ever needed, it would be at another address, and this one would go on beside it. The changelog says of every version what was added, before it is served.',
}
