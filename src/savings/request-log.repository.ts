import { z } from 'zod'
import type { Sql, Tx } from '../database/database.js'
import { insert, selectOne } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import { newId } from '../shared/ids.js'
import type { Msisdn } from '../shared/msisdn.js'
import type { DepositTermsQuoted } from './deposit.rules.js'
import { RequestLogEntry } from './request-log.entity.js'

export interface Summary {
  readonly operation: string
  readonly customerId: string | null
  readonly msisdn: Msisdn
  readonly result: string
  readonly reference: string | null
  readonly terms: DepositTermsQuoted | null
  readonly businessOn: LocalDate | null
  readonly expiresAt: number | null
}

const toJson = (terms: object): string =>
  JSON.stringify(terms, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

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

export const findQuote = async (sql: Sql, reference: string): Promise<Quote | undefined> => {
  const entry = await selectOne(sql, RequestLogEntry, 'WHERE reference = ?', [reference])
  if (!entry || entry.operation !== depositSummary || entry.terms === null) return undefined
  return { entry, terms: depositTerms.parse(JSON.parse(entry.terms)) }
}
