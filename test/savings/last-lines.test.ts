import { expect, test } from '@jest/globals'
import type { Sql } from '../../src/platform/database/database.js'
import { readPositions } from '../../src/bank/savings/records/savings.read.js'
import { readTransactions } from '../../src/bank/savings/positions/transactions.read.js'
import { describeEachDatabase } from '../support/services.js'
import { worldFor, type World } from '../support/world.js'
import { at } from '../support/present.js'
import { keysOf } from '../support/typed.js'

/** Records the statements that are run. */
const spyOn = (world: World) => {
  const asked: { statement: string; parameters: readonly unknown[] }[] = []
  const { read } = world.database
  const spy: Sql = {
    ...read,
    all: (statement, parameters = []) => {
      asked.push({ statement, parameters })
      return read.all(statement, parameters)
    },
  }
  return { spy, asked }
}

/** How many copies of each row are added, directly in SQL and outside the books. */
const copiesCount = 500
const copied = {
  positions: 'id',
  payouts: 'id',
  payment_orders: 'id',
  maturities: 'position_id',
} as const
/** Columns that must differ between copies, besides the id. */
const unique = ['open_key', 'withdrawal_reference', 'quote_reference', 'payout_id']

const copyRows = async (world: World, table: keyof typeof copied, accountId: string): Promise<void> => {
  const id = copied[table]
  const row = at(
    await world.rows(`SELECT * FROM ${table} WHERE account_id = ? ORDER BY created_at LIMIT 1`, accountId),
    0,
  )
  const columns = Object.keys(row).filter((column) => column !== id)
  const kept = columns.map((column) => {
    if (column === 'settled_on') return 'CASE WHEN i % 2 = 0 THEN settled_on END'
    const isUnique = unique.includes(column) && row[column] !== null
    return isUnique ? `CONCAT(${table}.${column}, '-', i)` : `${table}.${column}`
  })
  await world.write(
    `INSERT INTO ${table} (${id}, ${columns.join(', ')})
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copiesCount})
     SELECT CONCAT('POS-copy-', i), ${kept.join(', ')} FROM ${table} CROSS JOIN n WHERE ${table}.${id} = ?`,
    row[id],
  )
}

describeEachDatabase('the mini statement of a customer with many savings', (database) => {
  const world = worldFor(database)

  const planOf = async ({ statement, parameters }: ReturnType<typeof spyOn>['asked'][number]) => {
    const explain = database.kind === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const plan = await world().rows(`${explain} ${statement}`, ...parameters)
    return plan.flatMap((row) => Object.values(row)).join(' ')
  }

  test('reads its lines by indexes in at most seven statements, without a sort', async () => {
    const clock = await world().newClock('2026-03-01')
    const { msisdn, accountId } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '10000', 'LOCK1M')
    await world().deposit(msisdn, '10000', 'LOCK3M')
    await world().walk(clock.id, '2026-04-10')
    const first = at(await world().positions(msisdn), 0)
    await world().withdraw(msisdn, (await world().preview(msisdn, first.position.id)).reference)
    const tables = keysOf(copied)
    for (const table of tables) await copyRows(world(), table, accountId)
    try {
      if (database.kind === 'mysql') await world().rows(`ANALYZE TABLE ${tables.join(', ')}`)
      const { spy, asked } = spyOn(world())
      expect(await readTransactions(spy, world().call(), msisdn)).toHaveLength(10)
      expect(asked.length).toBeLessThanOrEqual(7)
      for (const one of asked) {
        const plan = await planOf(one)
        // Refunds may be sorted: there are few.
        if (!one.statement.includes('refund_of'))
          expect(plan).not.toMatch(/TEMP B-TREE|filesort|temporary|SCAN (?!ended|pending)/)
      }
      // The list of positions reads their ordinals (such as "(2)") by an index.
      const list = spyOn(world())
      await readPositions(list.spy, world().call(), msisdn)
      expect(await planOf(at(list.asked, 0))).toMatch(/ix_positions_twins/)
    } finally {
      for (const table of tables)
        await world().write(`DELETE FROM ${table} WHERE ${copied[table]} LIKE 'POS-copy-%'`)
    }
  })

  test('has payouts that were requested in one millisecond in one order, in whichever the database returns them', async () => {
    const { msisdn, accountId } = await world().register()
    for (const product of ['LOCK1M', 'LOCK3M', 'LOCK6M']) await world().deposit(msisdn, '5000', product)
    await world().optOut(msisdn)
    await world().write('UPDATE payouts SET created_at = 1 WHERE account_id = ?', accountId)
    const { read } = world().database
    const reversed: Sql = {
      ...read,
      all: async (statement, parameters) => {
        const rows = await read.all(statement, parameters)
        return statement.includes('UNION ALL') ? rows.toReversed() : rows
      },
    }
    const lines = await readTransactions(read, world().call(), msisdn)
    expect(lines.filter(({ type }) => type === 'WITHDRAWAL')).toHaveLength(3)
    expect(await readTransactions(reversed, world().call(), msisdn)).toEqual(lines)
  })
})
