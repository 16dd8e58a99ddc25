import { CustomersResolver } from './customers.resolver.js'

export const customers = { resolvers: [CustomersResolver] } as const
