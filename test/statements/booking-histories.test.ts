import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { AccountBalance } from '../../src/bank/ledger/ledger.read.js'
import { readTrialBalance } from '../../src/bank/ledger/ledger.read.js'
import { toBigint } from '../../src/platform/database/columns.js'
import { lockCustomerById } from '../../src/bank/customers/customers.repository.js'
import { liftBlocks, openBlocks, placeBlock } from '../../src/bank/customers/blocks.js'
import { recordStatus } from '../../src/bank/payments/drive/record-answer.js'
import { confirmResolution, proposeResolution } from '../support/resolutions.js'
import { newId } from '../../src/kernel/ids.js'
import type { Tx } from '../../src/platform/database/database.js'
import { readUnderWay } from '../../src/bank/savings/positions/under-way.read.js'
import { rebuildDays, rollUpDays } from '../../src/bank/insights/roll-up.js'
import { addDays, type LocalDate } from '../../src/kernel/calendar.js'
import { Refusal } from '../../src/kernel/refusal.js'
import { market } from '../../src/kernel/market.js'
import { readContents, type Contents } from '../../src/bank/statements/contents/contents.read.js'
import { renderStatement } from '../../src/bank/statements/pdf/render-statement.js'
import { rowsOf } from '../../src/bank/statements/contents/rows.rules.js'
import { statementTexts } from '../../src/bank/statements/texts/texts.js'
import { argumentsOf, gatewayOf } from '../graphql/gateway.js'
import { person, serviceOf } from '../graphql/support.js'
import { insightProblems } from '../support/insights.js'
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
import { first, last, present } from '../support/present.js'
import { dateOf, shaped, textOf } from '../support/typed.js'
import { z } from 'zod'

const index = fc.nat({ max: 5 })

const answer = fc.record({
  act: fc.constant('ANSWER' as const),
  which: index,
  answer: fc.constantFrom('PAID', 'PAID', 'REFUSED'),
})

/** Days pass. Each has its night; without `nights` they are missed, and caught up later. */
const someDays = fc.record({
  act: fc.constant('DAYS' as const),
  days: fc.integer({ min: 1, max: 12 }),
  nights: fc.boolean(),
})
const someSilence = fc.record({ act: fc.constant('SILENCE' as const), which: index })
const statement = fc.record({ act: fc.constant('STATEMENT' as const) })
const optOut = fc.record({ act: fc.constant('OPT_OUT' as const), which: fc.nat({ max: 3 }) })
/** Blocks the account for debits, or lifts the block. */
const block = fc.record({ act: fc.constant('BLOCK' as const) })
/** The staff cancel a payout on hold. */
const cancel = fc.record({ act: fc.constant('CANCEL' as const) })
/** Two people decide that a failed deposit was paid after all. */
const correct = fc.record({ act: fc.constant('CORRECT' as const) })
/**
 * VOID: the provider takes back a payment that had succeeded; what was already paid out of it becomes a debt. DEBT:
 * part of such a debt is written off.
 */
const voiding = fc.record({ act: fc.constant('VOID' as const), which: index })
const debt = fc.record({ act: fc.constant('DEBT' as const) })
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('DEPOSIT' as const),
      amount: fc.integer({ min: 1000, max: 90_000 }),
      which: index,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('WITHDRAW' as const), which: index }) },
  { weight: 5, arbitrary: answer },
  { weight: 2, arbitrary: someDays },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('NIGHT' as const) }) },
  { weight: 1, arbitrary: someSilence },
  { weight: 1, arbitrary: statement },
  { weight: 1, arbitrary: optOut },
  { weight: 1, arbitrary: block },
  { weight: 1, arbitrary: cancel },
  { weight: 1, arbitrary: correct },
  { weight: 2, arbitrary: voiding },
  { weight: 1, arbitrary: debt },
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
const silence = (which = 0): Step => ({ act: 'SILENCE', which })
const refusedFor = (which = 0): Step => ({ act: 'ANSWER', which, answer: 'REFUSED' })
const deposited = (amount: number): Step => ({ act: 'DEPOSIT', amount, which: 1 })

