import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'ALTER TABLE clocks ADD COLUMN queued_at bigint NULL',
  'ALTER TABLE clocks ADD COLUMN lease_until bigint NULL',
  'ALTER TABLE clocks ADD COLUMN fence integer NOT NULL DEFAULT 0',
  'ALTER TABLE clocks ADD COLUMN walk_error varchar(500) NULL',

  `CREATE TABLE walk_days (
    book varchar(40) NOT NULL,
    day date NOT NULL,
    facts text NOT NULL,
    digest varchar(64) NOT NULL,
    remarks text NULL,
    completed_at bigint NOT NULL,
    PRIMARY KEY (book, day))`,

  `CREATE TABLE maturities (
    position_id varchar(40) NOT NULL PRIMARY KEY,
    customer_id varchar(40) NOT NULL,
    account_id varchar(40) NOT NULL,
    book varchar(40) NOT NULL,
    product_code varchar(32) NOT NULL,
    currency varchar(3) NOT NULL,
    matured_on date NOT NULL,
    principal bigint NOT NULL,
    interest bigint NOT NULL,
    tax bigint NOT NULL,
    created_at bigint NOT NULL)`,
  'CREATE INDEX ix_maturities_book ON maturities (book, matured_on)',
  'CREATE INDEX ix_maturities_customer ON maturities (customer_id)',

  `CREATE TABLE day_exceptions (
    position_id varchar(40) NOT NULL,
    step varchar(32) NOT NULL,
    book varchar(40) NOT NULL,
    customer_id varchar(40) NOT NULL,
    set_aside_on date NOT NULL,
    accrued_to date NOT NULL,
    problem varchar(500) NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (position_id, step))`,
  'CREATE INDEX ix_day_exceptions_book ON day_exceptions (book)',
]

const down = [
  'DROP TABLE day_exceptions',
  'DROP TABLE maturities',
  'DROP TABLE walk_days',
  'ALTER TABLE clocks DROP COLUMN walk_error',
  'ALTER TABLE clocks DROP COLUMN fence',
  'ALTER TABLE clocks DROP COLUMN lease_until',
  'ALTER TABLE clocks DROP COLUMN queued_at',
]

/** Walks of clocks: their lease and fence, the log of their days, what matured and what was set aside. */
export class WalkClocks1763800000000 implements MigrationInterface {
  readonly name = 'WalkClocks1763800000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement)
  }
}
