import { AccountBlocksResolver, BlocksResolver, CustomerBlocksResolver } from './blocks.resolver.js'
import { CustomersResolver } from './customers.resolver.js'

export const customers = {
  resolvers: [CustomersResolver, BlocksResolver, AccountBlocksResolver, CustomerBlocksResolver],
} as const
