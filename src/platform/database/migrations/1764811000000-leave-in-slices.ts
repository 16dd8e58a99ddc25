import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'ALTER TABLE accounts ADD COLUMN leave_on date NULL',
  'ALTER TABLE accounts ADD COLUMN leave_at bigint NULL',
  'CREATE INDEX ix_accounts_leave ON accounts (leave_on, id)',
]

/** The date and moment of an opt-out with more withdrawals than one transaction books. */
export class LeaveInSlices1764811000000 implements MigrationInterface {
  readonly name = 'LeaveInSlices1764811000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ix_accounts_leave${isMysql ? ' ON accounts' : ''}`)
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN leave_at')
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN leave_on')
  }
}
