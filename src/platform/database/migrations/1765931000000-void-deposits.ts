import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE voided_deposits (
    id varchar(40) NOT NULL PRIMARY KEY,
    position_id varchar(40) NOT NULL,
    customer_id varchar(40) NOT NULL,
    product_code varchar(32) NOT NULL,
    principal bigint NOT NULL,
    value_on date NOT NULL,
    created_at bigint NOT NULL,
    settled_on date NOT NULL,
    voided_on date NOT NULL,
    interest bigint NOT NULL,
    tax bigint NOT NULL,
    matured bigint NOT NULL,
    receivable bigint NOT NULL,
    ends_position integer NOT NULL,
    opens integer NULL)`,
  'CREATE INDEX ix_voided_deposits_position ON voided_deposits (position_id)',
  'CREATE INDEX ix_voided_deposits_customer ON voided_deposits (customer_id, settled_on)',
  'CREATE INDEX ix_voided_deposits_settled ON voided_deposits (settled_on)',
]

/**
 * Voided deposits, whose payment the provider reversed; reports of earlier days include them. `opens` is whether the deposit opened
 * its position, `ends_position` whether the void ended it, and `matured` an amount: its share of a recorded maturity.
 */
export class VoidDeposits1765931000000 implements MigrationInterface {
  readonly name = 'VoidDeposits1765931000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE voided_deposits')
  }
}
