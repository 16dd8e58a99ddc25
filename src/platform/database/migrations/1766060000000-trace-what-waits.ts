import type { MigrationInterface, QueryRunner } from 'typeorm'

const tables = ['payouts', 'statements', 'score_requests']

/** In which trace it was asked for, so that the tick that goes on with it is told in the same one. */
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
