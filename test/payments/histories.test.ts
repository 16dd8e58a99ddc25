import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { FakeProvider } from '../../src/bank/payments/fake.js'
import type { StatusResult } from '../../src/bank/payments/port.js'
import { readBalance } from '../../src/bank/savings/positions/balance.read.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import type { Minor } from '../../src/kernel/money.js'
import { Refusal } from '../../src/kernel/refusal.js'
import { accrueTo } from '../support/accrual.js'
import { playHistories } from '../support/histories.js'
import { describeEachDatabase, type TestDatabase } from '../support/services.js'
import {
  checkBooks,
  declined,
  openWorld,
  paid,
  pending,
  type Customer,
  type World,
} from '../support/world.js'
import { first, present } from '../support/present.js'
import { dateOf } from '../support/typed.js'

/** The number of histories, each of 20 to 40 steps in a new world. */
const numRuns = { sqlite: 8, mysql: 5 } as const

/** What the provider answers for a deposit; an open one ends by a later step, or at the end. */
type ProviderAnswer = 'paid' | 'declined' | 'open' | 'lost' | 'lost but arrived' | 'not sent'

/** A step; its numbers choose among the customers, quotes or orders of that time. */
type Step =
  | { readonly act: 'quote'; readonly who: number; readonly amount: number; readonly product: number }
  | { readonly act: 'confirm'; readonly which: number }
  | { readonly act: 'outcome'; readonly which: number; readonly status: StatusResult }
  | {
      readonly act: 'deposit'
      readonly who: number
      readonly amount: number
      readonly product: number
      readonly answer: ProviderAnswer
    }
  | { readonly act: 'crash' }
  | { readonly act: 'drive' }
  | { readonly act: 'days'; readonly days: number }
  | { readonly act: 'missedNight'; readonly days: number }
  | { readonly act: 'close'; readonly who: number }

const answer = fc.constantFrom<ProviderAnswer>(
  'paid',
  'paid',
  'paid',
  'declined',
  'open',
  'lost',
  'lost but arrived',
  'not sent',
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('deposit' as const),
      who: fc.nat(2),
      amount: fc.integer({ min: 1, max: 900 }),
      product: fc.nat(2),
      answer,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('crash' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('quote' as const),
      who: fc.nat(2),
      amount: fc.integer({ min: 1, max: 900 }),
      product: fc.nat(2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('confirm' as const), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('outcome' as const),
      which: fc.nat(),
      status: fc.constantFrom(paid, paid, declined),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('drive' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('days' as const), days: fc.constantFrom(1, 1, 2, 5, 27) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('missedNight' as const), days: fc.constantFrom(1, 3) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('close' as const), who: fc.nat(2) }) },
)

/** What a quote promised a customer: the interest earned by maturity. */
interface Promised {
  readonly customer: Customer
  readonly reference: string
  readonly amount: Minor
  readonly earnings: Minor
  readonly ratePpm: number
  readonly maturityOn: LocalDate
  confirmedOn?: LocalDate
}

const applyAnswer: Readonly<Record<ProviderAnswer, (provider: FakeProvider, id: string) => void>> = {
  paid: (provider, id) => provider.settle(id, paid),
  declined: (provider, id) => provider.settle(id, declined),
  open: () => undefined,
  lost: (provider, id) => provider.scriptSend(id, { outcome: 'UNKNOWN', detail: 'TIMEOUT' }),
  'lost but arrived': (provider, id) => {
    provider.scriptSend(id, { outcome: 'UNKNOWN', detail: 'TIMEOUT', arrives: true })
    provider.settle(id, paid)
  },
  'not sent': (provider, id) => provider.scriptSend(id, { outcome: 'NOT_SENT', reason: 'ECONNREFUSED' }),
}

const products = ['H1', 'H3', 'HTAX'] as const

