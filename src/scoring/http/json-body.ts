import type { FastifyInstance } from 'fastify'
import { Declined } from '../declined.js'
import { jsonProblem } from '../requests/strict-json.js'

const invalid = (message: string): Declined =>
  new Declined('INVALID', `The body ${message}`, { fields: [{ field: 'body', message }] })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('is not valid JSON')
  }
}

/** The routes of this scope take JSON and nothing else. Whatever is wrong with it is answered by the family of the scope. */
export const takeJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const body = parse(text.toString())
      const problem = jsonProblem(text.toString())
      if (problem !== undefined) throw invalid(problem)
      done(null, body)
    } catch (error) {
      done(error as Error)
    }
  })
}
