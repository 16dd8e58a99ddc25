import type { Language } from '../../kernel/call.js'
import { wordEnum } from './words.js'

export const languageEnum = wordEnum<Language>('Language', 'In which customers are written to.', {
  fr: 'French.',
  en: 'English.',
})
