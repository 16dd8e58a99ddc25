import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'CREATE INDEX ix_positions_product ON positions (book, product_version_id, status, maturity_on)',
  'ALTER TABLE payment_orders ADD COLUMN paid_otherwise_on date NULL',
]

/** An index of positions with automatic payout, and transfers that people paid out of band. */
export class PayWhatWaits1764600000000 implements MigrationInterface {
  readonly name = 'PayWhatWaits1764600000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query('ALTER TABLE payment_orders DROP COLUMN paid_otherwise_on')
    await queryRunner.query(`DROP INDEX ix_positions_product${isMysql ? ' ON positions' : ''}`)
  }
}