/** Two customers of the real world and one of a test clock; all dates move together. */
const startHistory = async (world: World) => {
  await world.sell('H1', { termMonths: 1, ratePpm: 73_000, minAmount: 1n, maxBalance: 1500n })
  await world.sell('H3', { termMonths: 3, ratePpm: 50_000, minAmount: 1n, dayCount: 'ACT_360' })
  await world.sell('HTAX', {
    termMonths: 1,
    ratePpm: 99_900,
    minAmount: 1n,
    taxPpm: 165_000,
    joinsOtherRate: false,
  })
  const clock = await world.newClock('2026-03-01')
  const customers = [
    await world.register(),
    await world.register(),
    await world.register({ clockId: clock.id }),
  ]
  const promises: Promised[] = []
  let today = dateOf('2026-03-01')
  const nights = async (to: LocalDate) => {
    for (const book of ['system', clock.id]) await accrueTo(world, book, to)
  }
  const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(1, from.length)]

  const acts: { [A in Step['act']]: (step: Extract<Step, { act: A }>) => Promise<void> } = {
    quote: async ({ who, amount, product }) => {
      const customer = present(customers[who])
      const { reference, terms } = await world.quote(customer.msisdn, String(amount), products[product])
      if (reference === null || terms === null) return
      const { estimatedEarnings: earnings, ratePpm, maturityOn } = terms
      promises.push({ customer, reference, amount: terms.amount, earnings, ratePpm, maturityOn })
    },
    confirm: async ({ which }) => {
      const promised = pick(promises, which)
      if (!promised) return
      try {
        await world.confirm(promised.customer.msisdn, promised.reference)
        promised.confirmedOn ??= today
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        expect(promised.confirmedOn).toBeUndefined()
      }
    },
    outcome: async ({ which, status }) => {
      const promised = pick(
        promises.filter(({ confirmedOn }) => confirmedOn !== undefined),
        which,
      )
      if (!promised) return
      const order = await world.orderOf(promised.reference)
      // Contradictions of the provider are tested elsewhere.
      if (order.dueAt === null) return
      for (const provider of Object.values(world.providers)) provider.settle(order.id, status)
    },
    deposit: async ({ answer: chosen, ...asked }) => {
      const known = promises.length
      await acts.quote({ act: 'quote', who: asked.who, amount: asked.amount, product: asked.product })
      if (promises.length === known) return
      await acts.confirm({ act: 'confirm', which: known })
      const promised = present(promises[known])
      if (promised.confirmedOn === undefined) return
      const { id } = await world.orderOf(promised.reference)
      for (const provider of Object.values(world.providers)) applyAnswer[chosen](provider, id)
    },
    crash: async () => {
      // A worker claims what is due, and dies before it stores the answer.
      const { nowMs } = world.database.dialect
      await world.write(
        `UPDATE payment_orders SET sends = sends + 1, sent_at = COALESCE(sent_at, ${nowMs}), due_at = ${nowMs}
         WHERE status = 'CREATED'`,
      )
    },
    drive: async () => {
      await world.makeAllDue()
      await world.dispatch()
      await world.makeAllDue()
      await world.poll()
    },
    days: async ({ days }) => {
      today = addDays(today, days)
      world.clock.set(today)
      await nights(today)
    },
    missedNight: async ({ days }) => {
      today = addDays(today, days)
      world.clock.set(today)
      await accrueTo(world, clock.id, today)
    },
    close: async ({ who }) => {
      const { accountId, msisdn } = present(customers[who])
      const positions = first(
        await world.rows('SELECT COUNT(*) AS n FROM positions WHERE account_id = ?', accountId),
      )
      if (Number(positions['n']) > 0) return
      await world.write(`UPDATE accounts SET status = 'CLOSED', open_key = NULL WHERE id = ?`, accountId)
      customers[who] = await world.register({ msisdn })
    },
  }

  const run = <A extends Step['act']>(next: Extract<Step, { act: A }>) => acts[next.act](next)
  return { run: (next: Step) => run(next as never), promises, nights, today: () => today }
}

/** Checks that each paid quote is booked on its terms, and that no failed one is booked. */
const checkPromises = async (world: World, promises: readonly Promised[], at: LocalDate) => {
  const owed = new Map<Customer['msisdn'], Minor>()
  for (const promised of promises) {
    if (promised.confirmedOn === undefined) continue
    const order = await world.orderOf(promised.reference)
    const [booked] = await world.rows(
      `SELECT deposits.principal, value_on, rate_ppm, maturity_on FROM deposits
       JOIN positions ON positions.id = position_id WHERE deposits.id = ?`,
      order.id,
    )
    const suspended = await world.rows('SELECT id FROM journals WHERE reference = ?', `SUSPENSE:${order.id}`)
    expect(booked !== undefined || suspended.length === 1).toBe(order.status === 'SUCCESSFUL')
    if (!booked) continue
    expect({
      ...booked,
      principal: BigInt(present(booked['principal'])),
      rate_ppm: Number(booked['rate_ppm']),
    }).toEqual({
      principal: promised.amount,
      value_on: promised.confirmedOn,
      rate_ppm: promised.ratePpm,
      maturity_on: promised.maturityOn,
    })
    const { msisdn } = promised.customer
    owed.set(msisdn, (owed.get(msisdn) ?? 0n) + promised.earnings)
  }
  for (const { customer } of promises) {
    const balance = await readBalance(world.database.read, { today: at }, customer.msisdn)
    const principal = (await world.positions(customer.msisdn)).reduce(
      (sum, { figures }) => sum + figures.principal,
      0n,
    )
    expect(balance.accruing.principal + balance.due.principal + balance.payingOut.principal).toBe(principal)
  }
  return owed
}

const playHistory = async (
  database: TestDatabase,
  steps: readonly Step[],
  isLate: () => boolean,
): Promise<number> => {
  const world = await openWorld(database, { defaultStatus: pending })
  try {
    const history = await startHistory(world)
    for (const next of steps) {
      if (isLate()) break
      await history.run(next)
      await checkBooks(world.database)
    }
    for (const { id } of await world.rows('SELECT id FROM payment_orders WHERE due_at IS NOT NULL')) {
      for (const provider of Object.values(world.providers)) provider.settle(String(id), paid)
    }
    await world.driveOrders()
    await world.write('UPDATE payment_orders SET sent_at = sent_at - 60000 WHERE sent_at IS NOT NULL')
    await world.driveOrders()
    const end = addDays(history.today(), 100)
    world.clock.set(end)
    await history.nights(end)
    await checkBooks(world.database)
    const owed = await checkPromises(world, history.promises, end)
    for (const [msisdn, earnings] of owed) {
      const balance = await readBalance(world.database.read, world.call(), msisdn)
      expect(balance.accruing.count).toBe(0)
      expect(balance.interest).toBe(earnings)
    }
    return owed.size
  } finally {
    await world.close()
  }
}

describeEachDatabase('random histories of deposits', (database) => {
  test('close the books after every step, and each paid quote earns the interest it promised', async () => {
    let booked = 0
    const histories = fc.array(step, { minLength: 20, maxLength: 40 })
    await playHistories(
      histories,
      { numRuns: numRuns[database.kind], msMax: 15_000 },
      async (steps, isLate) => {
        booked += await playHistory(database, steps, isLate)
      },
    )
    expect(booked).toBeGreaterThan(0)
  })
})
