import type { MigrationInterface, QueryRunner } from 'typeorm'

const added = [
  ['accounts', 'blocks integer NOT NULL DEFAULT 0'],
  ['proposals', 'expires_at bigint NULL'],
  ['proposals', 'evidence text NULL'],
  ['proposals', 'preview text NULL'],
  ['proposals', 'basis varchar(64) NULL'],
  ['proposals', 'decided_by_id varchar(255) NULL'],
  ['proposals', 'decision_reason varchar(500) NULL'],
] as const

const up = [
  `CREATE TABLE account_blocks (
    id varchar(40) NOT NULL PRIMARY KEY,
    account_id varchar(40) NOT NULL,
    customer_id varchar(40) NOT NULL,
    scope varchar(32) NOT NULL,
    cause varchar(32) NOT NULL,
    open_key varchar(80) NULL,
    ends_on date NULL,
    falls_at bigint NULL,
    placed_at bigint NOT NULL,
    lifted_at bigint NULL)`,
  'CREATE UNIQUE INDEX uq_account_blocks_open ON account_blocks (open_key)',
  'CREATE INDEX ix_account_blocks_account ON account_blocks (account_id, id)',
  ...added.map(([table, column]) => `ALTER TABLE ${table} ADD COLUMN ${column}`),
  'UPDATE proposals SET expires_at = proposed_at + 604800000',
  'CREATE INDEX ix_proposals_kind ON proposals (kind, id)',
  'CREATE INDEX ix_proposals_proposer ON proposals (proposed_by_id, id)',
  'CREATE INDEX ix_proposals_customer ON proposals (customer_id, id)',
]

const indexes = ['ix_proposals_kind', 'ix_proposals_proposer', 'ix_proposals_customer']

/**
 * Approvals with an expiry and a preview; blocks of accounts. A block ends on the day `ends_on`; one that a single person has placed
 * expires at `falls_at` unless a second person confirms it.
 */
export class ApproveInTwos1765030000000 implements MigrationInterface {
  readonly name = 'ApproveInTwos1765030000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const name of indexes) await queryRunner.query(`DROP INDEX ${name}${isMysql ? ' ON proposals' : ''}`)
    for (const [table, column] of added.toReversed())
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0]}`)
    await queryRunner.query('DROP TABLE account_blocks')
  }
}
