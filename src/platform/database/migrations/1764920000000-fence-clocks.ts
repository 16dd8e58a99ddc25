import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The fences of clocks, by which the nodes of a cluster detect that another one has locked a clock. */
export class FenceClocks1764920000000 implements MigrationInterface {
  readonly name = 'FenceClocks1764920000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE clock_fences (
      book varchar(40) NOT NULL,
      share integer NOT NULL,
      writes integer NOT NULL,
      PRIMARY KEY (book, share))`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE clock_fences')
  }
}
