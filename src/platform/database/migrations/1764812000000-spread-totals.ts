import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE ledger_shared_totals (
    book varchar(40) NOT NULL,
    business_on date NOT NULL,
    account varchar(32) NOT NULL,
    currency varchar(3) NOT NULL,
    share integer NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (book, business_on, account, currency, share))`,
  `CREATE TABLE ledger_closings (
    book varchar(40) NOT NULL,
    closed_on date NOT NULL,
    account varchar(32) NOT NULL,
    currency varchar(3) NOT NULL,
    balance bigint NOT NULL,
    PRIMARY KEY (book, closed_on, account, currency))`,
  'CREATE INDEX ix_ledger_totals_day ON ledger_totals (book, business_on)',
]

/**
 * Spreads each total without a dimension (of a ledger account that is kept as one sum) over several rows, its
 * shares; stores balances at the end of each month; and indexes journals in the order in which they are listed. Existing totals stay
 * where they are: a version without shares may run at the same time.
 */
export class SpreadTotals1764812000000 implements MigrationInterface {
  readonly name = 'SpreadTotals1764812000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
    await indexJournals(queryRunner, 'book, business_on, id')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await indexJournals(queryRunner, 'book, business_on')
    // The previous version keeps all sums in one table.
    await queryRunner.query(
      `INSERT INTO ledger_totals (book, account, dimension, currency, business_on, amount)
       SELECT book, account, '', currency, business_on, SUM(amount) FROM ledger_shared_totals WHERE TRUE
       GROUP BY book, account, currency, business_on
       ${
         isMysql(queryRunner)
           ? 'ON DUPLICATE KEY UPDATE ledger_totals.amount = ledger_totals.amount + VALUES(amount)'
           : 'ON CONFLICT (book, account, dimension, currency, business_on) DO UPDATE SET amount = amount + excluded.amount'
       }`,
    )
    await queryRunner.query(
      `DROP INDEX ix_ledger_totals_day${isMysql(queryRunner) ? ' ON ledger_totals' : ''}`,
    )
    await queryRunner.query('DROP TABLE ledger_closings')
    await queryRunner.query('DROP TABLE ledger_shared_totals')
  }
}

const isMysql = (queryRunner: QueryRunner): boolean => queryRunner.dataSource.options.type === 'mysql'

const indexJournals = async (queryRunner: QueryRunner, columns: string): Promise<void> => {
  await queryRunner.query(`DROP INDEX ix_journals_book${isMysql(queryRunner) ? ' ON journals' : ''}`)
  await queryRunner.query(`CREATE INDEX ix_journals_book ON journals (${columns})`)
}
