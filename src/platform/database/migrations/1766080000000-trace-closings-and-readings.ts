import type { MigrationInterface, QueryRunner } from 'typeorm'

const tables = ['accounts', 'scoring_requests']

/**
 * The traces in which an account was closed and a score was ordered: later work of a queue for them continues the same
 * trace.
 */
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
