import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE key_holders (
    id varchar(40) NOT NULL PRIMARY KEY,
    name varchar(64) NOT NULL,
    name_key varchar(255) NOT NULL,
    kind varchar(32) NOT NULL,
    created_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_key_holders_name ON key_holders (name_key)',
  `CREATE TABLE api_keys (
    id varchar(40) NOT NULL PRIMARY KEY,
    holder varchar(40) NOT NULL,
    hash varchar(64) NOT NULL,
    roles varchar(128) NOT NULL,
    created_at bigint NOT NULL,
    created_by varchar(128) NOT NULL,
    last_used_at bigint NULL,
    expires_at bigint NULL,
    revoked_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_api_keys_hash ON api_keys (hash)',
  'CREATE INDEX ix_api_keys_holder ON api_keys (holder)',
  'ALTER TABLE audit_log ADD COLUMN actor_id varchar(255) NULL',
  'ALTER TABLE audit_log ADD COLUMN address varchar(64) NULL',
  'ALTER TABLE review_cases ADD COLUMN proposed_by_id varchar(255) NULL',
  'ALTER TABLE score_requests ADD COLUMN asked_with varchar(40) NULL',
]
const down = [
  'ALTER TABLE score_requests DROP COLUMN asked_with',
  'ALTER TABLE review_cases DROP COLUMN proposed_by_id',
  'ALTER TABLE audit_log DROP COLUMN address',
  'ALTER TABLE audit_log DROP COLUMN actor_id',
  'DROP TABLE api_keys',
  'DROP TABLE key_holders',
]

/** API keys in the database, with holders whose id never changes; actor ids and addresses in the audit log. */
export class KeepApiKeys1764870000000 implements MigrationInterface {
  readonly name = 'KeepApiKeys1764870000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement)
  }
}
