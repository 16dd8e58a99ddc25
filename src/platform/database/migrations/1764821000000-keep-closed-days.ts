import type { MigrationInterface, QueryRunner } from 'typeorm'

const message = 'a closed day never changes'

const isClosed =
  'EXISTS (SELECT 1 FROM clocks WHERE clocks.id = NEW.book AND clocks.now_on > NEW.business_on)'

/**
 * A trigger refuses to book in a closed day, which is a day that the clock of its book has passed. It is a migration of its own, after
 * that of the value dates: a worker of the previous version books on the day of the order, which may be closed. That then fails, and
 * the order is left to the workers of the new version.
 */
export class KeepClosedDays1764821000000 implements MigrationInterface {
  readonly name = 'KeepClosedDays1764821000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      runner.dataSource.options.type === 'mysql'
        ? `CREATE TRIGGER journals_in_open_day BEFORE INSERT ON journals FOR EACH ROW
           IF ${isClosed} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'; END IF`
        : `CREATE TRIGGER journals_in_open_day BEFORE INSERT ON journals WHEN ${isClosed}
           BEGIN SELECT RAISE(ABORT, '${message}'); END`,
    )
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER journals_in_open_day')
  }
}
