import type { ComponentChildren } from 'preact'
import { count, date, moment, money, month, msisdn } from '../shared/format.js'
import { upToMinute } from '../shared/figures.js'
import type { Row } from './lists.js'
import { nameIn, nameOf } from './words.js'

const good = new Set([
  'SUCCESSFUL',
  'PAID',
  'SENT',
  'COMPLETED',
  'DONE',
  'APPROVED',
  'ACTIVE',
  'MATURED',
  'ON_SALE',
  'RESOLVED',
])
const poor = new Set(['FAILED', 'REJECTED'])
const fair = new Set([
  'UNDER_REVIEW',
  'UNKNOWN',
  'ON_HOLD',
  'OPEN',
  'PROPOSED',
  'CLOSING',
  'OUTDATED',
  'EXPIRED',
])

export const toneOf = (word: string): string =>
  good.has(word) ? 'tag good' : poor.has(word) ? 'tag poor' : fair.has(word) ? 'tag fair' : 'tag'

const amounts = new Set([
  'amount',
  'sent',
  'principal',
  'total',
  'fee',
  'currentBalance',
  'minAmount',
  'maxBalance',
  'debit',
  'credit',
  'interest',
  'balance',
  'forfeited',
  'expense',
  'renewedPrincipal',
  'amountBefore',
  'amountAfter',
  'tax',
  'waiting',
  'limit',
  'owes',
])
/** The texts of columns in which an empty value has a meaning. */
const absent: Readonly<Record<string, string>> = { ofWhom: 'EVERYBODY', limit: 'NO_LIMIT' }
/** Columns with free text of people or programs, which may wrap; all others stay on one line. */
const freeText = new Set([
  'detail',
  'hindrances',
  'evidence',
  'jobs',
  'message',
  'problem',
  'reason',
  'remarks',
  'text',
  'resolution',
  'walkError',
])
const tagged = new Set(['status', 'state', 'standing'])
/** Columns of enums whose words are not in capitals, and still have readable names. */
const named = new Set(['account', 'book', 'kind', 'language'])

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isAmount = (column: string): boolean => amounts.has(column) || column === 'accrued'

/** Columns of long ids, which are cut at their end where space is short. */
const ids = new Set(['id', 'reference', 'positionId', 'dimension', 'book', 'subject'])

export const isId = (column: string): boolean => ids.has(column)

export const isFreeText = (column: string): boolean => freeText.has(column)

export const placeOf = (place: string, id: unknown): string =>
  `/console/${place}/${encodeURIComponent(String(id))}`

/** Columns whose object has a page of its own. */
const placesOfNamed: Readonly<Record<string, string>> = {
  customer: 'customers',
  order: 'orders',
  payout: 'payouts',
  clock: 'clocks',
}

/**
 * Kinds of rows that have a page of their own: the column that links to the page, a member that only such rows have, and
 * the place of the page.
 */
const places = [
  ['id', 'sends', 'orders'],
  ['id', 'exitedOn', 'payouts'],
  ['id', 'openedAt', 'reviews'],
  ['id', 'attachedCustomerCount', 'clocks'],
  ['id', 'submissions', 'scores'],
  ['reference', 'attempts', 'statements'],
  ['code', 'version', 'products'],
  ['name', 'jobs', 'queues'],
] as const

const addressOf = (column: string, row: Row): string | undefined => {
  const { [column]: value } = row
  const place = placesOfNamed[column]
  if (place && isRow(value)) return placeOf(place, value['id'])
  // The mobile number of an order is no link: `id` is that of the order, not of the customer.
  if (column === 'msisdn' && !('sends' in row)) return placeOf('customers', row['id'])
  if (column === 'kind' && 'preview' in row) return placeOf('approvals', row['id'])
  if (column === 'book' && value !== 'system') return placeOf('clocks', value)
  const own = places.find(([name, mark]) => name === column && mark in row)
  return own && placeOf(own[2], value)
}

/** The end of a hold as the customer reads it: in UTC for a customer on a test clock, whose dates begin in UTC. */
const heldUntil = (end: string, customer: unknown): string =>
  moment(upToMinute(end), isRow(customer) && customer['clock'] ? 'UTC' : undefined)

/** A value of a row as text: by its type, and by its column where the type is not enough. */
export const textOf = (column: string, row: Row): string => {
  const { [column]: value } = row
  const currency = typeof row['currency'] === 'string' ? row['currency'] : undefined
  if (value === null || value === undefined) return nameOf(absent[column] ?? '')
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (typeof value === 'number') return count(value)
  if (Array.isArray(value))
    return value.map((one) => (isRow(one) ? partsOf(one) : nameOf(String(one)))).join(', ')
  if (isRow(value)) return partsOf(value, currency)
  const text = String(value)
  if (amounts.has(column)) return money(text, currency)
  if (column === 'msisdn') return msisdn(text)
  if (column === 'month' && /^\d{4}-\d\d$/.test(text)) return month(text)
  if (column === 'heldUntil') return heldUntil(text, row['customer'])
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return moment(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return date(text)
  if (/[rR]ate$/.test(column)) return money(text)
  // The provider's code stays unchanged, since people search the provider's records for it.
  if (column === 'providerReason') return text
  return named.has(column) || /^[A-Z\d_]+$/.test(text) ? nameIn(column, text) : text
}

const partsOf = (row: Row, currency?: string): string => {
  if ('msisdn' in row) return msisdn(String(row['msisdn']))
  if ('net' in row) return money(String(row['net']), currency)
  if ('amount' in row && 'currency' in row)
    return [row['product'], money(String(row['amount']), String(row['currency']))].filter(Boolean).join(' ')
  if ('status' in row) return nameOf(String(row['status']))
  if ('count' in row) return [row['product'], count(Number(row['count']))].filter(Boolean).join(' ')
  if ('code' in row) return nameOf(String(row['code']))
  if ('message' in row) return String(row['message'])
  if ('outcome' in row) return nameOf(String(row['outcome']))
  return 'now' in row ? date(String(row['now'])) : String(row['id'] ?? '')
}

export const Cell = ({ column, row }: { column: string; row: Row }): ComponentChildren => {
  const text = textOf(column, row)
  const address = addressOf(column, row)
  if (address !== undefined && text !== '' && address !== location.pathname)
    return <a href={address}>{text}</a>
  if (tagged.has(column) && text !== '') return <span class={toneOf(String(row[column]))}>{text}</span>
  return text
}
