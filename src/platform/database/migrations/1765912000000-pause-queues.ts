import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Queues that an administrator has paused. */
export class PauseQueues1765912000000 implements MigrationInterface {
  readonly name = 'PauseQueues1765912000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE queue_pauses (
      name varchar(32) NOT NULL PRIMARY KEY,
      reason varchar(255) NOT NULL,
      paused_by varchar(128) NOT NULL,
      paused_at bigint NOT NULL)`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE queue_pauses')
  }
}
