import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The old and the new columns of an index. The new one begins with the old columns, so that it also serves the previous version. */
const indexes = [
  ['ix_postings_account', 'postings', 'book, account, dimension', 'book, account, dimension, journal_id'],
  ['ix_deposits_customer', 'deposits', 'customer_id', 'customer_id, position_id, principal'],
] as const

/** Covering indexes for the ledger lines of an account by journal, and for the deposits of a customer. */
export class ListByIndexes1766020000000 implements MigrationInterface {
  readonly name = 'ListByIndexes1766020000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, table, , columns] of indexes) await remake(queryRunner, name, table, columns)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name, table, columns] of indexes) await remake(queryRunner, name, table, columns)
  }
}

/** One statement on MySQL, so that concurrent statements always find one of the two indexes. */
const remake = async (
  queryRunner: QueryRunner,
  name: string,
  table: string,
  columns: string,
): Promise<void> => {
  if (queryRunner.connection.options.type === 'mysql') {
    await queryRunner.query(`ALTER TABLE ${table} DROP INDEX ${name}, ADD INDEX ${name} (${columns})`)
    return
  }
  await queryRunner.query(`DROP INDEX ${name}`)
  await queryRunner.query(`CREATE INDEX ${name} ON ${table} (${columns})`)
}
