import type { Language } from '../../kernel/call.js'
import type { Messages } from './catalogue.js'
import { en } from './en.js'
import { fr } from './fr.js'

export type { Messages } from './catalogue.js'

const catalogues: Record<Language, Messages> = { fr, en }

/** The texts of one language. */
export const messagesFor = (language: Language): Messages => catalogues[language]
