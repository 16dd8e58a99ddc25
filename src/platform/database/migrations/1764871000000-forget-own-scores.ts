import type { MigrationInterface, QueryRunner } from 'typeorm'

const dayMs = 86_400_000

const up = [
  'ALTER TABLE score_requests ADD COLUMN person_hash varchar(64) NULL',
  'ALTER TABLE score_requests ADD COLUMN forget_at bigint NULL',
  `UPDATE score_requests SET forget_at = COALESCE(ended_at, asked_at) + ${30 * dayMs}`,
  'CREATE INDEX ix_score_requests_person ON score_requests (person_hash)',
  'CREATE INDEX ix_score_requests_forget ON score_requests (forget_at)',
]

/** Our own score requests are found by the hash of a person, which is removed after thirty days. */
export class ForgetOwnScores1764871000000 implements MigrationInterface {
  readonly name = 'ForgetOwnScores1764871000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    for (const index of ['ix_score_requests_forget', 'ix_score_requests_person'])
      await queryRunner.query(`DROP INDEX ${index}${isMysql ? ' ON score_requests' : ''}`)
    for (const column of ['forget_at', 'person_hash'])
      await queryRunner.query(`ALTER TABLE score_requests DROP COLUMN ${column}`)
  }
}
