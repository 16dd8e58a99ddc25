import { expect, test } from '@jest/globals'
import { postJournal, type JournalLine, type NewJournal } from '../../src/bank/ledger/post-journal.js'
import { messageOf } from '../support/thrown.js'
import { describeEachDatabase } from '../support/services.js'
import { sortedRows } from '../support/sorted-rows.js'
import { worldFor } from '../support/world.js'
import { first, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

let events = 0

const journal = (lines: readonly JournalLine[], change: Partial<NewJournal> = {}): NewJournal => ({
  book: 'system',
  reference: `TEST:${++events}`,
  customerId: null,
  businessOn: dateOf('2026-03-01'),
  valueOn: dateOf('2026-03-01'),
  currency: 'XAF',
  lines,
  ...change,
})

const allTotals = `(SELECT book, account, dimension, business_on, amount FROM ledger_totals
  UNION ALL SELECT book, account, '', business_on, amount FROM ledger_shared_totals) totals`

/** Moves an amount between two dimensions of `interest_expense`, which no other check of the books looks at. */
const moved = (amount: bigint): JournalLine[] => [
  { account: 'interest_expense', amount },
  { account: 'interest_expense', dimension: 'ASIDE', amount: -amount },
]

describeEachDatabase('the ledger', (database) => {
  const world = worldFor(database)
  const post = (entry: NewJournal) =>
    world().database.inTransaction((tx) => postJournal(tx, world().clock.now(), entry))
  const count = async (table: string) =>
    Number(first(await world().rows(`SELECT COUNT(*) AS n FROM ${table}`))['n'])

  test('writes a journal and its totals together, one posting for each line, and none for a line of zero', async () => {
    const entry = journal([...moved(700n), { account: 'tax_payable', amount: 0n }])
    await post(entry)
    await post(journal(moved(300n)))
    const lines = await world().rows(
      `SELECT account, amount FROM postings JOIN journals ON journals.id = journal_id
       WHERE reference = ? ORDER BY line`,
      entry.reference,
    )
    expect(lines.map(({ account, amount }) => [account, BigInt(present(amount))])).toEqual([
      ['interest_expense', 700n],
      ['interest_expense', -700n],
    ])
    const total = first(
      await world().rows(
        `SELECT amount FROM ledger_totals WHERE dimension = 'ASIDE' AND business_on = '2026-03-01'`,
      ),
    )
    expect(BigInt(present(total['amount']))).toBe(-1000n)
  })

  test.each<[string, JournalLine[], RegExp]>([
    ['that does not sum to zero', [...moved(1n), { account: 'tax_payable', amount: 1n }], /not balanced/],
    ['of one line', [{ account: 'interest_expense', amount: 1n }], /fewer than two lines/],
    ['of zeros', moved(0n), /fewer than two lines/],
  ])('refuses a journal %s, and writes nothing of it', async (_what, lines, message) => {
    const before = await count('journals')
    expect(await messageOf(post(journal(lines)))).toMatch(message)
    expect(await count('journals')).toBe(before)
  })

  test('posts an event once: a second journal of the same reference fails, and changes no total', async () => {
    const entry = journal(moved(5n))
    await post(entry)
    const totals = async () => sortedRows(await world().rows(`SELECT * FROM ${allTotals}`))
    const before = await totals()
    expect(await messageOf(post(entry))).toMatch(/uq_journals_reference|journals.reference|UNIQUE/)
    expect(await totals()).toEqual(before)
  })

  test.each(['journals', 'postings', 'audit_log'])(
    'rows of %s can be neither changed nor removed',
    async (table) => {
      await world().register()
      await post(journal(moved(1n)))
      const column = { journals: 'customer_id', postings: 'dimension', audit_log: 'actor' }[table]
      const rows = async () => sortedRows(await world().rows(`SELECT * FROM ${table}`))
      const before = await rows()
      expect(before.length).toBeGreaterThan(0)
      expect(await messageOf(world().write(`UPDATE ${table} SET ${column} = 'x'`))).toMatch(
        /never changed or removed/,
      )
      expect(await messageOf(world().write(`DELETE FROM ${table}`))).toMatch(/never changed or removed/)
      expect(await rows()).toEqual(before)
    },
  )

  test('books nothing in a closed day', async () => {
    const book = (await world().newClock('2026-03-10')).id
    const on = (businessOn: string, valueOn = businessOn) =>
      post(journal(moved(1n), { book, businessOn: dateOf(businessOn), valueOn: dateOf(valueOn) }))
    const before = await count('journals')
    expect(await messageOf(on('2026-03-09'))).toMatch(/a closed day never changes/)
    expect(await count('journals')).toBe(before)
    await on('2026-03-10', '2026-03-01')
    await on('2026-03-11')
    expect(
      await world().rows(
        'SELECT business_on, value_on FROM journals WHERE book = ? ORDER BY business_on',
        book,
      ),
    ).toEqual([
      { business_on: '2026-03-10', value_on: '2026-03-01' },
      { business_on: '2026-03-11', value_on: '2026-03-11' },
    ])
  })

  test('keeps amounts above 2^53 exact, in lines and in totals', async () => {
    const large = 9_007_199_254_740_993n
    const book = 'large'
    await post(journal(moved(large), { book }))
    for (const table of ['postings', allTotals]) {
      const rows = await world().rows(`SELECT amount FROM ${table} WHERE book = ? ORDER BY amount`, book)
      expect(rows.map(({ amount }) => BigInt(present(amount)))).toEqual([-large, large])
    }
  })

  test('twenty concurrent journals lock their totals in one order, and all are counted', async () => {
    const book = 'crowd'
    const lines: JournalLine[] = [
      { account: 'interest_expense', dimension: 'ASIDE', amount: -3n },
      { account: 'interest_expense', dimension: 'A', amount: 2n },
      { account: 'interest_expense', amount: 1n },
    ]
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(journal(i % 2 ? lines : lines.toReversed(), { book }))),
    )
    const totals = await world().rows(
      `SELECT dimension, SUM(amount) AS amount FROM ${allTotals} WHERE book = ? GROUP BY dimension ORDER BY dimension`,
      book,
    )
    expect(totals.map(({ amount }) => Number(amount))).toEqual([20, 40, -60])
  })
})
