import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = [
  ['scoring_clients', 'accepts_csv', 'integer NOT NULL DEFAULT 0'],
  ['scoring_documents', 'failure_code', 'varchar(32) NULL'],
  ['scoring_documents', 'failure_detail', 'varchar(500) NULL'],
] as const

/** Whether a client vouches for its CSVs, and why each document could not be read. */
export class SayWhatEachDocumentCameTo1764840000000 implements MigrationInterface {
  readonly name = 'SayWhatEachDocumentCameTo1764840000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column, type] of columns)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column] of columns)
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  }
}
