import { column, columns, date, integer, orNull, text } from '../../../platform/database/read-row.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { momentIn } from '../../business-clock/moment.js'
import type { Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { selectAll } from '../../../platform/database/rows.js'
import { frozenUntilSql } from '../../customers/blocks.js'
import { isUnderReview } from '../../payments/order.rules.js'
import { inFlight, isUnsent } from '../../payments/orders.repository.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import { productVersions } from '../../products/products.read.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { withdrawalTermsOn, type WithdrawalTerms } from '../rules/withdrawal.rules.js'
import { holdEnd, holdOf } from '../records/hold.js'
import { selectPayouts, type PayoutView } from '../records/payouts.repository.js'
import { readPositions, type PositionView } from '../records/savings.read.js'
import { standingOfPayout } from '../records/standing.js'
import { hasArrivedSql, isCurrentSql } from '../records/transfers.sql.js'
import { hoursLeft, isInTrouble, transferStanding } from '../rules/under-way.rules.js'

/** An open position with what an opt-out on its business date would pay. */
export interface OptOutPosition {
  readonly view: PositionView
  readonly terms: WithdrawalTerms
  /** How long its money would be held; 0 at maturity. */
  readonly holdHours: number
}

export interface OptOutPositions {
  readonly positions: readonly OptOutPosition[]
  readonly total: Minor
  readonly holdHoursMax: number
}

/**
 * The positions that an opt-out would withdraw now, oldest first, with the terms that it would book. Positions that are already
 * being paid out are excluded.
 */
export const readOptOutPositions = async (
  { read }: { readonly read: Sql },
  call: Pick<Call, 'now' | 'today'>,
  msisdn: Msisdn,
): Promise<OptOutPositions> => {
  const open = (await readPositions(read, call, msisdn)).filter(({ position }) => position.status === 'OPEN')
  const versionIds = [...new Set(open.map(({ position }) => position.productVersionId))]
  const versions = versionIds.length === 0 ? [] : await productVersions(read, versionIds)
  const hoursOf = new Map(versions.map(({ id, holdHours }) => [id, holdHours]))
  const positions = open.map((view) => {
    const { position, deposits, on } = view
    const terms = withdrawalTermsOn(position, deposits, on)
    const hours = hoursOf.get(position.productVersionId) ?? 0
    const hold = holdOf(call, { book: position.book, today: on }, terms.basis, hours)
    return { view, terms, holdHours: hold.hours }
  })
  return {
    positions,
    total: positions.reduce((sum, { terms }) => sum + terms.amount, 0n),
    holdHoursMax: positions.reduce((longest, { holdHours }) => Math.max(longest, holdHours), 0),
  }
}

/** What a closing account still waits for. */
export interface Closing {
  readonly accountId: string
  /** Deposits that must end first. */
  readonly deposits: readonly PaymentOrder[]
  /** Payouts that have not reached the customer. */
  readonly payouts: readonly PayoutView[]
  /** Refunds that have not reached the customer: the latest transfer of each part. */
  readonly refunds: readonly PaymentOrder[]
  /** The hold of the withdrawals that are not booked yet; undefined without any. */
  readonly toCome: ToCome | undefined
  readonly frozen: Frozen
}

/** How long blocks keep money in an account. */
interface Frozen {
  /** The first business date on which no block keeps the money; 9999-12-31 where a block has no end, null without a block. */
  readonly until: LocalDate | null
  /** The date of the customer's test clock; null for a real customer. */
  readonly clockOn: LocalDate | null
}

const refundsToCome = `refund_of IS NOT NULL AND NOT ${hasArrivedSql('payment_orders')}
  AND ${isCurrentSql('payment_orders', 'refund_of')}`

interface ToCome {
  readonly book: string
  /** The date of the customer's test clock; null for a real customer, whose business date is that of the call. */
  readonly clockOn: LocalDate | null
  /** The end of the longest hold; null if none is held. */
  readonly until: Instant | null
}

const toComeRowOf = columns({
  id: text,
  leaveOn: date,
  leaveAt: integer,
  book: orNull(text),
  nowOn: orNull(date),
  holdHours: integer,
})

const readToCome = async (sql: Sql, accountIds: readonly string[]): Promise<ReadonlyMap<string, ToCome>> => {
  const { places, parameters } = inList(accountIds)
  const rows = await sql.all(
    `SELECT accounts.id, accounts.leave_on, accounts.leave_at, clocks.id AS book, clocks.now_on,
       MAX(CASE WHEN positions.maturity_on > accounts.leave_on THEN product_versions.hold_hours ELSE 0 END) AS hold_hours
     FROM accounts
     JOIN customers ON customers.id = accounts.customer_id
     JOIN positions ON positions.customer_id = accounts.customer_id AND positions.status = 'OPEN'
     JOIN product_versions ON product_versions.id = positions.product_version_id
     LEFT JOIN clocks ON clocks.id = customers.clock_id
     WHERE accounts.id IN (${places}) AND accounts.leave_on IS NOT NULL
     GROUP BY accounts.id, accounts.leave_on, accounts.leave_at, clocks.id, clocks.now_on`,
    parameters,
  )
  return new Map(
    rows.map(toComeRowOf).map(({ id, leaveOn, leaveAt, nowOn: clockOn, holdHours, book: clockId }) => {
      const book = clockId ?? systemClockId
      const until = holdEnd({ now: leaveAt }, { book, today: leaveOn }, 'EARLY_EXIT', holdHours)
      return [id, { book, clockOn, until }] as const
    }),
  )
}

const frozenOf = columns({
  id: text,
  until: column('frozen_until', orNull(date)),
  clockOn: column('now_on', orNull(date)),
})

const readFrozen = async (sql: Sql, accountIds: readonly string[]): Promise<ReadonlyMap<string, Frozen>> => {
  const { places, parameters } = inList(accountIds)
  const rows = await sql.all(
    `SELECT accounts.id, clocks.now_on, ${frozenUntilSql('accounts.id')} AS frozen_until FROM accounts
     JOIN customers ON customers.id = accounts.customer_id
     LEFT JOIN clocks ON clocks.id = customers.clock_id WHERE accounts.id IN (${places})`,
    parameters,
  )
  return new Map(rows.map(frozenOf).map(({ id, ...frozen }) => [id, frozen]))
}

const nothingFrozen: Frozen = { until: null, clockOn: null }

/** The result has one entry for each of `accountIds`, of which there is at least one. Four statements for all of them. */
export const readClosings = async (sql: Sql, accountIds: readonly string[]): Promise<Closing[]> => {
  const { places, parameters } = inList(accountIds)
  // By customer, since these rows have an index on customers.
  const ofAccounts = `customer_id IN (SELECT accounts.customer_id FROM accounts WHERE accounts.id IN (${places}))
    AND account_id IN (${places})`
  const twice = [...parameters, ...parameters]
  const [orders, payouts, toCome, frozen] = await Promise.all([
    selectAll(
      sql,
      PaymentOrder,
      `WHERE ${ofAccounts} AND ((kind = 'COLLECT' AND ${inFlight}) OR (${refundsToCome}))
       ORDER BY created_at, id`,
      twice,
    ),
    selectPayouts(
      sql,
      `WHERE ${ofAccounts} AND open_key IS NOT NULL AND status <> 'PAID' ORDER BY payouts.created_at, position_id`,
      twice,
    ),
    readToCome(sql, accountIds),
    readFrozen(sql, accountIds),
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
      toCome: toCome.get(accountId),
      frozen: frozen.get(accountId) ?? nothingFrozen,
    }
  })
}

