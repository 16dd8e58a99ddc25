import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'ALTER TABLE clocks ADD COLUMN accruing_to date NULL',
  'ALTER TABLE clocks ADD COLUMN accrued_maturity_on date NULL',
  'ALTER TABLE clocks ADD COLUMN accrued_position_id varchar(40) NULL',
  'ALTER TABLE clocks ADD COLUMN accrued_parts integer NOT NULL DEFAULT 0',
  'ALTER TABLE clocks ADD COLUMN seen_waiting_at bigint NULL',
  'CREATE INDEX ix_payouts_exit ON payouts (book, exited_on)',
  'CREATE INDEX ix_payouts_position ON payouts (position_id)',
]

const down = [
  'DROP INDEX ix_payouts_position',
  'DROP INDEX ix_payouts_exit',
  'ALTER TABLE clocks DROP COLUMN seen_waiting_at',
  'ALTER TABLE clocks DROP COLUMN accrued_parts',
  'ALTER TABLE clocks DROP COLUMN accrued_position_id',
  'ALTER TABLE clocks DROP COLUMN accrued_maturity_on',
  'ALTER TABLE clocks DROP COLUMN accruing_to',
]

/**
 * How far the interest of a day has come, part by part; when a worker last saw a walk that waits for its turn; and
 * indexes for the payouts of a day and of a position.
 */
export class AccrueInParts1764400000000 implements MigrationInterface {
  readonly name = 'AccrueInParts1764400000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const statement of down) {
      await queryRunner.query(
        statement + (isMysql && statement.startsWith('DROP INDEX') ? ' ON payouts' : ''),
      )
    }
  }
}
