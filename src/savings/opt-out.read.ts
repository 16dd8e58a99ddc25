import { toNumber } from '../database/columns.js'
import type { Sql } from '../database/database.js'
import { inList } from '../database/in-list.js'
import { selectAll } from '../database/rows.js'
import { inFlight } from '../payments/orders.repository.js'
import { PaymentOrder } from '../payments/payment.entity.js'
import { productVersions } from '../products/products.read.js'
import type { Call } from '../shared/call.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import { exitTermsOn, type ExitTerms } from './exit.rules.js'
import { Payout } from './payout.entity.js'
import { readPositions, type PositionView } from './savings.read.js'
import { hasArrivedSql, isCurrentSql } from './transfers.sql.js'

/** An open position with what an opt-out on its business date would settle. */
export interface OptOutPosition {
  readonly view: PositionView
  readonly terms: ExitTerms
  /** How long its money would be held; 0 at maturity. */
  readonly holdHours: number
}

export interface OptOutPositions {
  readonly positions: readonly OptOutPosition[]
  readonly total: Minor
  readonly holdHoursMax: number
}

/**
 * What opting out would settle now, oldest first, by the very terms that the exit books. What is on its way out already
 * is none of it (DESIGN 6).
 */
export const readOptOutPositions = async (
  { read }: { readonly read: Sql },
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<OptOutPositions> => {
  const open = (await readPositions(read, call, msisdn)).filter(({ position }) => position.status === 'OPEN')
  const versionIds = [...new Set(open.map(({ position }) => position.productVersionId))]
  const versions = versionIds.length === 0 ? [] : await productVersions(read, versionIds)
  const holdOf = new Map(versions.map(({ id, holdHours }) => [id, holdHours]))
  const positions = open.map((view) => {
    const { position, deposits, on } = view
    const terms = exitTermsOn(position, deposits, on)
    const holdHours = terms.basis === 'EARLY_EXIT' ? (holdOf.get(position.productVersionId) ?? 0) : 0
    return { view, terms, holdHours }
  })
  return {
    positions,
    total: positions.reduce((sum, { terms }) => sum + terms.amount, 0n),
    holdHoursMax: positions.reduce((longest, { holdHours }) => Math.max(longest, holdHours), 0),
  }
}

/** What an account that is being left still waits for. */
export interface Leaving {
  readonly accountId: string
  /** Deposits that must end first. */
  readonly deposits: readonly PaymentOrder[]
  /** Payouts that have not reached the customer. */
  readonly payouts: readonly Payout[]
  /** The latest transfer of each part of a deposit that is paid back and has not reached the customer. */
  readonly refunds: readonly PaymentOrder[]
  /** The longest hold of exits that are not booked yet; null when there are none that are held. */
  readonly holdHoursToCome: number | null
}

const refundsLeft = `refund_of IS NOT NULL AND NOT ${hasArrivedSql('payment_orders')}
  AND ${isCurrentSql('payment_orders', 'refund_of')}`

const holdsToCome = async (sql: Sql, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { places, parameters } = inList(accountIds)
  const rows = await sql.all(
    `SELECT accounts.id, MAX(product_versions.hold_hours) AS hold_hours FROM accounts
     JOIN positions ON positions.customer_id = accounts.customer_id AND positions.status = 'OPEN'
       AND positions.maturity_on > accounts.leave_on
     JOIN product_versions ON product_versions.id = positions.product_version_id
     WHERE accounts.id IN (${places}) AND accounts.leave_on IS NOT NULL GROUP BY accounts.id`,
    parameters,
  )
  return new Map(rows.map((row) => [String(row['id']), toNumber(row['hold_hours'])]))
}

/** `accountIds` has at least one; each of them is answered, in three statements for all. */
export const readLeaving = async (sql: Sql, accountIds: readonly string[]): Promise<Leaving[]> => {
  const { places, parameters } = inList(accountIds)
  // By customer, since that is what their rows lie together by.
  const those = `customer_id IN (SELECT accounts.customer_id FROM accounts WHERE accounts.id IN (${places}))
    AND account_id IN (${places})`
  const twice = [...parameters, ...parameters]
  const [orders, payouts, toCome] = await Promise.all([
    selectAll(
      sql,
      PaymentOrder,
      `WHERE ${those} AND ((kind = 'COLLECT' AND ${inFlight}) OR (${refundsLeft}))
       ORDER BY created_at, id`,
      twice,
    ),
    selectAll(
      sql,
      Payout,
      `WHERE ${those} AND open_key IS NOT NULL AND status <> 'PAID' ORDER BY created_at, position_id`,
      twice,
    ),
    holdsToCome(sql, accountIds),
  ])
  return accountIds.map((accountId) => {
    const ofAccount = <T extends { readonly accountId: string }>(rows: readonly T[]): T[] =>
      rows.filter((row) => row.accountId === accountId)
    const own = ofAccount(orders)
    return {
      accountId,
      deposits: own.filter(({ refundOf }) => refundOf === null),
      payouts: ofAccount(payouts),
      refunds: own.filter(({ refundOf }) => refundOf !== null),
      holdHoursToCome: toCome.get(accountId) ?? null,
    }
  })
}

/** PENDING while a deposit must end first; COMPLETED once every exit is booked, though money may be on its way. */
export interface OptOut {
  readonly status: 'COMPLETED' | 'PENDING'
  /** The longest hold of what is on its way; null when nothing is that was left early. */
  readonly holdHours: number | null
}

export const optOutOf = ({
  deposits,
  payouts,
  holdHoursToCome,
}: Pick<Leaving, 'deposits' | 'payouts' | 'holdHoursToCome'>): OptOut => {
  const held = payouts
    .filter(({ basis, status }) => basis === 'EARLY_EXIT' && status !== 'FAILED')
    .map(({ holdHours }) => holdHours)
  const hours = holdHoursToCome === null ? held : [...held, holdHoursToCome]
  return {
    status: deposits.length > 0 ? 'PENDING' : 'COMPLETED',
    holdHours: hours.length === 0 ? null : hours.reduce((longest, each) => Math.max(longest, each)),
  }
}
