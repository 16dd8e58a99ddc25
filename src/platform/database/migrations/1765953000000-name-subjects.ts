import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The subject of an approval, unless it would identify a person. */
export class NameSubjects1765953000000 implements MigrationInterface {
  readonly name = 'NameSubjects1765953000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE proposals ADD COLUMN subject varchar(120) NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE proposals DROP COLUMN subject')
  }
}