/** A customer of the real world, or of a test clock. */
type CustomerKind = 'REAL' | 'CLOCK'

/**
 * Cases that every run has to include: a payout whose parts arrive on different days; a deposit that settles after an
 * opt-out; orders under review; refusals of a withdrawal, of an owed payout and of a refund. A block that freezes a
 * withdrawal, which is then cancelled, and a refund. A failed deposit that is corrected after its account has closed.
 * Payments that the provider takes back: that of one of two deposits; that of a deposit whose payout is on
 * hold; that of a matured deposit; and that of a deposit already paid out, which the customer then owes us.
 */
const examples: [[CustomerKind, Step[]]][] = [
  [
    [
      'REAL',
      [
        deposited(50_000),
        days(1),
        silence(),
        paidFor(),
        days(3),
        { act: 'WITHDRAW', which: 0 } as const,
        days(3),
        silence(),
        { act: 'STATEMENT' } as const,
        paidFor(),
        days(2),
      ],
    ],
  ],
  [
    [
      'REAL',
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
  ],
  [
    [
      'CLOCK',
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
  ],
  [
    [
      'REAL',
      [
        deposited(50_000),
        paidFor(),
        days(3),
        { act: 'WITHDRAW', which: 0 } as const,
        days(3),
        refusedFor(),
        days(1),
        { act: 'STATEMENT' } as const,
        deposited(20_000),
        { act: 'OPT_OUT', which: 0 } as const,
        days(3),
        paidFor(),
        refusedFor(),
        refusedFor(),
        days(1),
      ],
    ],
  ],
  [
    [
      'CLOCK',
      [
        deposited(50_000),
        paidFor(),
        deposited(90_000),
        days(2),
        { act: 'OPT_OUT', which: 0 } as const,
        paidFor(),
        refusedFor(),
        days(3),
        refusedFor(1),
        days(1),
      ],
    ],
  ],
  [
    [
      'REAL',
      [
        deposited(50_000),
        paidFor(),
        days(3),
        { act: 'WITHDRAW', which: 0 } as const,
        { act: 'BLOCK' } as const,
        days(3),
        { act: 'STATEMENT' } as const,
        { act: 'CANCEL' } as const,
        days(1),
        { act: 'BLOCK' } as const,
        { act: 'WITHDRAW', which: 0 } as const,
        days(3),
        paidFor(),
      ],
    ],
  ],
  [
    [
      'REAL',
      [
        deposited(50_000),
        paidFor(),
        days(3),
        deposited(20_000),
        paidFor(),
        days(2),
        { act: 'VOID', which: 1 } as const,
        days(2),
        { act: 'STATEMENT' } as const,
        { act: 'WITHDRAW', which: 0 } as const,
        { act: 'VOID', which: 0 } as const,
        days(2),
        deposited(30_000),
        paidFor(),
        days(1),
      ],
    ],
  ],
  [
    [
      'REAL',
      [
        { act: 'DEPOSIT', amount: 50_000, which: 2 } as const,
        paidFor(),
        days(3),
        { act: 'OPT_OUT', which: 0 } as const,
        days(3),
        paidFor(),
        days(1),
        { act: 'STATEMENT' } as const,
        { act: 'VOID', which: 0 } as const,
        days(1),
        { act: 'DEBT' } as const,
        days(1),
      ],
    ],
  ],
  [
    [
      'CLOCK',
      [
        { act: 'DEPOSIT', amount: 40_000, which: 0 } as const,
        paidFor(),
        days(12),
        days(12),
        days(12),
        { act: 'VOID', which: 0 } as const,
        { act: 'DEPOSIT', amount: 20_000, which: 0 } as const,
        paidFor(),
        days(2),
        { act: 'OPT_OUT', which: 0 } as const,
        { act: 'VOID', which: 0 } as const,
        days(3),
      ],
    ],
  ],
  [
    [
      'REAL',
      [
        deposited(50_000),
        refusedFor(),
        deposited(20_000),
        { act: 'OPT_OUT', which: 0 } as const,
        { act: 'BLOCK' } as const,
        paidFor(),
        days(1),
        { act: 'STATEMENT' } as const,
        { act: 'BLOCK' } as const,
        paidFor(),
        { act: 'CORRECT' } as const,
        days(1),
        { act: 'STATEMENT' } as const,
        paidFor(),
        days(1),
      ],
    ],
  ],
]

interface ShownMoney {
  readonly id: string
  readonly reference: string
  readonly kind: 'DEPOSIT' | 'PAYOUT' | 'REFUND'
  readonly standing: string
  readonly amount: string
  readonly on: string
  readonly message: string
}

/** One customer, the sums of closed days when they were closed, and the statements that were issued. */
class History {
  readonly closed = new Map<LocalDate, readonly AccountBalance[]>()
  readonly issued: Issued[] = []
  readonly rolled = new Set<string>()

  constructor(
    readonly world: World,
    readonly customer: Customer,
    readonly customerId: string,
    readonly book: string,
    readonly seen: Set<string>,
  ) {}

  nowOn = async () =>
    dateOf(
      textOf(first(await this.world.rows('SELECT now_on FROM clocks WHERE id = ?', this.book))['now_on']),
    )

  today = async () => (this.book === 'system' ? this.world.call().today : this.nowOn())

  provider = () => (this.book === 'system' ? this.world.providers.real : this.world.providers.test)

  balanceOn = (on: LocalDate) => readTrialBalance(this.world.database.read, this.book, on)

  stay = () => ({ accountId: this.customer.accountId, customerId: this.customerId })

  contents = (from: LocalDate, to: LocalDate) =>
    readContents(this.world.database.read, this.world.call(), this.stay(), { from, to })

  /** The contents of a statement up to the open day, with the money under way as screens show it. */
  present = async () => {
    const { world, customer } = this
    const period = { from: dateOf(firstDay), to: await this.today() }
    const shown = await readUnderWay(world.database, world.call(), customer.msisdn)
    const { read } = world.database
    return { period, contents: await readContents(read, world.call(), this.stay(), { ...period, shown }) }
  }

  /** Records the balances of days that have been closed since the last call. */
  recordClosedDays = async () => {
    const nowOn = await this.nowOn()
    for (
      let on = [...this.closed.keys()].at(-1) ?? addDays(dateOf(firstDay), -1);
      (on = addDays(on, 1)) < nowOn;
    )
      this.closed.set(on, await this.balanceOn(on))
  }

  rollUp = async () => {
    if (this.world.database.dialect.name === 'mysql') return
    await rollUpDays({ database: this.world.database, zone: market.timeZone }, new AbortController().signal)
    const rows = await this.world
      .rows(`SELECT family, day, key_1, key_2, key_3, n, amount, amount_2, amount_3, customers
      FROM insight_flows UNION ALL SELECT family, day, key_1, key_2, '', n, n_2, amount, 0, 0 FROM insight_stocks`)
    for (const row of rows) if (row['family'] !== 'MATURING') this.rolled.add(Object.values(row).join(' '))
  }

  /** The roll-up of every closed day equals the present books, and a rebuild of the roll-up. */
  checkRollUps = async () => {
    if (this.rolled.size === 0) return
    const rolled = [...this.rolled].toSorted()
    this.rolled.clear()
    await rebuildDays(
      { database: this.world.database, zone: market.timeZone },
      { from: dateOf(firstDay), to: this.world.call().today },
    )
    await this.rollUp()
    expect([...this.rolled].toSorted()).toEqual(rolled)
    expect(await insightProblems(this.world.database)).toEqual([])
    this.seen.add('ROLLED_UP')
  }

  night = async () => {
    await this.world.night()
    await this.rollUp()
    await this.world.releaseHolds()
    await this.recordClosedDays()
    await this.world.driveOrders()
  }

  issue = async () => {
    const from = this.issued.length === 0 ? dateOf(firstDay) : addDays(last(this.issued).to, 1)
    const to = addDays(await this.nowOn(), -1)
    if (to < from) return
    this.issued.push({ from, to, contents: await this.contents(from, to) })
    this.seen.add('STATEMENT')
  }

  facts = async (tx: Tx) => present(await lockCustomerById(tx, this.world.call(), this.customerId))

  isClosed = async () =>
    first(await this.world.rows('SELECT closed_on FROM accounts WHERE id = ?', this.customer.accountId))[
      'closed_on'
    ] !== null

  block = (): Promise<unknown> =>
    this.world.database.inTransaction(async (tx) => {
      const { account, today } = await this.facts(tx)
      if (!account) return
      const call = this.world.call()
      const placed = await openBlocks(tx, account.id)
      if (placed.length > 0) return liftBlocks(tx, call, placed, 'UNBLOCK')
      return placeBlock(
        tx,
        call,
        { ...account, today },
        {
          scope: 'DEBIT',
          cause: 'COURT',
          endsOn: null,
          expiresAt: null,
          approvalId: 'APR-1',
        },
      )
    })

  /** One person proposes, another approves. Returns the code of a refused proposal, else undefined. */
  proposeAndApprove = async (what: string, input: object): Promise<string | undefined> => {
    const { act } = serviceOf(this.world)
    const asked = shaped(
      z.object({
        approval: z.object({ id: z.string() }).nullable(),
        refusal: z.object({ code: z.string() }).nullable(),
      }),
      await act(
        what,
        { ...input, reason: 'asked for', evidence: 'letter', idempotencyKey: `ask-${newId(Date.now())}` },
        'approval { id } refusal { code }',
        { actor: { ...person('BACK_OFFICE'), name: 'Awa Ngo', id: 'P-awa' } },
      ),
    )
    if (!asked.approval) return asked.refusal?.code
    const approved = await act(
      'approve',
      { id: asked.approval.id, idempotencyKey: `yes-${asked.approval.id}` },
      'approval { status } refusal { code }',
      { actor: { ...person('APPROVER'), name: 'Paul Essomba', id: 'P-paul' } },
    )
    expect(approved).toEqual({ approval: { status: 'DONE' }, refusal: null })
    return undefined
  }

  void = async (which: number) => {
    const found = await this.world.rows(
      `SELECT deposits.id, positions.status FROM deposits JOIN positions ON positions.id = deposits.position_id
       WHERE deposits.customer_id = ? ORDER BY deposits.created_at, deposits.id`,
      this.customerId,
    )
    const deposit = found[which % Math.max(found.length, 1)]
    if (!deposit) return
    const refused = await this.proposeAndApprove('proposeVoidDeposit', { deposit: deposit['id'] })
    if (refused === undefined) this.seen.add(`VOIDED ${deposit['status']}`)
    // A deposit cannot be voided while a payment is on its way, or while its account is closing.
    else expect(['PAYMENTS_UNDER_WAY', 'ACCOUNT_CLOSING']).toContain(refused)
  }

  debts = () =>
    this.world.rows(
      `SELECT dimension, SUM(amount) AS owed FROM postings JOIN journals ON journals.id = postings.journal_id
       WHERE account = 'customer_receivable' AND customer_id = ? GROUP BY dimension HAVING SUM(amount) > 0`,
      this.customerId,
    )

  debt = async () => {
    const [debt] = await this.debts()
    if (!debt) return
    const part = toBigint(debt['owed']) > 1n ? toBigint(debt['owed']) / 2n : 1n
    const lines = [
      { account: 'customer_receivable', amount: `-${part}` },
      { account: 'adjustments', amount: `${part}` },
    ]
    expect(
      await this.proposeAndApprove('proposeAdjustment', { lines, deposit: debt['dimension'] }),
    ).toBeUndefined()
    this.seen.add('DEBT')
  }

  cancel = async () => {
    const [payout] = await this.world.rows(
      `SELECT id FROM payouts WHERE customer_id = ? AND status = 'ON_HOLD' ORDER BY created_at, id`,
      this.customerId,
    )
    if (!payout) return
    const refused = await this.proposeAndApprove('proposeCancelPayout', { payout: payout['id'] })
    // A payout of a closing account cannot be cancelled.
    if (refused !== undefined) expect(refused).toBe('ACCOUNT_CLOSING')
  }

  correct = async () => {
    const { world } = this
    const [order] = await world.rows(
      `SELECT id FROM payment_orders WHERE customer_id = ? AND kind = 'COLLECT' AND status = 'FAILED'
         AND failure_code <> 'DEPOSIT_VOIDED' ORDER BY id`,
      this.customerId,
    )
    if (!order) return
    await recordStatus(world.orders, world.call(), String(order['id']), paid)
    const open = first(
      await world.rows(`SELECT id FROM review_cases WHERE order_id = ? AND status = 'OPEN'`, order['id']),
    )
    const deps = { database: world.database, recordDeps: world.orders, onOrder: () => undefined }
    const by = (name: string) => world.call({ actor: { name, roles: new Set(['BACK_OFFICE', 'APPROVER']) } })
    const proposal = { outcome: 'ORDER_SUCCEEDED', reason: null, evidence: 'line 14' } as const
    const { proposalId } = await proposeResolution(deps, by('Awa'), {
      caseId: String(open['id']),
      ...proposal,
    })
    this.seen.add((await this.isClosed()) ? 'CORRECTED CLOSED' : 'CORRECTED')
    await confirmResolution(deps, by('Paul'), present(proposalId))
    await world.dispatch()
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
      this.provider().settle(String(order['id']), step.answer === 'PAID' ? paid : refused)
      if (String(order['business_on']) < (await this.nowOn())) this.seen.add(`LATE ${step.answer}`)
      await world.driveOrders()
    } else if (step.act === 'DAYS' && this.book !== 'system') {
      await world.walk(this.book, addDays(await this.today(), step.days))
      await this.recordClosedDays()
    } else if (step.act === 'DAYS') {
      for (let i = 0; i < step.days; i++) {
        world.clock.set(addDays(world.call().today, 1))
        if (step.nights) await this.night()
      }
      await world.driveOrders()
    } else if (step.act === 'SILENCE') {
      const orders = await this.unanswered()
      const order = orders[step.which % Math.max(orders.length, 1)]
      if (!order) return
      await world.write('UPDATE payment_orders SET polls = 1000 WHERE id = ? AND polls > 0', order['id'])
      await world.driveOrders()
    } else if (step.act === 'NIGHT') await this.night()
    else if (step.act === 'STATEMENT') await this.issue()
    else if (step.act === 'BLOCK') await this.block()
    else if (step.act === 'CANCEL') await this.cancel()
    else if (step.act === 'CORRECT') await this.correct()
    else if (step.act === 'VOID') await this.void(step.which)
    else if (step.act === 'DEBT') await this.debt()
    else if (step.which === 0) {
      const refused = await world.optOut(msisdn).then(
        () => null,
        (error: unknown) => error,
      )
      if (refused instanceof Refusal && refused.code === 'ACCOUNT_BLOCKED') return
      if (refused !== null) throw refused
      await world.continueClosings()
      this.seen.add('OPT_OUT')
    }
  }

  /** Closed days and issued statements have not changed, and each statement begins where the previous one ended. */
  checkPast = async () => {
    for (const [on, balances] of this.closed) expect([on, await this.balanceOn(on)]).toEqual([on, balances])
    let before = 0n
    for (const { from, to, contents } of this.issued) {
      expect(await this.contents(from, to)).toEqual(contents)
      expect([from, contents.opening]).toEqual([from, before])
      before = contents.closing
    }
  }

  /**
   * On a closed day, interest payable is the interest earned by deposits that were booked by then, of positions that
   * were open then. After a missed night this includes what was booked before the night was caught up.
   */
  checkPayable = async () => {
    const days = [...this.closed.keys()]
    for (const on of days.filter((_, i) => i % 7 === 0 || i === days.length - 1)) {
      const { savings } = await this.contents(dateOf(firstDay), on)
      const earned = savings
        .filter(({ status }) => status === 'ACCRUING' || status === 'MATURED')
        .reduce((sum, { interest }) => sum + interest.gross, 0n)
      const payable =
        present(this.closed.get(on)).find(({ account }) => account === 'interest_payable')?.balance ?? 0n
      expect([on, -payable]).toEqual([on, earned])
    }
  }

  /** Screens, GraphQL, balance, statement and ledger, each read separately, show the same money under way. */
  checkUnderWay = async () => {
    const { world, customer } = this
    const asked = argumentsOf(customer.msisdn)
    const { moneyUnderWay } = shaped(
      z.object({
        moneyUnderWay: z.array(
          z.object({
            id: z.string(),
            reference: z.string(),
            kind: z.enum(['DEPOSIT', 'PAYOUT', 'REFUND']),
            standing: z.string(),
            amount: z.string(),
            on: z.string(),
            message: z.string(),
          }),
        ),
      }),
      await serviceOf(world).ask(
        `{ moneyUnderWay(msisdn: "${customer.msisdn}") { id reference kind standing amount on message } }`,
      ),
    )
    const { contents } = await this.present()
    const debt = (await this.debts()).reduce((sum, { owed }) => sum + toBigint(owed), 0n)
    // Screens do not show a closed account, but its statement does.
    if (await this.isClosed()) {
      expect(moneyUnderWay).toEqual([])
      expect(contents.underWay.every(({ standing }) => standing === 'UNPAID')).toBe(true)
      expect(contents.closing).toBe(contents.underWay.reduce((sum, { amount }) => sum + amount, -debt))
      return
    }
    const lineOf = ({
      kind,
      standing,
      reference,
      amount,
      on,
    }: Omit<ShownMoney, 'id' | 'message' | 'amount'> & { amount: unknown }) =>
      `${on} ${kind} ${reference} ${standing} ${amount}`
    expect(contents.underWay.map(lineOf).toSorted()).toEqual(moneyUnderWay.map(lineOf).toSorted())
    const { rows, record } = gatewayOf(world)

    const leaving = (await rows('list_locked_accounts', asked)).filter(
      (row) => row['position_status'] === 'PAYING_OUT',
    )
    const payouts = moneyUnderWay.filter(({ kind }) => kind === 'PAYOUT')
    expect(
      leaving
        .map((row) => `${row['settlement_reference']} ${row['payout_message']} ${'settlement_delay' in row}`)
        .toSorted(),
    ).toEqual(
      payouts.map(({ id, message, standing }) => `${id} ${message} ${standing === 'HELD'}`).toSorted(),
    )
    const ledger = first(
      await world.rows(
        `SELECT -SUM(postings.amount) AS owed FROM postings JOIN journals ON journals.id = postings.journal_id
       WHERE journals.customer_id = ? AND postings.account IN ('payout_reserved', 'suspense')`,
        this.customerId,
      ),
    )
    const owed = moneyUnderWay.reduce(
      (sum, { kind, amount }) => (kind === 'DEPOSIT' ? sum : sum + BigInt(amount)),
      0n,
    )
    expect(owed).toBe(toBigint(ledger['owed']))
    const saved = contents.savings.filter(({ status }) => status === 'ACCRUING' || status === 'MATURED')
    expect(contents.closing).toBe(saved.reduce((sum, { principal }) => sum + principal, owed - debt))
    const earned = saved.reduce((sum, { interest }) => sum + interest.net, 0n)

    // The interest is sent with the first part of a payout.
    const balance = await record('get_savings_balance', asked)
    const amountOf = (key: string) => BigInt(present(balance[key]))
    expect(amountOf('pending_withdrawal_amount') + amountOf('total_interest')).toBe(owed + earned)
    expect(amountOf('accruing_balance') + amountOf('due_balance')).toBe(contents.closing - owed + debt)
    expect(balance['paying_out_count']).toBe(String(payouts.length))

    const lines = await rows('list_recent_transactions', asked)
    const pending = lines.filter((line) => line['transaction_status'] === 'PENDING')
    if (lines.length < 10)
      expect(
        pending
          .map((line) => `${line['transaction_date']} ${line['transaction_type']} ${line['amount']}`)
          .toSorted(),
      ).toEqual(
        moneyUnderWay
          .map(({ on, kind, amount }) => `${on} ${kind === 'PAYOUT' ? 'WITHDRAWAL' : kind} ${amount}`)
          .toSorted(),
      )
    for (const { kind, standing } of moneyUnderWay) this.seen.add(`${kind} ${standing}`)
  }

  /** A movement has the same date in the rows of orders and payouts, the mini statement, and the statement with its PDF. */
  checkPresent = async () => {
    const { world, customer } = this
    const { period, contents: whole } = await this.present()
    const dated = (kinds: readonly string[]) =>
      whole.movements
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ on, reference }) => `${on} ${reference}`)
    const orders = await world.rows(
      `SELECT quote_reference, settled_on FROM payment_orders WHERE msisdn = ? AND kind = 'COLLECT' AND status = 'SUCCESSFUL'`,
      customer.msisdn,
    )
    const voided = await world.rows(
      `SELECT quote_reference, voided_deposits.settled_on, voided_on FROM voided_deposits
       JOIN payment_orders ON payment_orders.id = voided_deposits.id WHERE voided_deposits.customer_id = ?`,
      this.customerId,
    )
    const deposits = [...orders, ...voided].map((row) => `${row['settled_on']} ${row['quote_reference']}`)
    expect(dated(['DEPOSIT', 'RECEIVED']).toSorted()).toEqual(deposits.toSorted())
    const takenBack = voided.map((row) => `${row['voided_on']} ${row['quote_reference']}`)
    expect(dated(['VOIDED']).toSorted()).toEqual(takenBack.toSorted())
    const payouts = await world.rows(
      `SELECT id, settled_on FROM payouts WHERE customer_id = ? AND status = 'PAID' LIMIT 100`,
      this.customerId,
    )
    // The payout ends with the last of its parts.
    const lastPart = new Map(
      whole.movements.filter(({ kind }) => kind === 'WITHDRAWAL').map(({ on, reference }) => [reference, on]),
    )
    for (const row of payouts) expect(lastPart.get(String(row['id']))).toBe(row['settled_on'])

    for (const { isCancelled } of whole.givenBack)
      this.seen.add(isCancelled ? 'PAYOUT CANCELLED' : 'PAYOUT GIVEN_BACK')
    if (whole.movements.some(({ kind }) => kind === 'REFUND')) this.seen.add('REFUND REFUNDED')

    const lines = await gatewayOf(world).rows('list_recent_transactions', argumentsOf(customer.msisdn))
    const onPaper = whole.movements.map(({ on, amount }) => `${on} ${amount < 0n ? -amount : amount}`)
    for (const line of lines.filter((each) => each['transaction_status'] === 'SUCCESSFUL')) {
      const { transaction_date: on, transaction_type: type, transaction_id: id = '' } = line
      if (type === 'WITHDRAWAL') expect([id, lastPart.get(id)]).toEqual([id, on])
      else if (type !== 'MATURITY') expect(onPaper).toContain(`${on} ${line['amount']}`)
      if (type === 'WITHDRAWAL' || type === 'REFUND') this.seen.add(`${type} PAID`)
    }

    const texts = statementTexts('fr')
    const pdf = await renderStatement({
      bank,
      title: texts.title,
      language: 'fr',
      texts,
      period,
      isOpen: true,
      holder: { msisdn: customer.msisdn, email: '', accountId: customer.accountId, openedOn: period.from },
      statement: {
        reference: 'STM',
        period: '',
        issuedOn: period.to,
        requestedAt: 0,
        currency: market.currency,
      },
      contents: whole,
    })
    const slashed = (on: string) => on.split('-').reverse().join('/')
    const pages = await pdfPages(pdf)
    expect(movementLines(pages).map((line) => [line[0], line.at(-1)])).toEqual([
      [slashed(period.from), '0'],
      ...rowsOf(whole, period).map(({ on, balance }) => [slashed(on), spaced(balance)]),
      [slashed(period.to), spaced(whole.closing)],
    ])
    // A row of money under way ends with its amount; its reference is on the next line.
    const flat = pages.flat()
    const begin = flat.findIndex(([title = '']) => title.startsWith('En cours au'))
    for (const { on, kind, amount, reference } of whole.underWay) {
      const row = [
        slashed(on),
        expect.stringContaining(texts.underWay.kinds[kind]),
        expect.anything(),
        spaced(amount),
      ]
      const below = flat.findIndex((line, i) => i > begin && line[0] === reference)
      expect([reference, flat[below - 1]]).toEqual([reference, row])
    }
  }
}

