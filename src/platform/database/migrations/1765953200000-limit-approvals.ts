import type { MigrationInterface, QueryRunner } from 'typeorm'

const added = ['amount bigint NULL', 'decided_for varchar(128) NULL', 'mailed_at bigint NULL']

const up = [
  ...added.map((column) => `ALTER TABLE proposals ADD COLUMN ${column}`),
  `CREATE TABLE approval_limits (
    person_id varchar(255) NOT NULL PRIMARY KEY,
    id varchar(40) NOT NULL,
    name varchar(128) NULL,
    amount bigint NULL,
    set_at bigint NOT NULL)`,
  'CREATE UNIQUE INDEX uq_approval_limits_id ON approval_limits (id)',
  `CREATE TABLE approval_delegations (
    id varchar(40) NOT NULL PRIMARY KEY,
    from_id varchar(255) NOT NULL,
    from_name varchar(128) NOT NULL,
    to_id varchar(255) NOT NULL,
    to_name varchar(128) NOT NULL,
    from_at bigint NOT NULL,
    until_at bigint NOT NULL,
    reason varchar(500) NOT NULL)`,
  'CREATE INDEX ix_approval_delegations_to ON approval_delegations (to_id, id)',
]

/** The limits of approvers, their delegations, and the mails about approvals. */
export class LimitApprovals1765953200000 implements MigrationInterface {
  readonly name = 'LimitApprovals1765953200000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE approval_delegations')
    await queryRunner.query('DROP TABLE approval_limits')
    for (const column of added.toReversed())
      await queryRunner.query(`ALTER TABLE proposals DROP COLUMN ${column.split(' ')[0]}`)
  }
}
