import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'
import type { QueueName } from './queue.js'

/** A paused queue: no worker claims from it while this row exists. */
@Entity({ name: 'queue_pauses' })
export class QueuePause {
  @PrimaryColumn({ ...column.word })
  name!: QueueName

  @Column({ ...column.varchar(255) })
  reason!: string

  @Column({ ...column.varchar(128), name: 'paused_by' })
  pausedBy!: string

  @Column({ ...column.instant, name: 'paused_at' })
  pausedAt!: Instant
}
