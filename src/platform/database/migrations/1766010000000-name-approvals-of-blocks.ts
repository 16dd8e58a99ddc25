import type { MigrationInterface, QueryRunner } from 'typeorm'

const indexes = [
  ['ix_statements_email', 'statements', 'email, created_at, id'],
  ['ix_payment_orders_msisdn', 'payment_orders', 'msisdn, created_at, id'],
] as const

/** The approval of a block, and indexes of statements by address and of payments by number. */
export class NameApprovalsOfBlocks1766010000000 implements MigrationInterface {
  readonly name = 'NameApprovalsOfBlocks1766010000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE account_blocks ADD COLUMN approval_id varchar(40) NULL')
    for (const [name, table, columns] of indexes)
      await queryRunner.query(`CREATE INDEX ${name} ON ${table} (${columns})`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.connection.options.type === 'mysql'
    for (const [name, table] of indexes)
      await queryRunner.query(`DROP INDEX ${name}${isMysql ? ` ON ${table}` : ''}`)
    await queryRunner.query('ALTER TABLE account_blocks DROP COLUMN approval_id')
  }
}
