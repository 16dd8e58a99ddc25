import * as z from 'zod'
import { toBigint, toNumber } from '../../../platform/database/columns.js'
import type { Row, Sql, Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { columnsOf, hydrate, insert, selectAll, selectOne } from '../../../platform/database/rows.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import { newId } from '../../../kernel/ids.js'
import { toJson } from '../../../kernel/json.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import type { DepositTermsQuoted } from '../rules/deposit.rules.js'
import type { WithdrawalBasis } from '../rules/exit.rules.js'
import { RequestLogEntry } from './request-log.entity.js'

export interface Summary {
  readonly operation: string
  readonly customerId: string | null
  readonly msisdn: Msisdn
  readonly result: string
  readonly reference: string | null
  readonly terms: DepositTermsQuoted | ExitQuoted | null
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

export const depositSummary = 'create_deposit_summary'

/** MySQL finds `DEP-1` for `DEP-1 ` too: blanks at the end of a text do not count there. */
const isExactly = (reference: string, entry: RequestLogEntry): boolean => entry.reference === reference

const quoteFrom = (reference: string, entry: RequestLogEntry | undefined): Quote | undefined => {
  if (!entry || !isExactly(reference, entry) || entry.operation !== depositSummary || entry.terms === null)
    return undefined
  return { entry, terms: depositTerms.parse(JSON.parse(entry.terms)) }
}

export const findQuote = async (sql: Sql, reference: string): Promise<Quote | undefined> =>
  quoteFrom(reference, await selectOne(sql, RequestLogEntry, 'WHERE reference = ?', [reference]))

/** How the order of a quote stands. */
export type OrderStanding = Pick<
  PaymentOrder,
  'id' | 'accountId' | 'status' | 'failureCode' | 'failures' | 'amount' | 'currency'
>

/** A quote and the order that honours it; the order is undefined while it is not confirmed. */
export interface QuoteWithOrder extends Quote {
  readonly order: OrderStanding | undefined
}

const standingOf = (row: Row): OrderStanding | undefined =>
  row['order_id'] === null
    ? undefined
    : {
        id: String(row['order_id']),
        accountId: String(row['order_account_id']),
        failures: toNumber(row['order_failures']),
        status: row['order_status'] as OrderStanding['status'],
        failureCode: row['order_failure_code'] as string | null,
        amount: toBigint(row['order_amount']),
        currency: String(row['order_currency']),
      }

/** Both in one statement: a confirmation needs to know both before anything else. */
export const findQuoteWithOrder = async (
  sql: Sql,
  reference: string,
): Promise<QuoteWithOrder | undefined> => {
  const [row] = await sql.all(
    `SELECT ${columnsOf(sql, RequestLogEntry)}, payment_orders.id AS order_id,
       payment_orders.status AS order_status,
       payment_orders.failure_code AS order_failure_code, payment_orders.amount AS order_amount,
       payment_orders.currency AS order_currency, payment_orders.account_id AS order_account_id,
       payment_orders.failures AS order_failures
     FROM request_log LEFT JOIN payment_orders ON payment_orders.quote_reference = request_log.reference
     WHERE request_log.reference = ?`,
    [reference],
  )
  const quote = row && quoteFrom(reference, hydrate(sql, RequestLogEntry, row))
  return quote && { ...quote, order: standingOf(row) }
}

/** The figures of a withdrawal preview beside what is paid, as the customer saw them. */
export interface ExitShown {
  readonly currency: string
  readonly productCode: string
  readonly productVersionId: string
  readonly originalRatePpm: number
  readonly effectiveRatePpm: number
  readonly principal: bigint
  readonly accruedNet: bigint
  readonly atMaturityNet: bigint
  readonly forfeitedNet: bigint
  /** Of an early exit. */
  readonly holdHours: number
}

/** What a withdrawal preview showed: paid to the franc, or the confirm is refused. */
export interface ExitQuoted {
  readonly positionId: string
  readonly basis: WithdrawalBasis
  /** Principal and interest less tax. */
  readonly amount: bigint
  /** Null in rows of a time when no more than the sum was recorded. */
  readonly shown: ExitShown | null
}

const exitShown: z.ZodType<ExitShown> = z.object({
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

const exitTerms: z.ZodType<ExitQuoted> = z.object({
  positionId: z.string(),
  basis: z.enum(['EARLY_EXIT', 'MATURITY']),
  amount,
  shown: exitShown.nullable().default(null),
})

export const withdrawalSummary = 'create_withdrawal_summary'

/** A recorded withdrawal preview. */
export interface Preview {
  readonly entry: RequestLogEntry
  readonly terms: ExitQuoted
}

/** What a row says that can be confirmed: its terms by its operation. */
export const recordedIn = ({
  operation,
  terms,
}: RequestLogEntry): Pick<Quote, 'terms'> | Pick<Preview, 'terms'> => {
  const said: unknown = JSON.parse(terms!)
  return operation === depositSummary ? { terms: depositTerms.parse(said) } : { terms: exitTerms.parse(said) }
}

/** The rows of these references that can be told, in one statement. */
export const readShown = async (sql: Sql, references: readonly string[]): Promise<RequestLogEntry[]> => {
  const { places, parameters } = inList(references)
  const found = await selectAll(
    sql,
    RequestLogEntry,
    `WHERE reference IN (${places}) AND terms IS NOT NULL`,
    parameters,
  )
  return found.filter(
    ({ operation, terms }) =>
      operation === depositSummary || (operation === withdrawalSummary && terms!.includes('"shown":{')),
  )
}

export const findPreview = async (sql: Sql, reference: string): Promise<Preview | undefined> => {
  const entry = await selectOne(sql, RequestLogEntry, 'WHERE reference = ?', [reference])
  if (!entry || !isExactly(reference, entry) || entry.operation !== withdrawalSummary || entry.terms === null)
    return undefined
  return { entry, terms: exitTerms.parse(JSON.parse(entry.terms)) }
}
