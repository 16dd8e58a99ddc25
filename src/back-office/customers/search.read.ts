import { Account } from '../../bank/customers/customer.entity.js'
import { findStatement } from '../../bank/statements/statements.read.js'
import { readPayout } from '../../bank/savings/records/payouts.read.js'
import { findPreview, findQuote } from '../../bank/savings/records/request-log.repository.js'
import { Position } from '../../bank/savings/records/savings.entity.js'
import { isRowId, keyOfId } from '../../kernel/ids.js'
import { market } from '../../kernel/market.js'
import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import type { RunQuery } from '../../platform/database/keyset.js'
import { together } from '../../platform/database/together.js'
import { ofPerson } from '../../score-requests/requests/persons.read.js'
import { findScore } from '../../score-requests/requests/scores.read.js'
import { selectAll } from '../../platform/database/rows.js'

/** The kinds of search results; each result is then read by its id. */
export type HitKind =
  'CUSTOMER' | 'ACCOUNT' | 'POSITION' | 'ORDER' | 'PAYOUT' | 'STATEMENT' | 'QUOTE' | 'SCORE' | 'NODE'

export interface Hit {
  readonly kind: HitKind
  readonly id: string
  /** Null for a result that belongs to no customer. */
  readonly customerId: string | null
}

/** The index covers this many digits of the end of a number. */
export const endDigits = 4
const beginDigitsMin = 3

type FindRows = (
  kind: HitKind,
  table: string,
  clauses: string,
  parameters: readonly unknown[],
) => Promise<Hit[]>

/** The hits of a query; queries of the same turn of the event loop are combined into one statement. */
const rowFinder =
  (findRows: RunQuery): FindRows =>
  async (kind, table, clauses, parameters) => {
    const owner = kind === 'CUSTOMER' ? 'id' : 'customer_id'
    const rows = await findRows({
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

/**
 * Numbers that begin with these digits, with or without the calling code. The range ends before `:`, the character
 * that sorts after all digits.
 */
const byBeginning = (findRows: FindRows, digits: string, limit: number): Promise<Hit[]> => {
  const whole = digits.replace(/^00/, '')
  const begin = whole.startsWith(market.callingCode) ? whole : `${market.callingCode}${whole}`
  const where = `WHERE msisdn >= ? AND msisdn < ? ORDER BY msisdn LIMIT ${limit}`
  return findRows('CUSTOMER', 'customers', where, [begin, `${begin}:`])
}

const byEnd = async (findRows: FindRows, digits: string, limit: number): Promise<Hit[]> => {
  const where = `WHERE msisdn_end = ? AND msisdn LIKE ? ORDER BY msisdn LIMIT ${limit}`
  return digits.length < endDigits
    ? []
    : findRows('CUSTOMER', 'customers', where, [digits.slice(-endDigits), `%${digits}`])
}

const byTransaction = (findRows: FindRows, texts: readonly string[], limit: number): Promise<Hit[]> => {
  const { places, parameters } = inList(texts)
  const where = `WHERE provider_transaction_id IN (${places}) ORDER BY id LIMIT ${limit}`
  return findRows('ORDER', 'payment_orders', where, parameters)
}

/** The order with this transaction number of the provider. */
export const findTransaction = (sql: Sql, text: string): Promise<Hit[]> =>
  byTransaction(rowFinder(together(sql)), [text], 1)

/** E-mail addresses that begin with this text, in any case. Addresses are ASCII: SQLite's LOWER knows no other letters. */
const byEmail = (findRows: FindRows, text: string, limit: number): Promise<Hit[]> => {
  const begin = text.toLowerCase()
  const where = `WHERE email_key >= ? AND email_key < ? ORDER BY email_key, id LIMIT ${limit}`
  return findRows('ACCOUNT', 'accounts', where, [begin, `${begin}\u{10ffff}`])
}

const byPerson = async (
  findRows: FindRows,
  peppers: readonly string[],
  text: string,
  limit: number,
): Promise<Hit[]> =>
  (
    await Promise.all(
      ofPerson(peppers, text).map(({ sql, parameters }) =>
        findRows('SCORE', 'score_requests', `${sql} LIMIT ${limit}`, parameters),
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
  rowFinder(together(sql))('CUSTOMER', 'customers', 'WHERE id = ?', [id])

const orderOf = (sql: Sql, id: string): Promise<Hit[]> =>
  rowFinder(together(sql))('ORDER', 'payment_orders', 'WHERE id = ?', [id])

/**
 * Finds by its id a row that `findNode` can show; with `isWhole` the whole id is the key of the row, else only what
 * follows the prefix.
 */
const nodeOf =
  (table: string, { isWhole = false }: { readonly isWhole?: boolean } = {}) =>
  async (sql: Sql, id: string): Promise<Hit[]> => {
    const key = isWhole ? id : id.slice(id.indexOf('-') + 1)
    const found = await rowFinder(together(sql))('NODE', table, 'WHERE id = ?', [key])
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

interface SearchContext {
  readonly sql: Sql
  readonly peppers: readonly string[]
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Finds what a text identifies; each look-up uses an index. A text with `@` matches the beginning of an e-mail address; references,
 * UUIDs and our ids match exactly. Any other text matches a transaction number of the provider, and the name or the national ID of
 * a person who was scored; digits also match the beginning or the end of a mobile number.
 */
export const findHits = async (
  { sql, peppers }: SearchContext,
  input: string,
  limit: number,
): Promise<Hit[]> => {
  const text = input.trim()
  const findRows = rowFinder(together(sql))
  if (text.includes('@')) return byEmail(findRows, text, limit)
  if (uuid.test(text)) return orderOf(sql, text.toLowerCase())
  const ofPrefix = byPrefix[/^([A-Z]{3,5})-/.exec(text)?.[1] ?? '']
  if (ofPrefix) return ofPrefix(sql, text)
  if (isRowId(text)) return customerOf(sql, text)
  const digits = text.replace(/[\s+().-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  if (isNumber && digits.length < beginDigitsMin) return []
  const found = await Promise.all([
    byPerson(findRows, peppers, text, limit),
    isNumber ? byBeginning(findRows, digits, limit) : [],
    isNumber ? byEnd(findRows, digits, limit) : [],
    byTransaction(findRows, isNumber ? [text, digits] : [text], limit),
  ])
  return [...new Map(found.flat().map((hit) => [`${hit.kind} ${hit.id}`, hit])).values()].slice(0, limit)
}
