import { expect, test } from '@jest/globals'
import { DataSource } from 'typeorm'
import { dataSourceOptions } from '../../src/app/open-database.js'
import { DateValues1764820000000 } from '../../src/platform/database/migrations/1764820000000-date-values.js'
import { migrations } from '../../src/platform/database/migrations/index.js'
import { describeEachDatabase, settingsOf } from '../support/services.js'
import { messageOf } from '../support/thrown.js'

const ms = (instant: string) => Date.parse(instant)

/** Journals that an earlier version posted: with one date each, that of the order. */
const posted = [
  { id: 'j1', book: 'system', reference: 'DEPOSIT:late', on: '2026-03-31', at: ms('2026-04-30T08:00:00Z') },
  { id: 'j2', book: 'system', reference: 'DEPOSIT:same', on: '2026-03-31', at: ms('2026-03-31T22:59:00Z') },
  // Half past midnight in Douala.
  { id: 'j3', book: 'system', reference: 'PAID:night', on: '2026-03-31', at: ms('2026-03-31T23:30:00Z') },
  { id: 'j4', book: 'CLK-1', reference: 'DEPOSIT:test', on: '2028-01-31', at: ms('2026-04-30T08:00:00Z') },
  // Written by a server whose clock was slow.
  { id: 'j5', book: 'system', reference: 'EXIT:SET-1', on: '2026-04-01', at: ms('2026-03-31T22:59:59Z') },
] as const

describeEachDatabase('the migration of journals that had only one date each', (database) => {
  test('keeps that date as the value date, and books a journal of the real world on the day on which it was written', async () => {
    const created = await database.create()
    const source = await new DataSource(await dataSourceOptions(settingsOf(created.url))).initialize()
    const all = (statement: string): Promise<Record<string, unknown>[]> => source.query(statement)
    await source.runMigrations()
    for (const _ of migrations.slice(migrations.indexOf(DateValues1764820000000))) {
      await source.undoLastMigration()
    }

    await all(
      `INSERT INTO clocks (id, now_on, created_at) VALUES ('system', '2026-05-01', 0), ('CLK-1', '2028-02-15', 0)`,
    )
    for (const { id, book, reference, on, at } of posted) {
      const [kind, of] = reference.split(':')
      await all(`INSERT INTO journals (id, book, reference, business_on, created_at)
        VALUES ('${id}', '${book}', '${reference}', '${on}', ${at})`)
      for (const [line, account, amount] of [
        [1, 'customer_principal', -100],
        [2, 'wallet_clearing', 100],
      ] as const) {
        await all(`INSERT INTO postings (journal_id, line, book, account, dimension, currency, amount)
          VALUES ('${id}', ${line}, '${book}', '${account}', '', 'XAF', ${amount})`)
      }
      if (kind === 'EXIT') continue
      await all(`INSERT INTO payment_orders (id, kind, customer_id, account_id, book, msisdn, amount, currency, note,
          status, business_on, sends, polls, settled_on, created_at, payout_id, part, attempt)
        VALUES ('${of}', '${kind === 'PAID' ? 'PAY_OUT' : 'COLLECT'}', 'c', 'a', '${book}', '237670000010', 100, 'XAF', '',
          'SUCCESSFUL', '${on}', 1, 1, '${book === 'system' ? '2026-03-31' : '2028-02-15'}', 0,
          ${kind === 'PAID' ? `'SET-1', 1, 1` : 'NULL, NULL, NULL'})`)
    }
    await all(`INSERT INTO payouts (id, customer_id, account_id, position_id, open_key, book, basis, effective_rate_ppm,
        principal, interest, tax, accrued, accrued_net, amount, currency, exited_on, exit_accrued_to, hold_hours,
        status, settled_on, created_at)
      VALUES ('SET-1', 'c', 'a', 'POS-1', 'POS-1', 'system', 'EARLY_EXIT', 10000, 100, 0, 0, 0, 0, 100, 'XAF',
        '2026-03-29', '2026-03-29', 48, 'PAID', '2026-03-31', 0)`)
    await all(`INSERT INTO ledger_totals (book, account, dimension, currency, business_on, amount)
      SELECT journals.book, account, dimension, currency, business_on, SUM(amount)
      FROM journals JOIN postings ON journal_id = journals.id
      GROUP BY journals.book, account, dimension, currency, business_on`)

    await source.runMigrations()
    const expectMigrated = async () => {
      expect(await all('SELECT id, business_on, value_on FROM journals ORDER BY id')).toEqual([
        { id: 'j1', business_on: '2026-04-30', value_on: '2026-03-31' },
        { id: 'j2', business_on: '2026-03-31', value_on: '2026-03-31' },
        { id: 'j3', business_on: '2026-04-01', value_on: '2026-03-31' },
        { id: 'j4', business_on: '2028-01-31', value_on: '2028-01-31' },
        { id: 'j5', business_on: '2026-04-01', value_on: '2026-04-01' },
      ])
      const totals = await all(
        `SELECT book, business_on, amount FROM ledger_totals WHERE account = 'wallet_clearing' ORDER BY book, business_on`,
      )
      expect(totals.map(({ book, business_on, amount }) => [book, business_on, Number(amount)])).toEqual([
        ['CLK-1', '2028-01-31', 100],
        ['system', '2026-03-31', 100],
        ['system', '2026-04-01', 200],
        ['system', '2026-04-30', 100],
      ])
      expect(await all('SELECT id, settled_on FROM payment_orders ORDER BY id')).toEqual([
        { id: 'late', settled_on: '2026-04-30' },
        { id: 'night', settled_on: '2026-04-01' },
        { id: 'same', settled_on: '2026-03-31' },
        { id: 'test', settled_on: '2028-01-31' },
      ])
      expect(await all('SELECT settled_on FROM payouts')).toEqual([{ settled_on: '2026-04-01' }])
      expect(await messageOf(all('UPDATE journals SET value_on = NULL'))).toMatch(/never changed or removed/)
    }
    await expectMigrated()

    // A migration that was interrupted starts again from the first journal.
    const runner = source.createQueryRunner()
    await new DateValues1764820000000().up(runner)
    await runner.release()
    await expectMigrated()

    for (const _ of migrations.slice(migrations.indexOf(DateValues1764820000000))) {
      await source.undoLastMigration()
    }
    const back = await all('SELECT id, business_on FROM journals ORDER BY id')
    expect(back).toEqual(posted.map(({ id, on }) => ({ id, business_on: on })))
    await source.destroy()
    await created.drop()
  })
})
