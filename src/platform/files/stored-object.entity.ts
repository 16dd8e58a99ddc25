import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import type { Instant } from '../../kernel/clock.js'
import * as column from '../database/columns.js'

/** All that we ever put into the object store, written before it is put there: what nobody needs any more goes. */
@Entity({ name: 'scoring_objects' })
@Index('ix_scoring_objects_remove', ['removeAt'])
export class StoredObject {
  @PrimaryColumn({ ...column.varchar(128), name: 'object_key' })
  objectKey!: string

  @Column({ ...column.instant, name: 'remove_at' })
  removeAt!: Instant
}
