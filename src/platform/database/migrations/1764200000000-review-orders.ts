import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Columns and indexes that are added to a table, and indexes that are dropped. The definition of a column begins with its
 * name; indexes are by name.
 */
interface Change {
  readonly table: string
  readonly columns: readonly string[]
  readonly indexes: Readonly<Record<string, string>>
  readonly dropped?: Readonly<Record<string, string>>
}

const changes: readonly Change[] = [
  {
    table: 'payment_orders',
    columns: ['resume_at bigint NULL', 'failures integer NOT NULL DEFAULT 0'],
    indexes: { ix_payment_orders_settled_at: '(settled_at)' },
  },
  { table: 'order_comparisons', columns: ['began_at bigint NULL'], indexes: {} },
  {
    table: 'review_cases',
    columns: [
      'open_key varchar(80) NULL',
      'proposal_id varchar(40) NULL',
      'outcome varchar(32) NULL',
      'reason varchar(255) NULL',
      'evidence text NULL',
      'proposed_by varchar(128) NULL',
      'proposed_at bigint NULL',
      'confirmed_by varchar(128) NULL',
      'resolved_at bigint NULL',
    ],
    indexes: {
      uq_review_cases_open: '(open_key)',
      uq_review_cases_proposal: '(proposal_id)',
      ix_review_cases_order: '(order_id)',
      ix_review_cases_status: '(status, id)',
    },
    dropped: { uq_review_cases: '(order_id, kind)' },
  },
]

const keepOpen = `UPDATE review_cases SET open_key = CONCAT(order_id, ':', kind) WHERE status = 'OPEN'`

/** Keeps only the latest case of each order and kind, since the old unique index allows only one. */
const keepLatest = `DELETE FROM review_cases WHERE id NOT IN (SELECT latest FROM
  (SELECT MAX(id) AS latest FROM review_cases GROUP BY order_id, kind) kept)`

const kindOf = (index: string): string => (index.startsWith('uq_') ? 'UNIQUE INDEX' : 'INDEX')

/** One statement per table for MySQL, where each statement is slow; one per change for SQLite, which allows no more. */
const statementsFor = (
  isMysql: boolean,
  table: string,
  added: readonly string[],
  removed: readonly string[],
  indexes: Readonly<Record<string, string>>,
  dropped: readonly string[],
): string[] => {
  if (isMysql) {
    const parts = [
      ...dropped.map((name) => `DROP INDEX ${name}`),
      ...removed.map((name) => `DROP COLUMN ${name}`),
      ...added.map((column) => `ADD COLUMN ${column}`),
      ...Object.entries(indexes).map(([name, on]) => `ADD ${kindOf(name)} ${name} ${on}`),
    ]
    return [`ALTER TABLE ${table} ${parts.join(', ')}`]
  }
  return [
    ...dropped.map((name) => `DROP INDEX ${name}`),
    ...removed.map((name) => `ALTER TABLE ${table} DROP COLUMN ${name}`),
    ...added.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`),
    ...Object.entries(indexes).map(([name, on]) => `CREATE ${kindOf(name)} ${name} ON ${table} ${on}`),
  ]
}

const nameOf = (column: string): string => column.slice(0, column.indexOf(' '))

/**
 * Review cases that two people resolve, and that may be opened again; when an order with an extra poll continues on its
 * ladder, and how often its settlement failed.
 */
export class ReviewOrders1764200000000 implements MigrationInterface {
  readonly name = 'ReviewOrders1764200000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const { table, columns, indexes, dropped = {} } of changes) {
      const statements = statementsFor(isMysql, table, columns, [], indexes, Object.keys(dropped))
      for (const statement of statements) await queryRunner.query(statement)
    }
    await queryRunner.query(keepOpen)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(keepLatest)
    for (const { table, columns, indexes, dropped = {} } of changes.toReversed()) {
      const gone = Object.keys(indexes)
      const statements = statementsFor(isMysql, table, [], columns.map(nameOf), dropped, gone)
      for (const statement of statements) await queryRunner.query(statement)
    }
  }
}
