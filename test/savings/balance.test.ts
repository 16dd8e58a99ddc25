import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Database, Sql, Tx } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { readBalance, type SavingsBalance } from '../../src/bank/savings/positions/balance.read.js'
import type { PositionStatus } from '../../src/bank/savings/rules/position.rules.js'
import { readPositions } from '../../src/bank/savings/records/savings.read.js'
import { addDays } from '../../src/kernel/calendar.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { present, first } from '../support/present.js'
import { dateOf, msisdnOf } from '../support/typed.js'

const today = dateOf('2026-03-01')
const real = msisdnOf('237670000001')
const onClock = msisdnOf('237670000002')
const unregistered = msisdnOf('237670000003')
const clockNow = '2027-05-01'

const nothing = { principal: 0n, count: 0 }
const zeros: SavingsBalance = {
  currency: 'XAF',
  accruing: nothing,
  due: nothing,
  payingOut: nothing,
  interest: 0n,
}

const position = fc.record({
  status: fc.constantFrom('OPEN', 'OPEN', 'OPEN', 'PAYING_OUT', 'CLOSED'),
  ratePpm: fc.integer({ min: 0, max: 9999 }).map((n) => n * 100),
  taxPpm: fc.constantFrom(0, 165_000, 1_000_000),
  basisDays: fc.constantFrom(365, 360),
  startOn: fc.integer({ min: -800, max: 500 }).map((days) => addDays(today, days)),
  termDays: fc.integer({ min: 1, max: 400 }),
  principals: fc.array(fc.bigInt({ min: 1n, max: 2_000_000n }), { minLength: 1, maxLength: 4 }),
})
type SomePosition = typeof position extends fc.Arbitrary<infer T> ? T : never

describeEachDatabase('a balance', (kind) => {
  let created: CreatedDatabase
  let database: Database

  beforeAll(async () => {
    created = await kind.createMigrated()
    database = await openDatabase(settingsOf(created.url))
    await database.inTransaction(async (tx) => {
      // The system's clock has its own date, which is not the business date of any customer here.
      await tx.run(
        `INSERT INTO clocks (id, now_on, created_at) VALUES ('CLK', ?, 0), ('system', '2026-01-01', 0)`,
        [clockNow],
      )
      await tx.run(
        `INSERT INTO customers (id, msisdn, clock_id, created_at) VALUES ('C1', ?, NULL, 0), ('C2', ?, 'CLK', 0)`,
        [real, onClock],
      )
    })
  })
  afterAll(async () => {
    await database.close()
    await created.drop()
  })

  const insert = async (tx: Tx, customerId: string, book: string, nth: number, row: SomePosition) => {
    const id = `${customerId}-${nth}`
    await tx.run(
      `INSERT INTO positions (id, customer_id, account_id, book, product_version_id, product_code, term_months,
         currency, rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)
       VALUES (?, ?, 'A', ?, 'V', 'P', 1, 'XAF', ?, 0, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        customerId,
        book,
        row.ratePpm,
        row.basisDays,
        row.taxPpm,
        row.startOn,
        addDays(row.startOn, row.termDays),
        row.status,
        nth,
      ],
    )
    for (const [i, principal] of row.principals.entries()) {
      await tx.run(
        'INSERT INTO deposits (id, position_id, customer_id, principal, value_on, created_at) VALUES (?, ?, ?, ?, ?, 0)',
        [`${id}-${i}`, id, customerId, principal, addDays(row.startOn, i)],
      )
    }
  }

  const store = (rows: readonly SomePosition[]) =>
    database.inTransaction(async (tx) => {
      await tx.run('DELETE FROM deposits')
      await tx.run('DELETE FROM positions')
      for (const [nth, row] of rows.entries()) {
        await insert(tx, 'C1', 'system', nth, row)
        await insert(tx, 'C2', 'CLK', nth, row)
      }
    })

  /** The same balance by the rules in code: the sum of the figures that the screen of positions shows. */
  const addedUp = async (msisdn: Msisdn): Promise<SavingsBalance> => {
    const views = await readPositions(database.read, { today }, msisdn)
    const group = (status: PositionStatus) => {
      const figures = views.map((view) => view.figures).filter((figure) => figure.status === status)
      return {
        principal: figures.reduce((sum, figure) => sum + figure.principal, 0n),
        count: figures.length,
      }
    }
    return {
      currency: 'XAF',
      accruing: group('ACCRUING'),
      due: group('MATURED'),
      payingOut: group('PAYING_OUT'),
      interest: views.reduce((sum, { figures }) => sum + figures.accrued.net, 0n),
    }
  }

  test('is zero for an unregistered number, and for a customer without savings', async () => {
    await store([])
    expect(await readBalance(database.read, { today }, unregistered)).toEqual(zeros)
    expect(await readBalance(database.read, { today }, real)).toEqual(zeros)
  })

  test('is the sum of the positions, for a real customer, a test customer and an unregistered number, read at the same time', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(position, { minLength: 1, maxLength: 8 }), async (rows) => {
        await store(rows)
        const asked = [real, onClock, unregistered]
        const balances = await Promise.all(
          asked.map((msisdn) => readBalance(database.read, { today }, msisdn)),
        )
        for (const [at, msisdn] of asked.entries()) {
          const balance = present(balances[at])
          expect(balance).toEqual(await addedUp(msisdn))
          if (balance.accruing.count > 0) seen.add(`accruing ${msisdn}`)
          if (balance.due.count > 0) seen.add(`due ${msisdn}`)
          if (balance.payingOut.count > 0) seen.add('paying out')
          if (balance.interest > 0n) seen.add('interest')
        }
      }),
      { numRuns: 40 },
    )
    expect([...seen].sort()).toEqual([
      `accruing ${real}`,
      `accruing ${onClock}`,
      `due ${real}`,
      `due ${onClock}`,
      'interest',
      'paying out',
    ])
  })

  // Only on SQLite, whose plan depends on the statement alone: that of MySQL depends on its statistics of the tables.
  if (kind.kind === 'sqlite')
    test.each([1, 2, 8, 100])(
      'of %i customers at once is read by a query plan that begins with the customers',
      async (count) => {
        const asked: { statement: string; parameters: readonly unknown[] }[] = []
        const { read } = database
        const spy: Sql = {
          ...read,
          all: (statement, parameters = []) => {
            asked.push({ statement, parameters })
            return read.all(statement, parameters)
          },
        }
        const numbers = Array.from({ length: count }, (_, n) => msisdnOf(`2376${70_000_000 + n}`))
        await Promise.all(numbers.map((msisdn) => readBalance(spy, { today }, msisdn)))
        expect(asked).toHaveLength(1)
        const { statement, parameters } = first(asked)
        const plan = (await read.all(`EXPLAIN QUERY PLAN ${statement}`, parameters)).map(
          ({ detail }) => detail,
        )
        expect(plan.filter((step) => /ix_payment_orders_status|^SCAN/.test(String(step)))).toEqual([])
        expect(
          plan.filter((step) => String(step).startsWith('SEARCH customers USING INDEX uq_')),
        ).toHaveLength(2)
      },
    )
})
