import { blockedBy } from '../../customers/block.rules.js'
import { lockCustomer, type CustomerFacts } from '../../customers/customers.repository.js'
import { keepLanguage } from '../../customers/keep-language.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import type { Call } from '../../../kernel/call.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { Refusal } from '../../../kernel/refusal.js'
import { withdrawPosition } from '../payouts/withdraw-position.js'
import { withdrawalTermsOn } from '../rules/withdrawal.rules.js'
import { payoutOfQuote } from '../records/payouts.read.js'
import type { PayoutView } from '../records/payouts.repository.js'
import { releasePayout, type ReleaseDeps } from '../payouts/release-payout.js'
import { findPreview, type Preview } from '../records/request-log.repository.js'
import { savingsById, type Savings } from '../records/savings.repository.js'
import { noTransfers } from '../records/transfers.sql.js'

export interface ConfirmWithdrawal {
  readonly msisdn: Msisdn
  readonly reference: string
}

interface Deps extends ReleaseDeps {
  readonly database: Database
  /** Called after the commit of a transfer, to dispatch it. */
  readonly onOrder: () => void
}

/** The customer's preview. The reference of another customer is answered like one that does not exist. */
const previewOf = async (tx: Tx, facts: CustomerFacts, reference: string): Promise<Preview> => {
  const preview = await findPreview(tx, reference)
  if (!preview || preview.entry.customerId !== facts.customer.id) throw new Refusal('INVALID_REFERENCE')
  return preview
}

const checkPosition = (savings: Savings | undefined): Savings => {
  if (!savings || savings.position.status === 'CLOSED') throw new Refusal('POSITION_NOT_OPEN')
  if (savings.position.status === 'PAYING_OUT') throw new Refusal('ALREADY_PAYING_OUT')
  return savings
}

const checkPreview = (call: Call, facts: CustomerFacts, { entry, terms }: Preview, savings: Savings) => {
  const { today, account, clock } = facts
  if (account?.status === 'CLOSING') throw new Refusal('ACCOUNT_CLOSING')
  if (blockedBy(facts, call).debit) throw new Refusal('ACCOUNT_BLOCKED')
  if (clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
  if (call.now >= entry.expiresAt! || entry.businessOn !== today) throw new Refusal('REFERENCE_EXPIRED')
  const termsNow = withdrawalTermsOn(savings.position, savings.deposits, today)
  if (termsNow.amount !== terms.amount || termsNow.basis !== terms.basis) throw new Refusal('TERMS_CHANGED')
}

/**
 * Withdraws a position on exactly the terms that were shown, or refuses. The payout waits for its hold, or is sent at once. The
 * first confirmation uses up the reference; a repeated one answers the payout's present status. Refuses: NOT_REGISTERED,
 * INVALID_REFERENCE, POSITION_NOT_OPEN, ALREADY_PAYING_OUT, ACCOUNT_CLOSING, ACCOUNT_BLOCKED, CLOCK_ADVANCING,
 * REFERENCE_EXPIRED, TERMS_CHANGED. A refusal does not use up the reference.
 */
export const confirmWithdrawal = async (
  deps: Deps,
  call: Call,
  input: ConfirmWithdrawal,
): Promise<PayoutView> => {
  const { payout, isSent } = await deps.database.inTransaction(async (tx) => {
    const facts = await lockCustomer(tx, call, input.msisdn)
    if (!facts) throw new Refusal('NOT_REGISTERED')
    const preview = await previewOf(tx, facts, input.reference)
    const earlier = await payoutOfQuote(tx, input.reference)
    if (earlier) return { payout: earlier, isSent: false }
    const savings = checkPosition(await savingsById(tx, preview.terms.positionId))
    checkPreview(call, facts, preview, savings)
    if (facts.account) await keepLanguage(tx, call, facts.account)
    const withdrawn = await withdrawPosition(tx, call, facts, {
      savings,
      withdrawalReference: input.reference,
    })
    const payout = { ...withdrawn, ...noTransfers, clockOn: facts.today }
    if (payout.heldUntil !== null) return { payout, isSent: false }
    await releasePayout(tx, call, deps, { payout, msisdn: facts.customer.msisdn, on: facts.today })
    return { payout: { ...payout, status: 'PROCESSING' as const }, isSent: true }
  })
  if (isSent) deps.onOrder()
  return payout
}
