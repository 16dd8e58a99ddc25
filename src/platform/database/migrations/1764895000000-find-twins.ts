import type { MigrationInterface, QueryRunner } from 'typeorm'

const table = 'positions'
const name = 'ix_positions_twins'

/** An index by which the savings of an account with the same term and maturity date are counted. */
export class FindTwins1764895000000 implements MigrationInterface {
  readonly name = 'FindTwins1764895000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX ${name} ON ${table} (customer_id, maturity_on, term_months, account_id, created_at, id)`,
    )
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ${name}${isMysql ? ` ON ${table}` : ''}`)
  }
}
