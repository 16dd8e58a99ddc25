import type { MigrationInterface, QueryRunner } from 'typeorm'

const tables = ['payouts', 'statements', 'score_requests']

/** The trace of the request, so that the job that works on it continues the same trace. */
export class TraceWhatWaits1766060000000 implements MigrationInterface {
  readonly name = 'TraceWhatWaits1766060000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN traceparent varchar(64)`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN traceparent`)
  }
}
