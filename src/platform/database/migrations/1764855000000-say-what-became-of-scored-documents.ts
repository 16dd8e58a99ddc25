import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = [
  ['score_documents', 'problem_code', 'varchar(64) NULL'],
  ['score_documents', 'problem_detail', 'varchar(500) NULL'],
  ['score_requests', 'order_hash', 'varchar(64) NULL'],
] as const

/** Why the scoring service could not read one of our documents, and a hash of the whole order of a score request. */
export class SayWhatBecameOfScoredDocuments1764855000000 implements MigrationInterface {
  readonly name = 'SayWhatBecameOfScoredDocuments1764855000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column, type] of columns)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column] of columns)
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  }
}
