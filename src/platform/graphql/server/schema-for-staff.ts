import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import { GraphQLError, Kind, visit, BREAK, type DocumentNode } from 'graphql'
import { staff } from '../access.js'
import type { RequestContext } from '../context.js'

/** Schema names that graphql suggests for unknown ones. */
const suggestion = / Did you mean [^?]*\?/g

const readsSchema = (document: DocumentNode): boolean => {
  let readsIt = false
  visit(document, {
    [Kind.FIELD]: ({ name: { value } }) => {
      if (value !== '__schema' && value !== '__type') return undefined
      readsIt = true
      return BREAK
    },
  })
  return readsIt
}

const isStaff = ({ call: { actor } }: RequestContext): boolean => staff.some((role) => actor.roles.has(role))

/**
 * Refuses to show the schema: never to staff, always to a gateway, and to others in production. Whoever may not read it gets no suggestions
 * of its names either.
 */
export const schemaForStaff = (production: boolean): ApolloServerPlugin<RequestContext> => {
  const mayAskSchema = (context: RequestContext): boolean =>
    isStaff(context) || (!production && !context.call.actor.roles.has('GATEWAY'))
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, contextValue }) => {
        if (!mayAskSchema(contextValue) && readsSchema(document))
          throw new GraphQLError('Only staff may read the schema', {
            extensions: { code: ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED, http: { status: 400 } },
          })
      },
      willSendResponse: async ({ response: { body }, contextValue }) => {
        if (body.kind !== 'single' || !body.singleResult.errors || mayAskSchema(contextValue)) return
        body.singleResult.errors = body.singleResult.errors.map((error) => ({
          ...error,
          message: error.message.replaceAll(suggestion, ''),
        }))
      },
    }),
  }
}
