import type { MigrationInterface, QueryRunner } from 'typeorm'

const indexes: readonly (readonly [table: string, name: string, columns: string])[] = [
  ['customers', 'ix_customers_end', 'msisdn_end'],
  ['accounts', 'ix_accounts_email', 'email'],
]

/** Customers by the end of their number, and by their address. */
export class FindCustomers1764932000000 implements MigrationInterface {
  readonly name = 'FindCustomers1764932000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers ADD COLUMN msisdn_end varchar(4) NULL')
    await queryRunner.query('UPDATE customers SET msisdn_end = substr(msisdn, -4)')
    for (const [table, name, columns] of indexes)
      await queryRunner.query(`CREATE INDEX ${name} ON ${table} (${columns})`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const [table, name] of indexes)
      await queryRunner.query(`DROP INDEX ${name}${isMysql ? ` ON ${table}` : ''}`)
    await queryRunner.query('ALTER TABLE customers DROP COLUMN msisdn_end')
  }
}
