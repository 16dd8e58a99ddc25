import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors'
import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server'
import { withArgument } from './name-arguments.js'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { isOutage } from '../../database/health/outage.js'
import { systemClock } from '../../../kernel/clock.js'
import { retryAfterSeconds } from '../../../kernel/deadline.js'
import { newId } from '../../../kernel/ids.js'
import type { Log } from '../../../kernel/log.js'

/**
 * The error as the caller gets it. An error with a code is meant for callers. Any other is a bug or an outage: the caller gets an
 * incident id, and the error is logged with that id; no stack or SQL is sent.
 */
export const formatErrors =
  ({ log }: { readonly log: Log }) =>
  (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const where = {
      ...(formatted.locations && { locations: formatted.locations }),
      ...(formatted.path && { path: formatted.path }),
    }
    const code = formatted.extensions?.['code']
    if (typeof code === 'string' && code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR) {
      const message = withArgument(formatted.message, error)
      return { message, ...where, extensions: { code } }
    }
    const incident = newId(systemClock.now())
    log.error({ err: causeOf(error), incident, path: formatted.path }, 'a GraphQL request failed')
    if (isOutage(error)) {
      return {
        message: `We cannot answer now; ask again, incident ${incident}`,
        ...where,
        extensions: { code: 'UNAVAILABLE', incident },
      }
    }
    return {
      message: `Something went wrong on our side, incident ${incident}`,
      ...where,
      extensions: { code: 'INTERNAL', incident },
    }
  }

/** A request that failed entirely because of an outage is a 503, so that its caller retries. */
export const answerUnavailable = ({ body, http }: GraphQLResponse): void => {
  if (body.kind !== 'single') return
  const { data, errors = [] } = body.singleResult
  const isAnswered =
    data !== undefined && data !== null && Object.values(data).some((value) => value !== null)
  if (isAnswered || !errors.some(({ extensions }) => extensions?.['code'] === 'UNAVAILABLE')) return
  http.status = 503
  http.headers.set('retry-after', String(retryAfterSeconds))
}

export const unavailablePlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response }) => answerUnavailable(response),
  }),
}

const causeOf = (error: unknown): unknown =>
  error instanceof GraphQLError ? unwrapResolverError(error) : error
