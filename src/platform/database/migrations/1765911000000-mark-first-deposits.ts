import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Whether a deposit opened its position. Null for deposits from before: these opened it if the position has no earlier deposit, which is
 * looked up whenever they are read (`opensSql`).
 */
export class MarkFirstDeposits1765911000000 implements MigrationInterface {
  readonly name = 'MarkFirstDeposits1765911000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE deposits ADD COLUMN opens integer NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE deposits DROP COLUMN opens')
  }
}
