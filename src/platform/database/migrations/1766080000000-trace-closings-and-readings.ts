import type { MigrationInterface, QueryRunner } from 'typeorm'

const tables = ['accounts', 'scoring_requests']

/** In which trace an account was left and a score was ordered: what a queue does for them later is told in the same one. */
export class TraceClosingsAndReadings1766080000000 implements MigrationInterface {
  readonly name = 'TraceClosingsAndReadings1766080000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN traceparent varchar(64)`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN traceparent`)
  }
}
