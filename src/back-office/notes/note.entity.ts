import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/** The kinds of objects that a note can be about. */
export type NoteSubject = 'CUSTOMER' | 'REVIEW_CASE' | 'PAYMENT_ORDER' | 'PAYOUT'

/** A note of a member of staff for others. Never changed. */
@Entity({ name: 'notes' })
@Index('ix_notes_customer', ['customerId', 'id'])
@Index('ix_notes_subject', ['subject', 'id'])
export class Note {
  /** `NOTE-…` */
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  about!: NoteSubject

  /** The id of the row that the note is about. */
  @Column({ ...column.id })
  subject!: string

  /** The customer to whom that row belongs. */
  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.text, name: 'note_text' })
  text!: string

  @Column({ ...column.varchar(128) })
  author!: string

  @Column({ ...column.varchar(255), name: 'author_id', nullable: true })
  authorId!: string | null

  @Column({ ...column.instant })
  at!: Instant
}
