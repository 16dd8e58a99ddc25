import { blockedBy } from '../../customers/block.rules.js'
import { findCustomer, type CustomerFacts } from '../../customers/customers.repository.js'
import type { Database } from '../../../platform/database/database.js'
import type { Offer } from '../../products/products.read.js'
import type { Call } from '../../../kernel/call.js'
import { newReference } from '../../../kernel/ids.js'
import { market } from '../../../kernel/market.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { quoteVerdict } from '../rules/deposit.rules.js'
import { depositSummaryOperation, logRequest } from '../records/request-log.repository.js'
import { readProductUse, type ProductUse } from '../records/product-use.js'
import type { QuoteAnswer, QuoteOutcome, QuoteStatus } from './quote-answer.js'
import { quoteMessage } from './quote-message.js'

/** A quote expires after a quarter of an hour, or earlier when its business date ends. */
export const quoteLifeMs = 15 * 60_000

export interface QuoteDeposit {
  readonly msisdn: Msisdn
  /** As the customer typed it. */
  readonly amount: string
  readonly productCode: string
}

interface Deps {
  readonly database: Database
  readonly collectionMax: Minor | undefined
}

const outcomeWithoutTerms = (status: QuoteStatus, product?: Offer): QuoteOutcome => ({
  status,
  currency: product?.currency ?? market.currency,
  productCode: product?.code ?? null,
  limits: null,
  terms: null,
  reference: null,
  fault: null,
  cause: null,
  walletMax: null,
})

const refusalOf = (call: Call, facts: CustomerFacts | undefined): QuoteStatus | undefined => {
  if (!facts?.account) return 'NOT_REGISTERED'
  if (facts.account.status !== 'ACTIVE') return 'ACCOUNT_CLOSING'
  if (blockedBy(facts, call).credit) return 'ACCOUNT_BLOCKED'
  return facts.clock?.advancingTo ? 'CLOCK_ADVANCING' : undefined
}

const decide = (
  { collectionMax }: Deps,
  call: Call,
  input: QuoteDeposit,
  { facts, product, taken }: ProductUse & { readonly facts: CustomerFacts | undefined },
): QuoteOutcome => {
  const refusal = refusalOf(call, facts)
  if (refusal) return outcomeWithoutTerms(refusal, product)
  if (!product) return outcomeWithoutTerms('PRODUCT_NOT_AVAILABLE')
  const roomFacts = { ...taken, today: facts!.today, maxBalance: product.maxBalance }
  const verdict = quoteVerdict(product, roomFacts, input.amount, collectionMax)
  const answer = {
    ...outcomeWithoutTerms(verdict.status, product),
    limits: verdict.limits,
    walletMax: collectionMax ?? null,
  }
  switch (verdict.status) {
    case 'OK':
      return { ...answer, terms: verdict.terms, reference: newReference('DEP') }
    case 'INVALID_AMOUNT':
      return { ...answer, fault: verdict.fault }
    case 'ABOVE_MAXIMUM':
      return { ...answer, cause: verdict.cause }
    default:
      return answer
  }
}

/**
 * Computes what a deposit would earn; these terms can be confirmed for a quarter of an hour. Writes one row of the request log and
 * nothing else. A refusal is not thrown but is the status of the answer: NOT_REGISTERED, ACCOUNT_CLOSING, ACCOUNT_BLOCKED, CLOCK_ADVANCING,
 * PRODUCT_NOT_AVAILABLE, INVALID_AMOUNT, BELOW_MINIMUM, ABOVE_MAXIMUM.
 */
export const quoteDeposit = async (deps: Deps, call: Call, input: QuoteDeposit): Promise<QuoteAnswer> => {
  const { read } = deps.database
  const facts = await findCustomer(read, call, input.msisdn)
  const customerId = facts?.customer.id ?? null
  const use = await readProductUse(read, call, customerId, input.productCode)
  const outcome = decide(deps, call, input, { ...use, facts })
  const answer = { ...outcome, text: quoteMessage(outcome, call.language) }
  await deps.database.inOneStatement((tx) =>
    logRequest(tx, call, {
      operation: depositSummaryOperation,
      customerId,
      msisdn: input.msisdn,
      result: answer.status,
      reference: answer.reference,
      terms: answer.terms,
      shownText: answer.text,
      businessOn: facts?.today ?? null,
      expiresAt: answer.reference === null ? null : call.now + quoteLifeMs,
    }),
  )
  return answer
}
