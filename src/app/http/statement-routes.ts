import type { FastifyInstance } from 'fastify'
import { customerReaders } from '../../platform/graphql/access.js'
import { guardAccess, type AccessRules } from '../../platform/http/access.js'
import { refuse } from '../../platform/http/errors.js'
import type { HttpParts } from './types.js'

const extension = '.pdf'

/** `/reports/statements/<reference>.pdf`: a copy of a statement for a customer at a counter. */
export const statementRoutes =
  (copyStatement: NonNullable<HttpParts<never>['copyStatement']>, rules: Omit<AccessRules, 'anyOf'>) =>
  async (app: FastifyInstance): Promise<void> => {
    await guardAccess(app, { ...rules, anyOf: customerReaders })

    app.get<{ Params: { file: string } }>('/reports/statements/:file', async (request, reply) => {
      const { file } = request.params
      const { caller, ip } = request
      if (!caller || !file.endsWith(extension)) return refuse(reply, 'NOT_FOUND')
      const copy = await copyStatement(caller, ip, file.slice(0, -extension.length))
      if (copy === 'NOT_FOUND') return refuse(reply, 'NOT_FOUND')
      if (copy === 'BEING_WITHDRAWN')
        return refuse(
          reply,
          'UNAVAILABLE',
          'An opt-out is being booked; ask again in a minute, or, if the account is blocked, after the end of the block',
        )
      return reply
        .type('application/pdf')
        .header('referrer-policy', 'no-referrer')
        .header('content-disposition', `inline; filename="${copy.fileName}"`)
        .send(copy.pdf)
    })
  }
