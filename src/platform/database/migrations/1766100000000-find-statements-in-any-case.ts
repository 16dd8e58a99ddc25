import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Addresses of statements in lower case, by which they are listed; the database generates them, as those of accounts. May be resumed after
 * an interruption, since MySQL commits each change of the schema.
 */
export class FindStatementsInAnyCase1766100000000 implements MigrationInterface {
  readonly name = 'FindStatementsInAnyCase1766100000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    if (!(await queryRunner.hasColumn('statements', 'email_key')))
      await queryRunner.query(
        'ALTER TABLE statements ADD COLUMN email_key varchar(254) AS (LOWER(email)) VIRTUAL',
      )
    await replaceIndex(queryRunner, 'ix_statements_email', ['ix_statements_email_key', 'email_key'])
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await replaceIndex(queryRunner, 'ix_statements_email_key', ['ix_statements_email', 'email'])
    await queryRunner.query('ALTER TABLE statements DROP COLUMN email_key')
  }
}

const replaceIndex = async (
  queryRunner: QueryRunner,
  before: string,
  [name, column]: readonly [name: string, column: string],
): Promise<void> => {
  const isMysql = queryRunner.dataSource.options.type === 'mysql'
  const indexes: { Key_name: string }[] = isMysql ? await queryRunner.query('SHOW INDEX FROM statements') : []
  const has = (wanted: string) => indexes.some(({ Key_name: found }) => found === wanted)
  if (!has(name)) await queryRunner.query(`CREATE INDEX ${name} ON statements (${column}, created_at, id)`)
  if (!isMysql || has(before))
    await queryRunner.query(`DROP INDEX ${before}${isMysql ? ' ON statements' : ''}`)
}
