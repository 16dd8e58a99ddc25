import { expect, test } from '@jest/globals'
import { readFlows } from '../../src/bank/insights/records/insights.read.js'
import { projection } from '../../src/bank/insights/read-stocks.js'
import { rebuildDays, rollUpDays } from '../../src/bank/insights/roll-up.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import { addDays } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { insightProblems, rolledUp } from '../support/insights.js'
import { describeEachDatabase } from '../support/services.js'
import { newGate, sleep } from '../support/wait.js'
import { declined, firstDay, paid, pending, worldFor, type World } from '../support/world.js'
import { at, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const depsOf = ({ database }: World) => ({ database, zone: market.timeZone })

const rollUp = (world: World) => rollUpDays(depsOf(world), new AbortController().signal)

const passDays = async (world: World, days: number): Promise<void> => {
  for (let i = 0; i < days; i++) {
    world.clock.set(addDays(world.call().today, 1))
    await world.night()
    await world.releaseHolds()
    await world.driveOrders()
    await rollUp(world)
  }
}

/** While one transaction holds the progress row, a worker skips its run, and a rebuild waits. */
const besideARebuild = async (world: World): Promise<void> => {
  if (world.database.dialect.name === 'sqlite') return
  const locked = newGate()
  const released = newGate()
  const held = world.database.inTransaction(async (tx) => {
    await tx.all('SELECT name FROM insight_progress FOR UPDATE')
    locked.open()
    await released.opened
  })
  await locked.opened
  await rollUp(world)
  const wish = { from: addDays(dateOf(firstDay), 30), to: world.call().today }
  const rebuilding = rebuildDays(depsOf(world), wish)
  await sleep(100)
  released.open()
  await held
  expect(await rebuilding).toBeDefined()
}

/** The number of deposits that staff are shown, if a worker rolls up a day right after the reader has read the progress. */
const depositsReadBeside = async (world: World, work: () => Promise<void>): Promise<number> => {
  const { read } = world.database
  let worked: Promise<void> | undefined
  const all: typeof read.all = async (statement, parameters) => {
    const rows = await read.all(statement, parameters)
    if (statement.includes('insight_progress')) await (worked ??= work())
    return rows
  }
  const { today, now, zone } = world.call()
  const sql = { dialect: read.dialect, dataSource: read.dataSource, all }
  const reader = { sql, audience: 'STAFF', today, now, zone } as const
  const dates = { from: addDays(today, -5), before: addDays(today, 1) }
  const rows = await readFlows(reader, 'DEPOSITS', { dates, by: 'DAY' })
  return rows.reduce((sum, { n }) => sum + n, 0)
}

const projected = ({ database: { read: sql }, call }: World) => {
  const { today, now, zone } = call()
  return projection({ sql, audience: 'STAFF', today, now, zone }, 366)
}

describeEachDatabase('the roll-ups', (database) => {
  const world = worldFor(database, { defaultStatus: paid })

  test('count a day only once if it is rolled up while it is read', async () => {
    const { msisdn } = await world().register()
    await passDays(world(), 1)
    await world().deposit(msisdn, '10000', 'LOCK1M')
    world().clock.set(addDays(world().call().today, 1))
    await world().night()
    let hasWorked = false
    const told = await depositsReadBeside(world(), async () => {
      await rollUp(world())
      hasWorked = true
    })
    expect({ told, hasWorked }).toEqual({ told: 1, hasWorked: true })
  })

  test('equal the books, day by day, and are the same when they are rebuilt', async () => {
    const { sell } = world()
    await sell('TAXED1M', { termMonths: 1, taxPpm: 165_000 })
    const people = await Promise.all(Array.from({ length: 7 }, () => world().register()))
    for (const [i, { msisdn }] of people.entries()) {
      await world().deposit(msisdn, String(10_000 * (i + 1)), i % 2 === 0 ? 'LOCK1M' : 'TAXED1M')
      if (i < 3) await passDays(world(), 2)
    }
    await world().deposit(at(people, 0).msisdn, '3000', 'LOCK1M')
    const lapsed = await world().quote(at(people, 1).msisdn, '4000')
    expect(lapsed.reference).not.toBeNull()
    await world().quote(at(people, 1).msisdn, '1')
    await passDays(world(), 5)
    const view = at(await world().positions(at(people, 6).msisdn), 0)
    const { reference } = await world().preview(at(people, 6).msisdn, view.position.id)
    await world().withdraw(at(people, 6).msisdn, reference)
    await passDays(world(), 3)

    // A payment that is answered late is booked on the day of its answer.
    const late = await world().quote(at(people, 2).msisdn, '8000')
    world().providers.real.settle(at(people, 2).msisdn, pending)
    await world().confirm(at(people, 2).msisdn, late.reference)
    await world().dispatch()
    await passDays(world(), 2)
    const before = await rolledUp(world().database)
    const order = await world().orderOf(present(late.reference))
    world().providers.real.settle(order.id, paid)
    await world().driveOrders()
    await rollUp(world())
    expect(await rolledUp(world().database)).toEqual(before)
    world().providers.real.settle(at(people, 3).msisdn, declined)
    const refused = await world().quote(at(people, 3).msisdn, '9000')
    await world().confirm(at(people, 3).msisdn, refused.reference)
    await world().driveOrders()
    // Confirmed now, and answered by the provider after the maturity date.
    const overdue = await world().quote(at(people, 4).msisdn, '8000', 'LOCK1M')
    world().providers.real.settle(at(people, 4).msisdn, pending)
    await world().confirm(at(people, 4).msisdn, overdue.reference)
    await world().dispatch()
    await passDays(world(), 33)
    const told = await rolledUp(world().database)
    for (const line of before) expect(told).toContain(line)
    world().providers.real.settle((await world().orderOf(present(overdue.reference))).id, paid)
    world().providers.real.settle(at(people, 4).msisdn, paid)
    await world().driveOrders()
    const late1M = at(
      await world().rows('SELECT matured_on, booked_on FROM maturities WHERE booked_on > matured_on'),
      0,
    )
    // Two people resolve the failed order as successful.
    const { id: refusedId } = await world().orderOf(present(refused.reference))
    await recordStatus(world().orders, world().call(), refusedId, paid)
    const open = at(await world().rows('SELECT id FROM review_cases WHERE order_id = ?', refusedId), 0)
    const deps = { database: world().database, recordDeps: world().orders, onOrder: () => undefined }
    const by = (name: string) =>
      world().call({ actor: { name, roles: new Set(['BACK_OFFICE', 'APPROVER']) } })
    const { proposalId } = await proposeResolution(deps, by('Awa Ngo'), {
      caseId: String(open['id']),
      outcome: 'ORDER_SUCCEEDED',
      reason: null,
      evidence: 'line 14',
    })
    await confirmResolution(deps, by('Paul Essomba'), present(proposalId))
    await passDays(world(), 31)
    expect(await insightProblems(world().database)).toEqual([])

    const kept = await rolledUp(world().database)
    for (const line of told) expect(kept).toContain(line)
    const renewal = await world().rows(
      `SELECT n FROM insight_flows WHERE family = 'RENEWAL' AND day = ?`,
      late1M['booked_on'],
    )
    expect(renewal.map(({ n }) => Number(n))).toContain(1)
    const first = dateOf(firstDay)
    for (const [range, batchSizes] of [
      [{ from: first, to: world().call().today }, undefined],
      [{ from: addDays(first, 12), to: addDays(first, 12) }, undefined],
      // Customers, savings and journals of a day in several slices: the last slice is full, or has one row.
      [
        { from: addDays(first, 20), to: addDays(first, 20) },
        { customers: 7, positions: 1, journals: 1 },
      ],
      [
        { from: addDays(first, 12), to: addDays(first, 12) },
        { customers: 2, positions: 3, journals: 3 },
      ],
    ] as const) {
      expect(
        await rebuildDays({ ...depsOf(world()), ...(batchSizes && { batchSizes }) }, range),
      ).toBeDefined()
      expect(await rolledUp(world().database)).toEqual(kept)
      expect(await insightProblems(world().database)).toEqual([])
    }
    // Until a rebuild has ended, what will mature is shown as before.
    const shown = await projected(world())
    expect(shown.length).toBeGreaterThan(0)
    const stopped = () => {
      throw new Error('stopped')
    }
    const day = addDays(first, 12)
    await expect(rebuildDays(depsOf(world()), { from: day, to: day }, stopped)).rejects.toThrow('stopped')
    expect(await projected(world())).toEqual(shown)
    await rollUp(world())
    expect(await rolledUp(world().database)).toEqual(kept)
    // The state after the migration that rebuilds everything.
    await world().write('DELETE FROM insight_savers')
    await world().write('UPDATE insight_progress SET rolled_to = NULL')
    await rollUp(world())
    expect(await rolledUp(world().database)).toEqual(kept)
    expect(await insightProblems(world().database)).toEqual([])
    // Old summaries are removed; for unconfirmed ones the roll-up is then the only record.
    const unpaid = `FROM insight_flows WHERE family = 'LOSSES' AND key_2 IN ('LAPSED', 'REFUSED')`
    expect(Number(at(await world().rows(`SELECT COUNT(*) AS n ${unpaid}`), 0)['n'])).toBeGreaterThan(1)
    await world().write('DELETE FROM request_log')
    await world().write(
      `INSERT INTO cleanings (name, cleaned_on, last_id, removed) VALUES ('REQUEST_LOG', ?, '~', 1)`,
      world().call().today,
    )
    await rebuildDays(depsOf(world()), { from: first, to: world().call().today })
    expect(await rolledUp(world().database)).toEqual(kept)
    await besideARebuild(world())
    expect(await rolledUp(world().database)).toEqual(kept)
    const counts = at(
      await world().rows(
        `SELECT SUM(CASE WHEN key_2 = 'LAPSED' THEN n END) AS lapsed, SUM(CASE WHEN key_2 = 'REFUSED' THEN n END) AS refused,
         SUM(CASE WHEN key_2 = 'FAILED' THEN n END) AS failed FROM insight_flows WHERE family = 'LOSSES' AND key_1 = 'DEPOSIT'`,
      ),
      0,
    )
    expect(Object.values(counts).map(Number)).toEqual([1, 1, 1])
  })
})
