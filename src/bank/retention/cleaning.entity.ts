import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'

/** How far a daily cleaning has come. The row is the lock and the watermark: no row is looked at twice. */
@Entity({ name: 'cleanings' })
export class Cleaning {
  @PrimaryColumn({ ...column.word })
  name!: string

  /** The last row that was judged, kept or removed; empty before the first. */
  @Column({ ...column.id, name: 'last_id' })
  lastId!: string

  /** Rows removed so far, since ever. */
  @Column({ ...column.integer })
  removed!: number

  /** The day whose cleaning is done. */
  @Column({ ...column.date, name: 'cleaned_on', nullable: true })
  cleanedOn!: LocalDate | null
}
