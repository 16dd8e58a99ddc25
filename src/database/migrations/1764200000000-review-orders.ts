import type { MigrationInterface, QueryRunner } from 'typeorm'

interface Statement {
  readonly sql: string
  /** MySQL drops an index from its table. */
  readonly onTable?: string
}

const up: readonly Statement[] = [
  { sql: 'ALTER TABLE payment_orders ADD COLUMN resume_at bigint NULL' },
  { sql: 'ALTER TABLE payment_orders ADD COLUMN failures integer NOT NULL DEFAULT 0' },
  { sql: 'CREATE INDEX ix_payment_orders_settled_at ON payment_orders (settled_at)' },
  { sql: 'ALTER TABLE order_comparisons ADD COLUMN began_at bigint NULL' },

  { sql: 'ALTER TABLE review_cases ADD COLUMN open_key varchar(80) NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN proposal_id varchar(40) NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN outcome varchar(32) NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN reason varchar(255) NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN evidence text NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN proposed_by varchar(128) NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN proposed_at bigint NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN confirmed_by varchar(128) NULL' },
  { sql: 'ALTER TABLE review_cases ADD COLUMN resolved_at bigint NULL' },
  { sql: `UPDATE review_cases SET open_key = CONCAT(order_id, ':', kind) WHERE status = 'OPEN'` },
  { sql: 'CREATE UNIQUE INDEX uq_review_cases_open ON review_cases (open_key)' },
  { sql: 'CREATE UNIQUE INDEX uq_review_cases_proposal ON review_cases (proposal_id)' },
  { sql: 'CREATE INDEX ix_review_cases_order ON review_cases (order_id)' },
  { sql: 'CREATE INDEX ix_review_cases_status ON review_cases (status, id)' },
  { sql: 'DROP INDEX uq_review_cases', onTable: 'review_cases' },
]

/** Cases that came after a resolved one of the same kind have no place under the old index. */
const down: readonly Statement[] = [
  {
    sql: `DELETE FROM review_cases WHERE id NOT IN (SELECT latest FROM
      (SELECT MAX(id) AS latest FROM review_cases GROUP BY order_id, kind) kept)`,
  },
  { sql: 'CREATE UNIQUE INDEX uq_review_cases ON review_cases (order_id, kind)' },
  ...[
    'ix_review_cases_status',
    'ix_review_cases_order',
    'uq_review_cases_proposal',
    'uq_review_cases_open',
  ].map((index) => ({ sql: `DROP INDEX ${index}`, onTable: 'review_cases' })),
  ...[
    'resolved_at',
    'confirmed_by',
    'proposed_at',
    'proposed_by',
    'evidence',
    'reason',
    'outcome',
    'proposal_id',
    'open_key',
  ].map((column) => ({ sql: `ALTER TABLE review_cases DROP COLUMN ${column}` })),
  { sql: 'ALTER TABLE order_comparisons DROP COLUMN began_at' },
  { sql: 'DROP INDEX ix_payment_orders_settled_at', onTable: 'payment_orders' },
  { sql: 'ALTER TABLE payment_orders DROP COLUMN failures' },
  { sql: 'ALTER TABLE payment_orders DROP COLUMN resume_at' },
]

const runAll = async (queryRunner: QueryRunner, statements: readonly Statement[]): Promise<void> => {
  const isMysql = queryRunner.dataSource.options.type === 'mysql'
  for (const { sql, onTable } of statements) {
    await queryRunner.query(isMysql && onTable !== undefined ? `${sql} ON ${onTable}` : sql)
  }
}

/**
 * Review cases that two people resolve, and that may come again; orders that remember the rung they were called away from,
 * and how often their settlement failed.
 */
export class ReviewOrders1764200000000 implements MigrationInterface {
  readonly name = 'ReviewOrders1764200000000'

  up(queryRunner: QueryRunner): Promise<void> {
    return runAll(queryRunner, up)
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return runAll(queryRunner, down)
  }
}
