import { generalLedger } from './files/general-ledger.js'
import { interestTax } from './files/interest-tax.js'
import { MonthsResolver } from './graphql/months.resolver.js'

export const monthEnd = {
  resolvers: [MonthsResolver],
  reports: [generalLedger, interestTax],
} as const
