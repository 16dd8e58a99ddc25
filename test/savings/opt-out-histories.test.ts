import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { Refusal } from '../../src/kernel/refusal.js'
import type { Msisdn } from '../../src/kernel/msisdn.js'
import { playHistories } from '../support/histories.js'
import { addPositionsLike } from '../support/many-positions.js'
import { describeEachDatabase } from '../support/services.js'
import { checkBooks, openWorld, paid, pending, type World } from '../support/world.js'
import { expected, type Product } from './exit-model.js'
import { at, present } from '../support/present.js'
import { bigintOf } from '../support/typed.js'

const products: readonly Product[] = [
  { code: 'L365', ratePpm: 73_300, earlyRatePpm: 11_100, taxPpm: 0, dayCount: 'ACT_365F' },
  { code: 'LTAX', ratePpm: 99_900, earlyRatePpm: 33_300, taxPpm: 165_000, dayCount: 'ACT_360' },
  { code: 'LLOW', ratePpm: 5_000, earlyRatePpm: 70_000, taxPpm: 100_000, dayCount: 'ACT_365F' },
]

/**
 * The number of histories, including the given examples, which are played first. MySQL plays fewer: each day between two steps is
 * walked, which takes ten times as long there.
 */
const numRuns = { sqlite: 30, mysql: 12 } as const

type Step =
  | { readonly act: 'DEPOSIT'; readonly product: number; readonly amount: number; readonly answered: boolean }
  | { readonly act: 'ANSWER'; readonly well: boolean }
  | { readonly act: 'WITHDRAW'; readonly which: number }
  | { readonly act: 'PASS'; readonly days: number }
  | { readonly act: 'PAYEE'; readonly reason: 'PAYEE_NOT_FOUND' | 'NOT_ENOUGH_FUNDS' | 'EXPIRED' | null }
  | { readonly act: 'MANY' | 'OPT_OUT' | 'REGISTER' | 'RESET' | 'DRIVE' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('DEPOSIT' as const),
      product: fc.nat(products.length - 1),
      amount: fc.integer({ min: 1, max: 300_000 }),
      answered: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('ANSWER' as const), well: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('WITHDRAW' as const), which: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('PASS' as const), days: fc.integer({ min: 1, max: 50 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('PAYEE' as const),
      reason: fc.constantFrom(
        'PAYEE_NOT_FOUND' as const,
        'NOT_ENOUGH_FUNDS' as const,
        'EXPIRED' as const,
        null,
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'OPT_OUT' as const,
        'OPT_OUT' as const,
        'REGISTER' as const,
        'RESET' as const,
        'DRIVE' as const,
        'DRIVE' as const,
        'MANY' as const,
      ),
    }),
  },
)

const paidIn = (product: number, answered = true): Step => ({
  act: 'DEPOSIT',
  product,
  amount: 99_999,
  answered,
})

/** Played first, so that every run has each kind of withdrawal and opt-out. */
const examples: [Step[]][] = [
  [[paidIn(0), { act: 'OPT_OUT' }, { act: 'PASS', days: 1 }, { act: 'REGISTER' }, paidIn(1)]],
  [
    [
      paidIn(0),
      paidIn(1),
      paidIn(2, false),
      { act: 'OPT_OUT' },
      { act: 'ANSWER', well: true },
      { act: 'DRIVE' },
    ],
  ],
  [
    [
      paidIn(0),
      { act: 'PAYEE', reason: 'PAYEE_NOT_FOUND' },
      { act: 'WITHDRAW', which: 0 },
      { act: 'PASS', days: 2 },
      { act: 'DRIVE' },
      { act: 'OPT_OUT' },
      { act: 'PASS', days: 2 },
      { act: 'DRIVE' },
      { act: 'PAYEE', reason: null },
      { act: 'RESET' },
      { act: 'RESET' },
    ],
  ],
  [[paidIn(1), { act: 'MANY' }, { act: 'PASS', days: 3 }, { act: 'OPT_OUT' }, { act: 'PASS', days: 2 }]],
]

/** More positions than one transaction withdraws. */
const copiesCount = 26

