import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync, type ContainerType } from 'type-graphql'
import { ClocksResolver } from '../clocks/clocks.resolver.js'
import { CustomersResolver } from '../customers/customers.resolver.js'
import { KeysResolver } from '../identity/keys.resolver.js'
import { LedgerResolver } from '../ledger/ledger.resolver.js'
import { OrdersResolver } from '../payments/payments.resolver.js'
import { ReviewCasesResolver } from '../payments/review.resolver.js'
import { ProposalsResolver } from '../proposals/proposals.resolver.js'
import { ProductsResolver } from '../products/products.resolver.js'
import { DepositsResolver } from '../savings/deposits.resolver.js'
import { OptOutResolver } from '../savings/opt-out.resolver.js'
import { PayoutsResolver } from '../savings/payouts.resolver.js'
import {
  DepositQuotesResolver,
  QuotesResolver,
  WithdrawalQuotesResolver,
} from '../savings/quotes.resolver.js'
import { ResetResolver } from '../savings/reset.resolver.js'
import { SavingsResolver } from '../savings/savings.resolver.js'
import { WithdrawalsResolver } from '../savings/withdrawals.resolver.js'
import { ScoresResolver } from '../scores/scores.resolver.js'
import { CustomerStatementsResolver, StatementsResolver } from '../statements/statements.resolver.js'
import { guardTypes } from './access-of-types.js'
import { authChecker } from './access.js'
import type { Domain } from './domain.js'
import { refusalsToErrors } from './errors.js'

const resolvers = [
  CustomersResolver,
  SavingsResolver,
  DepositsResolver,
  WithdrawalsResolver,
  OptOutResolver,
  ResetResolver,
  QuotesResolver,
  DepositQuotesResolver,
  WithdrawalQuotesResolver,
  ProductsResolver,
  OrdersResolver,
  ReviewCasesResolver,
  PayoutsResolver,
  LedgerResolver,
  ClocksResolver,
  StatementsResolver,
  CustomerStatementsResolver,
  ScoresResolver,
  ProposalsResolver,
  KeysResolver,
] as const

const build = (container: ContainerType, { skipCheck }: { readonly skipCheck: boolean }): GraphQLSchema => {
  const schema = buildSchemaSync({
    resolvers,
    container,
    authChecker,
    globalMiddlewares: [refusalsToErrors],
    validate: false,
    skipCheck,
  })
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'What can be read. Nothing here changes anything.'
  if (mutation)
    mutation.description =
      'What changes something, with an audit row that names the caller. A quote only goes to the request log.'
  return schema
}

/**
 * The schema of the whole service. Its resolvers are made here, once, by hand. It was asked all about itself when
 * `schema.graphql` was emitted: a start does not ask again.
 */
export const createSchema = (domain: Domain): GraphQLSchema => {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver, new resolver(domain)]))
  return guardTypes(build({ get: (resolver) => instances.get(resolver) }, { skipCheck: true }))
}

const oneLineDescription = /^( *)"""(.+)"""$/gm

/** The text of `schema.graphql`: in an order that no import can change, and as our formatter would leave it. */
export const schemaText = (): string => {
  const schema = build({ get: () => undefined }, { skipCheck: false })
  const text = printSchema(lexicographicSortSchema(schema))
  return `${text.replace(oneLineDescription, '$1"""\n$1$2\n$1"""')}\n`
}
