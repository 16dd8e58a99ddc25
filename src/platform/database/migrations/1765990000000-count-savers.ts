import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Roll-ups count customers besides savings: they are rebuilt from the first day, by the job that rolls days up. Until
 * then, analysts are shown less.
 */
export class CountSavers1765990000000 implements MigrationInterface {
  readonly name = 'CountSavers1765990000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM insight_savers')
    await queryRunner.query('UPDATE insight_progress SET rolled_to = NULL')
  }

  async down(): Promise<void> {
    // Nothing to undo: an older version ignores this.
  }
}
