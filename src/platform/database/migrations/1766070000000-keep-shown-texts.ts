import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What the customer read of a summary: the catalogues of a later release may say it otherwise. */
export class KeepShownTexts1766070000000 implements MigrationInterface {
  readonly name = 'KeepShownTexts1766070000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE request_log ADD COLUMN shown_text text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE request_log DROP COLUMN shown_text')
  }
}
