import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { AccountBalance } from '../../src/ledger/ledger.read.js'
import { readTrialBalance } from '../../src/ledger/ledger.read.js'
import { payoutsMax } from '../../src/savings/payouts.read.js'
import { addDays, type LocalDate } from '../../src/shared/calendar.js'
import { market } from '../../src/shared/market.js'
import { readContents, type Contents } from '../../src/statements/contents.read.js'
import { renderStatement } from '../../src/statements/pdf/render-statement.js'
import { rowsOf } from '../../src/statements/rows.rules.js'
import { statementTexts } from '../../src/statements/texts/texts.js'
import { gatewayOf, of } from '../graphql/gateway.js'
import { playHistories } from '../support/histories.js'
import { pdfPages } from '../support/pdf-text.js'
import { describeEachDatabase } from '../support/services.js'
import {
  checkBooks,
  firstDay,
  openWorld,
  paid,
  pending,
  type Customer,
  type World,
} from '../support/world.js'
import { bank, movementLines, spaced } from './support.js'

const index = fc.nat({ max: 5 })

const answer = fc.record({
  act: fc.constant('ANSWER' as const),
  which: index,
  answer: fc.constantFrom('PAID', 'PAID', 'PAID', 'REFUSED'),
})

/** Days pass with a night each, or some nights are missed and caught up later. Answers come whenever they like. */
const step = fc.oneof(
  fc.record({
    act: fc.constant('DEPOSIT' as const),
    amount: fc.integer({ min: 1000, max: 90_000 }),
    which: index,
  }),
  fc.record({ act: fc.constant('WITHDRAW' as const), which: index }),
  answer,
  answer,
  fc.record({
    act: fc.constant('DAYS' as const),
    days: fc.integer({ min: 1, max: 12 }),
    nights: fc.boolean(),
  }),
  fc.record({ act: fc.constant('NIGHT' as const) }),
  fc.record({ act: fc.constant('STATEMENT' as const) }),
  fc.record({ act: fc.constant('OPT_OUT' as const), which: fc.nat({ max: 3 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const products = ['LOCK1M', 'LOCK3M', 'TAXED1M']

interface Issued {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly contents: Contents
}

const days = (count: number, nights = true): Step => ({ act: 'DAYS', days: count, nights })
const paidFor = (which = 0): Step => ({ act: 'ANSWER', which, answer: 'PAID' })
const deposited = (amount: number): Step => ({ act: 'DEPOSIT', amount, which: 1 })

/** A payout in parts that arrive on different days, and a deposit that comes when its account is being left. */
const examples: [Step[]][] = [
  [
    [
      deposited(90_000),
      paidFor(),
      days(3),
      { act: 'WITHDRAW', which: 0 } as const,
      days(3),
      { act: 'STATEMENT' } as const,

      paidFor(1),
      days(2),
      { act: 'STATEMENT' } as const,
      paidFor(),
      days(2, false),
      deposited(5000),
      days(1),
    ],
  ],
  [
    [
      deposited(50_000),
      paidFor(),
      deposited(20_000),
      days(3),
      { act: 'OPT_OUT', which: 0 } as const,
      days(3),

      { act: 'STATEMENT' } as const,
      paidFor(1),
      days(2),
      { act: 'STATEMENT' } as const,
      paidFor(),
      paidFor(),
      paidFor(),
      days(2),
      paidFor(),
      paidFor(),
    ],
  ],
]

/** One customer of the real world, what was said of its closed days, and the statements that were issued. */
class History {
  readonly closed = new Map<LocalDate, readonly AccountBalance[]>()
  readonly issued: Issued[] = []

  constructor(
    readonly world: World,
    readonly customer: Customer,
    readonly customerId: string,
    readonly seen: Set<string>,
  ) {}

  nowOn = async () =>
    (await this.world.rows(`SELECT now_on FROM clocks WHERE id = 'system'`))[0]!['now_on'] as LocalDate

  balanceOn = (on: LocalDate) => readTrialBalance(this.world.database.read, 'system', on)

  contents = (from: LocalDate, to: LocalDate) =>
    readContents(
      this.world.database.read,
      { accountId: this.customer.accountId, customerId: this.customerId },
      { from, to },
    )

  /** Notes what the books say of the days that have been closed since. */
  note = async () => {
    const nowOn = await this.nowOn()
    for (
      let on = [...this.closed.keys()].at(-1) ?? addDays(firstDay as LocalDate, -1);
      (on = addDays(on, 1)) < nowOn;
    )
      this.closed.set(on, await this.balanceOn(on))
  }

  night = async () => {
    await this.world.night()
    await this.world.releaseHolds()
    await this.note()
    await this.world.driveOrders()
  }

  issue = async () => {
    const from = this.issued.length === 0 ? (firstDay as LocalDate) : addDays(this.issued.at(-1)!.to, 1)
    const to = addDays(await this.nowOn(), -1)
    if (to < from) return
    this.issued.push({ from, to, contents: await this.contents(from, to) })
    this.seen.add('STATEMENT')
  }

  unanswered = () =>
    this.world.rows(
      `SELECT id, business_on FROM payment_orders WHERE msisdn = ? AND status NOT IN ('SUCCESSFUL', 'FAILED')
       ORDER BY created_at, id`,
      this.customer.msisdn,
    )

  play = async (step: Step) => {
    const { world, customer } = this
    const { msisdn } = customer
    if (step.act === 'DEPOSIT') {
      const { reference } = await world.quote(
        msisdn,
        String(step.amount),
        products[step.which % products.length],
      )
      if (reference === null) return
      await world.confirm(msisdn, reference)
      await world.dispatch()
    } else if (step.act === 'WITHDRAW') {
      const views = (await world.positions(msisdn)).filter(({ position }) => position.status === 'OPEN')
      const view = views[step.which % Math.max(views.length, 1)]
      const { reference = null } = view ? await world.preview(msisdn, view.position.id) : {}
      if (reference === null) return
      await world.withdraw(msisdn, reference)
      await world.dispatch()
    } else if (step.act === 'ANSWER') {
      const orders = await this.unanswered()
      const order = orders[step.which % Math.max(orders.length, 1)]
      if (!order) return
      const refused = { state: 'FAILED', reason: 'PAYEE_NOT_FOUND' } as const
      world.providers.real.settle(String(order['id']), step.answer === 'PAID' ? paid : refused)
      if (String(order['business_on']) < (await this.nowOn())) this.seen.add(`LATE ${step.answer}`)
      await world.driveOrders()
    } else if (step.act === 'DAYS') {
      for (let i = 0; i < step.days; i++) {
        world.clock.set(addDays(world.call().today, 1))
        if (step.nights) await this.night()
      }
      await world.driveOrders()
    } else if (step.act === 'NIGHT') await this.night()
    else if (step.act === 'STATEMENT') await this.issue()
    else if (step.which === 0) {
      await world.optOut(msisdn)
      this.seen.add('OPT_OUT')
    }
  }

  /** Closed days and issued statements are as they were, and each begins where the one before ended. */
  checkPast = async () => {
    for (const [on, balances] of this.closed) expect([on, await this.balanceOn(on)]).toEqual([on, balances])
    let before = 0n
    for (const { from, to, contents } of this.issued) {
      expect(await this.contents(from, to)).toEqual(contents)
      expect([from, contents.opening]).toEqual([from, before])
      before = contents.closing
    }
  }

  /** One date for one movement: mini statement, GraphQL, ledger and paper. */
  checkPresent = async () => {
    const { world, customer } = this
    const { today } = world.call()
    const whole = await this.contents(firstDay as LocalDate, today)
    const dated = (kinds: readonly string[]) =>
      whole.movements
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ on, reference }) => `${on} ${reference}`)
    const orders = await world.rows(
      `SELECT quote_reference, settled_on FROM payment_orders WHERE msisdn = ? AND kind = 'COLLECT' AND status = 'SUCCESSFUL'`,
      customer.msisdn,
    )
    const deposits = orders.map((row) => `${row['settled_on']} ${row['quote_reference']}`)
    expect(dated(['DEPOSIT', 'RECEIVED']).toSorted()).toEqual(deposits.toSorted())
    const payouts = await world.rows(
      `SELECT id, settled_on FROM payouts WHERE customer_id = ? AND status = 'PAID' LIMIT ${payoutsMax}`,
      this.customerId,
    )
    // The last of its parts is the payout's end.
    const lastPart = new Map(
      whole.movements.filter(({ kind }) => kind === 'WITHDRAWAL').map(({ on, reference }) => [reference, on]),
    )
    for (const row of payouts) expect(lastPart.get(String(row['id']))).toBe(row['settled_on'])

    const lines = await gatewayOf(world).rows('list_recent_transactions', of(customer.msisdn))
    const onPaper = whole.movements.map(({ on, amount }) => `${on} ${amount < 0n ? -amount : amount}`)
    for (const line of lines.filter((each) => each['transaction_status'] === 'SUCCESSFUL')) {
      const { transaction_date: on, transaction_type: type, transaction_id: id = '' } = line
      if (type === 'WITHDRAWAL') expect([id, lastPart.get(id)]).toEqual([id, on])
      else if (type !== 'MATURITY') expect(onPaper).toContain(`${on} ${line['amount']}`)
      if (type === 'WITHDRAWAL' || type === 'REFUND') this.seen.add(`${type} PAID`)
    }

    const texts = statementTexts('fr')
    const period = { from: firstDay as LocalDate, to: today }
    const pdf = await renderStatement({
      bank,
      title: texts.title,
      language: 'fr',
      texts,
      period,
      isOpen: true,
      holder: { msisdn: customer.msisdn, email: '', accountId: customer.accountId, openedOn: period.from },
      statement: { reference: 'STM', period: '', issuedOn: today, requestedAt: 0, currency: market.currency },
      contents: whole,
    })
    const slashed = (on: string) => on.split('-').reverse().join('/')
    expect(movementLines(await pdfPages(pdf)).map((line) => [line[0], line.at(-1)])).toEqual([
      [slashed(period.from), '0'],
      ...rowsOf(whole, period).map(({ on, balance }) => [slashed(on), spaced(balance)]),
      [slashed(period.to), spaced(whole.closing)],
    ])
  }
}

describeEachDatabase('whatever settles late', (database) => {
  test('no closed day changes, no statement, none loses anything to the next, and all say one date', async () => {
    const seen = new Set<string>()
    await playHistories(
      fc.array(step, { minLength: 12, maxLength: 40 }),
      { numRuns: database.kind === 'sqlite' ? 16 : 5, msMax: 20_000, examples },
      async (steps) => {
        const world = await openWorld(database, { standing: pending, payoutMax: 60_000n })
        try {
          world.clock.set(firstDay)
          await world.sell('TAXED1M', { termMonths: 1, taxPpm: 165_000 })
          const customer = await world.register()
          const [row] = await world.rows('SELECT id FROM customers WHERE msisdn = ?', customer.msisdn)
          const history = new History(world, customer, String(row!['id']), seen)
          for (const each of steps) await history.play(each)
          await history.night()
          await history.issue()
          await history.checkPast()
          await history.checkPresent()
          await checkBooks(world.database)
        } finally {
          await world.close()
        }
      },
    )
    // Histories in which nothing is late would prove nothing.
    if (database.kind === 'sqlite')
      expect([...seen]).toEqual(
        expect.arrayContaining(['LATE PAID', 'STATEMENT', 'OPT_OUT', 'WITHDRAWAL PAID']),
      )
  }, 120_000)
})
