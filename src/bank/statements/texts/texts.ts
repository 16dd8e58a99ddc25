import type { Language } from '../../../kernel/call.js'
import { en } from './en.js'
import { fr } from './fr.js'
import type { StatementTexts } from './words.js'

export type { StatementTexts } from './words.js'

const catalogues: Readonly<Record<Language, StatementTexts>> = { fr, en }

/** The words of a statement in one language. */
export const statementTexts = (language: Language): StatementTexts => catalogues[language]
