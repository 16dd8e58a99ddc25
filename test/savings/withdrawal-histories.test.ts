import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { expected, type Product } from './exit-model.js'
import { accrueTo } from '../support/accrual.js'
import { playHistories } from '../support/histories.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, openWorld, type World } from '../support/world.js'
import { at, present } from '../support/present.js'

const products: readonly Product[] = [
  { code: 'W365', ratePpm: 73_300, earlyRatePpm: 11_100, taxPpm: 0, dayCount: 'ACT_365F' },
  { code: 'WTAX', ratePpm: 99_900, earlyRatePpm: 33_300, taxPpm: 165_000, dayCount: 'ACT_360' },
  { code: 'WLOW', ratePpm: 5_000, earlyRatePpm: 70_000, taxPpm: 100_000, dayCount: 'ACT_365F' },
]

/** MySQL plays fewer: both databases run the same code, and interest-sql.test.ts compares their integer arithmetic. */
const numRuns = { sqlite: 40, mysql: 15 } as const

interface Paid {
  readonly amount: number
  readonly afterDays: number
}

interface History {
  readonly product: number
  readonly deposits: readonly Paid[]
  /** Days from the last deposit to the exit. */
  readonly heldDays: number
  /** How often the payee is refused before the money arrives. */
  readonly refusals: number
}

const history: fc.Arbitrary<History> = fc.record({
  product: fc.nat(products.length - 1),
  deposits: fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 400_000 }), afterDays: fc.integer({ min: 0, max: 20 }) }),
    { minLength: 1, maxLength: 4 },
  ),
  heldDays: fc.integer({ min: 0, max: 100 }),
  refusals: fc.constantFrom(0, 0, 0, 1, 2),
})

const play = async (
  world: World,
  { product: index, deposits, heldDays, refusals }: History,
): Promise<void> => {
  const product = at(products, index)
  const clock = await world.newClock('2027-11-20')
  const { msisdn } = await world.register({ clockId: clock.id })
  const { test: provider } = world.providers
  let today = clock.nowOn
  const pass = async (days: number) => {
    today = addDays(today, days)
    await accrueTo(world, clock.id, today)
  }
  const booked: { amount: bigint; on: LocalDate }[] = []
  for (const { amount, afterDays } of deposits) {
    await pass(booked.length === 0 ? 0 : afterDays)
    await world.deposit(msisdn, String(amount), product.code)
    booked.push({ amount: BigInt(amount), on: today })
  }
  await pass(heldDays)

  const [view, ...others] = await world.positions(msisdn)
  expect(others).toEqual([])
  const { id: positionId, maturityOn } = present(view).position
  const leave = async () => {
    const { reference, terms } = await world.preview(msisdn, positionId)
    expect(present(terms).amount).toBe(expected(product, booked, maturityOn, today))
    const payout = await world.withdraw(msisdn, reference)
    await checkBooks(world.database)
    return { shown: present(terms).amount, payout }
  }
  for (let i = 0; i < refusals; i++) {
    provider.settle(msisdn, { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' })
    await leave()
    await world.driveOrders()
    await checkBooks(world.database)
    await pass(1 + i)
  }
  provider.settle(msisdn, { state: 'SUCCESSFUL', providerTransactionId: 'T' })
  const before = new Set(provider.orders.keys())
  const { shown, payout } = await leave()
  await pass(3)
  await world.driveOrders()
  const sent = [...provider.orders.values()].filter(
    ({ reference, kind }) => kind === 'PAY_OUT' && !before.has(reference),
  )
  expect(payout.amount).toBe(shown)
  expect(sent.reduce((sum, { amount }) => sum + amount, 0n)).toBe(shown)
  expect(await world.positions(msisdn)).toEqual([])
  await checkBooks(world.database)
}

describeEachDatabase('a withdrawal after random deposits', (database) => {
  test('pays what the preview shows, in parts or whole, after any number of refusals', async () => {
    const world = await openWorld(database, { payoutMax: 250_000n })
    try {
      for (const product of products) {
        await world.sell(product.code, { ...product, termMonths: 3, minAmount: 1n, holdHours: 0 })
      }
      await playHistories(history, { numRuns: numRuns[database.kind], msMax: 15_000 }, (each) =>
        play(world, each),
      )
    } finally {
      await world.close()
    }
  })
})
