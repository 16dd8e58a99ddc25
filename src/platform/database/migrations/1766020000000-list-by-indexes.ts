import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What an index had, and what it has now: more behind the same, so that a version before this one is served by it as well. */
const indexes = [
  ['ix_postings_account', 'postings', 'book, account, dimension', 'book, account, dimension, journal_id'],
  ['ix_deposits_customer', 'deposits', 'customer_id', 'customer_id, position_id, principal'],
] as const

/** Lines of an account in the order of their journals, and what a customer has deposited, off an index alone. */
export class ListByIndexes1766020000000 implements MigrationInterface {
  readonly name = 'ListByIndexes1766020000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, table, , columns] of indexes) await remake(queryRunner, name, table, columns)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name, table, columns] of indexes) await remake(queryRunner, name, table, columns)
  }
}

/** At once on MySQL, so that no statement beside it finds neither. */
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
