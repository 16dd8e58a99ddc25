import type { Language } from '../../kernel/call.js'
import { describedEnum } from './words.js'

export const languageEnum = describedEnum<Language>('Language', 'In which customers are written to.', {
  fr: 'French.',
  en: 'English.',
})
