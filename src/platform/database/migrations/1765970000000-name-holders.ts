import type { MigrationInterface, QueryRunner } from 'typeorm'

const tables = ['clocks', 'statements', 'score_requests']

/** Adds a column with the name of the process that has claimed a row. */
export class NameHolders1765970000000 implements MigrationInterface {
  readonly name = 'NameHolders1765970000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN holder varchar(64) NULL`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN holder`)
  }
}
