import { rollUpDays } from '../../src/bank/insights/roll-up.js'
import { addDays, beginningOf, type LocalDate } from '../../src/kernel/calendar.js'
import { newId } from '../../src/kernel/ids.js'
import { market } from '../../src/kernel/market.js'
import type { ScoreRequest } from '../../src/score-requests/model/score.entity.js'
import { declined, type Customer, type World } from '../support/world.js'
import { at, first } from '../support/present.js'
import { dateOf } from '../support/typed.js'

type Ended = Pick<ScoreRequest, 'status'> &
  Partial<Pick<ScoreRequest, 'decision' | 'riskBand' | 'failureCode'>> & {
    readonly reasons?: readonly string[]
    readonly tookMs?: number
  }

/** Writes a score that was requested at noon, and by default took four minutes. The person need not be a customer. */
export const writeScore = (
  { database }: World,
  msisdn: string,
  day: string,
  { reasons = [], tookMs = 4 * 60_000, ...ended }: Ended,
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const askedAt = beginningOf(dateOf(day), market.timeZone) + 12 * 3_600_000
    const id = newId(askedAt)
    await tx.run(
      `INSERT INTO score_requests (id, customer_id, product_code, augment, first_name, last_name, phone_number, national_id,
         person_hash, status, submission, attempts, fence, asked_by, asked_on, asked_at, ended_at, decision, risk_band, failure_code)
       VALUES (?, (SELECT id FROM customers WHERE msisdn = ?), 'PAS', 0, 'Awa', 'Ngo', '', '', ?, ?, 1, 0, 0, 'a clerk', ?, ?, ?, ?, ?, ?)`,
      [
        id,
        msisdn,
        `hash of ${msisdn}`,
        ended.status,
        day,
        askedAt,
        askedAt + tookMs,
        ended.decision ?? null,
        ended.riskBand ?? null,
        ended.failureCode ?? null,
      ],
    )
    for (const code of reasons)
      await tx.run('INSERT INTO score_reasons (score_id, code) VALUES (?, ?)', [id, code])
  })

/** The last day of the seeded months; today is the day after. */
export const lastDay = dateOf('2026-06-30')

type Act = () => Promise<void>

/**
 * Four months of a small bank in the real world, with a night each day: the data for the questions of docs/analysts.md. The customers of a
 * group do the same on successive days, so that some groups of a day are too small to be shown and those of months are not.
 */
export const seed = async (world: World): Promise<void> => {
  const acts = new Map<LocalDate, Act[]>()
  const on = (day: string, act: Act) => void acts.set(dateOf(day), [...(acts.get(dateOf(day)) ?? []), act])
  const dayIn = (month: number, day: number) => `2026-0${month}-${String(day).padStart(2, '0')}`
  const people: Customer[] = []
  for (let i = 0; i < 30; i++) people.push(await world.register())
  const msisdn = (i: number) => at(people, i).msisdn
  const leave = async (i: number) => {
    const view = first(await world.positions(msisdn(i)))
    const { reference } = await world.preview(msisdn(i), view.position.id)
    await world.withdraw(msisdn(i), reference)
  }

  for (let i = 0; i < 12; i++) {
    // March: twelve customers deposit for a month, and top up a fortnight later.
    on(
      dayIn(3, 2 + i),
      async () => void (await world.deposit(msisdn(i), String(8_000 + 4_000 * i), 'LOCK1M')),
    )
    on(dayIn(3, 16 + i), async () => void (await world.deposit(msisdn(i), '3000', 'LOCK1M')))
    // Eight of them withdraw at maturity, and six deposit again.
    if (i < 8) on(dayIn(4, 15 + i), () => leave(i))
    if (i < 6) on(dayIn(4, 24 + i), async () => void (await world.deposit(msisdn(i), '60000', 'LOCK3M')))
  }
  for (let i = 12; i < 20; i++) {
    // April: eight customers deposit for three months, and six of them withdraw early in May.
    on(dayIn(4, i - 8), async () => void (await world.deposit(msisdn(i), '120000', 'LOCK3M')))
    if (i < 18) on(dayIn(5, i - 2), () => leave(i))
  }
  for (let i = 20; i < 26; i++) {
    // Six customers get a summary and do not confirm it; each confirms a second one, and the payment is declined.
    on(dayIn(5, i - 15), async () => void (await world.quote(msisdn(i), '9000')))
    on(dayIn(5, i - 12), async () => {
      world.providers.real.settle(msisdn(i), declined)
      await world.deposit(msisdn(i), '9000')
      world.providers.real.settle(msisdn(i), { state: 'SUCCESSFUL', providerTransactionId: null })
    })
    on(dayIn(5, 20), async () => void (await world.quote(msisdn(i), '10')))
    // June: they deposit after a change of the rate.
    on(dayIn(6, i - 10), async () => void (await world.deposit(msisdn(i), '150000', 'LOCK3M')))
  }
  on('2026-06-01', async () => {
    // Inserted with the business date, because a new product gets the real time of the database.
    await world.write(
      `INSERT INTO product_versions (id, code, version, term_months, rate_ppm, early_rate_ppm, day_count, tax_ppm, currency,
         min_amount, max_balance, hold_hours, maturity_instruction, joins_other_rate, on_sale, published_at)
       SELECT 'LOCK3M.2', code, 2, term_months, 50000, early_rate_ppm, day_count, tax_ppm, currency,
         min_amount, max_balance, hold_hours, maturity_instruction, joins_other_rate, on_sale, ?
       FROM product_versions WHERE code = 'LOCK3M' AND version = 1`,
      world.call().now,
    )
  })
  // Six deposits on one day, with one maturity date.
  for (let i = 0; i < 6; i++)
    on('2026-06-22', async () => void (await world.deposit(msisdn(i), String(10_000 + i * 500), 'LOCK1M')))
  // A customer who is alone in a product: no answer may include them.
  on('2026-06-05', async () => void (await world.deposit(msisdn(29), '777000', 'LOCK12M')))

  // May: six scores are approved, six declined, five fail, and one alone is referred.
  const scored = (i: number, day: number, ended: Ended) =>
    on(dayIn(5, day), () => writeScore(world, msisdn(i), dayIn(5, day), ended))
  for (let i = 0; i < 6; i++) {
    scored(i, 4 + i, { status: 'COMPLETED', decision: 'APPROVE', riskBand: 'A', reasons: ['R02'] })
    const reasons = i < 5 ? ['R04', 'R07'] : ['R04']
    scored(6 + i, 11 + i, { status: 'COMPLETED', decision: 'DECLINE', riskBand: 'C', reasons })
    if (i < 5) scored(12 + i, 18 + i, { status: 'FAILED', failureCode: 'UPLOADS_FAILED' })
  }
  scored(18, 25, { status: 'COMPLETED', decision: 'REFER', riskBand: null, reasons: ['R01'] })

  for (let day = world.call().today; day <= lastDay; day = addDays(day, 1)) {
    for (const act of acts.get(day) ?? []) await act()
    await world.driveOrders()
    world.clock.set(addDays(day, 1))
    await world.night()
    // The night ends no hold: this sends the payouts of earlier days whose hold has ended.
    await world.releaseHolds()
    await world.driveOrders()
  }
  await rollUpDays({ database: world.database, zone: market.timeZone }, new AbortController().signal)
}
