import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/** An idempotency key of a person, and the row that the request changed: a repeat is not executed again. */
@Entity({ name: 'staff_acts' })
@Index('uq_staff_acts_key', ['actor', 'key'], { unique: true })
export class StaffAct {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** The person's id, or the hash of an id that is too long (`shortId`); the name of a person without an id. */
  @Column({ ...column.varchar(128) })
  actor!: string

  @Column({ ...column.varchar(64), name: 'act_key' })
  key!: string

  @Column({ ...column.varchar(64) })
  act!: string

  @Column({ ...column.varchar(64), name: 'input_print' })
  input!: string

  /** The id of the row that was made or changed; for a retry of failed rows, their number. */
  @Column({ ...column.id })
  subject!: string

  @Column({ ...column.instant })
  at!: Instant
}
