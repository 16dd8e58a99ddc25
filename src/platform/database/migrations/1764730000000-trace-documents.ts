import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'ALTER TABLE scoring_requests ADD COLUMN started_at bigint NULL',
  `CREATE TABLE scoring_sightings (
    trace varchar(64) NOT NULL,
    person varchar(64) NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (trace, person))`,
  'CREATE INDEX ix_scoring_sightings_expiry ON scoring_sightings (expires_at)',
  'CREATE INDEX ix_scoring_sightings_person ON scoring_sightings (person)',
]
const down = ['DROP TABLE scoring_sightings', 'ALTER TABLE scoring_requests DROP COLUMN started_at']

/** When work on a score request began, and which documents were used for which persons. */
export class TraceDocuments1764730000000 implements MigrationInterface {
  readonly name = 'TraceDocuments1764730000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement)
  }
}
