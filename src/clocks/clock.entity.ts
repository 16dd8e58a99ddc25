import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../database/columns.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Instant } from '../shared/clock.js'

/** The clock of the real world; its book is the bank's. Never reachable from the wire (DESIGN 8). */
export const systemClockId = 'system'

/** A movable today. `nowOn` is its last complete day, and so the last accrued day of its book. */
@Entity({ name: 'clocks' })
export class Clock {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.date, name: 'now_on' })
  nowOn!: LocalDate

  /** The date that a walk in flight goes to. */
  @Column({ ...column.date, name: 'advancing_to', nullable: true })
  advancingTo!: LocalDate | null

  @Column({ ...column.instant, name: 'heartbeat_at', nullable: true })
  heartbeatAt!: Instant | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}
