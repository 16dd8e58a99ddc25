import { expect, test } from '@jest/globals'
import { DataSource } from 'typeorm'
import { dataSourceOptions } from '../../src/app/open-database.js'
import { migrations } from '../../src/platform/database/migrations/index.js'
import { describeEachDatabase, settingsOf } from '../support/services.js'
import { present } from '../support/present.js'

type Query = (statement: string) => Promise<Record<string, unknown>[]>

describeEachDatabase('the migration of rows', (database) => {
  /** Creates a database as it was before a migration, fills it with `fill`, migrates it, and calls `look`. */
  const migrated = async (
    name: string,
    fill: (query: Query) => Promise<void>,
    look: (query: Query) => Promise<void>,
  ) => {
    const created = await database.create()
    const source = await new DataSource(await dataSourceOptions(settingsOf(created.url))).initialize()
    const query: Query = (statement) => source.query(statement)
    try {
      await source.runMigrations()
      for (let i = migrations.length; i > 0; i--) {
        await source.undoLastMigration()
        if (present(migrations[i - 1]).name === name) break
      }
      await fill(query)
      await source.runMigrations()
      await look(query)
    } finally {
      await source.destroy()
      await created.drop()
    }
  }

  test('fills in role assignments for older keys and sign-ins', async () => {
    await migrated(
      'KeepRoleAssignments1765953100000',
      async (query) => {
        await query(
          `INSERT INTO key_holders (id, name, name_key, kind, created_at) VALUES ('h1', 'Awa', 'awa', 'PERSON', 1)`,
        )
        await query(
          `INSERT INTO api_keys (id, holder, hash, roles, created_at, created_by, expires_at, revoked_at)
           VALUES ('k1', 'h1', 'x', 'ADMIN', 1, 'operator', 9, 5), ('k2', 'h1', 'y', 'ADMIN,TESTER', 6, 'operator', NULL, NULL)`,
        )
        for (const [at, roles] of [
          [10, 'APPROVER'],
          [20, 'APPROVER'],
          [30, 'ANALYST'],
        ] as const)
          await query(
            `INSERT INTO audit_log (id, at, actor, actor_id, action, subject, state_after)
             VALUES ('s${at}', ${at}, 'Paul', 'idp paul', 'SIGN_IN', 's${at}', '{"roles":"${roles}"}')`,
          )
      },
      async (query) => {
        const rows = await query(
          'SELECT id, roles, from_at, until_at, seen_at, open_key FROM role_assignments ORDER BY id',
        )
        const numbers = (value: unknown) => (value === null ? null : Number(value))
        expect(
          rows.map((row) => [
            row['id'],
            row['roles'],
            ...['from_at', 'until_at', 'seen_at'].map((column) => numbers(row[column])),
            row['open_key'],
          ]),
        ).toEqual([
          ['k1', 'ADMIN', 1, 5, null, null],
          ['k2', 'ADMIN,TESTER', 6, null, null, null],
          ['s10', 'APPROVER', 10, 30, 20, null],
          ['s30', 'ANALYST', 30, null, 30, 'idp paul'],
        ])
      },
    )
  })

  test('moves an e-mail address from its customer to the account, but not the address of an earlier owner', async () => {
    await migrated(
      'KeepEmailsByAccount1764830000000',
      async (query) => {
        let at = 0
        const customer = (id: string, email: string | null, clockId: string | null = null) =>
          query(
            `INSERT INTO customers (id, msisdn, email, clock_id, created_at)
             VALUES ('${id}', '23767${id}', ${email ? `'${email}'` : 'NULL'}, ${clockId ? `'${clockId}'` : 'NULL'}, 0)`,
          )
        const stay = async (customerId: string, id: string, isOpen: boolean, email: string) => {
          at++
          await query(
            `INSERT INTO accounts (id, customer_id, status, open_key, opened_on, created_at)
             VALUES ('${id}', '${customerId}', '${isOpen ? 'ACTIVE' : 'CLOSED'}',
               ${isOpen ? `'${customerId}'` : 'NULL'}, '2026-01-01', ${at})`,
          )
          await said('REGISTER_CUSTOMER', customerId, id, email)
        }
        const said = async (action: string, customerId: string, subject: string, email: string) => {
          at++
          await query(
            `INSERT INTO audit_log (id, at, actor, action, customer_id, subject, state_after)
             VALUES ('a${String(at).padStart(3, '0')}', ${at}, 'gateway', '${action}', '${customerId}', '${subject}',
               '{"email":"${email}"}')`,
          )
        }
        await customer('1', 'one@example.com')
        await stay('1', 'acc-1', true, 'one@example.com')
        await customer('2', 'left@example.com')
        await stay('2', 'acc-2', false, 'left@example.com')
        await customer('3', 'former@example.com')
        await stay('3', 'acc-3-former', false, 'other@example.com')
        await said('REQUEST_STATEMENT', '3', 'stm', 'former@example.com')
        await stay('3', 'acc-3', true, 'former@example.com')
        await customer('4', 'own@example.com')
        await stay('4', 'acc-4-former', false, 'former@example.com')
        await stay('4', 'acc-4', true, 'own@example.com')
        await customer('5', 'tester@example.com', 'clk')
        await stay('5', 'acc-5-before', false, 'tester@example.com')
        await stay('5', 'acc-5', true, 'tester@example.com')
        await customer('6', null)
        await stay('6', 'acc-6', true, '')
      },
      async (query) => {
        expect(await query('SELECT id, email FROM accounts ORDER BY id')).toEqual([
          { id: 'acc-1', email: 'one@example.com' },
          { id: 'acc-2', email: 'left@example.com' },
          { id: 'acc-3', email: null },
          { id: 'acc-3-former', email: null },
          { id: 'acc-4', email: 'own@example.com' },
          { id: 'acc-4-former', email: null },
          { id: 'acc-5', email: 'tester@example.com' },
          { id: 'acc-5-before', email: null },
          { id: 'acc-6', email: null },
        ])
        expect(await query(`SELECT email FROM customers WHERE id = '3'`)).toEqual([{ email: null }])
      },
    )
  })

  test('turns the date on which the hold of a payout ended into the moment at which that date begins', async () => {
    await migrated(
      'HoldToTheMinute1764831000000',
      async (query) => {
        const payout = (id: string, book: string, until: string) =>
          query(
            `INSERT INTO payouts (id, customer_id, account_id, position_id, book, basis, effective_rate_ppm, principal,
               interest, tax, accrued, accrued_net, amount, currency, exited_on, exit_accrued_to, hold_hours,
               hold_until, status, created_at)
             VALUES ('${id}', 'c', 'a', 'p-${id}', '${book}', 'EARLY_EXIT', 0, 1, 0, 0, 0, 0, 1, 'XAF', '2026-03-01',
               '2026-03-01', 48, ${until}, 'ON_HOLD', 0)`,
          )
        await payout('at-once', 'system', 'NULL')
        await payout('real', 'system', `'2026-03-03'`)
        await payout('test', 'clk', `'2031-12-31'`)
      },
      async (query) => {
        const rows = await query('SELECT id, held_until FROM payouts ORDER BY id')
        expect(rows.map(({ id, held_until: until }) => [id, until === null ? null : Number(until)])).toEqual([
          ['at-once', null],
          ['real', Date.parse('2026-03-03T00:00:00+01:00')],
          ['test', Date.parse('2031-12-31T00:00:00Z')],
        ])
      },
    )
  })

  // MySQL commits each change of the schema; SQLite none until the end.
  test.each(
    database.kind === 'mysql'
      ? ['without an interruption', 'cut off before the index', 'cut off after the index']
      : ['at once'],
  )(
    'gives addresses a key in lower case, %s, and those that an earlier version writes afterwards',
    async (when) => {
      const account = (query: Query, id: string, email: string) =>
        query(
          `INSERT INTO accounts (id, customer_id, status, email, opened_on, created_at)
         VALUES ('${id}', 'c', 'ACTIVE', ${email}, '2026-03-01', 0)`,
        )
      await migrated(
        'FindAddressesInAnyCase1766090000000',
        async (query) => {
          await account(query, 'a', `'Awa@Example.com'`)
          await account(query, 'b', 'NULL')
          if (when.startsWith('cut off'))
            await query('ALTER TABLE accounts ADD COLUMN email_key varchar(254) AS (LOWER(email)) VIRTUAL')
          if (when === 'cut off after the index')
            await query('CREATE INDEX ix_accounts_email_key ON accounts (email_key)')
        },
        async (query) => {
          await account(query, 'c', `'Paul@Example.com'`)
          await query(`UPDATE accounts SET email = 'AWA@Example.com' WHERE id = 'a'`)
          const keys = 'SELECT id, email_key FROM accounts ORDER BY id'
          expect(await query(keys)).toEqual([
            { id: 'a', email_key: 'awa@example.com' },
            { id: 'b', email_key: null },
            { id: 'c', email_key: 'paul@example.com' },
          ])
          await query('UPDATE accounts SET email = NULL')
          expect(await query(`SELECT id FROM accounts WHERE email_key IS NOT NULL`)).toEqual([])
        },
      )
    },
  )

  test.each(
    database.kind === 'mysql'
      ? ['without an interruption', 'cut off before the index', 'cut off before the earlier index is dropped']
      : ['at once'],
  )('lists statements by their address in lower case, %s', async (when) => {
    const statement = (query: Query, id: string, email: string) =>
      query(
        `INSERT INTO statements (id, customer_id, account_id, email, language, period, from_on, to_on, business_on, message_id, status, attempts, created_at)
         VALUES ('${id}', 'c', 'a', '${email}', 'en', '1', '2026-03-01', '2026-03-31', '2026-04-01', '<1@cauri>', 'SENT', 1, 0)`,
      )
    await migrated(
      'FindStatementsInAnyCase1766100000000',
      async (query) => {
        await statement(query, 'a', 'Awa@Example.com')
        if (when.startsWith('cut off'))
          await query('ALTER TABLE statements ADD COLUMN email_key varchar(254) AS (LOWER(email)) VIRTUAL')
        if (when.endsWith('dropped'))
          await query('CREATE INDEX ix_statements_email_key ON statements (email_key, created_at, id)')
      },
      async (query) => {
        await statement(query, 'b', 'PAUL@example.com')
        expect(await query('SELECT id, email_key FROM statements ORDER BY id')).toEqual([
          { id: 'a', email_key: 'awa@example.com' },
          { id: 'b', email_key: 'paul@example.com' },
        ])
      },
    )
  })
})
