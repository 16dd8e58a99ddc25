import { Account } from '../../bank/customers/customer.entity.js'
import { findStatement } from '../../bank/statements/statements.read.js'
import { readPayout } from '../../bank/savings/records/payouts.read.js'
import { findPreview, findQuote } from '../../bank/savings/records/request-log.repository.js'
import { Position } from '../../bank/savings/records/savings.entity.js'
import { isRowId, keyOfId } from '../../kernel/ids.js'
import { market } from '../../kernel/market.js'
import type { Sql } from '../../platform/database/database.js'
import type { Ask } from '../../platform/database/keyset.js'
import { together } from '../../platform/database/together.js'
import { ofPerson } from '../../score-requests/requests/persons.read.js'
import { findScore } from '../../score-requests/requests/scores.read.js'
import { selectAll } from '../../platform/database/rows.js'

/** The kinds of things that a text may name. Each is then read by its id. */
export type HitKind =
  'CUSTOMER' | 'ACCOUNT' | 'POSITION' | 'ORDER' | 'PAYOUT' | 'STATEMENT' | 'QUOTE' | 'SCORE' | 'NODE'

export interface Hit {
  readonly kind: HitKind
  readonly id: string
  /** Null when it belongs to no customer. */
  readonly customerId: string | null
}

/** How many digits of the end are indexed. */
export const endDigits = 4
const beginDigitsMin = 3

type AskHits = (
  kind: HitKind,
  table: string,
  clauses: string,
  parameters: readonly unknown[],
) => Promise<Hit[]>

/** Hits by queries that run as one statement when they are asked for in the same turn of the event loop. */
const hitsBy =
  (ask: Ask): AskHits =>
  async (kind, table, clauses, parameters) => {
    const owner = kind === 'CUSTOMER' ? 'id' : 'customer_id'
    const rows = await ask({
      sql: `SELECT id, ${owner} AS owner FROM ${table} ${clauses}`,
      parameters,
      columns: ['id', 'owner'],
    })
    return rows.map(({ id, owner: customerId }) => ({
      kind,
      id: String(id),
      customerId: customerId === null ? null : String(customerId),
    }))
  }

/** Numbers with this beginning, with or without the calling code; the character after the digits ends the range. */
const byBeginning = (ask: AskHits, digits: string, limit: number): Promise<Hit[]> => {
  const whole = digits.replace(/^00/, '')
  const begin = whole.startsWith(market.callingCode) ? whole : `${market.callingCode}${whole}`
  const where = `WHERE msisdn >= ? AND msisdn < ? ORDER BY msisdn LIMIT ${limit}`
  return ask('CUSTOMER', 'customers', where, [begin, `${begin}:`])
}

const byEnd = async (ask: AskHits, digits: string, limit: number): Promise<Hit[]> => {
  const where = `WHERE msisdn_end = ? AND msisdn LIKE ? ORDER BY msisdn LIMIT ${limit}`
  return digits.length < endDigits
    ? []
    : ask('CUSTOMER', 'customers', where, [digits.slice(-endDigits), `%${digits}`])
}

const byTransaction = (ask: AskHits, text: string, limit: number): Promise<Hit[]> =>
  ask('ORDER', 'payment_orders', `WHERE provider_transaction_id = ? ORDER BY id LIMIT ${limit}`, [text])

/** An order with this number of the provider. */
export const findTransaction = (sql: Sql, text: string): Promise<Hit[]> =>
  byTransaction(hitsBy(together(sql)), text, 1)

/** Addresses with this beginning. */
const byEmail = (ask: AskHits, text: string, limit: number): Promise<Hit[]> =>
  ask('ACCOUNT', 'accounts', `WHERE email >= ? AND email < ? ORDER BY email, id LIMIT ${limit}`, [
    text,
    `${text}\u{10ffff}`,
  ])

const byPerson = async (
  ask: AskHits,
  peppers: readonly string[],
  text: string,
  limit: number,
): Promise<Hit[]> =>
  (
    await Promise.all(
      ofPerson(peppers, text).map(({ sql, parameters }) =>
        ask('SCORE', 'score_requests', `${sql} LIMIT ${limit}`, parameters),
      ),
    )
  ).flat()

const exactly = <Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row[] =>
  rows.filter((row) => row.id === id)

