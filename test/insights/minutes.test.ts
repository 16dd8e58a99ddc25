import { expect, test } from '@jest/globals'
import { rebuildDays } from '../../src/bank/insights/roll-up.js'
import { minutesBandSql } from '../../src/bank/insights/rules/bands.rules.js'
import { addDays } from '../../src/kernel/calendar.js'
import { market } from '../../src/kernel/market.js'
import { minutesBandOf } from '../support/insight-journeys.js'
import { insightProblems } from '../support/insights.js'
import { describeEachDatabase } from '../support/services.js'
import { dateOf } from '../support/typed.js'
import { firstDay, paid, worldFor } from '../support/world.js'
import { writeScore } from './seeded-world.js'
import { at } from '../support/present.js'

const minute = 60_000
const edges = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960, 1_440, 2_880, 4_320, 10_080, 20_160]
/** The milliseconds at each edge, and one before and after it. */
const durations = [0, ...edges.flatMap((edge) => [-1, 0, 1].map((ms) => edge * minute + ms))]

describeEachDatabase('a duration in minutes', (database) => {
  const world = worldFor(database, { defaultStatus: paid })
  const rollUp = () =>
    rebuildDays(
      { database: world().database, zone: market.timeZone },
      { from: dateOf(firstDay), to: world().call().today },
    )

  test('is in the band whose upper end it does not exceed, in SQL as in code', async () => {
    const { read } = world().database
    const rows = await read.all(
      `SELECT ${durations.map((ms, i) => `${minutesBandSql(`${ms}`)} AS b${i}`).join(', ')}`,
    )
    expect(durations.map((ms, i) => [ms, rows[0]?.[`b${i}`]])).toEqual(
      durations.map((ms) => [ms, String(minutesBandOf(ms))]),
    )
  })

  test('of a payout or of a score is rolled up in its band, and the check of the roll-ups reports one in another band', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => world().register()))
    for (const { msisdn } of people) {
      await world().deposit(msisdn, '10000', 'LOCK12M')
      for (const { position } of await world().positions(msisdn)) {
        const { reference } = await world().preview(msisdn, position.id)
        await world().withdraw(msisdn, reference)
      }
    }
    const passDays = async (days: number): Promise<void> => {
      for (let i = 0; i < days; i++) {
        world().clock.set(addDays(world().call().today, 1))
        await world().night()
        await world().releaseHolds()
        await world().driveOrders()
      }
    }
    // Early exits are held first, and the hold does not count as waiting.
    await passDays(4)
    const orders = await world().rows(
      `SELECT id FROM payment_orders WHERE kind = 'PAY_OUT' AND status = 'SUCCESSFUL' ORDER BY id`,
    )
    expect(orders).toHaveLength(4)
    for (const [i, took] of [0, 3, 40, 700].entries())
      await world().write(
        'UPDATE payment_orders SET settled_at = settled_at + ? WHERE id = ?',
        took * minute,
        at(orders, i)['id'],
      )
    for (const [i, tookMs] of durations.entries())
      await writeScore(world(), `person ${i}`, firstDay, {
        status: 'COMPLETED',
        decision: 'APPROVE',
        riskBand: 'A',
        tookMs,
      })
    await passDays(16)
    await rollUp()
    const bands = (family: string, key: string) =>
      world().rows(`SELECT DISTINCT ${key} AS band FROM insight_flows WHERE family = ?`, family)
    expect(
      (await bands('SCORE_MINUTES', 'key_3')).map(({ band }) => Number(band)).toSorted((a, b) => a - b),
    ).toEqual([...edges, 40_320])
    expect((await bands('TRANSFER_MINUTES', 'key_2')).length).toBeGreaterThan(2)
    expect(await insightProblems(world().database)).toEqual([])

    // The check finds a row that is counted in the wrong band.
    for (const [family, key] of [
      ['TRANSFER_MINUTES', 'key_2'],
      ['SCORE_MINUTES', 'key_3'],
    ] as const) {
      await world().write(
        `UPDATE insight_flows SET ${key} = '7' WHERE family = ? AND ${key} = (SELECT band FROM
          (SELECT MIN(${key}) AS band FROM insight_flows WHERE family = ?) least)`,
        family,
        family,
      )
      expect(await insightProblems(world().database)).not.toEqual([])
      await rollUp()
      expect(await insightProblems(world().database)).toEqual([])
    }
  })
})
