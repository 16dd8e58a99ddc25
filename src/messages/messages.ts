import type { Messages } from './catalogue.js'
import { en } from './en.js'
import { fr } from './fr.js'

export type { Messages } from './catalogue.js'

const catalogues = { fr, en } as const satisfies Record<string, Messages>

export type Language = keyof typeof catalogues

/** The texts of one language. Which `languageCode` means which language is the caller's to say. */
export const messagesFor = (language: Language): Messages => catalogues[language]
