import type { Language } from '../../kernel/call.js'

/** Of a page, by the `Accept-Language` of its reader: French is the market's own. */
export const languageOf = (header: string | undefined): Language =>
  /^en\b/i.test(header ?? '') ? 'en' : 'fr'