const asHit =
  (kind: HitKind) =>
  ({ id, customerId }: { readonly id: string; readonly customerId: string | null }): Hit => ({
    kind,
    id,
    customerId,
  })

const quoteOf = async (sql: Sql, reference: string): Promise<Hit[]> => {
  const found = (await findQuote(sql, reference)) ?? (await findPreview(sql, reference))
  const customerId = found?.entry.customerId ?? null
  return customerId === null ? [] : [{ kind: 'QUOTE', id: reference, customerId }]
}

const customerOf = (sql: Sql, id: string): Promise<Hit[]> =>
  hitsBy(together(sql))('CUSTOMER', 'customers', 'WHERE id = ?', [id])

const orderOf = (sql: Sql, id: string): Promise<Hit[]> =>
  hitsBy(together(sql))('ORDER', 'payment_orders', 'WHERE id = ?', [id])

/** Rows that are shown by the id that they were found by; `isWhole` when the prefix is part of their key. */
const nodeOf =
  (table: string, { isWhole = false }: { readonly isWhole?: boolean } = {}) =>
  async (sql: Sql, id: string): Promise<Hit[]> => {
    const key = isWhole ? id : id.slice(id.indexOf('-') + 1)
    const found = await hitsBy(together(sql))('NODE', table, 'WHERE id = ?', [key])
    return exactly(found, key).map((hit) => ({ ...hit, id }))
  }

const byPrefix: Readonly<Record<string, (sql: Sql, id: string) => Promise<Hit[]>>> = {
  PMT: nodeOf('deposits'),
  CASE: nodeOf('review_cases'),
  JRN: nodeOf('journals'),
  AUDIT: nodeOf('audit_log'),
  APR: nodeOf('proposals', { isWhole: true }),
  NOTE: nodeOf('notes', { isWhole: true }),
  BLK: nodeOf('account_blocks', { isWhole: true }),
  ACC: async (sql, id) =>
    exactly(await selectAll(sql, Account, 'WHERE id = ?', [id]), id).map(asHit('ACCOUNT')),
  POS: async (sql, id) =>
    exactly(await selectAll(sql, Position, 'WHERE id = ?', [id]), id).map(asHit('POSITION')),
  SET: async (sql, id) => [await readPayout(sql, id)].flatMap((row) => (row ? [asHit('PAYOUT')(row)] : [])),
  STM: async (sql, id) =>
    [await findStatement(sql, id)].flatMap((row) => (row ? [asHit('STATEMENT')(row)] : [])),
  CUS: (sql, id) => customerOf(sql, keyOfId('Customer', id)),
  ORD: (sql, id) => orderOf(sql, keyOfId('PaymentOrder', id)),
  SCORE: async (sql, id) => {
    const score = await findScore(sql, keyOfId('ScoreRequest', id))
    return score ? [asHit('SCORE')(score)] : []
  },
  DEP: quoteOf,
  WDR: quoteOf,
}

interface Finding {
  readonly sql: Sql
  readonly peppers: readonly string[]
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * What a text may name; each look-up uses an index. Digits are the beginning or the end of a number, or a transaction
 * of the provider; a text with `@` is an address; a prefix, a UUID and one of our ids are exact; a name or a national ID
 * finds a person who was scored.
 */
export const findHits = async ({ sql, peppers }: Finding, given: string, limit: number): Promise<Hit[]> => {
  const text = given.trim()
  const ask = hitsBy(together(sql))
  if (text.includes('@')) return byEmail(ask, text, limit)
  if (uuid.test(text)) return orderOf(sql, text.toLowerCase())
  const ofPrefix = byPrefix[/^([A-Z]{3,5})-/.exec(text)?.[1] ?? '']
  if (ofPrefix) return ofPrefix(sql, text)
  if (isRowId(text)) return customerOf(sql, text)
  const digits = text.replace(/[\s+().-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  if (isNumber && digits.length < beginDigitsMin) return []
  const found = await Promise.all([
    byPerson(ask, peppers, text, limit),
    isNumber ? byBeginning(ask, digits, limit) : [],
    isNumber ? byEnd(ask, digits, limit) : [],
    byTransaction(ask, isNumber ? digits : text, limit),
  ])
  return [...new Map(found.flat().map((hit) => [`${hit.kind} ${hit.id}`, hit])).values()].slice(0, limit)
}
