import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = ['ALTER TABLE scoring_requests ADD COLUMN started_at bigint NULL']
const down = ['ALTER TABLE scoring_requests DROP COLUMN started_at']

/** When a score request was taken up. */
export class TraceDocuments1764730000000 implements MigrationInterface {
  readonly name = 'TraceDocuments1764730000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement)
  }
}
