import { readCustomer } from '../bank/customers/customers.read.js'
import type { Call } from '../kernel/call.js'
import { createContextWith, type ContextDeps, type RequestContext } from '../platform/graphql/context.js'

/** The context that all resolvers of one request share. */
export const createContext = (deps: ContextDeps, call: Call): RequestContext =>
  createContextWith(
    deps,
    call,
    async (msisdn) => (await readCustomer(deps.database.read, msisdn))?.id ?? null,
  )
