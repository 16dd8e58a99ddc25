import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'ALTER TABLE payment_orders ADD COLUMN refund_of varchar(40) NULL',
  'ALTER TABLE payment_orders ADD COLUMN reset_at bigint NULL',
  'CREATE UNIQUE INDEX uq_payment_orders_refund ON payment_orders (refund_of, part, attempt)',
  'CREATE INDEX ix_payment_orders_reset ON payment_orders (reset_at)',
  'CREATE INDEX ix_accounts_status ON accounts (status, id)',
]

const down = [
  { index: 'ix_accounts_status', table: 'accounts' },
  { index: 'ix_payment_orders_reset', table: 'payment_orders' },
  { index: 'uq_payment_orders_refund', table: 'payment_orders' },
]

/** Refunds of deposits, orders that a reset ends, and an index of accounts by the state of their closing. */
export class CloseAccounts1764000000000 implements MigrationInterface {
  readonly name = 'CloseAccounts1764000000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const { index, table } of down) {
      await queryRunner.query(`DROP INDEX ${index}${isMysql ? ` ON ${table}` : ''}`)
    }
    await queryRunner.query('ALTER TABLE payment_orders DROP COLUMN reset_at')
    await queryRunner.query('ALTER TABLE payment_orders DROP COLUMN refund_of')
  }
}
