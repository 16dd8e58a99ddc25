import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import type { Instant } from '../../kernel/clock.js'
import * as column from '../database/columns.js'

/** An object of the object store. The row is written before the object, so that every object that is no longer needed can be removed. */
@Entity({ name: 'scoring_objects' })
@Index('ix_scoring_objects_remove', ['removeAt'])
export class StoredObject {
  @PrimaryColumn({ ...column.varchar(128), name: 'object_key' })
  objectKey!: string

  @Column({ ...column.instant, name: 'remove_at' })
  removeAt!: Instant
}
