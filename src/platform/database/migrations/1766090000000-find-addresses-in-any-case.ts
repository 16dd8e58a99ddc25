import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Addresses in lower case, to search by. The database generates them: no row is filled or locked, and an earlier version that runs beside
 * this one need not write them. May be resumed after an interruption, since MySQL commits each change of the schema.
 */
export class FindAddressesInAnyCase1766090000000 implements MigrationInterface {
  readonly name = 'FindAddressesInAnyCase1766090000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    if (!(await queryRunner.hasColumn('accounts', 'email_key')))
      await queryRunner.query(
        'ALTER TABLE accounts ADD COLUMN email_key varchar(254) AS (LOWER(email)) VIRTUAL',
      )
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    const indexes: unknown[] = isMysql
      ? await queryRunner.query(`SHOW INDEX FROM accounts WHERE Key_name = 'ix_accounts_email_key'`)
      : []
    if (indexes.length === 0)
      await queryRunner.query('CREATE INDEX ix_accounts_email_key ON accounts (email_key)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ix_accounts_email_key${isMysql ? ' ON accounts' : ''}`)
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN email_key')
  }
}