/**
 * The state of an opt-out. PENDING while a deposit in flight must end first, or while a transfer to the customer has failed, is
 * under review or is held back by a block. Otherwise COMPLETED: every position is withdrawn, or counts as withdrawn until a job
 * books it, though its money may be in flight.
 */
export interface OptOut {
  readonly status: 'COMPLETED' | 'PENDING'
  /** The hours left of the longest hold; null when nothing is on hold. */
  readonly hoursLeft: number | null
}

const isRefundInTrouble = (order: PaymentOrder, isFrozen: boolean): boolean =>
  isInTrouble(
    transferStanding({
      isRefused: order.status === 'FAILED' || (order.attempt ?? 1) > 1,
      isUnderReview: isUnderReview(order),
      isFrozen: isFrozen && isUnsent(order),
    }),
  )

export const optOutOf = (
  { deposits, payouts, refunds, toCome, frozen }: Omit<Closing, 'accountId'>,
  call: Pick<Call, 'now' | 'today'>,
): OptOut => {
  const standings = payouts.map((payout) => standingOfPayout(payout, call))
  const isFrozen = frozen.until !== null && (frozen.clockOn ?? call.today) < frozen.until
  const waits =
    deposits.length > 0 ||
    (toCome !== undefined && isFrozen) ||
    standings.some(({ standing }) => isInTrouble(standing)) ||
    refunds.some((order) => isRefundInTrouble(order, isFrozen))
  const hoursToCome =
    toCome &&
    hoursLeft(
      { status: 'ON_HOLD', heldUntil: toCome.until, isFrozen },
      toCome.clockOn === null ? call.now : momentIn(toCome.book, toCome.clockOn, call),
    )
  const hoursOfHolds = [...standings.map((each) => each.hoursLeft), hoursToCome].filter(
    (hours) => hours != null,
  )
  return {
    status: waits ? 'PENDING' : 'COMPLETED',
    hoursLeft:
      hoursOfHolds.length === 0 ? null : hoursOfHolds.reduce((longest, each) => Math.max(longest, each)),
  }
}
