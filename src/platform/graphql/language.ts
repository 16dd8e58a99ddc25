import type { Language } from '../../kernel/call.js'
import { describedEnum } from './words.js'

export const languageEnum = describedEnum<Language>('Language', 'The language of texts to a customer.', {
  fr: 'French.',
  en: 'English.',
})
