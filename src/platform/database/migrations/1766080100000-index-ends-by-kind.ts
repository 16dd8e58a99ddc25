import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What of one kind ended on a day, and how: of payouts among ten times as many collections, and of the few that failed. */
export class IndexEndsByKind1766080100000 implements MigrationInterface {
  readonly name = 'IndexEndsByKind1766080100000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX ix_payment_orders_ended ON payment_orders (settled_on, kind, status)',
    )
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.connection.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ix_payment_orders_ended${isMysql ? ' ON payment_orders' : ''}`)
  }
}
