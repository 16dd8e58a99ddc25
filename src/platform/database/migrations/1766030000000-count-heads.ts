import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Analysts see some sums only rounded (docs/decisions/0090). For the events in these sums, roll-ups now have the exact number of
 * customers; earlier ones had only a lower bound of it. The job that rolls days up makes all of them again, from the first day. Until
 * then, analysts are shown less.
 */
export class CountHeads1766030000000 implements MigrationInterface {
  readonly name = 'CountHeads1766030000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM insight_savers')
    await queryRunner.query('UPDATE insight_progress SET rolled_to = NULL')
  }

  async down(): Promise<void> {
    // Nothing to undo: an older version can read the roll-ups made since, and also makes those that are missing.
  }
}