/** A refusal is a valid answer: the books have to close whatever a customer tries. */
const unlessRefused = async <T>(act: Promise<T>): Promise<T | undefined> => {
  try {
    return await act
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The payout of each open position by the second implementation of the terms. */
const expectedOf = async (world: World, msisdn: Msisdn): Promise<bigint[]> => {
  const open = (await world.positions(msisdn)).filter(({ position }) => position.status === 'OPEN')
  return open.map(({ position, deposits, on }) =>
    expected(
      present(products.find(({ code }) => code === position.productCode)),
      deposits.map(({ principal, valueOn }) => ({ amount: principal, on: valueOn })),
      position.maturityOn,
      on,
    ),
  )
}

const play = async (world: World, steps: readonly Step[], seen: Set<string>): Promise<void> => {
  const { test: provider } = world.providers
  const clock = await world.newClock('2027-11-20')
  const { msisdn } = await world.register({ clockId: clock.id })
  let today: LocalDate = clock.nowOn
  const unanswered: string[] = []
  const pass = async (days: number) => {
    today = addDays(today, days)
    await world.walk(clock.id, today)
  }
  /** Sets the outcome of all transfers to this customer. */
  const answerPayee = (reason: Extract<Step, { act: 'PAYEE' }>['reason']): void =>
    provider.settle(msisdn, reason === null ? paid : { state: 'FAILED', reason })
  const drive = async () => {
    await world.dispatch()
    await world.makeAllDue()
    await world.poll()
  }

  const acts: { readonly [Act in Step['act']]: (step: Extract<Step, { act: Act }>) => Promise<unknown> } = {
    DEPOSIT: async ({ product, amount, answered }) => {
      const { reference } = await world.quote(msisdn, String(amount), at(products, product).code)
      const confirmed = reference === null ? undefined : await unlessRefused(world.confirm(msisdn, reference))
      if (!confirmed) return
      const { id } = await world.orderOf(present(reference))
      provider.settle(id, answered ? paid : pending)
      if (!answered) unanswered.push(id)
      await drive()
    },
    ANSWER: async ({ well }) => {
      const id = unanswered.pop()
      if (id === undefined) return
      provider.settle(id, well ? paid : { state: 'FAILED', reason: 'EXPIRED' })
      await drive()
    },
    WITHDRAW: async ({ which }) => {
      const position = (await world.positions(msisdn))[which]?.position
      if (!position) return
      const { reference, terms } = await world.preview(msisdn, position.id)
      const payout = reference === null ? undefined : await unlessRefused(world.withdraw(msisdn, reference))
      if (payout) expect(payout.amount).toBe(present(terms).amount)
    },
    PASS: ({ days }) => pass(days),
    PAYEE: async ({ reason }) => answerPayee(reason),
    OPT_OUT: async () => {
      const list = await world.optOutPositions(msisdn)
      expect(list.positions.map(({ terms }) => terms.amount)).toEqual(await expectedOf(world, msisdn))
      const before = new Set((await payouts()).map(({ id }) => id))
      if (!(await unlessRefused(world.optOut(msisdn)))) return
      await world.continueClosings()
      const exits = (await payouts()).filter(({ id }) => !before.has(id))
      expect(exits.map(({ amount }) => bigintOf(amount)).toSorted()).toEqual(
        list.positions.map(({ terms }) => terms.amount).toSorted(),
      )
      seen.add(
        exits.length > copiesCount ? 'OPT_OUT of many' : exits.length > 1 ? 'OPT_OUT of several' : 'OPT_OUT',
      )
    },
    REGISTER: async () => {
      if ((await unlessRefused(world.register({ msisdn })))?.result === 'REGISTERED')
        seen.add('REGISTER again')
    },
    RESET: async () => {
      seen.add(`RESET ${(await world.reset(msisdn)).status}`)
      await world.endTestOrders()
    },
    DRIVE: drive,
    MANY: async () => {
      const alone = (await world.positions(msisdn)).filter(
        ({ position, deposits: [first, ...more] }) =>
          position.status === 'OPEN' && more.length === 0 && first?.valueOn === today,
      )
      const [view] = alone
      if (view && alone.length < copiesCount) await addPositionsLike(world, view.position.id, copiesCount)
    },
  }
  const payouts = () =>
    world.rows(
      `SELECT payouts.* FROM payouts JOIN customers ON customers.id = customer_id WHERE msisdn = ?`,
      msisdn,
    )

  for (const each of steps) {
    await (acts[each.act] as (step: Step) => Promise<unknown>)(each)
    await checkBooks(world.database)
    for (const { status, open_key } of await payouts())
      if (status === 'FAILED') seen.add(open_key === null ? 'GIVEN_BACK' : 'DELAYED')
  }

  // At the end a reset pays everything back.
  answerPayee(null)
  for (let i = 0; i < 12 && (await world.reset(msisdn)).status !== 'READY'; i++) await world.endTestOrders()
  await world.optOut(msisdn)
  await checkBooks(world.database)
  const rows = at(
    await world.rows(
      `SELECT SUM(CASE WHEN kind = 'COLLECT' THEN amount ELSE 0 END) AS taken,
       SUM(CASE WHEN kind = 'PAY_OUT' THEN amount ELSE 0 END) AS given,
       SUM(CASE WHEN refund_of IS NULL THEN 0 ELSE 1 END) AS refunds
     FROM payment_orders WHERE msisdn = ? AND status = 'SUCCESSFUL'`,
      msisdn,
    ),
    0,
  )
  const earned = at(
    await world.rows(
      `SELECT SUM(interest - tax) AS net FROM payouts JOIN customers ON customers.id = customer_id
     WHERE msisdn = ? AND open_key IS NOT NULL`,
      msisdn,
    ),
    0,
  )
  expect(bigintOf(rows['given'] ?? 0)).toBe(bigintOf(rows['taken'] ?? 0) + bigintOf(earned['net'] ?? 0))
  expect(
    await world.rows(
      `SELECT accounts.status FROM accounts JOIN customers ON customers.id = customer_id
       WHERE msisdn = ? AND accounts.status <> 'CLOSED'`,
      msisdn,
    ),
  ).toEqual([])
  if (Number(rows['refunds']) > 0) seen.add('REFUND')
}

describeEachDatabase('random histories of a test customer who opts out', (database) => {
  test('keep the balance: deposits - refunds + interest - tax = payouts + open principal; and all is paid back at the end', async () => {
    const world = await openWorld(database, { payoutMax: 120_000n })
    const seen = new Set<string>()
    try {
      for (const product of products)
        await world.sell(product.code, { ...product, termMonths: 3, minAmount: 1n, holdHours: 24 })
      await playHistories(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        { numRuns: numRuns[database.kind], msMax: 15_000, examples },
        (steps) => play(world, steps, seen),
      )
      // Histories without opt-outs would prove nothing.
      expect([...seen]).toEqual(
        expect.arrayContaining([
          'DELAYED',
          'GIVEN_BACK',
          'OPT_OUT',
          'OPT_OUT of many',
          'OPT_OUT of several',
          'REFUND',
          'REGISTER again',
          'RESET WORKING',
        ]),
      )
    } finally {
      await world.close()
    }
  })
})
