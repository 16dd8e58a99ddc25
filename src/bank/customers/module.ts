import { AccountBlocksResolver, BlocksResolver } from './blocks.resolver.js'
import { CustomersResolver } from './customers.resolver.js'

export const customers = { resolvers: [CustomersResolver, BlocksResolver, AccountBlocksResolver] } as const
