import type { Work } from '../../kernel/work.js'
import type { Delivery } from './deliver-statements.js'
import { StatementActionsResolver } from './statement-actions.resolver.js'
import {
  AccountStatementsResolver,
  CustomerStatementsResolver,
  StatementsResolver,
} from './statements.resolver.js'

export const statements = {
  resolvers: [
    StatementsResolver,
    StatementActionsResolver,
    CustomerStatementsResolver,
    AccountStatementsResolver,
  ],
  work: (delivery: Delivery): Work[] => [
    { name: 'send-statements', everyMs: 1000, run: (signal) => delivery.run(signal) },
  ],
} as const
