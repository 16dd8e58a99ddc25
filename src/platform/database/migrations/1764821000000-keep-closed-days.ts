import type { MigrationInterface, QueryRunner } from 'typeorm'

const message = 'a closed day never changes'

const isClosed =
  'EXISTS (SELECT 1 FROM clocks WHERE clocks.id = NEW.book AND clocks.now_on > NEW.business_on)'

/**
 * A day is closed when the clock of its book has passed it: nothing is booked in it any more. On its own behind the value
 * dates, since a worker that does not know them books on the day of the order, which may be closed: beside it, such an
 * order is left to the workers that do.
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
