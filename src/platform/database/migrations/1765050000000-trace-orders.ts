import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The trace in which an order was made, so that the job that sends it continues the same trace. */
export class TraceOrders1765050000000 implements MigrationInterface {
  readonly name = 'TraceOrders1765050000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payment_orders ADD COLUMN traceparent varchar(64)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payment_orders DROP COLUMN traceparent')
  }
}
