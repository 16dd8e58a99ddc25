import type { MigrationInterface, QueryRunner } from 'typeorm'

/** A column by which a customer is locked with a write: the nodes of a cluster detect conflicting writes, but not locks. */
export class WriteCustomerLocks1764800000000 implements MigrationInterface {
  readonly name = 'WriteCustomerLocks1764800000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers ADD COLUMN lock_no integer NOT NULL DEFAULT 0')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers DROP COLUMN lock_no')
  }
}