describeEachDatabase('random histories with late settlements', (database) => {
  test('change no closed day and no statement, leave no gap between statements, and show each movement with one date', async () => {
    const seen = new Set<string>()
    const random = await playHistories(
      fc.tuple(
        fc.constantFrom<CustomerKind>('REAL', 'REAL', 'REAL', 'CLOCK'),
        fc.array(step, { minLength: 12, maxLength: 40 }),
      ),
      { numRuns: examples.length + (database.kind === 'sqlite' ? 11 : 2), msMax: 20_000, examples },
      async ([place, steps]) => {
        const world = await openWorld(database, { defaultStatus: pending, payoutMax: 60_000n })
        try {
          world.clock.set(firstDay)
          await world.sell('TAXED1M', { termMonths: 1, taxPpm: 165_000 })
          const clock = place === 'CLOCK' ? await world.newClock(firstDay) : undefined
          const customer = await world.register({ clockId: clock?.id ?? null })
          const row = first(await world.rows('SELECT id FROM customers WHERE msisdn = ?', customer.msisdn))
          const history = new History(world, customer, String(row['id']), clock?.id ?? 'system', seen)
          for (const each of steps) {
            await history.play(each)
            await history.checkUnderWay()
          }
          await history.night()
          await history.issue()
          await history.checkPast()
          if (!steps.some((each) => each.act === 'DAYS' && !each.nights && place === 'REAL')) {
            await history.checkPayable()
            seen.add('PAYABLE')
          }
          await history.checkPresent()
          await history.checkRollUps()
          await checkBooks(world.database)
        } finally {
          await world.close()
        }
      },
    )
    expect(random).toBeGreaterThan(0)
    // Histories without late settlements would prove nothing.
    if (database.kind === 'sqlite')
      expect([...seen]).toEqual(
        expect.arrayContaining([
          'LATE PAID',
          'STATEMENT',
          'OPT_OUT',
          'WITHDRAWAL PAID',
          'DEPOSIT REQUESTED',
          'DEPOSIT CLOSING',
          'PAYOUT HELD',
          'PAYOUT SENDING',
          'DEPOSIT CHECKING',
          'PAYOUT CHECKING',
          'PAYOUT DELAYED',
          'PAYOUT GIVEN_BACK',
          'PAYOUT FROZEN',
          'PAYOUT CANCELLED',
          'REFUND FROZEN',
          'CORRECTED CLOSED',
          'REFUND SENDING',
          'REFUND DELAYED',
          'REFUND REFUNDED',
          'PAYABLE',
          'ROLLED_UP',
          'VOIDED OPEN',
          'VOIDED PAYING_OUT',
          'VOIDED CLOSED',
          'DEBT',
        ]),
      )
  })
})
