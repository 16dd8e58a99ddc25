import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE insight_flows (
    family varchar(32) NOT NULL,
    day date NOT NULL,
    key_1 varchar(32) NOT NULL,
    key_2 varchar(32) NOT NULL,
    key_3 varchar(32) NOT NULL,
    week_on date NOT NULL,
    month_on date NOT NULL,
    n integer NOT NULL,
    amount bigint NOT NULL,
    amount_2 bigint NOT NULL,
    amount_3 bigint NOT NULL,
    customers integer NOT NULL,
    few varchar(180) NULL,
    PRIMARY KEY (family, day, key_1, key_2, key_3))`,
  `CREATE TABLE insight_stocks (
    family varchar(32) NOT NULL,
    day date NOT NULL,
    key_1 varchar(32) NOT NULL,
    key_2 varchar(32) NOT NULL,
    n integer NOT NULL,
    n_2 integer NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (family, day, key_1, key_2))`,
  `CREATE TABLE insight_savers (
    customer_id varchar(40) NOT NULL PRIMARY KEY,
    joined_on date NOT NULL,
    balance bigint NOT NULL,
    balance_before bigint NOT NULL,
    moved_on date NOT NULL,
    moved_before_on date NULL)`,
  'CREATE INDEX ix_insight_savers_moved ON insight_savers (moved_on)',
  `CREATE TABLE insight_progress (
    name varchar(32) NOT NULL PRIMARY KEY,
    rolled_to date NULL,
    complete_to date NULL)`,
]

/** The daily roll-ups for analysts. They are empty at first, so that the job begins with the first day of the book. */
export class RollUpDays1765040000000 implements MigrationInterface {
  readonly name = 'RollUpDays1765040000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['progress', 'savers', 'stocks', 'flows'])
      await queryRunner.query(`DROP TABLE insight_${table}`)
  }
}
