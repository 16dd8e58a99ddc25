import { type ProductTerms } from '../../../src/bank/products/product-file.js'
import { publishVersions } from '../../../src/bank/products/publish-products.js'
import { confirmDeposit, type ConfirmedDeposit } from '../../../src/bank/savings/deposits/confirm-deposit.js'
import { confirmWithdrawal } from '../../../src/bank/savings/withdrawals/confirm-withdrawal.js'
import { releaseDueHolds } from '../../../src/bank/savings/payouts/release-holds.js'
import type { PayoutView } from '../../../src/bank/savings/records/payouts.repository.js'
import type { QuoteAnswer } from '../../../src/bank/savings/deposits/quote-answer.js'
import { quoteDeposit } from '../../../src/bank/savings/deposits/quote-deposit.js'
import { quoteWithdrawal } from '../../../src/bank/savings/withdrawals/quote-withdrawal.js'
import type { WithdrawalPreview } from '../../../src/bank/savings/withdrawals/withdrawal-preview.js'
import { readPositions, type PositionView } from '../../../src/bank/savings/records/savings.read.js'
import type { Msisdn } from '../../../src/kernel/msisdn.js'

import { job, sold, neverAborted, type Wiring } from './wiring.js'
import type { OrderActs } from './orders.js'
import { at } from '../present.js'

export interface SavingsActs {
  /** Publishes a product like LOCK3M with another code and these terms. */
  readonly sell: (code: string, terms?: Partial<ProductTerms>) => Promise<void>
  readonly quote: (msisdn: Msisdn, amount: string, productCode?: string) => Promise<QuoteAnswer>
  readonly confirm: (msisdn: Msisdn, reference: string | null) => Promise<ConfirmedDeposit>
  /** Quotes and confirms, then dispatches and polls until the order has ended, whatever the provider answers. */
  readonly deposit: (msisdn: Msisdn, amount: string, productCode?: string) => Promise<ConfirmedDeposit>
  readonly preview: (msisdn: Msisdn, positionId: string) => Promise<WithdrawalPreview>
  readonly withdraw: (msisdn: Msisdn, reference: string | null) => Promise<PayoutView>
  /** Runs the job that releases payouts at the end of their hold. */
  readonly releaseHolds: () => Promise<void>
  readonly positions: (msisdn: Msisdn) => Promise<PositionView[]>
}

export const savingsActs = (
  { database, deps, orders, call }: Wiring,
  { driveOrders }: Pick<OrderActs, 'driveOrders'>,
): SavingsActs => {
  const acts: SavingsActs = {
    sell: (code, terms) =>
      database.inTransaction((tx) =>
        publishVersions(tx, call({ actor: job }), [{ ...at(sold, 1), code, ...terms }]),
      ),
    quote: (msisdn, amount, productCode = 'LOCK3M') =>
      quoteDeposit(deps, call(), { msisdn, amount, productCode }),
    confirm: (msisdn, reference) =>
      confirmDeposit(deps, call(), { msisdn, reference: reference ?? 'no reference' }),
    deposit: async (msisdn, amount, productCode) => {
      const { reference } = await acts.quote(msisdn, amount, productCode)
      await acts.confirm(msisdn, reference)
      await driveOrders()
      return acts.confirm(msisdn, reference)
    },
    preview: (msisdn, positionId) => quoteWithdrawal(deps, call(), { msisdn, positionId }),
    withdraw: (msisdn, reference) =>
      confirmWithdrawal(deps, call(), { msisdn, reference: reference ?? 'no reference' }),
    releaseHolds: () => releaseDueHolds({ ...orders, payouts: deps, onOrder: deps.onOrder }, neverAborted()),
    positions: (msisdn) => readPositions(database.read, call(), msisdn),
  }
  return acts
}
