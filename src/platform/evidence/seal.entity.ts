import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../database/columns.js'

export type EvidenceKind = 'AUDIT' | 'JOURNAL'

/** One row of evidence in the chain: its hash covers the previous hash and the contents of the row. */
@Entity({ name: 'evidence_seals' })
@Index('uq_evidence_seals_row', ['kind', 'rowId'], { unique: true })
export class EvidenceSeal {
  /** The order of the chain, which the sealer gives. */
  @PrimaryColumn({ ...column.money })
  number!: bigint

  @Column({ ...column.word })
  kind!: EvidenceKind

  @Column({ ...column.id, name: 'row_id' })
  rowId!: string

  @Column({ ...column.varchar(64) })
  hash!: string
}
