import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Database } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/app/open-database.js'
import { interestSql } from '../../src/bank/savings/records/interest.sql.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { interestOn, type InterestTerms } from '../../src/kernel/interest.js'
import { describeEachDatabase, settingsOf, type CreatedDatabase } from '../support/services.js'
import { first, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const firstValue = dateOf('2026-01-31')
const termDaysMax = 31 * 120

/**
 * The largest balance that publishing accepts for this rate and the longest term: 2 × balance × days × ppm, plus what rounding adds, stays
 * below 2^63.
 */
const principalMax = (ratePpm: number): bigint => {
  const most = (2n ** 63n - 1n - 366_000_000n) / (2n * BigInt(termDaysMax) * BigInt(ratePpm))
  return most < 999_999_999_999n ? most : 999_999_999_999n
}

const terms: fc.Arbitrary<InterestTerms> = fc
  .record({
    ratePpm: fc.oneof(
      fc.integer({ min: 1, max: 9999 }).map((n) => n * 100),
      fc.constant(999_900),
    ),
    basisDays: fc.constantFrom(365, 360),
    size: fc.oneof(fc.constant(0n), fc.constant(1_000_000n), fc.bigInt({ min: 0n, max: 1_000_000n })),
    start: fc.integer({ min: 0, max: 800 }),
    days: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(termDaysMax)),
  })
  .map(({ ratePpm, basisDays, size, start, days }) => {
    const valueOn = addDays(firstValue, start)
    const principal = 1n + ((principalMax(ratePpm) - 1n) * size) / 1_000_000n
    return { ratePpm, basisDays, principal, valueOn, maturityOn: addDays(valueOn, days) }
  })

const day = fc
  .oneof(fc.integer({ min: -40, max: 1300 }), fc.constantFrom(-40, termDaysMax + 1300))
  .map((days) => addDays(firstValue, days))

describeEachDatabase('interest in SQL', (kind) => {
  let created: CreatedDatabase
  let database: Database

  beforeAll(async () => {
    created = await kind.createMigrated()
    database = await openDatabase(settingsOf(created.url))
  })
  afterAll(async () => {
    await database.close()
    await created.drop()
  })

  const store = (rows: readonly InterestTerms[]) =>
    database.inTransaction(async (tx) => {
      await tx.run('DELETE FROM deposits')
      await tx.run('DELETE FROM positions')
      const position = `(?, 'C', 'A', 'system', 'V', 'P', 1, 'XAF', ?, 0, ?, 0, ?, ?, 'OPEN', 0)`
      await tx.run(
        `INSERT INTO positions (id, customer_id, account_id, book, product_version_id, product_code, term_months,
           currency, rate_ppm, early_rate_ppm, basis_days, tax_ppm, start_on, maturity_on, status, created_at)
         VALUES ${rows.map(() => position).join(', ')}`,
        rows.flatMap((row, i) => [`P${i}`, row.ratePpm, row.basisDays, row.valueOn, row.maturityOn]),
      )
      await tx.run(
        `INSERT INTO deposits (id, position_id, customer_id, principal, value_on, created_at)
         VALUES ${rows.map(() => `(?, ?, 'C', ?, ?, 0)`).join(', ')}`,
        rows.flatMap((row, i) => [`P${i}`, `P${i}`, row.principal, row.valueOn]),
      )
    })

  const interestIn = async (on: LocalDate): Promise<Map<string, bigint>> => {
    const { dialect } = database
    const rows = await database.read.all(
      `SELECT deposits.id, ${interestSql(dialect, 'dates.day')} AS interest
       FROM positions JOIN deposits ON deposits.position_id = positions.id
       CROSS JOIN (SELECT ${dialect.dateParameter} AS day) dates`,
      [on],
    )
    return new Map(rows.map(({ id, interest }) => [String(id), BigInt(present(interest))]))
  }

  const batch = (length: number) => fc.array(terms, { minLength: length, maxLength: length })

  test('is the same integer as in code, for any deposit on any day', async () => {
    await fc.assert(
      fc.asyncProperty(batch(40), fc.array(day, { minLength: 6, maxLength: 6 }), async (rows, days) => {
        await store(rows)
        const boundaries = [first(rows).valueOn, first(rows).maturityOn, addDays(first(rows).maturityOn, -1)]
        for (const on of [...days, ...boundaries]) {
          expect(await interestIn(on)).toEqual(new Map(rows.map((row, i) => [`P${i}`, interestOn(row, on)])))
        }
      }),
      { numRuns: 12 },
    )
  })

  test('can be summed over a book without loss', async () => {
    const rows = first(fc.sample(batch(200), { numRuns: 1, seed: 7 }))
    await store(rows)
    const on = dateOf('2027-03-01')
    const { dialect } = database
    const sum = first(
      await database.read.all(
        `SELECT SUM(${interestSql(dialect, 'dates.day')}) AS interest
       FROM positions JOIN deposits ON deposits.position_id = positions.id
       CROSS JOIN (SELECT ${dialect.dateParameter} AS day) dates`,
        [on],
      ),
    )
    expect(BigInt(present(sum['interest']))).toBe(
      rows.reduce((total, row) => total + interestOn(row, on), 0n),
    )
  })
})
