import { blockedBy } from '../../customers/block.rules.js'
import { trace } from '../../../kernel/trace.js'
import { lockCustomerWithColumns, type CustomerFacts } from '../../customers/customers.repository.js'
import { keepLanguage } from '../../customers/keep-language.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { databaseNow, insert } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import type { Call, Language } from '../../../kernel/call.js'
import { providerReferenceOf } from '../../../kernel/ids.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { Refusal } from '../../../kernel/refusal.js'
import { confirmVerdict } from '../rules/deposit.rules.js'
import {
  quoteColumns,
  quoteWithOrder,
  type QuotedOrder,
  type QuoteWithOrder,
} from '../records/request-log.repository.js'
import { refundProgress } from '../records/refunds.read.js'
import { progressOn } from '../records/transfers.sql.js'
import { readProductUse } from '../records/product-use.js'
import type { Progress } from '../rules/under-way.rules.js'

export interface ConfirmDeposit {
  readonly msisdn: Msisdn
  readonly reference: string
}

/** The order of a quote, in its present state. */
export interface ConfirmedDeposit {
  readonly reference: string
  readonly order: QuotedOrder
  /** Its account is closing or closed: what arrives is refunded. */
  readonly isClosing: boolean
  /** The progress of the refund, once it has begun. */
  readonly refund: Progress | null
}

interface Deps {
  readonly database: Database
  /** Called after the commit of a new order, to dispatch it. */
  readonly onOrder: () => void
  readonly payerNote: (language: Language, termMonths: number) => string
}

/**
 * The customer, row-locked, and their quote. The reference of another customer is answered like one that does not exist.
 */
const lockCustomerAndQuote = async (tx: Tx, call: Call, { msisdn, reference }: ConfirmDeposit) => {
  const locked = await lockCustomerWithColumns(tx, call, msisdn, quoteColumns(tx, reference))
  if (!locked) throw new Refusal('NOT_REGISTERED')
  const { facts, row } = locked
  const quote = quoteWithOrder(tx, reference, row)
  if (quote?.entry.customerId !== facts.customer.id) throw new Refusal('INVALID_REFERENCE')
  return { facts, quote }
}

const checkCustomer = (call: Call, facts: CustomerFacts) => {
  const { account, clock } = facts
  if (!account) throw new Refusal('NOT_REGISTERED')
  if (account.status !== 'ACTIVE') throw new Refusal('ACCOUNT_CLOSING')
  if (blockedBy(facts, call).credit) throw new Refusal('ACCOUNT_BLOCKED')
  if (clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')
  return account
}

const checkTerms = async (tx: Tx, call: Call, facts: CustomerFacts, quote: QuoteWithOrder) => {
  const { entry, terms } = quote
  if (call.now >= entry.expiresAt! || entry.businessOn !== facts.today) throw new Refusal('REFERENCE_EXPIRED')
  const { product, taken } = await readProductUse(tx, call, facts.customer.id, terms.productCode)
  const verdict = confirmVerdict(terms, product, {
    ...taken,
    today: facts.today,
    maxBalance: product?.maxBalance ?? 0n,
  })
  if (verdict !== 'ACCEPTED') throw new Refusal(verdict)
}

interface Confirmed {
  readonly facts: CustomerFacts
  readonly accountId: string
  readonly quote: QuoteWithOrder
}

const placeOrder = async (
  tx: Tx,
  deps: Deps,
  call: Call,
  { facts, accountId, quote: { terms, entry } }: Confirmed,
) => {
  const id = providerReferenceOf('COLLECT', entry.reference!)
  const order = {
    id,
    kind: 'COLLECT',
    customerId: facts.customer.id,
    accountId,
    book: facts.book,
    msisdn: facts.customer.msisdn,
    amount: terms.amount,
    currency: terms.currency,
    note: deps.payerNote(call.language, terms.termMonths),
    status: 'CREATED',
    failureCode: null,
    failures: 0,
    quoteReference: entry.reference,
    productCode: terms.productCode,
    businessOn: facts.today,
    sends: 0,
    polls: 0,
    traceparent: trace.current() ?? null,
  } as const
  await insert(tx, PaymentOrder, { ...order, dueAt: databaseNow, createdAt: databaseNow })
  await audit(tx, call, {
    action: 'CONFIRM_DEPOSIT',
    customerId: facts.customer.id,
    subject: id,
    after: { reference: entry.reference, amount: terms.amount, status: order.status },
  })
  return order
}

/** The present state of an earlier order of the quote. */
const confirmationOf = async (tx: Tx, { account, today }: CustomerFacts, order: QuotedOrder) => {
  const isClosing = account?.id !== order.accountId || account.status !== 'ACTIVE'
  const refund = isClosing && order.status === 'SUCCESSFUL' ? await refundProgress(tx, order.id) : undefined
  return { order, isClosing, refund: refund ? progressOn(refund, today) : null }
}

/**
 * Confirms a quote: writes the payment order, which is its own outbox row. The reference is the idempotency key: the first
 * confirmation uses it up, and a repeated one, in any session, answers the present status of the order. An amount or product
 * that is sent along is ignored. Refuses: NOT_REGISTERED, INVALID_REFERENCE, ACCOUNT_CLOSING, ACCOUNT_BLOCKED, CLOCK_ADVANCING,
 * REFERENCE_EXPIRED, PRODUCT_NOT_AVAILABLE, TERMS_CHANGED, ABOVE_MAXIMUM. A refusal does not use up the reference.
 */
export const confirmDeposit = async (
  deps: Deps,
  call: Call,
  input: ConfirmDeposit,
): Promise<ConfirmedDeposit> => {
  const { isNew, ...confirmed } = await deps.database.inTransaction(async (tx) => {
    const { facts, quote } = await lockCustomerAndQuote(tx, call, input)
    if (quote.order) return { ...(await confirmationOf(tx, facts, quote.order)), isNew: false }
    const account = checkCustomer(call, facts)
    await checkTerms(tx, call, facts, quote)
    const order = await placeOrder(tx, deps, call, { facts, accountId: account.id, quote })
    await keepLanguage(tx, call, account)
    return { order, isClosing: false, refund: null, isNew: true }
  })
  if (isNew) deps.onOrder()
  return { reference: input.reference, ...confirmed }
}
