import type { MigrationInterface, QueryRunner } from 'typeorm'

/** The id of the person to whom a review case is assigned. */
export class AssignReviewsToPersons1766040100000 implements MigrationInterface {
  readonly name = 'AssignReviewsToPersons1766040100000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE review_cases ADD COLUMN assigned_to_id varchar(255) NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE review_cases DROP COLUMN assigned_to_id')
  }
}
