import type { MigrationInterface, QueryRunner } from 'typeorm'

/** SQL for a row of `maturities`: the booking date of the first deposit into its position. */
const firstDeposit = `(SELECT MIN(journals.business_on) FROM deposits
  JOIN journals ON journals.reference = CONCAT('DEPOSIT:', deposits.id) WHERE deposits.position_id = maturities.position_id)`

/** SQL for a row of `maturities`: the booking date of the last give-back of an early exit from its position. */
const lastReturn = `(SELECT MAX(journals.business_on) FROM payouts
  JOIN journals ON journals.reference = CONCAT('GIVE_BACK:', payouts.id)
  WHERE payouts.position_id = maturities.position_id AND payouts.basis = 'EARLY_EXIT')`

const up = [
  'ALTER TABLE maturities ADD COLUMN booked_on date NULL',
  // A maturity is booked on its date, or, if that is later, on the date of the first deposit or of the last give-back.
  'UPDATE maturities SET booked_on = matured_on',
  ...[firstDeposit, lastReturn].map(
    (later) => `UPDATE maturities SET booked_on = ${later} WHERE ${later} > booked_on`,
  ),
  'CREATE INDEX ix_maturities_booked ON maturities (book, booked_on)',
  `CREATE TABLE corrected_orders (
    order_id varchar(40) NOT NULL PRIMARY KEY,
    failed_on date NOT NULL,
    failure_code varchar(32) NULL)`,
  'CREATE INDEX ix_corrected_orders_failed ON corrected_orders (failed_on)',
]

/**
 * Stores the booking date of a maturity, and how an order had ended before people corrected it, so that reports of closed
 * days do not change.
 */
export class KeepFirstEnds1765300000000 implements MigrationInterface {
  readonly name = 'KeepFirstEnds1765300000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query('DROP TABLE corrected_orders')
    await queryRunner.query(`DROP INDEX ix_maturities_booked${isMysql ? ' ON maturities' : ''}`)
    await queryRunner.query('ALTER TABLE maturities DROP COLUMN booked_on')
  }
}
