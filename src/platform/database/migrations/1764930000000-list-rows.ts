import type { MigrationInterface, QueryRunner } from 'typeorm'

const indexes: readonly (readonly [table: string, name: string, columns: string])[] = [
  ['payment_orders', 'ix_payment_orders_newest', 'created_at, id'],
  ['payment_orders', 'ix_payment_orders_status', 'status, created_at, id'],
  ['payment_orders', 'ix_payment_orders_transaction', 'provider_transaction_id'],
  ['payouts', 'ix_payouts_newest', 'created_at, id'],
  ['payouts', 'ix_payouts_status', 'status, created_at, id'],
  ['deposits', 'ix_deposits_newest', 'created_at, id'],
  ['positions', 'ix_positions_ripest', 'maturity_on, id'],
  ['statements', 'ix_statements_newest', 'created_at, id'],
  ['statements', 'ix_statements_status', 'status, created_at, id'],
  ['review_cases', 'ix_review_cases_customer', 'customer_id, id'],
]

/** Indexes for the lists of the back office. */
export class ListRows1764930000000 implements MigrationInterface {
  readonly name = 'ListRows1764930000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, columns] of indexes)
      await queryRunner.query(`CREATE INDEX ${name} ON ${table} (${columns})`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const [table, name] of indexes)
      await queryRunner.query(`DROP INDEX ${name}${isMysql ? ` ON ${table}` : ''}`)
  }
}
