import type { MigrationInterface, QueryRunner } from 'typeorm'

const inClosedMonth = `NEW.book = 'system' AND EXISTS (SELECT 1 FROM closed_months WHERE month = SUBSTR(NEW.business_on, 1, 7))`

const guards = [
  ['journals_in_open_month', 'INSERT ON journals', inClosedMonth, 'a closed month never changes'],
  ['closed_months_no_update', 'UPDATE ON closed_months', undefined, 'a closed month stays closed'],
  ['closed_months_no_delete', 'DELETE ON closed_months', undefined, 'a closed month stays closed'],
] as const

/**
 * Processes of the previous version may run meanwhile. MariaDB remembers which tables a prepared statement opens: their prepared inserts
 * into `journals` would not find `closed_months` for as long as their connection lives. Altering `journals` makes MariaDB prepare them
 * again. If the user may lock the table, no insert runs between the new trigger and this change
 * (docs/decisions/0185-a-trigger-has-statements-prepared-anew.md).
 */
const addBesideOthers = async (runner: QueryRunner, trigger: string): Promise<void> => {
  await runner.query('LOCK TABLES journals WRITE').catch(() => undefined)
  try {
    await runner.query(trigger)
    for (const comment of ['altered', '']) await runner.query(`ALTER TABLE journals COMMENT = '${comment}'`)
  } finally {
    await runner.query('UNLOCK TABLES')
  }
}

/** Months that two people have closed. A trigger refuses to book in them. */
export class CloseMonths1765952000000 implements MigrationInterface {
  readonly name = 'CloseMonths1765952000000'

  async up(runner: QueryRunner): Promise<void> {
    const isMysql = runner.dataSource.options.type === 'mysql'
    await runner.query(`CREATE TABLE closed_months (
      month varchar(7) NOT NULL PRIMARY KEY,
      accounts text NOT NULL,
      proposed_by varchar(128) NOT NULL,
      closed_by varchar(128) NOT NULL,
      closed_at bigint NOT NULL)`)
    for (const [name, event, condition, message] of guards) {
      const begins = `CREATE TRIGGER ${name} BEFORE ${event}`
      if (!isMysql)
        await runner.query(
          `${begins} ${condition ? `WHEN ${condition} ` : ''} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
        )
      else {
        const refuse = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'`
        const trigger = `${begins} FOR EACH ROW ${condition ? `IF ${condition} THEN ${refuse}; END IF` : refuse}`
        await (condition ? addBesideOthers(runner, trigger) : runner.query(trigger))
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER journals_in_open_month')
    await runner.query('DROP TABLE closed_months')
  }
}
