import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Statements that SQLite and MySQL both understand. */
const tables = [
  `CREATE TABLE clocks (
    id varchar(40) NOT NULL PRIMARY KEY,
    now_on date NOT NULL,
    advancing_to date NULL,
    heartbeat_at bigint NULL,
    created_at bigint NOT NULL)`,

  `CREATE TABLE customers (
    id varchar(40) NOT NULL PRIMARY KEY,
    msisdn varchar(15) NOT NULL,
    email varchar(254) NULL,
    clock_id varchar(40) NULL,
    created_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_customers_msisdn ON customers (msisdn)',
  'CREATE INDEX ix_customers_clock ON customers (clock_id)',

  `CREATE TABLE accounts (
    id varchar(40) NOT NULL PRIMARY KEY,
    customer_id varchar(40) NOT NULL,
    status varchar(32) NOT NULL,
    open_key varchar(40) NULL,
    opened_on date NOT NULL,
    closed_on date NULL,
    created_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_accounts_open ON accounts (open_key)',
  'CREATE INDEX ix_accounts_customer ON accounts (customer_id)',

  `CREATE TABLE product_versions (
    id varchar(40) NOT NULL PRIMARY KEY,
    code varchar(32) NOT NULL,
    version integer NOT NULL,
    term_months integer NOT NULL,
    rate_ppm integer NOT NULL,
    early_rate_ppm integer NOT NULL,
    day_count varchar(32) NOT NULL,
    tax_ppm integer NOT NULL,
    currency varchar(3) NOT NULL,
    min_amount bigint NOT NULL,
    max_balance bigint NOT NULL,
    hold_hours integer NOT NULL,
    maturity_instruction varchar(32) NOT NULL,
    joins_other_rate integer NOT NULL,
    on_sale integer NOT NULL,
    published_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_product_versions ON product_versions (code, version)',

  `CREATE TABLE request_log (
    id varchar(40) NOT NULL PRIMARY KEY,
    operation varchar(32) NOT NULL,
    customer_id varchar(40) NULL,
    msisdn varchar(15) NOT NULL,
    session_id varchar(64) NULL,
    journey_id varchar(64) NULL,
    result varchar(32) NOT NULL,
    reference varchar(40) NULL,
    terms text NULL,
    business_on date NULL,
    created_at bigint NOT NULL,
    expires_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_request_log_reference ON request_log (reference)',
  'CREATE INDEX ix_request_log_customer ON request_log (customer_id)',

  `CREATE TABLE positions (
    id varchar(40) NOT NULL PRIMARY KEY,
    customer_id varchar(40) NOT NULL,
    account_id varchar(40) NOT NULL,
    book varchar(40) NOT NULL,
    product_version_id varchar(40) NOT NULL,
    product_code varchar(32) NOT NULL,
    term_months integer NOT NULL,
    currency varchar(3) NOT NULL,
    rate_ppm integer NOT NULL,
    early_rate_ppm integer NOT NULL,
    basis_days integer NOT NULL,
    tax_ppm integer NOT NULL,
    start_on date NOT NULL,
    maturity_on date NOT NULL,
    status varchar(32) NOT NULL,
    created_at bigint NOT NULL)`,
  'CREATE INDEX ix_positions_customer ON positions (customer_id)',
  'CREATE INDEX ix_positions_maturity ON positions (book, status, maturity_on)',

  `CREATE TABLE deposits (
    id varchar(40) NOT NULL PRIMARY KEY,
    position_id varchar(40) NOT NULL,
    customer_id varchar(40) NOT NULL,
    principal bigint NOT NULL,
    value_on date NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT ck_deposits_principal CHECK (principal > 0))`,
  'CREATE INDEX ix_deposits_position ON deposits (position_id)',
  'CREATE INDEX ix_deposits_customer ON deposits (customer_id)',

  `CREATE TABLE payment_orders (
    id varchar(40) NOT NULL PRIMARY KEY,
    kind varchar(32) NOT NULL,
    customer_id varchar(40) NOT NULL,
    account_id varchar(40) NOT NULL,
    book varchar(40) NOT NULL,
    msisdn varchar(15) NOT NULL,
    amount bigint NOT NULL,
    currency varchar(3) NOT NULL,
    note varchar(160) NOT NULL,
    status varchar(32) NOT NULL,
    failure_code varchar(32) NULL,
    provider_reason varchar(255) NULL,
    provider_transaction_id varchar(64) NULL,
    quote_reference varchar(40) NULL,
    product_code varchar(32) NULL,
    business_on date NOT NULL,
    due_at bigint NULL,
    sends integer NOT NULL,
    polls integer NOT NULL,
    sent_at bigint NULL,
    settled_on date NULL,
    settled_at bigint NULL,
    created_at bigint NOT NULL,
    CONSTRAINT ck_payment_orders_amount CHECK (amount > 0))`,
  'CREATE UNIQUE INDEX uq_payment_orders_quote ON payment_orders (quote_reference)',
  'CREATE INDEX ix_payment_orders_due ON payment_orders (due_at)',
  'CREATE INDEX ix_payment_orders_customer ON payment_orders (customer_id, created_at)',
  'CREATE INDEX ix_payment_orders_settled ON payment_orders (settled_on, id)',

  `CREATE TABLE review_cases (
    id varchar(40) NOT NULL PRIMARY KEY,
    kind varchar(32) NOT NULL,
    order_id varchar(40) NOT NULL,
    customer_id varchar(40) NOT NULL,
    detail varchar(500) NOT NULL,
    status varchar(32) NOT NULL,
    opened_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_review_cases ON review_cases (order_id, kind)',

  `CREATE TABLE order_comparisons (
    day date NOT NULL PRIMARY KEY,
    last_order_id varchar(40) NOT NULL,
    compared integer NOT NULL,
    differences integer NOT NULL,
    finished_at bigint NULL)`,

  `CREATE TABLE journals (
    id varchar(40) NOT NULL PRIMARY KEY,
    book varchar(40) NOT NULL,
    reference varchar(120) NOT NULL,
    customer_id varchar(40) NULL,
    business_on date NOT NULL,
    created_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_journals_reference ON journals (reference)',
  'CREATE INDEX ix_journals_book ON journals (book, business_on)',

  `CREATE TABLE postings (
    journal_id varchar(40) NOT NULL,
    line integer NOT NULL,
    book varchar(40) NOT NULL,
    account varchar(32) NOT NULL,
    dimension varchar(40) NOT NULL,
    currency varchar(3) NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (journal_id, line))`,
  'CREATE INDEX ix_postings_account ON postings (book, account, dimension)',

  `CREATE TABLE ledger_totals (
    book varchar(40) NOT NULL,
    account varchar(32) NOT NULL,
    dimension varchar(40) NOT NULL,
    currency varchar(3) NOT NULL,
    business_on date NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (book, account, dimension, currency, business_on))`,

  `CREATE TABLE audit_log (
    id varchar(40) NOT NULL PRIMARY KEY,
    at bigint NOT NULL,
    actor varchar(128) NOT NULL,
    action varchar(32) NOT NULL,
    customer_id varchar(40) NULL,
    subject varchar(40) NOT NULL,
    state_before text NULL,
    state_after text NULL)`,
  'CREATE INDEX ix_audit_log_customer ON audit_log (customer_id)',
]

/** Rows that are history: the database itself refuses to change or remove them. */
const history = ['journals', 'postings', 'audit_log', 'product_versions']

const guard = (dialect: string, table: string, event: 'UPDATE' | 'DELETE'): string => {
  const name = `${table}_no_${event.toLowerCase()}`
  const message = `${table} are never changed or removed`
  return dialect === 'mysql'
    ? `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} FOR EACH ROW
       SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'`
    : `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, '${message}'); END`
}

const tablesOf = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? [])

export class CreateDepositJourney1763700000000 implements MigrationInterface {
  readonly name = 'CreateDepositJourney1763700000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    const dialect = queryRunner.dataSource.options.type
    if (dialect === 'mysql') {
      // Ids and references compare byte by byte, as on SQLite.
      await queryRunner.query('ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin')
    }
    const created: string[] = []
    try {
      for (const statement of tables) {
        await queryRunner.query(statement)
        created.push(...tablesOf([statement]))
      }
      for (const table of history) {
        await queryRunner.query(guard(dialect, table, 'UPDATE'))
        await queryRunner.query(guard(dialect, table, 'DELETE'))
      }
    } catch (error) {
      // Otherwise MySQL keeps them, and the next start reports that they exist, and not the cause, such as a missing
      // right to create triggers.
      for (const table of created) await queryRunner.query(`DROP TABLE ${table}`)
      throw error
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of tablesOf(tables).toReversed()) await queryRunner.query(`DROP TABLE ${name}`)
  }
}
