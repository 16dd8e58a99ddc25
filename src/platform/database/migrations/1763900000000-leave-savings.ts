import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE payouts (
    id varchar(40) NOT NULL PRIMARY KEY,
    customer_id varchar(40) NOT NULL,
    account_id varchar(40) NOT NULL,
    position_id varchar(40) NOT NULL,
    open_key varchar(40) NULL,
    book varchar(40) NOT NULL,
    withdrawal_reference varchar(40) NULL,
    basis varchar(32) NOT NULL,
    effective_rate_ppm integer NOT NULL,
    principal bigint NOT NULL,
    interest bigint NOT NULL,
    tax bigint NOT NULL,
    accrued bigint NOT NULL,
    accrued_net bigint NOT NULL,
    amount bigint NOT NULL,
    currency varchar(3) NOT NULL,
    exited_on date NOT NULL,
    exit_accrued_to date NOT NULL,
    hold_hours integer NOT NULL,
    hold_until date NULL,
    status varchar(32) NOT NULL,
    failure_code varchar(32) NULL,
    settled_on date NULL,
    created_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_payouts_open ON payouts (open_key)',
  'CREATE UNIQUE INDEX uq_payouts_withdrawal ON payouts (withdrawal_reference)',
  'CREATE INDEX ix_payouts_customer ON payouts (customer_id)',
  'CREATE INDEX ix_payouts_hold ON payouts (book, status, hold_until)',
  'ALTER TABLE payment_orders ADD COLUMN payout_id varchar(40) NULL',
  'ALTER TABLE payment_orders ADD COLUMN part integer NULL',
  'ALTER TABLE payment_orders ADD COLUMN attempt integer NULL',
  'CREATE UNIQUE INDEX uq_payment_orders_part ON payment_orders (payout_id, part, attempt)',
]

const down = [
  'DROP INDEX uq_payment_orders_part',
  'ALTER TABLE payment_orders DROP COLUMN attempt',
  'ALTER TABLE payment_orders DROP COLUMN part',
  'ALTER TABLE payment_orders DROP COLUMN payout_id',
  'DROP TABLE payouts',
]

/** Payouts of withdrawn positions, and their transfers in parts. */
export class LeaveSavings1763900000000 implements MigrationInterface {
  readonly name = 'LeaveSavings1763900000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const statement of down) {
      const onTable = isMysql && statement.startsWith('DROP INDEX') ? ' ON payment_orders' : ''
      await queryRunner.query(statement + onTable)
    }
  }
}
