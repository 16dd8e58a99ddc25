import type { Work } from '../../kernel/work.js'
import { continueClosings } from './closing/continue-closings.js'
import { OptOutResolver } from './closing/opt-out.resolver.js'
import { ResetResolver } from './closing/reset.resolver.js'
import { CustomerSuspenseResolver, OwedResolver } from './owed/owed.resolver.js'
import { DepositsResolver } from './deposits/deposits.resolver.js'
import {
  AccountPayoutsResolver,
  CustomerPayoutsResolver,
  OrderPayoutResolver,
  PayoutsResolver,
} from './payouts/payouts.resolver.js'
import { releaseDueHolds } from './payouts/release-holds.js'
import {
  DepositLinksResolver,
  OrderPositionResolver,
  PayoutPositionResolver,
  SavingsResolver,
} from './positions/savings.resolver.js'
import {
  AccountSavingsResolver,
  CustomerPositionsResolver,
  PositionPayoutsResolver,
} from './positions/savings-lists.resolver.js'
import {
  CustomerQuotesResolver,
  DepositQuotesResolver,
  OrderQuoteResolver,
  PayoutQuoteResolver,
  QuotesResolver,
  WithdrawalQuotesResolver,
} from './withdrawals/quotes.resolver.js'
import { WithdrawalsResolver } from './withdrawals/withdrawals.resolver.js'

type SavingsWorkDeps = Parameters<typeof continueClosings>[0] & Parameters<typeof releaseDueHolds>[0]

export const savings = {
  resolvers: [
    SavingsResolver,
    CustomerPositionsResolver,
    PositionPayoutsResolver,
    AccountSavingsResolver,
    DepositLinksResolver,
    OrderPositionResolver,
    PayoutPositionResolver,
    DepositsResolver,
    WithdrawalsResolver,
    OptOutResolver,
    ResetResolver,
    QuotesResolver,
    DepositQuotesResolver,
    WithdrawalQuotesResolver,
    CustomerQuotesResolver,
    OrderQuoteResolver,
    PayoutQuoteResolver,
    PayoutsResolver,
    OrderPayoutResolver,
    CustomerPayoutsResolver,
    AccountPayoutsResolver,
    OwedResolver,
    CustomerSuspenseResolver,
  ],
  work: (deps: SavingsWorkDeps): Work[] => [
    { name: 'leave-savings', everyMs: 1000, run: (signal) => continueClosings(deps, signal) },
    { name: 'release-holds', everyMs: 1000, run: (signal) => releaseDueHolds(deps, signal) },
  ],
} as const
