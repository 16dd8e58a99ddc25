import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = ['holder varchar(40) NULL', 'crashes integer NOT NULL DEFAULT 0']

/**
 * Which process works on a request of the scoring service, and how many processes have died while working on it: a request with a
 * crash runs alone.
 */
export class RunWhatCrashedAlone1764860000000 implements MigrationInterface {
  readonly name = 'RunWhatCrashedAlone1764860000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns) await queryRunner.query(`ALTER TABLE scoring_requests ADD COLUMN ${column}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns)
      await queryRunner.query(`ALTER TABLE scoring_requests DROP COLUMN ${column.split(' ')[0]}`)
  }
}
