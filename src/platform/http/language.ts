import type { FastifyRequest } from 'fastify'
import type { Language } from '../../kernel/call.js'

/** Of a page, by the `Accept-Language` of its reader: French is the market's own. */
export const languageOf = (header: string | undefined): Language =>
  /^en\b/i.test(header ?? '') ? 'en' : 'fr'

/** Of a page with a switch: what the address says, else what the browser prefers. */
export const languageFor = ({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language => {
  const { language } = query as { readonly language?: unknown }
  if (language === 'fr' || language === 'en') return language
  const spoken = headers['accept-language'] ?? '*'
  // A browser names one. What names none is a program, which had English before there was French.
  return spoken === '*' ? 'en' : languageOf(spoken)
}
