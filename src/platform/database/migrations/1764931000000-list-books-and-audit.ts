import type { MigrationInterface, QueryRunner } from 'typeorm'

const indexes: readonly (readonly [table: string, name: string, columns: string])[] = [
  ['audit_log', 'ix_audit_log_newest', 'at, id'],
  ['audit_log', 'ix_audit_log_actor', 'actor, at, id'],
  ['audit_log', 'ix_audit_log_action', 'action, at, id'],
  ['audit_log', 'ix_audit_log_subject', 'subject, at, id'],
  ['postings', 'ix_postings_dimension', 'dimension, journal_id, line'],
]

/** Indexes of the audit log, and of the ledger entries of a position, payout or product. */
export class ListBooksAndAudit1764931000000 implements MigrationInterface {
  readonly name = 'ListBooksAndAudit1764931000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, columns] of indexes)
      await queryRunner.query(`CREATE INDEX ${name} ON ${table} (${columns})`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const [table, name] of indexes)
      await queryRunner.query(`DROP INDEX ${name}${isMysql ? ` ON ${table}` : ''}`)
  }
}
