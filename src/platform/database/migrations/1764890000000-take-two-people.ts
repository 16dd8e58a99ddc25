import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE proposals (
    id varchar(40) NOT NULL PRIMARY KEY,
    kind varchar(32) NOT NULL,
    status varchar(32) NOT NULL,
    open_key varchar(120) NULL,
    customer_id varchar(40) NULL,
    input text NULL,
    reason varchar(500) NOT NULL,
    outcome text NULL,
    proposed_by varchar(128) NOT NULL,
    proposed_by_id varchar(255) NULL,
    proposed_at bigint NOT NULL,
    decided_by varchar(128) NULL,
    decided_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_proposals_open ON proposals (open_key)',
  'CREATE INDEX ix_proposals_status ON proposals (status, id)',
]

/** Approvals: acts of staff that another person has to confirm. */
export class TakeTwoPeople1764890000000 implements MigrationInterface {
  readonly name = 'TakeTwoPeople1764890000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE proposals')
  }
}
