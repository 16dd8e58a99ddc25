import { backOffice } from '../back-office/module.js'
import { customers } from '../bank/customers/module.js'
import { endOfDay } from '../bank/end-of-day/module.js'
import { insights } from '../bank/insights/module.js'
import { ledger } from '../bank/ledger/module.js'
import { monthEnd } from '../bank/month-end/module.js'
import { payments } from '../bank/payments/module.js'
import { products } from '../bank/products/module.js'
import { savings } from '../bank/savings/module.js'
import { statements } from '../bank/statements/module.js'
import { scoreRequests } from '../score-requests/module.js'

/** The GraphQL resolvers of all modules. Their jobs are wired in `wiring/`; their tables are in `entities.ts`, which loads nothing else. */
export const resolvers = [
  ...customers.resolvers,
  ...products.resolvers,
  ...ledger.resolvers,
  ...payments.resolvers,
  ...savings.resolvers,
  ...endOfDay.resolvers,
  ...statements.resolvers,
  ...insights.resolvers,
  ...monthEnd.resolvers,
  ...scoreRequests.resolvers,
  ...backOffice.resolvers,
] as const

/** Files for download that are not exports of a GraphQL list. */
export const reports = monthEnd.reports
