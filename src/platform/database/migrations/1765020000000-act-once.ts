import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The idempotency keys of staff. */
export class ActOnce1765020000000 implements MigrationInterface {
  readonly name = 'ActOnce1765020000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE staff_acts (
      id varchar(40) NOT NULL PRIMARY KEY,
      actor varchar(128) NOT NULL,
      act_key varchar(64) NOT NULL,
      act varchar(64) NOT NULL,
      input_print varchar(64) NOT NULL,
      subject varchar(40) NOT NULL,
      at bigint NOT NULL)`)
    await queryRunner.query('CREATE UNIQUE INDEX uq_staff_acts_key ON staff_acts (actor, act_key)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE staff_acts')
  }
}
