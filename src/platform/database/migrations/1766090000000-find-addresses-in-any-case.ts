import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Addresses in lower case, to search by. */
export class FindAddressesInAnyCase1766090000000 implements MigrationInterface {
  readonly name = 'FindAddressesInAnyCase1766090000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN email_key varchar(254) NULL')
    await queryRunner.query('UPDATE accounts SET email_key = LOWER(email) WHERE email IS NOT NULL')
    await queryRunner.query('CREATE INDEX ix_accounts_email_key ON accounts (email_key)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ix_accounts_email_key${isMysql ? ' ON accounts' : ''}`)
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN email_key')
  }
}
