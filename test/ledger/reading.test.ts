import { expect, test } from '@jest/globals'
import { postJournal } from '../../src/bank/ledger/post-journal.js'
import { closeDays } from '../../src/bank/ledger/close-days.js'
import { shownId } from '../../src/kernel/ids.js'
import { entryId, readTrialBalance } from '../../src/bank/ledger/ledger.read.js'
import { addDays } from '../../src/kernel/calendar.js'
import { serviceOf } from '../graphql/support.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { first } from '../support/present.js'
import { dateOf, shaped } from '../support/typed.js'
import { z } from 'zod'

let events = 0

describeEachDatabase('reading the ledger', (database) => {
  const world = worldFor(database)
  const { signal } = new AbortController()

  const post = (book: string, on: string, amounts: readonly bigint[]) =>
    world().database.inTransaction(async (tx) => {
      for (const amount of amounts)
        await postJournal(tx, world().clock.now(), {
          book,
          reference: `READING:${++events}`,
          customerId: null,
          businessOn: dateOf(on),
          valueOn: dateOf(on),
          currency: 'XAF',
          lines: [
            { account: 'interest_expense', amount },
            { account: 'interest_expense', dimension: 'ASIDE', amount: 1n },
            { account: 'interest_expense', dimension: 'OTHER', amount: -amount - 1n },
          ],
        })
    })

  test('pages of ledger entries neither miss nor repeat an entry, also where a page ends within a journal', async () => {
    const book = 'paged'
    for (const on of ['2026-03-02', '2026-03-01', '2026-03-03'])
      await post(
        book,
        on,
        Array.from({ length: 40 }, (_, i) => BigInt(i + 1)),
      )
    const { ask } = serviceOf(world())
    const pages = async (filter: string, sort: string): Promise<string[]> => {
      const seen: string[] = []
      for (let after = 'null'; ;) {
        const { ledgerEntries } = await ask(
          `{ ledgerEntries(first: 50, after: ${after}, sort: ${sort}, filter: { book: ["${book}"] ${filter} }) {
             nodes { id } pageInfo { hasNextPage endCursor } } }`,
        )
        const { nodes, pageInfo } = shaped(
          z.object({
            nodes: z.array(z.object({ id: z.string() })),
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
          }),
          ledgerEntries,
        )
        seen.push(...nodes.map(({ id }) => id))
        if (!pageInfo.hasNextPage) return seen
        after = `"${pageInfo.endCursor}"`
      }
    }
    const idsOf = async (where: string): Promise<string[]> => {
      const found = await world().rows(
        `SELECT journal_id, line FROM postings JOIN journals ON journals.id = journal_id
         WHERE postings.book = ? ${where} ORDER BY journal_id, line`,
        book,
      )
      return found.map((row) =>
        shownId('LedgerEntry', entryId({ journalId: String(row['journal_id']), line: Number(row['line']) })),
      )
    }
    const all = await idsOf('')
    expect(all).toHaveLength(360)
    expect(await pages('', 'OLDEST')).toEqual(all)
    expect(await pages('', 'NEWEST')).toEqual(all.toReversed())
    expect(await pages('dimension: ["ASIDE"]', 'OLDEST')).toEqual(await idsOf(`AND dimension = 'ASIDE'`))
    const onSecond = 'businessDate: { from: "2026-03-02", before: "2026-03-03" }, account: [interest_expense]'
    const ofSecond = await idsOf(`AND business_on = '2026-03-02'`)
    expect(ofSecond).toHaveLength(120)
    expect(await pages(onSecond, 'OLDEST')).toEqual(ofSecond)
    const journal = first(
      await world().rows('SELECT id FROM journals WHERE book = ? ORDER BY id LIMIT 1', book),
    )
    expect(
      await ask(`{ journals(filter: { book: ["${book}"] }, sort: BOOKED_FIRST, first: 41) {
      edges { node { businessDate entries { id account } } } totalCount { value } } }`),
    ).toMatchObject({
      journals: {
        totalCount: { value: 120 },
        edges: { 0: { node: { businessDate: '2026-03-01' } }, 40: { node: { businessDate: '2026-03-02' } } },
      },
    })
    expect(await pages(`journal: ["${String(journal['id'])}"]`, 'OLDEST')).toEqual(all.slice(0, 3))
  })

  test('a trial balance is the same before and after the closing balances of its days are stored', async () => {
    const days = ['2026-03-01', '2026-03-31', '2026-04-30', '2026-05-01', '2026-06-15']
    for (const [i, day] of days.entries()) await post('system', day, [BigInt(100 * (i + 1))])
    const dates = days.flatMap((day) => [addDays(dateOf(day), -1), dateOf(day)])
    const read = () =>
      Promise.all(dates.map((date) => readTrialBalance(world().database.read, 'system', date)))
    const closings = async () =>
      (await world().rows('SELECT DISTINCT closed_on FROM ledger_closings ORDER BY closed_on')).map(
        ({ closed_on }) => closed_on,
      )
    const before = await read()
    await closeDays(world().database, signal)
    expect(await closings()).toEqual([])
    world().clock.set('2026-06-15')
    await world().night()
    await closeDays(world().database, signal)
    await closeDays(world().database, signal)
    const written = await closings()
    expect([written[0], written.at(-1), written.length]).toEqual(['2026-03-01', '2026-06-14', 106])
    expect(await read()).toEqual(before)
    world().clock.set('2026-06-16')
    await world().night()
    await closeDays(world().database, signal)
    expect((await closings()).at(-1)).toBe('2026-06-15')
    expect(await read()).toEqual(before)
  })

  test('a total that all settlements of a day add to is kept in shares, so that transactions do not wait for one row', async () => {
    await post('shared', '2026-03-01', [5n, 6n])
    await Promise.all(Array.from({ length: 40 }, () => post('shared', '2026-03-01', [1n])))
    const rows = await world().rows(
      `SELECT share, amount FROM ledger_shared_totals WHERE book = 'shared' AND account = 'interest_expense'`,
    )
    expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(51)
    if (database.kind === 'mysql') expect(rows.length).toBeGreaterThan(4)
    else expect(rows).toHaveLength(1)
  })
})
