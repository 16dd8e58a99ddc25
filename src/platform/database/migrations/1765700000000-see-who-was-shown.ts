import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE access_entries (
    id varchar(40) NOT NULL PRIMARY KEY,
    at bigint NOT NULL,
    who varchar(128) NOT NULL,
    actor varchar(128) NOT NULL,
    actor_id varchar(255) NULL,
    address varchar(64) NULL,
    operation varchar(120) NOT NULL,
    customer_id varchar(40) NOT NULL,
    quarter integer NOT NULL)`,
  'CREATE UNIQUE INDEX uq_access_entries_once ON access_entries (who, operation, customer_id, quarter)',
  'CREATE INDEX ix_access_entries_newest ON access_entries (at, id)',
  'CREATE INDEX ix_access_entries_customer ON access_entries (customer_id, at, id)',
  'CREATE INDEX ix_access_entries_actor ON access_entries (actor, at, id)',
  'CREATE INDEX ix_account_blocks_customer ON account_blocks (customer_id, id)',
]

/** Which customers the operations of staff have shown; an index of the blocks of accounts by customer. */
export class SeeWhoWasShown1765700000000 implements MigrationInterface {
  readonly name = 'SeeWhoWasShown1765700000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ix_account_blocks_customer${isMysql ? ' ON account_blocks' : ''}`)
    await queryRunner.query('DROP TABLE access_entries')
  }
}
