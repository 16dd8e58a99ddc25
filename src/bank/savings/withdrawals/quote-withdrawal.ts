import { blockedBy } from '../../customers/block.rules.js'
import { findCustomer } from '../../customers/customers.repository.js'
import type { Database } from '../../../platform/database/database.js'
import { productVersion } from '../../products/products.read.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { newReference } from '../../../kernel/ids.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { holdOf } from '../records/hold.js'
import { withdrawalTermsOn, type WithdrawalTerms } from '../rules/withdrawal.rules.js'
import type { PayoutView } from '../records/payouts.repository.js'
import { statusOn } from '../rules/position.rules.js'
import { quoteLifeMs } from '../deposits/quote-deposit.js'
import {
  logRequest,
  withdrawalSummaryOperation,
  type WithdrawalQuoted,
} from '../records/request-log.repository.js'
import { savingsById, type Savings } from '../records/savings.repository.js'
import { previewMessage } from './preview-message.js'
import type { PreviewOutcome, WithdrawalPreview } from './withdrawal-preview.js'

export interface QuoteWithdrawal {
  readonly msisdn: Msisdn
  readonly positionId: string
}

const notFound: PreviewOutcome = {
  status: 'NOT_FOUND',
  savings: null,
  terms: null,
  payout: null,
  hold: null,
  isBlocked: false,
  reference: null,
}

/** The booked figures: those of the day of the withdrawal. */
const bookedTerms = (terms: WithdrawalTerms, payout: PayoutView): WithdrawalTerms => ({
  ...terms,
  basis: payout.basis,
  effectiveRatePpm: payout.effectiveRatePpm,
  principal: payout.principal,
  accrued: payout.accrued,
  accruedNet: payout.accruedNet,
  interest: payout.interest,
  tax: payout.tax,
  forfeitedNet: payout.accruedNet - (payout.interest - payout.tax),
  amount: payout.amount,
})

/**
 * Nothing of an incomplete day of a walk is shown to its customers, not even a payout
 * (docs/design/clocks-and-nights.md#what-a-walk-shows).
 */
const withoutIncompleteDay = (savings: Savings, today: LocalDate): Savings =>
  savings.payout !== null && savings.payout.withdrawnOn > today
    ? { ...savings, position: { ...savings.position, status: 'OPEN' }, payout: null }
    : savings

const decide = async (deps: Deps, call: Call, input: QuoteWithdrawal) => {
  const { read } = deps.database
  const [facts, stored] = await Promise.all([
    findCustomer(read, call, input.msisdn),
    savingsById(read, input.positionId),
  ])
  if (!facts || !stored || stored.position.customerId !== facts.customer.id)
    return { facts, preview: notFound }
  const savings = withoutIncompleteDay(stored, facts.today)
  const { position, deposits, payout } = savings
  const status = statusOn(position, facts.today)
  const terms = withdrawalTermsOn(position, deposits, facts.today)
  if (position.status !== 'OPEN') {
    const payoutTerms = payout ? bookedTerms(terms, payout) : terms
    return { facts, preview: { ...notFound, status, savings, terms: payoutTerms, payout } }
  }
  const version = await productVersion(read, position.productVersionId)
  const hold = holdOf(call, facts, terms.basis, version.holdHours)
  const isBlocked = blockedBy(facts, call).debit
  const isWalking = facts.clock?.advancingTo != null
  return {
    facts,
    preview: {
      status,
      savings,
      terms,
      payout: null,
      hold,
      isBlocked,
      reference: isWalking || isBlocked ? null : newReference('WDR'),
    },
  }
}

/** The record of a preview that can be confirmed: all that the customer saw of it. */
const quotedOf = ({ savings, terms, hold, reference }: PreviewOutcome): WithdrawalQuoted | null => {
  if (!savings || !terms || hold === null || reference === null) return null
  const { id: positionId, currency, productCode, productVersionId } = savings.position
  const { basis, amount, originalRatePpm, effectiveRatePpm } = terms
  const { principal, accruedNet, atMaturityNet, forfeitedNet } = terms
  const product = { currency, productCode, productVersionId }
  const rates = { originalRatePpm, effectiveRatePpm }
  const figures = { principal, accruedNet, atMaturityNet, forfeitedNet }
  return { positionId, basis, amount, shown: { ...product, ...rates, ...figures, holdHours: hold.hours } }
}

interface Deps {
  readonly database: Database
}

/**
 * Computes what withdrawing a position would pay now, compared with waiting. Writes one row of the request log and
 * nothing else. Another customer's position is answered like one that does not exist; a withdrawn one shows its payout; during a
 * walk or a block there are terms but no reference.
 */
export const quoteWithdrawal = async (
  deps: Deps,
  call: Call,
  input: QuoteWithdrawal,
): Promise<WithdrawalPreview> => {
  const { facts, preview } = await decide(deps, call, input)
  const { reference } = preview
  const text = previewMessage(preview, call)
  await deps.database.inTransaction((tx) =>
    logRequest(tx, call, {
      operation: withdrawalSummaryOperation,
      customerId: facts?.customer.id ?? null,
      msisdn: input.msisdn,
      result: preview.isBlocked ? 'ACCOUNT_BLOCKED' : preview.status,
      reference,
      terms: quotedOf(preview),
      shownText: text,
      businessOn: facts?.today ?? null,
      expiresAt: reference === null ? null : call.now + quoteLifeMs,
    }),
  )
  return { ...preview, text }
}
