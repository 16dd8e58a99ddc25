import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/** What a person asked for under a key of theirs, and what it was done to: asked for again, it is done once. */
@Entity({ name: 'staff_acts' })
@Index('uq_staff_acts_key', ['actor', 'key'], { unique: true })
export class StaffAct {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** The id of the person, or the name of who has none. */
  @Column({ ...column.varchar(128) })
  actor!: string

  @Column({ ...column.varchar(64), name: 'act_key' })
  key!: string

  @Column({ ...column.varchar(64) })
  act!: string

  @Column({ ...column.varchar(64), name: 'input_print' })
  input!: string

  /** The id of the row that was made or changed; of what had failed and is tried again, how many rows that were. */
  @Column({ ...column.id })
  subject!: string

  @Column({ ...column.instant })
  at!: Instant
}
