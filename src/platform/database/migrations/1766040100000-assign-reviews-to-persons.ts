import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Who looks after a case, whatever they are called. */
export class AssignReviewsToPersons1766040100000 implements MigrationInterface {
  readonly name = 'AssignReviewsToPersons1766040100000'

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE review_cases ADD COLUMN assigned_to_id varchar(255) NULL')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE review_cases DROP COLUMN assigned_to_id')
  }
}
