import type { MigrationInterface, QueryRunner } from 'typeorm'

/** In which trace an order was made, so that the tick that sends it is told in the same one. */
export class TraceOrders1765050000000 implements MigrationInterface {
  readonly name = 'TraceOrders1765050000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payment_orders ADD COLUMN traceparent varchar(64)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payment_orders DROP COLUMN traceparent')
  }
}
