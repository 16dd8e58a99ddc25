import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE notes (
    id varchar(40) NOT NULL PRIMARY KEY,
    about varchar(32) NOT NULL,
    subject varchar(40) NOT NULL,
    customer_id varchar(40) NOT NULL,
    note_text text NOT NULL,
    author varchar(128) NOT NULL,
    author_id varchar(255) NULL,
    at bigint NOT NULL)`,
  'CREATE INDEX ix_notes_customer ON notes (customer_id, id)',
  'CREATE INDEX ix_notes_subject ON notes (subject, id)',
]

/** Notes of staff about customers, cases, orders and payouts. */
export class WriteNotes1765031000000 implements MigrationInterface {
  readonly name = 'WriteNotes1765031000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE notes')
  }
}
