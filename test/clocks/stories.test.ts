import { describe, expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'

describeEachDatabase('a test clock', (database) => {
  const world = worldFor(database)

  test('walks a customer from 31 January to maturity on 28 February, and 60 days on', async () => {
    const clock = await world().newClock('2026-01-31')
    const { msisdn } = await world().register({ clockId: clock.id })
    await world().deposit(msisdn, '100000', 'LOCK1M')
    const stood = await world().walk(clock.id, '2026-02-28')
    expect(stood).toMatchObject({ nowOn: '2026-02-28', advancingTo: null, walkError: null })
    const [matured] = await world().positions(msisdn)
    expect(matured?.figures).toMatchObject({ status: 'MATURED', principal: 100000n })
    expect(matured?.figures.accrued.net).toBe(230n)
    await world().walk(clock.id, '2026-04-29')
    const [later] = await world().positions(msisdn)
    expect(later?.figures.accrued.net).toBe(230n)
    expect(await world().rows('SELECT COUNT(*) AS days FROM walk_days')).toMatchObject([
      { days: expect.anything() },
    ])
  })
})
