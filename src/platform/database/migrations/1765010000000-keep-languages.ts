import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The language of an account's customer; for existing accounts that of the last statement, if one was requested. */
export class KeepLanguages1765010000000 implements MigrationInterface {
  readonly name = 'KeepLanguages1765010000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN language varchar(32) NULL')
    await queryRunner.query(`
      UPDATE accounts SET language = (SELECT statements.language FROM statements
        WHERE statements.customer_id = accounts.customer_id AND statements.account_id = accounts.id
        ORDER BY statements.created_at DESC, statements.id DESC LIMIT 1)`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN language')
  }
}
