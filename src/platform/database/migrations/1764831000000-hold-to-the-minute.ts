import type { MigrationInterface, QueryRunner } from 'typeorm'

/** SQL of the beginning of a date in UTC, in milliseconds since 1970. */
const midnightOf = (date: string, isMysql: boolean): string =>
  isMysql ? `DATEDIFF(${date}, '1970-01-01') * 86400000` : `CAST(strftime('%s', ${date}) AS integer) * 1000`

/** Douala is an hour ahead of UTC, in summer too. */
const aheadMs = 3_600_000

/** Holds end at a moment and no longer at a date. Existing holds end at the beginning of their date. */
export class HoldToTheMinute1764831000000 implements MigrationInterface {
  readonly name = 'HoldToTheMinute1764831000000'

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query('ALTER TABLE payouts ADD COLUMN held_until bigint NULL')
    await queryRunner.query(
      `UPDATE payouts SET held_until = ${midnightOf('hold_until', isMysql)} - CASE WHEN book = 'system' THEN ${aheadMs} ELSE 0 END
       WHERE hold_until IS NOT NULL`,
    )
    await queryRunner.query('CREATE INDEX ix_payouts_held ON payouts (book, status, held_until)')
    await queryRunner.query(`DROP INDEX ix_payouts_hold${isMysql ? ' ON payouts' : ''}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql'
    await queryRunner.query('CREATE INDEX ix_payouts_hold ON payouts (book, status, hold_until)')
    await queryRunner.query(`DROP INDEX ix_payouts_held${isMysql ? ' ON payouts' : ''}`)
    await queryRunner.query('ALTER TABLE payouts DROP COLUMN held_until')
  }
}
