import type { MigrationInterface, QueryRunner } from 'typeorm'

const up = [
  'ALTER TABLE score_requests ADD COLUMN decision varchar(32) NULL',
  'ALTER TABLE score_requests ADD COLUMN risk_band varchar(32) NULL',
  'CREATE INDEX ix_score_requests_decision ON score_requests (decision, id)',
  'CREATE TABLE score_reasons (score_id varchar(40) NOT NULL, code varchar(32) NOT NULL, PRIMARY KEY (score_id, code))',
]

/** The ids of customers are kept for groups of at most this many customers; a group with one more may be shown. */
const fewMax = 4

interface Flow {
  readonly day: string
  readonly key_1: string
  readonly key_2: string
  readonly week_on: string
  readonly month_on: string
  readonly n: number | string
  readonly customers: number | string
  readonly few: string | null
}

/** Merges these rows into one, with the number of customers, and their ids where they are few. */
const customersOf = (rows: readonly Flow[]): { readonly customers: number; readonly few: string | null } => {
  const who = new Set(rows.flatMap(({ few }) => few?.split(',') ?? []))
  const isMany = rows.some(({ customers }) => Number(customers) > fewMax) || who.size > fewMax
  if (!isMany) return { customers: who.size, few: [...who].toSorted().join(',') }
  return { customers: Math.max(fewMax + 1, who.size), few: null }
}

/** Stores the decision, the risk band and the reasons with a score request, and separates the roll-ups of results from those of durations. */
export class KeepScoreJudgements1765960000000 implements MigrationInterface {
  readonly name = 'KeepScoreJudgements1765960000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement)
    await queryRunner.query(`UPDATE insight_flows SET family = 'SCORE_MINUTES' WHERE family = 'SCORES'`)
    const rows = (await queryRunner.query(
      `SELECT day, key_1, key_2, week_on, month_on, n, customers, few FROM insight_flows WHERE family = 'SCORE_MINUTES'`,
    )) as readonly Flow[]
    // The decision of older results is not known, but whether they failed is.
    const groups = Map.groupBy(rows, ({ day, key_1, key_2 }) => [day, key_1, key_2].join('\n'))
    for (const group of groups.values()) {
      const [{ day, key_1, key_2, week_on, month_on }] = group as [Flow]
      const { customers, few } = customersOf(group)
      const n = group.reduce((sum, row) => sum + Number(row.n), 0)
      await queryRunner.query(
        `INSERT INTO insight_flows (family, day, key_1, key_2, key_3, week_on, month_on, n, amount, amount_2, amount_3, customers, few)
         VALUES ('SCORES', ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)`,
        [day, key_1, key_2, key_2 === '' ? '' : 'FAILED', week_on, month_on, n, customers, few],
      )
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query(`DELETE FROM insight_flows WHERE family IN ('SCORES', 'SCORE_REASONS')`)
    await queryRunner.query(`UPDATE insight_flows SET family = 'SCORES' WHERE family = 'SCORE_MINUTES'`)
    await queryRunner.query('DROP TABLE score_reasons')
    await queryRunner.query(`DROP INDEX ix_score_requests_decision${isMysql ? ' ON score_requests' : ''}`)
    for (const column of ['decision', 'risk_band'])
      await queryRunner.query(`ALTER TABLE score_requests DROP COLUMN ${column}`)
  }
}
