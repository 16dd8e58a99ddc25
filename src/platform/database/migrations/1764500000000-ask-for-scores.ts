import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE score_requests (
    id varchar(40) NOT NULL PRIMARY KEY,
    customer_id varchar(40) NULL,
    product_code varchar(32) NOT NULL,
    augment integer NOT NULL,
    first_name varchar(100) NOT NULL,
    middle_name varchar(100) NULL,
    last_name varchar(100) NOT NULL,
    phone_number varchar(16) NOT NULL,
    national_id varchar(32) NOT NULL,
    person text NULL,
    status varchar(32) NOT NULL,
    submission integer NOT NULL,
    service_request_id varchar(64) NULL,
    attempts integer NOT NULL,
    fence integer NOT NULL,
    due_at bigint NULL,
    give_up_at bigint NULL,
    problem varchar(64) NULL,
    failure_code varchar(32) NULL,
    failure_detail varchar(500) NULL,
    resubmission_of varchar(40) NULL,
    asked_by varchar(128) NOT NULL,
    order_key varchar(64) NULL,
    asked_on date NOT NULL,
    asked_at bigint NOT NULL,
    ended_at bigint NULL,
    wipe_at bigint NULL)`,
  'CREATE INDEX ix_score_requests_due ON score_requests (due_at)',
  'CREATE INDEX ix_score_requests_wipe ON score_requests (wipe_at)',
  'CREATE INDEX ix_score_requests_customer ON score_requests (customer_id, id)',
  'CREATE INDEX ix_score_requests_status ON score_requests (status, id)',
  'CREATE UNIQUE INDEX uq_score_requests_order ON score_requests (asked_by, order_key)',
  'CREATE UNIQUE INDEX uq_score_requests_resubmission ON score_requests (resubmission_of)',
  `CREATE TABLE score_documents (
    id varchar(40) NOT NULL PRIMARY KEY,
    score_id varchar(40) NOT NULL,
    position integer NOT NULL,
    document_name varchar(128) NOT NULL,
    document_type varchar(32) NOT NULL,
    bank_name varchar(64) NULL,
    secrets text NULL,
    state varchar(32) NOT NULL,
    format varchar(32) NULL,
    object_key varchar(128) NULL,
    upload_url text NULL,
    upload_until bigint NULL)`,
  'CREATE UNIQUE INDEX uq_score_documents_position ON score_documents (score_id, position)',
  `CREATE TABLE score_result_parts (
    score_id varchar(40) NOT NULL,
    position integer NOT NULL,
    part integer NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (score_id, position, part))`,
]

const down = ['score_result_parts', 'score_documents', 'score_requests'].map((table) => `DROP TABLE ${table}`)

/**
 * Our own use of a scoring service: requests, their documents until they are sent, and their results. `augment` asks for the summary
 * of a bureau in the result.
 */
export class AskForScores1764500000000 implements MigrationInterface {
  readonly name = 'AskForScores1764500000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement)
  }
}
