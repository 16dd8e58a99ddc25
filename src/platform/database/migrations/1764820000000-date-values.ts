import type { MigrationInterface, QueryRunner } from 'typeorm'
import { civilDate } from '../../../kernel/calendar.js'
import { market } from '../../../kernel/market.js'

const chunkSizeMax = 1000

/** A journal, with the order that its reference names, if any. */
interface Row {
  readonly id: string
  readonly reference: string
  readonly book: string
  readonly business_on: string
  readonly created_at: string | bigint
  readonly settled_on: string | null
}

const nextRows = (runner: QueryRunner, after: string): Promise<Row[]> =>
  runner.query(
    `SELECT journals.id, journals.reference, journals.book, journals.business_on, journals.created_at, orders.settled_on
     FROM journals LEFT JOIN payment_orders orders
       ON orders.id = SUBSTR(journals.reference, INSTR(journals.reference, ':') + 1)
     WHERE journals.id > ? ORDER BY journals.id LIMIT ${chunkSizeMax}`,
    [after],
  )

const isMysql = (runner: QueryRunner): boolean => runner.dataSource.options.type === 'mysql'

/**
 * Does the work in one transaction. On SQLite that of the migrations is still open. On MySQL the first change of the schema has committed
 * it, so a new one is needed.
 */
const atOnce = async (runner: QueryRunner, work: () => Promise<void>): Promise<void> => {
  if (!isMysql(runner)) return work()
  await runner.query('START TRANSACTION')
  try {
    await work()
    await runner.query('COMMIT')
  } catch (error) {
    await runner.query('ROLLBACK')
    throw error
  }
}

const addToTotals = (runner: QueryRunner, journalId: string, on: string, sign: '' | '-'): Promise<unknown> =>
  runner.query(
    `INSERT INTO ledger_totals (book, account, dimension, currency, business_on, amount)
     SELECT postings.book, postings.account, postings.dimension, postings.currency, ?, ${sign}postings.amount
     FROM postings WHERE journal_id = ? ORDER BY line
     ${
       isMysql(runner)
         ? 'ON DUPLICATE KEY UPDATE ledger_totals.amount = ledger_totals.amount + VALUES(amount)'
         : 'ON CONFLICT (book, account, dimension, currency, business_on) DO UPDATE SET amount = amount + excluded.amount'
     }`,
    [on, journalId],
  )

/** Moves one journal, with what it adds to the totals, to another booking date. */
const rebook = (runner: QueryRunner, { id, book, business_on }: Row, bookedOn: string): Promise<void> =>
  atOnce(runner, async () => {
    // MySQL assigns from left to right: the value date is the date that it had.
    await runner.query('UPDATE journals SET value_on = business_on, business_on = ? WHERE id = ?', [
      bookedOn,
      id,
    ])
    await addToTotals(runner, id, business_on, '-')
    await addToTotals(runner, id, bookedOn, '')
    await runner.query('DELETE FROM ledger_totals WHERE book = ? AND business_on = ? AND amount = 0', [
      book,
      business_on,
    ])
  })

/** The date on which an order ended is the booking date of its journal. */
const settleOn = async (runner: QueryRunner, { reference, settled_on }: Row, on: string): Promise<void> => {
  const [, kind, order] = /^(\w+):(.+)$/.exec(reference) ?? []
  const column = kind === 'PAID_OTHERWISE' ? 'paid_otherwise_on' : 'settled_on'
  if (kind !== 'PAID_OTHERWISE' && (settled_on === null || settled_on === on)) return
  await runner.query(`UPDATE payment_orders SET ${column} = ? WHERE id = ?`, [on, order])
}

const guardJournals = async (runner: QueryRunner): Promise<void> => {
  const message = 'journals are never changed or removed'
  await runner.query(
    isMysql(runner)
      ? `CREATE TRIGGER journals_no_update BEFORE UPDATE ON journals FOR EACH ROW
         SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'`
      : `CREATE TRIGGER journals_no_update BEFORE UPDATE ON journals BEGIN SELECT RAISE(ABORT, '${message}'); END`,
  )
}

/** SQL: the date of the last transfer of a payout that arrived, or of its give-back. */
const settledOn = `CASE WHEN payouts.status = 'PAID'
  THEN (SELECT MAX(COALESCE(orders.paid_otherwise_on, orders.settled_on)) FROM payment_orders orders
    WHERE orders.payout_id = payouts.id AND (orders.status = 'SUCCESSFUL' OR orders.paid_otherwise_on IS NOT NULL))
  ELSE (SELECT business_on FROM journals WHERE reference = CONCAT('GIVE_BACK:', payouts.id)) END`

/**
 * Adds a value date to the booking date. The only date of existing journals becomes their value date. Their booking date becomes that
 * of their creation, if that is later, and totals follow; in the books of test clocks it does not change, as these do not follow the
 * calendar. The migration can be resumed after an interruption, and run while the previous version works.
 */
export class DateValues1764820000000 implements MigrationInterface {
  readonly name = 'DateValues1764820000000'

  async up(runner: QueryRunner): Promise<void> {
    const dateOf = civilDate(market.timeZone)
    if (!(await runner.hasColumn('journals', 'value_on')))
      await runner.query('ALTER TABLE journals ADD COLUMN value_on date NULL')
    await runner.query('DROP TRIGGER IF EXISTS journals_no_update')
    for (
      let rows = await nextRows(runner, '');
      rows.length > 0;
      rows = await nextRows(runner, rows.at(-1)!.id)
    ) {
      for (const row of rows) {
        const createdOn = dateOf(Number(row.created_at))
        const bookedOn = row.book === 'system' && createdOn > row.business_on ? createdOn : row.business_on
        if (bookedOn !== row.business_on) await rebook(runner, row, bookedOn)
        await settleOn(runner, row, bookedOn)
      }
      await runner.query(
        'UPDATE journals SET value_on = business_on WHERE value_on IS NULL AND id >= ? AND id <= ?',
        [rows[0]!.id, rows.at(-1)!.id],
      )
    }
    await runner.query(
      `UPDATE payouts SET settled_on = COALESCE(${settledOn}, settled_on) WHERE settled_on IS NOT NULL`,
    )
    await guardJournals(runner)
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER IF EXISTS journals_no_update')
    const apart: (Row & { value_on: string })[] = await runner.query(
      'SELECT * FROM journals WHERE value_on <> business_on',
    )
    for (const row of apart) await rebook(runner, row, row.value_on)
    await runner.query('ALTER TABLE journals DROP COLUMN value_on')
    await guardJournals(runner)
  }
}
