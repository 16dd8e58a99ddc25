import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE scoring_clients (
    id varchar(40) NOT NULL PRIMARY KEY,
    client_id varchar(64) NOT NULL,
    name varchar(128) NOT NULL,
    environment varchar(32) NOT NULL,
    products varchar(64) NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_scoring_clients_client_id ON scoring_clients (client_id)',
  `CREATE TABLE scoring_credentials (
    id varchar(40) NOT NULL PRIMARY KEY,
    client varchar(40) NOT NULL,
    kind varchar(32) NOT NULL,
    hash varchar(64) NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_scoring_credentials_hash ON scoring_credentials (hash)',
  'CREATE INDEX ix_scoring_credentials_client ON scoring_credentials (client)',
  `CREATE TABLE scoring_requests (
    id varchar(40) NOT NULL PRIMARY KEY,
    client varchar(40) NOT NULL,
    environment varchar(32) NOT NULL,
    product_code varchar(32) NOT NULL,
    status varchar(32) NOT NULL,
    subject text NULL,
    national_id_hash varchar(64) NULL,
    augment integer NOT NULL,
    idempotency_key varchar(128) NULL,
    body_hash varchar(64) NOT NULL,
    asked_at bigint NOT NULL,
    uploads_until bigint NOT NULL,
    queued_at bigint NULL,
    due_at bigint NULL,
    fence integer NOT NULL,
    attempts integer NOT NULL,
    failure_code varchar(32) NULL,
    failure_detail varchar(500) NULL,
    ended_at bigint NULL,
    purge_at bigint NULL,
    minted_on date NULL,
    mints integer NOT NULL)`,
  'CREATE UNIQUE INDEX uq_scoring_requests_idempotency ON scoring_requests (client, idempotency_key)',
  'CREATE INDEX ix_scoring_requests_due ON scoring_requests (due_at)',
  'CREATE INDEX ix_scoring_requests_expiry ON scoring_requests (status, uploads_until)',
  'CREATE INDEX ix_scoring_requests_purge ON scoring_requests (purge_at)',
  `CREATE TABLE scoring_documents (
    id varchar(40) NOT NULL PRIMARY KEY,
    request_id varchar(40) NOT NULL,
    position integer NOT NULL,
    document_name varchar(128) NOT NULL,
    document_type varchar(32) NOT NULL,
    bank_name varchar(32) NULL,
    secrets text NULL,
    state varchar(32) NOT NULL,
    format varchar(32) NULL,
    object_key varchar(128) NULL)`,
  'CREATE UNIQUE INDEX uq_scoring_documents_position ON scoring_documents (request_id, position)',
  `CREATE TABLE scoring_objects (
    object_key varchar(128) NOT NULL PRIMARY KEY,
    remove_at bigint NOT NULL)`,
  'CREATE INDEX ix_scoring_objects_remove ON scoring_objects (remove_at)',
  `CREATE TABLE scoring_results (
    id varchar(40) NOT NULL PRIMARY KEY,
    request_id varchar(40) NOT NULL,
    position integer NOT NULL,
    object_key varchar(128) NOT NULL)`,
  'CREATE UNIQUE INDEX uq_scoring_results_position ON scoring_results (request_id, position)',
  `CREATE TABLE scoring_addresses (
    id varchar(40) NOT NULL PRIMARY KEY,
    object_key varchar(128) NOT NULL,
    expires_at bigint NOT NULL,
    lease_until bigint NULL,
    fence integer NOT NULL,
    consumed_at bigint NULL)`,
  'CREATE INDEX ix_scoring_addresses_expiry ON scoring_addresses (expires_at)',
  `CREATE TABLE scoring_bureau_pulls (
    id varchar(40) NOT NULL PRIMARY KEY,
    request_id varchar(40) NOT NULL,
    client varchar(40) NOT NULL,
    purpose varchar(32) NOT NULL,
    consent_at bigint NOT NULL,
    asked_at bigint NOT NULL,
    answer varchar(32) NOT NULL,
    digest varchar(64) NULL)`,
  'CREATE INDEX ix_scoring_bureau_pulls_request ON scoring_bureau_pulls (request_id)',
  // Named by the library for rate limits, which writes these columns; `key` is a keyword of SQL.
  'CREATE TABLE scoring_limits (`key` varchar(255) NOT NULL PRIMARY KEY, points integer NOT NULL, expire bigint NULL)',
]

const tables = [
  'scoring_limits',
  'scoring_bureau_pulls',
  'scoring_addresses',
  'scoring_results',
  'scoring_objects',
  'scoring_documents',
  'scoring_requests',
  'scoring_credentials',
  'scoring_clients',
]

/** The scoring service: its clients, requests with their documents and results, and its counters. */
export class ServeScores1764300000000 implements MigrationInterface {
  readonly name = 'ServeScores1764300000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`DROP TABLE ${table}`)
  }
}
