import type { MigrationInterface, QueryRunner } from 'typeorm'

const widened = [
  ['positions', 'ix_positions_customer', 'customer_id, status, maturity_on, id'],
  ['payouts', 'ix_payouts_customer', 'customer_id, account_id, settled_on, created_at, id'],
  ['maturities', 'ix_maturities_customer', 'customer_id, account_id, matured_on, position_id'],
] as const

const ofAccount = 'ix_payment_orders_account'

/** Indexes for the last lines of a mini statement by kind, and for the open savings of a customer. */
export class ReadLastLines1764810000000 implements MigrationInterface {
  readonly name = 'ReadLastLines1764810000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, index, columns] of widened) await replace(queryRunner, table, index, columns)
    await queryRunner.query(
      `CREATE INDEX ${ofAccount} ON payment_orders (customer_id, account_id, kind, payout_id, settled_on, created_at, id)`,
    )
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await drop(queryRunner, 'payment_orders', ofAccount)
    for (const [table, index] of widened) await replace(queryRunner, table, index, 'customer_id')
  }
}

const drop = (queryRunner: QueryRunner, table: string, index: string): Promise<unknown> => {
  const isMysql = queryRunner.dataSource.options.type === 'mysql'
  return queryRunner.query(`DROP INDEX ${index}${isMysql ? ` ON ${table}` : ''}`)
}

const replace = async (queryRunner: QueryRunner, table: string, index: string, columns: string) => {
  await drop(queryRunner, table, index)
  await queryRunner.query(`CREATE INDEX ${index} ON ${table} (${columns})`)
}
