import type { FastifyRequest } from 'fastify'
import type { Language } from '../../kernel/call.js'

/** The language of a page, by the `Accept-Language` of its reader; French by default, as the language of the market. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'fr'

/** The language of a page with a switch: that of the address, or else the one that the browser prefers. */
export const languageFor = (request: Pick<FastifyRequest, 'query' | 'headers'>): Language => {
  const { language } = request.query as { readonly language?: unknown }
  if (language === 'fr' || language === 'en') return language
  // A client without the header is a program and not a browser: it gets English, as before there was a choice.
  return (request.headers['accept-language'] ?? '*') === '*' ? 'en' : languageOf(request)
}
