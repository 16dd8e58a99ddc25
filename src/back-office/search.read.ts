import { Account, Customer } from '../bank/customers/customer.entity.js'
import { PaymentOrder } from '../bank/payments/payment.entity.js'
import { findStatement } from '../bank/statements/statements.read.js'
import { readPayout } from '../bank/savings/records/payouts.read.js'
import { findPreview, findQuote } from '../bank/savings/records/request-log.repository.js'
import { Position } from '../bank/savings/records/savings.entity.js'
import { isRowId, keyOfId } from '../kernel/ids.js'
import { market } from '../kernel/market.js'
import type { Sql } from '../platform/database/database.js'
import { selectAll } from '../platform/database/rows.js'

/** What a text may name; what it is shown as is read by its id. */
export type HitKind = 'CUSTOMER' | 'ACCOUNT' | 'POSITION' | 'ORDER' | 'PAYOUT' | 'STATEMENT' | 'QUOTE'

export interface Hit {
  readonly kind: HitKind
  readonly id: string
  readonly customerId: string
}

/** Digits of an end, in the column that finds numbers by it. */
export const endDigits = 4
const beginDigitsMin = 3

const customersAs = (rows: readonly Customer[]): Hit[] =>
  rows.map(({ id }) => ({ kind: 'CUSTOMER', id, customerId: id }))

/** Numbers that begin so, behind the calling code or with it; the character behind the digits ends the range. */
const byBeginning = async (sql: Sql, digits: string, limit: number): Promise<Hit[]> => {
  const whole = digits.replace(/^00/, '')
  const begin = whole.startsWith(market.callingCode) ? whole : `${market.callingCode}${whole}`
  return customersAs(
    await selectAll(sql, Customer, `WHERE msisdn >= ? AND msisdn < ? ORDER BY msisdn LIMIT ${limit}`, [
      begin,
      `${begin}:`,
    ]),
  )
}

const byEnd = async (sql: Sql, digits: string, limit: number): Promise<Hit[]> =>
  digits.length < endDigits
    ? []
    : customersAs(
        await selectAll(
          sql,
          Customer,
          `WHERE msisdn_end = ? AND msisdn LIKE ? ORDER BY msisdn LIMIT ${limit}`,
          [digits.slice(-endDigits), `%${digits}`],
        ),
      )

const ordersAs = (rows: readonly PaymentOrder[]): Hit[] =>
  rows.map(({ id, customerId }) => ({ kind: 'ORDER', id, customerId }))

/** Orders with this number of the provider. */
export const findTransaction = async (sql: Sql, text: string, limit = 1): Promise<Hit[]> =>
  ordersAs(
    await selectAll(sql, PaymentOrder, `WHERE provider_transaction_id = ? ORDER BY id LIMIT ${limit}`, [
      text,
    ]),
  )

/** Addresses that begin so. */
const byEmail = async (sql: Sql, text: string, limit: number): Promise<Hit[]> => {
  const rows = await selectAll(
    sql,
    Account,
    `WHERE email >= ? AND email < ? ORDER BY email, id LIMIT ${limit}`,
    [text, `${text}\u{10ffff}`],
  )
  return rows.map(({ id, customerId }) => ({ kind: 'ACCOUNT', id, customerId }))
}

const exactly = <Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row[] =>
  rows.filter((row) => row.id === id)

const asHit =
  (kind: HitKind) =>
  ({ id, customerId }: { readonly id: string; readonly customerId: string }): Hit => ({
    kind,
    id,
    customerId,
  })

const quoteOf = async (sql: Sql, reference: string): Promise<Hit[]> => {
  const found = (await findQuote(sql, reference)) ?? (await findPreview(sql, reference))
  const customerId = found?.entry.customerId ?? null
  return customerId === null ? [] : [{ kind: 'QUOTE', id: reference, customerId }]
}

const byPrefix: Readonly<Record<string, (sql: Sql, id: string) => Promise<Hit[]>>> = {
  ACC: async (sql, id) =>
    exactly(await selectAll(sql, Account, 'WHERE id = ?', [id]), id).map(asHit('ACCOUNT')),
  POS: async (sql, id) =>
    exactly(await selectAll(sql, Position, 'WHERE id = ?', [id]), id).map(asHit('POSITION')),
  SET: async (sql, id) => [await readPayout(sql, id)].flatMap((row) => (row ? [asHit('PAYOUT')(row)] : [])),
  STM: async (sql, id) =>
    [await findStatement(sql, id)].flatMap((row) => (row ? [asHit('STATEMENT')(row)] : [])),
  CUS: async (sql, id) =>
    customersAs(await selectAll(sql, Customer, 'WHERE id = ?', [keyOfId('Customer', id)])),
  ORD: async (sql, id) =>
    ordersAs(await selectAll(sql, PaymentOrder, 'WHERE id = ?', [keyOfId('PaymentOrder', id)])),
  DEP: quoteOf,
  WDR: quoteOf,
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * What a text may name, each way by an index: digits begin or end a number, or are a transaction of the provider; `@` stands
 * in an address; a prefix, a UUID and an id of ours are exact.
 */
export const findHits = async (sql: Sql, given: string, limit: number): Promise<Hit[]> => {
  const text = given.trim()
  if (text.includes('@')) return byEmail(sql, text, limit)
  if (uuid.test(text)) {
    const id = text.toLowerCase()
    return ordersAs(await selectAll(sql, PaymentOrder, 'WHERE id = ?', [id]))
  }
  const ofPrefix = byPrefix[/^([A-Z]{3})-/.exec(text)?.[1] ?? '']
  if (ofPrefix) return ofPrefix(sql, text)
  if (isRowId(text)) return customersAs(await selectAll(sql, Customer, 'WHERE id = ?', [text]))
  const digits = text.replace(/[\s+().-]/g, '')
  if (!/^\d+$/.test(digits)) return findTransaction(sql, text, limit)
  if (digits.length < beginDigitsMin) return []
  const found = [
    ...(await byBeginning(sql, digits, limit)),
    ...(await byEnd(sql, digits, limit)),
    ...(await findTransaction(sql, digits, limit)),
  ]
  return [...new Map(found.map((hit) => [`${hit.kind} ${hit.id}`, hit])).values()].slice(0, limit)
}
