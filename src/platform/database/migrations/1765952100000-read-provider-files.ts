import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE provider_files (
    digest varchar(64) NOT NULL PRIMARY KEY,
    name varchar(120) NOT NULL,
    from_on date NOT NULL,
    to_on date NOT NULL,
    payments integer NOT NULL,
    read_at bigint NOT NULL)`,
  'CREATE INDEX ix_provider_files_to ON provider_files (to_on)',
  `CREATE TABLE provider_lines (
    transaction_id varchar(64) NOT NULL PRIMARY KEY,
    reference varchar(64) NOT NULL,
    kind varchar(32) NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    currency varchar(3) NOT NULL,
    completed_on date NOT NULL,
    order_id varchar(40) NULL,
    state varchar(32) NOT NULL,
    file_digest varchar(64) NOT NULL)`,
  'CREATE INDEX ix_provider_lines_order ON provider_lines (order_id)',
  'CREATE INDEX ix_provider_lines_state ON provider_lines (state, completed_on)',
  'CREATE INDEX ix_provider_lines_completed ON provider_lines (completed_on, transaction_id)',
]

/** The settlement files of the wallet provider, with their lines. */
export class ReadProviderFiles1765952100000 implements MigrationInterface {
  readonly name = 'ReadProviderFiles1765952100000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE provider_lines')
    await queryRunner.query('DROP TABLE provider_files')
  }
}
