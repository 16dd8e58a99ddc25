import type { ComponentChildren } from 'preact'
import { date, moment, money, msisdn } from '../shared/format.js'
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

const toneOf = (word: string): string =>
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
])
/** What it says where there is nothing, which is something. */
const absent: Readonly<Record<string, string>> = { ofWhom: 'EVERYBODY', limit: 'NO_LIMIT' }
/** What people or programs wrote in sentences: it may break, and all else is read in one line. */
const freeText = new Set([
  'detail',
  'hindrances',
  'evidence',
  'message',
  'problem',
  'reason',
  'remarks',
  'text',
  'resolution',
  'walkError',
])
const tagged = new Set(['status', 'state'])
/** Whose words have names without being in capitals. */
const named = new Set(['account', 'book', 'kind', 'language'])

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isAmount = (column: string): boolean => amounts.has(column) || column === 'accrued'

/** Long, and read by machines: where there is little room its end will do without. */
export const isId = (column: string): boolean =>
  column === 'id' || column === 'reference' || column === 'positionId' || column === 'dimension'

export const isFreeText = (column: string): boolean => freeText.has(column)

/** Where a thing has a page of its own. */
const addressOf = (column: string, row: Row): string | undefined => {
  const { [column]: value } = row
  if (column === 'customer' && isRow(value))
    return `/console/customers/${encodeURIComponent(String(value['id']))}`
  // Of an order it is the number that it went to.
  if (column === 'msisdn' && !('sends' in row))
    return `/console/customers/${encodeURIComponent(String(row['id']))}`
  if (column === 'order' && isRow(value)) return `/console/orders/${encodeURIComponent(String(value['id']))}`
  if (column === 'id' && 'sends' in row) return `/console/orders/${encodeURIComponent(String(value))}`
  if (column === 'id' && 'exitedOn' in row) return `/console/payouts/${encodeURIComponent(String(value))}`
  if (column === 'id' && 'openedAt' in row) return `/console/reviews/${encodeURIComponent(String(value))}`
  if (column === 'payout' && isRow(value))
    return `/console/payouts/${encodeURIComponent(String(value['id']))}`
  if (column === 'id' && 'attachedCustomerCount' in row)
    return `/console/clocks/${encodeURIComponent(String(value))}`
  if (column === 'book' && value !== 'system') return `/console/clocks/${encodeURIComponent(String(value))}`
  if (column === 'clock' && isRow(value)) return `/console/clocks/${encodeURIComponent(String(value['id']))}`
  if (column === 'reference' && 'attempts' in row)
    return `/console/statements/${encodeURIComponent(String(value))}`
  if (column === 'code' && 'version' in row) return `/console/products/${encodeURIComponent(String(value))}`
  if (column === 'id' && 'submissions' in row) return `/console/scores/${encodeURIComponent(String(value))}`
  if (column === 'name' && 'jobs' in row) return `/console/queues/${String(value)}`
  return undefined
}

/** A member of a row as people write it: by what it is, and by its name where that does not say enough. */
export const textOf = (column: string, row: Row): string => {
  const { [column]: value } = row
  const currency = typeof row['currency'] === 'string' ? row['currency'] : undefined
  if (value === null || value === undefined) return nameOf(absent[column] ?? '')
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value.map((one) => (isRow(one) ? partsOf(one) : nameOf(String(one)))).join(', ')
  if (isRow(value)) return partsOf(value)
  const text = String(value)
  if (amounts.has(column)) return money(text, currency)
  if (column === 'msisdn') return msisdn(text)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return moment(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return date(text)
  if (/[rR]ate$/.test(column)) return money(text)
  return named.has(column) || /^[A-Z\d_]+$/.test(text) ? nameIn(column, text) : text
}

const partsOf = (row: Row): string => {
  if ('msisdn' in row) return msisdn(String(row['msisdn']))
  if ('net' in row) return money(String(row['net']))
  if ('amount' in row && 'currency' in row)
    return [row['product'], money(String(row['amount']), String(row['currency']))].filter(Boolean).join(' ')
  if ('status' in row) return nameOf(String(row['status']))
  if ('count' in row) return String(row['count'])
  if ('code' in row) return String(row['code'])
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
