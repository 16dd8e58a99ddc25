import type { FastifyRequest } from 'fastify'
import type { Language } from '../../kernel/call.js'

/** The language of a page, by the `Accept-Language` of its reader; French by default, as the language of the market. */
export const languageOf = (header: string | undefined): Language =>
  /^en\b/i.test(header ?? '') ? 'en' : 'fr'

/** The language of a page with a switch: that of the address, or else the one that the browser prefers. */
export const languageFor = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language => {
  const { language } = query as { readonly language?: unknown }
  if (language === 'fr' || language === 'en') return language
  const spoken = headers['accept-language'] ?? '*'
  // A client without the header is a program and not a browser: it gets English, as before there was a choice.
  return spoken === '*' ? 'en' : languageOf(spoken)
}
