import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'

/** The progress of a daily cleaning. The row is both lock and watermark: no row is judged twice. */
@Entity({ name: 'cleanings' })
export class Cleaning {
  @PrimaryColumn({ ...column.word })
  name!: string

  /** The last row that was judged, kept or removed; empty before the first. */
  @Column({ ...column.id, name: 'last_id' })
  lastId!: string

  /** Rows removed so far, over all days. */
  @Column({ ...column.integer })
  removed!: number

  /** The day whose cleaning is done. */
  @Column({ ...column.date, name: 'cleaned_on', nullable: true })
  cleanedOn!: LocalDate | null
}
