import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE sessions (
    id varchar(40) NOT NULL PRIMARY KEY,
    hash varchar(64) NOT NULL,
    person varchar(255) NOT NULL,
    name varchar(64) NOT NULL,
    roles varchar(128) NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    ended_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_sessions_hash ON sessions (hash)',
  'CREATE INDEX ix_sessions_person ON sessions (person)',
  'CREATE INDEX ix_sessions_created ON sessions (created_at)',
]

/** Sessions of signed-in persons. */
export class KeepSessions1765060000000 implements MigrationInterface {
  readonly name = 'KeepSessions1765060000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sessions')
  }
}
