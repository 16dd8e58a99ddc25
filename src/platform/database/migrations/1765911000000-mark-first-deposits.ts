import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Which deposit opened its position: of those from before nothing is said, and their neighbours are looked at. */
export class MarkFirstDeposits1765911000000 implements MigrationInterface {
  readonly name = 'MarkFirstDeposits1765911000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE deposits ADD COLUMN opens integer NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE deposits DROP COLUMN opens')
  }
}
