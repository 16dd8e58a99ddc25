import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql'
import type { Role } from '../shared/call.js'
import { Refusal } from '../shared/refusal.js'
import { keyManagers, scoreOrderers, staff } from './access.js'
import type { RequestContext } from './context.js'
import { toGraphQLError } from './errors.js'

/**
 * Who reads a type, by whatever way they come to it: a root lets somebody in, and what hangs below it may be another's affair.
 * The types of the gateway's journeys are not here: whoever may call their roots may read them.
 */
export const typeReaders: Readonly<Record<string, readonly Role[]>> = {
  Account: staff,
  ApiKey: keyManagers,
  CreatedApiKey: keyManagers,
  Customer: staff,
  LedgerEntry: staff,
  Leaving: staff,
  PaymentOrder: staff,
  Resolution: staff,
  ReviewCase: staff,
  ScoreDocument: staff,
  ScoreRequest: staff,
  ScoreRequestPage: staff,
  ScoreResult: staff,
  ScoredPerson: staff,
  ScoringErasure: scoreOrderers,
  Statement: staff,
  TrialBalance: staff,
}

/** Adds the check of each type to its fields. */
export const guardTypes = (schema: GraphQLSchema): GraphQLSchema => {
  for (const [name, roles] of Object.entries(typeReaders)) {
    const type = schema.getType(name)
    if (!isObjectType(type)) throw new Error(`there is no type ${name} to guard`)
    for (const field of Object.values(type.getFields())) {
      const { resolve = defaultFieldResolver } = field
      field.resolve = (source, args, context: RequestContext, info) => {
        const { actor } = context.call
        if (roles.some((role) => actor.roles.has(role))) return resolve(source, args, context, info)
        throw toGraphQLError(new Refusal('FORBIDDEN', `This needs one of the roles ${roles.join(', ')}`))
      }
    }
  }
  return schema
}
