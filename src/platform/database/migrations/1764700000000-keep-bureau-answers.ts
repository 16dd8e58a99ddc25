import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  `CREATE TABLE scoring_kept_answers (
    question varchar(64) NOT NULL PRIMARY KEY,
    national_id_hash varchar(64) NOT NULL,
    pull varchar(40) NOT NULL,
    answer text NOT NULL,
    pulled_at bigint NOT NULL,
    remove_at bigint NOT NULL)`,
  'CREATE INDEX ix_scoring_kept_answers_person ON scoring_kept_answers (national_id_hash)',
  'CREATE INDEX ix_scoring_kept_answers_pull ON scoring_kept_answers (pull)',
  'CREATE INDEX ix_scoring_kept_answers_remove ON scoring_kept_answers (remove_at)',
  'ALTER TABLE scoring_bureau_pulls ADD COLUMN answered_by varchar(40) NULL',
  'CREATE INDEX ix_scoring_requests_person ON scoring_requests (national_id_hash)',
]

/**
 * The answers of a credit bureau are kept for a day, and each use of a kept answer is distinguished from the request that fetched it.
 * Everything about a person is found by their hash.
 */
export class KeepBureauAnswers1764700000000 implements MigrationInterface {
  readonly name = 'KeepBureauAnswers1764700000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DROP INDEX ix_scoring_requests_person${isMysql ? ' ON scoring_requests' : ''}`)
    await queryRunner.query('ALTER TABLE scoring_bureau_pulls DROP COLUMN answered_by')
    await queryRunner.query('DROP TABLE scoring_kept_answers')
  }
}
