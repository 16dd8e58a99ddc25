import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'

/**
 * The clock of the real world; its book is the bank's. Never reachable from the wire
 * (docs/design/clocks-and-nights.md#the-system-clock).
 */
export const systemClockId = 'system'

/**
 * A clock that can be moved. `nowOn` is its last complete day: the interest of that day is posted, and it is still open for
 * bookings. A day is accrued in parts, in the order of maturity date and id: while that lasts, the positions before the next part
 * (`nextMaturityOn`, `nextPositionId`) already have the interest of the day.
 */
@Entity({ name: 'clocks' })
export class Clock {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.date, name: 'now_on' })
  nowOn!: LocalDate

  /** The target date of a walk in progress. */
  @Column({ ...column.date, name: 'advancing_to', nullable: true })
  advancingTo!: LocalDate | null

  /** The heartbeat of the walk's worker. */
  @Column({ ...column.instant, name: 'heartbeat_at', nullable: true })
  heartbeatAt!: Instant | null

  /** When a live worker last saw the walk queued. */
  @Column({ ...column.instant, name: 'seen_waiting_at', nullable: true })
  seenWaitingAt!: Instant | null

  /**
   * When the walk was requested; from its first claim on, the time of that claim. The walk waits for a payment until two seconds
   * after this time or, if it is later, two seconds after the payment's order was created.
   */
  @Column({ ...column.instant, name: 'queued_at', nullable: true })
  queuedAt!: Instant | null

  /** The end of the lease; renewed by the heartbeat. */
  @Column({ ...column.instant, name: 'lease_until', nullable: true })
  leaseUntil!: Instant | null

  /** The process that has the lease, by its machine and number. */
  @Column({ ...column.varchar(64), nullable: true })
  holder!: string | null

  /** The fence: incremented by every claim, so that a worker that lost its lease can commit nothing. */
  @Column({ ...column.integer, default: 0 })
  fence!: number

  /**
   * The message of the error that stopped the last run of the walk; null after a run without an error. The
   * message about an invalid record contains the id of the record.
   */
  @Column({ ...column.varchar(500), name: 'walk_error', nullable: true })
  walkError!: string | null

  /** The day that is being accrued, when some of its parts are posted and some are not. */
  @Column({ ...column.date, name: 'accruing_to', nullable: true })
  accruingTo!: LocalDate | null

  /**
   * The next part of the day's accrual begins at this maturity date and position: those of the first position without the
   * interest of the day.
   */
  @Column({ ...column.date, name: 'accrued_maturity_on', nullable: true })
  nextMaturityOn!: LocalDate | null

  @Column({ ...column.id, name: 'accrued_position_id', nullable: true })
  nextPositionId!: string | null

  /** The number of posted parts. */
  @Column({ ...column.integer, name: 'accrued_parts', default: 0 })
  accruedParts!: number

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

/**
 * One of the rows of a clock through which two transactions on different nodes of a cluster conflict, since row locks hold on one
 * node only: one that locks the clock writes one of them, one that moves it writes all (docs/decisions/0065).
 */
@Entity({ name: 'clock_fences' })
export class ClockConflictRow {
  @PrimaryColumn({ ...column.id })
  book!: string

  /** The number of this row among those of its clock. */
  @PrimaryColumn({ ...column.integer, name: 'share' })
  slot!: number

  @Column({ ...column.integer })
  writes!: number
}

/** A clock whose next day has no posted interest. */
export const noDayInProgress = {
  accruingTo: null,
  nextMaturityOn: null,
  nextPositionId: null,
  accruedParts: 0,
} as const

/** A clock without a walk in progress. */
export const notWalking = {
  advancingTo: null,
  heartbeatAt: null,
  seenWaitingAt: null,
  queuedAt: null,
  leaseUntil: null,
  holder: null,
  fence: 0,
  walkError: null,
  ...noDayInProgress,
} as const
