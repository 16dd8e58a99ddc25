import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import { checkDigests } from '../requests/digests.js'
import { jsonProblem } from '../requests/strict-json.js'

const invalid = (message: string): ScoringRefusal =>
  new ScoringRefusal('INVALID', `The body ${message}`, { fields: [{ field: 'body', message }] })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('is not valid JSON')
  }
}

/** Makes the routes of this scope accept JSON only. A problem of a body is answered in the error format of the scope. */
export const takeJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      // The digests are checked while the body is read to its end.
      for await (const _ of checkDigests(request.headers)([bytes]));
      const text = bytes.toString()
      const body = parse(text)
      const problem = jsonProblem(text)
      if (problem !== undefined) throw invalid(problem)
      return body
    },
  )
}
