import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/** A month of the real world that two people have closed: never changed, never removed (database triggers). */
@Entity({ name: 'closed_months' })
export class ClosedMonth {
  /** `2026-03`. */
  @PrimaryColumn({ ...column.varchar(7) })
  month!: string

  /** The balances of the accounts, with their numbers in the bank's own chart, as JSON. */
  @Column({ ...column.text })
  accounts!: string

  @Column({ ...column.varchar(128), name: 'proposed_by' })
  proposedBy!: string

  @Column({ ...column.varchar(128), name: 'closed_by' })
  closedBy!: string

  @Column({ ...column.instant, name: 'closed_at' })
  closedAt!: Instant
}
