import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The member of staff to whom a review case is assigned. */
export class AssignReviews1765932000000 implements MigrationInterface {
  readonly name = 'AssignReviews1765932000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE review_cases ADD COLUMN assigned_to varchar(128) NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE review_cases DROP COLUMN assigned_to')
  }
}
