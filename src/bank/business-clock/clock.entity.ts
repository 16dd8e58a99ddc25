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
 * A movable today. `nowOn` is its last complete day, and so the last accrued day of its book; of a day that is being
 * accrued in parts, the positions before a place have their interest up to that day already.
 */
@Entity({ name: 'clocks' })
export class Clock {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.date, name: 'now_on' })
  nowOn!: LocalDate

  /** The date that a walk in flight goes to. */
  @Column({ ...column.date, name: 'advancing_to', nullable: true })
  advancingTo!: LocalDate | null

  /** The last sign of life of a walk's worker. */
  @Column({ ...column.instant, name: 'heartbeat_at', nullable: true })
  heartbeatAt!: Instant | null

  /** When a worker that lives last saw the walk wait for its turn. */
  @Column({ ...column.instant, name: 'seen_waiting_at', nullable: true })
  seenWaitingAt!: Instant | null

  /** When the walk in flight was asked for, or since when its first worker has it: its payments get two seconds from then. */
  @Column({ ...column.instant, name: 'queued_at', nullable: true })
  queuedAt!: Instant | null

  /** Until when its worker has it alone; renewed by the heartbeat. */
  @Column({ ...column.instant, name: 'lease_until', nullable: true })
  leaseUntil!: Instant | null

  /** The process that has the lease, by its machine and number. */
  @Column({ ...column.varchar(64), nullable: true })
  holder!: string | null

  /** Rises with every claim: a worker that has lost its lease can commit nothing more. */
  @Column({ ...column.integer, default: 0 })
  fence!: number

  /** The record that a walk in flight can't get past. */
  @Column({ ...column.varchar(500), name: 'walk_error', nullable: true })
  walkError!: string | null

  /** The day that is being accrued, when some of its parts are posted and some are not. */
  @Column({ ...column.date, name: 'accruing_to', nullable: true })
  accruingTo!: LocalDate | null

  /** The place that its parts have come to: that of the first position without the interest of the day. */
  @Column({ ...column.date, name: 'accrued_maturity_on', nullable: true })
  accruedMaturityOn!: LocalDate | null

  @Column({ ...column.id, name: 'accrued_position_id', nullable: true })
  accruedPositionId!: string | null

  /** How many parts of it are posted. */
  @Column({ ...column.integer, name: 'accrued_parts', default: 0 })
  accruedParts!: number

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

/** What whoever holds a clock writes where its lock is of one node (docs/decisions/0065). */
@Entity({ name: 'clock_fences' })
export class ClockFence {
  @PrimaryColumn({ ...column.id })
  book!: string

  @PrimaryColumn({ ...column.integer })
  share!: number

  @Column({ ...column.integer })
  writes!: number
}

/** A clock of whose next day nothing is accrued. */
export const between = {
  accruingTo: null,
  accruedMaturityOn: null,
  accruedPositionId: null,
  accruedParts: 0,
} as const

/** A clock on which no walk is in flight. */
export const notWalking = {
  advancingTo: null,
  heartbeatAt: null,
  seenWaitingAt: null,
  queuedAt: null,
  leaseUntil: null,
  holder: null,
  fence: 0,
  walkError: null,
  ...between,
} as const
