import type { FastifyInstance } from 'fastify'
import { displayTypeNames } from './display/display.rules.js'
import { displayTypes } from './fields/display-types.js'

const body = JSON.stringify({ displayTypes: displayTypeNames, products: displayTypes })

/** How each field of a result is displayed, for other programs that show results. Public, like the documentation. */
export const displayRoutes = async (app: FastifyInstance): Promise<void> => {
  app.get('/docs/score-display.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  )
}
