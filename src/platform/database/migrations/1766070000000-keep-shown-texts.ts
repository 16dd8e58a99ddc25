import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The text that a customer read with a summary, since a later release may have a different one. */
export class KeepShownTexts1766070000000 implements MigrationInterface {
  readonly name = 'KeepShownTexts1766070000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE request_log ADD COLUMN shown_text text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE request_log DROP COLUMN shown_text')
  }
}
