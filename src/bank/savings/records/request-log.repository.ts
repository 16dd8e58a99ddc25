import * as z from 'zod'
import type { Row, Sql, Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { insert, partOf, selectAll, selectOne } from '../../../platform/database/rows.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { newId } from '../../../kernel/ids.js'
import { toJson } from '../../../kernel/json.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import type { DepositTermsQuoted } from '../rules/deposit.rules.js'
import type { WithdrawalBasis } from '../rules/withdrawal.rules.js'
import { RequestLogEntry } from './request-log.entity.js'

export interface Summary {
  readonly operation: string
  readonly customerId: string | null
  readonly msisdn: Msisdn
  readonly result: string
  readonly reference: string | null
  readonly terms: DepositTermsQuoted | WithdrawalQuoted | null
  readonly shownText: string | null
  readonly businessOn: LocalDate | null
  readonly expiresAt: number | null
}

export const logRequest = (tx: Tx, call: Call, summary: Summary): Promise<void> =>
  insert(tx, RequestLogEntry, {
    ...summary,
    id: newId(call.now),
    terms: summary.terms && toJson(summary.terms),
    sessionId: call.session,
    journeyId: call.journey,
    createdAt: call.now,
  })

const amount = z.string().regex(/^\d+$/).transform(BigInt)
const localDate = z.iso.date().transform((text) => text as LocalDate)

const depositTerms: z.ZodType<DepositTermsQuoted> = z.object({
  basis: z.enum(['TOP_UP', 'NEW']),
  amount,
  currency: z.string(),
  productCode: z.string(),
  productVersionId: z.string(),
  termMonths: z.int(),
  positionId: z.string().nullable(),
  ratePpm: z.int(),
  maturityOn: localDate,
  durationDays: z.int(),
  estimatedEarnings: amount,
  savingsBalanceNow: amount,
  savingsEarningsAtMaturity: amount,
})

/** A recorded deposit summary. */
export interface Quote {
  readonly entry: RequestLogEntry
  readonly terms: DepositTermsQuoted
}

export const depositSummaryOperation = 'create_deposit_summary'

/** MySQL finds `DEP-1` for `DEP-1 ` too, since it ignores trailing blanks. */
const isExactly = (reference: string, entry: Pick<RequestLogEntry, 'reference'>): boolean =>
  entry.reference === reference

/** Undefined unless the row is exactly this deposit summary and can be confirmed. */
const depositTermsOf = (
  reference: string,
  entry: Pick<RequestLogEntry, 'reference' | 'operation' | 'terms'>,
): DepositTermsQuoted | undefined =>
  isExactly(reference, entry) && entry.operation === depositSummaryOperation && entry.terms !== null
    ? depositTerms.parse(JSON.parse(entry.terms))
    : undefined

export const findQuote = async (sql: Sql, reference: string): Promise<Quote | undefined> => {
  const entry = await selectOne(sql, RequestLogEntry, 'WHERE reference = ?', [reference])
  const terms = entry && depositTermsOf(reference, entry)
  return terms && { entry, terms }
}

/** The present state of the order of a quote. */
export type QuotedOrder = Pick<
  PaymentOrder,
  'id' | 'accountId' | 'status' | 'failureCode' | 'failures' | 'amount' | 'currency'
>

const entryPart = partOf(
  RequestLogEntry,
  ['reference', 'operation', 'customerId', 'terms', 'businessOn', 'expiresAt'],
  'quote_',
)
const orderPart = partOf(
  PaymentOrder,
  ['id', 'accountId', 'status', 'failureCode', 'failures', 'amount', 'currency'],
  'order_',
)

/**
 * A quote as a confirmation needs it, and the order that pays it; the order is undefined until the quote is confirmed.
 */
export interface QuoteWithOrder {
  readonly entry: Pick<RequestLogEntry, 'reference' | 'customerId' | 'businessOn' | 'expiresAt'>
  readonly terms: DepositTermsQuoted
  readonly order: QuotedOrder | undefined
}

/** Columns and joins that add the quote and its order to the statement with which a confirmation reads the customer. */
export const quoteColumns = (sql: Sql, reference: string) => ({
  columns: `, ${entryPart.columns(sql)}, ${orderPart.columns(sql)}`,
  joins: `LEFT JOIN request_log ON request_log.reference = ?
     LEFT JOIN payment_orders ON payment_orders.quote_reference = request_log.reference`,
  parameters: [reference],
})

export const quoteWithOrder = (sql: Sql, reference: string, row: Row): QuoteWithOrder | undefined => {
  const entry = entryPart.read(sql, row)
  const terms = entry && depositTermsOf(reference, entry)
  return terms && { entry, terms, order: orderPart.read(sql, row) }
}

/** The figures of a withdrawal preview other than the amount paid, as the customer saw them. */
export interface WithdrawalShown {
  readonly currency: string
  readonly productCode: string
  readonly productVersionId: string
  readonly originalRatePpm: number
  readonly effectiveRatePpm: number
  readonly principal: bigint
  readonly accruedNet: bigint
  readonly atMaturityNet: bigint
  readonly forfeitedNet: bigint
  /** The hours of the hold of an early exit. */
  readonly holdHours: number
}

/** The terms that a withdrawal preview showed: the withdrawal is booked with exactly these, or refused. */
export interface WithdrawalQuoted {
  readonly positionId: string
  readonly basis: WithdrawalBasis
  /** Principal and interest less tax. */
  readonly amount: bigint
  /** Null in early rows that recorded only the sum. */
  readonly shown: WithdrawalShown | null
}

const withdrawalShown: z.ZodType<WithdrawalShown> = z.object({
  currency: z.string(),
  productCode: z.string(),
  productVersionId: z.string(),
  originalRatePpm: z.int(),
  effectiveRatePpm: z.int(),
  principal: amount,
  accruedNet: amount,
  atMaturityNet: amount,
  forfeitedNet: amount,
  holdHours: z.int(),
})

const withdrawalTerms: z.ZodType<WithdrawalQuoted> = z.object({
  positionId: z.string(),
  basis: z.enum(['EARLY_EXIT', 'MATURITY']),
  amount,
  shown: withdrawalShown.nullable().default(null),
})

export const withdrawalSummaryOperation = 'create_withdrawal_summary'

/** A recorded withdrawal preview. */
export interface Preview {
  readonly entry: RequestLogEntry
  readonly terms: WithdrawalQuoted
}

/** The terms of a row that can be confirmed, by its operation. */
export const quotedTermsOf = ({
  operation,
  terms,
}: RequestLogEntry): Pick<Quote, 'terms'> | Pick<Preview, 'terms'> => {
  const recorded: unknown = JSON.parse(terms!)
  return operation === depositSummaryOperation
    ? { terms: depositTerms.parse(recorded) }
    : { terms: withdrawalTerms.parse(recorded) }
}

/** The rows of these references whose terms say what the customer was shown, in one statement. */
export const readShown = async (sql: Sql, references: readonly string[]): Promise<RequestLogEntry[]> => {
  const { places, parameters } = inList(references)
  const entries = await selectAll(
    sql,
    RequestLogEntry,
    `WHERE reference IN (${places}) AND terms IS NOT NULL`,
    parameters,
  )
  return entries.filter(
    ({ operation, terms }) =>
      operation === depositSummaryOperation ||
      (operation === withdrawalSummaryOperation && terms!.includes('"shown":{')),
  )
}

export const findPreview = async (sql: Sql, reference: string): Promise<Preview | undefined> => {
  const entry = await selectOne(sql, RequestLogEntry, 'WHERE reference = ?', [reference])
  if (
    !entry ||
    !isExactly(reference, entry) ||
    entry.operation !== withdrawalSummaryOperation ||
    entry.terms === null
  )
    return undefined
  return { entry, terms: withdrawalTerms.parse(JSON.parse(entry.terms)) }
}
