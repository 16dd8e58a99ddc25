import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE statements (
    id varchar(40) NOT NULL PRIMARY KEY,
    customer_id varchar(40) NOT NULL,
    account_id varchar(40) NOT NULL,
    email varchar(254) NOT NULL,
    language varchar(32) NOT NULL,
    period varchar(32) NOT NULL,
    from_on date NOT NULL,
    to_on date NOT NULL,
    business_on date NOT NULL,
    message_id varchar(80) NOT NULL,
    status varchar(32) NOT NULL,
    attempts integer NOT NULL,
    problem varchar(64) NULL,
    due_at bigint NULL,
    sent_at bigint NULL,
    created_at bigint NOT NULL)`,
  'CREATE INDEX ix_statements_due ON statements (due_at)',
  'CREATE INDEX ix_statements_customer ON statements (customer_id, created_at)',
  `CREATE TABLE cleanings (
    name varchar(32) NOT NULL PRIMARY KEY,
    last_id varchar(40) NOT NULL,
    removed integer NOT NULL,
    cleaned_on date NULL)`,
  // A statement reads the journals of one customer.
  'CREATE INDEX ix_journals_customer ON journals (customer_id, business_on)',
]

const down = ['DROP INDEX ix_journals_customer', 'DROP TABLE cleanings', 'DROP TABLE statements']

/** Requested statements, and the progress of the daily cleaning. */
export class RequestStatements1764100000000 implements MigrationInterface {
  readonly name = 'RequestStatements1764100000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const statement of down) {
      const onTable = isMysql && statement.startsWith('DROP INDEX') ? ' ON journals' : ''
      await queryRunner.query(statement + onTable)
    }
  }
}
