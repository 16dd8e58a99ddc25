import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'

/** The progress of a daily cleaning. The row is also its lock, so that no row is checked twice. */
@Entity({ name: 'cleanings' })
export class Cleaning {
  @PrimaryColumn({ ...column.word })
  name!: string

  /** The last row that was checked, whether kept or removed; empty before the first. */
  @Column({ ...column.id, name: 'last_id' })
  lastId!: string

  /** Rows removed so far, over all days. */
  @Column({ ...column.integer })
  removed!: number

  /** The day whose cleaning is done. */
  @Column({ ...column.date, name: 'cleaned_on', nullable: true })
  cleanedOn!: LocalDate | null
}
