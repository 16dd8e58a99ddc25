import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Roll-ups have the exact number of customers for each kind of event whose sums are released rounded (docs/decisions/0090); before,
 * they had a lower bound. They are rebuilt from the first day, by the job that rolls days up. Until then, analysts are shown less.
 */
export class CountHeads1766030000000 implements MigrationInterface {
  readonly name = 'CountHeads1766030000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM insight_savers')
    await queryRunner.query('UPDATE insight_progress SET rolled_to = NULL')
  }

  async down(): Promise<void> {
    // Nothing to undo: an older version ignores this.
  }
}
