import { createHash } from 'node:crypto'
import {
  differences,
  exactDifferences,
  expectedBalance,
  expectedConfirm,
  expectedLeaving,
  expectedList,
  expectedPreview,
  expectedQuote,
  expectedWithdrawal,
  personOf,
  type Given,
  type Moment,
} from './contract.js'
import { auditProblems, closedDays, type ClosedDays } from './audit.js'
import { isEnded, readFacts, type Facts } from './facts.js'
import { dateOf, dayOf } from './figures.js'
import { productsOf, type ProductFacts } from './products.js'
import { bookingProblems, holdProblems, leftOver, paidTwice } from './promises.js'
import { createRandom } from './random.js'
import { beginningsOf, stepsOf, testersFrom, type Act, type Step } from './steps.js'
import type { Staff, Values, World } from './world.js'

export interface Outcome {
  readonly problems: readonly string[]
  /** The step at which they were found; the number of steps when at the end. */
  readonly at: number
  readonly steps: number
  readonly hash: string
  readonly acts: ReadonlyMap<string, number>
  readonly faults: ReadonlyMap<string, number>
}

interface Answer {
  readonly status: number
  readonly values: Values
  readonly rows: readonly Values[]
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** The market is an hour ahead of UTC all year. */
const marketOffsetMs = hour

/** What the log is told in error of what the history itself has done. */
const expectedErrors =
  /provider|Died|disk is full|disk I\/O|is locked|looks up more customers|cannot be mailed|asks for what|mail server/

const amounts = [
  '1000',
  '1500',
  '5000',
  '12345',
  '70000',
  '130000',
  '199999',
  '999',
  '0',
  'abc',
  '1 500',
  '12.5',
  '2000000',
  '1',
]
const emails = ['a@example.com', 'b@example.org', 'not an address', '']
const periods = ['ALL', '1', 'LAST_3_MONTHS', '2026-03', 'nonsense', '2026-03-01/2026-03-20']

const valuesIn = (pairs: { key: { value: string }; value: { value: string } }[]): Values =>
  Object.fromEntries(pairs.map(({ key, value }) => [key.value, value.value]))

const answerOf = ({ status, body }: { status: number; body: string }): Answer => {
  const parsed = JSON.parse(body) as { arguments?: never; argumentsList?: never[]; error?: { code: string } }
  return {
    status,
    values: parsed.arguments ? valuesIn(parsed.arguments) : parsed.error ? { error: parsed.error.code } : {},
    rows: (parsed.argumentsList ?? []).map(valuesIn),
  }
}

const at = <T>(from: readonly T[], which: number): T | undefined => from[which % Math.max(1, from.length)]

/** Plays a history to its end, or to its first problem. */
export const playHistory = async (
  world: World,
  seed: number,
  steps: readonly Step[],
  { auditEvery = 12, isTraced = false }: { readonly auditEvery?: number; readonly isTraced?: boolean } = {},
): Promise<Outcome> => {
  await world.begin(seed, beginningsOf(createRandom(seed, 4)))
  const history = new History(world)
  return history.play(steps, auditEvery, isTraced)
}

export const historyOf = (seed: number, count: number): Step[] => stepsOf(createRandom(seed), count)

class History {
  readonly #hash = createHash('sha256')
  readonly #acts = new Map<string, number>()
  readonly #faults = new Map<string, number>()
  readonly #promises = new Map<string, Given>()
  readonly #confirmed = new Set<string>()
  readonly #acknowledged = new Set<string>()
  readonly #leaving = new Set<string>()
  /** By what remains of a text without its figures, of what it was said. */
  readonly #texts = new Map<string, string>()
  readonly #statements: string[] = []
  readonly #clocks: string[] = []
  readonly #closed: ClosedDays = new Map()
  #products: ProductFacts[] = [...productsOf()]
  #facts: Facts
  #problems: string[] = []
  /** Nothing is checked of an answer that others or faults may have changed meanwhile. */
  #isAlone = true
  #isTraced = false

  constructor(readonly world: World) {
    this.#facts = readFacts(world.disk)
  }

  #say(problem: string): void {
    this.#problems.push(problem)
  }

  #trace(line: string): void {
    this.#hash.update(`${line}\n`)
    if (this.#isTraced) process.stdout.write(`  ${line}\n`)
  }

  #told() {
    return {
      promises: this.#promises,
      confirmed: this.#confirmed,
      acknowledged: this.#acknowledged,
      leaving: this.#leaving,
      judged: new Set<string>(),
    }
  }

  #moment(): Moment {
    const { world } = this
    return { facts: this.#facts, products: this.#products, now: world.machine.now(), today: world.today() }
  }

  #msisdn(who: number): string {
    return `2376700000${String(10 + who)}`
  }

  #isTester(who: number): boolean {
    return who >= testersFrom
  }

  async play(steps: readonly Step[], auditEvery: number, isTraced: boolean): Promise<Outcome> {
    this.#isTraced = isTraced
    let i = 0
    for (; i < steps.length && this.#problems.length === 0; i++) {
      const step = steps[i]!
      this.#trace(`${i} ${step.act} ${step.who} ${JSON.stringify(step.fault ?? step.beside?.act ?? '')}`)
      try {
        await this.#step(step)
      } catch (error) {
        this.#say(
          `${step.act} threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        )
      }
      if (this.#problems.length === 0 && i % auditEvery === 0) await this.#audit()
    }
    if (this.#problems.length === 0) await this.#end()
    return {
      problems: this.#problems,
      at: i,
      steps: steps.length,
      hash: this.#hash.digest('hex'),
      acts: this.#acts,
      faults: this.#faults,
    }
  }

  async #step(step: Step): Promise<void> {
    const { world } = this
    const { disk, machine } = world
    this.#isAlone = !step.fault && !step.beside
    this.#acts.set(step.act, (this.#acts.get(step.act) ?? 0) + 1)
    world.nudges.clear()
    this.#isTicking = false
    const before = this.#facts
    if (step.fault) disk.arm(step.fault)
    const both = step.beside ? [step, step.beside] : [step]
    const results = await machine.finish(() => Promise.allSettled(both.map((each) => this.#act(each))))
    const came = step.fault ? disk.disarm() : false
    if (step.fault && came) this.#faults.set(step.fault.kind, (this.#faults.get(step.fault.kind) ?? 0) + 1)
    if (step.beside) this.#faults.set('BESIDE', (this.#faults.get('BESIDE') ?? 0) + 1)
    if (disk.isDead()) await machine.finish(() => world.restart())
    for (const result of results) if (result.status === 'rejected' && !came) throw result.reason
    this.#observe(before)
    if (this.#isAlone) this.#checkNudges(before)
  }

  #observe(before: Facts): void {
    const { world } = this
    this.#facts = readFacts(world.disk, before)
    const moment = this.#moment()
    for (const problem of bookingProblems(before, moment, this.#told(), world.wallet)) this.#say(problem)
    for (const problem of holdProblems(before, moment)) this.#say(problem)
    for (const error of world.errors.splice(0))
      if (!expectedErrors.test(error)) this.#say(`the log says: ${error}`)
  }

  /** Whoever writes what is due says so to its worker. */
  #checkNudges(before: Facts): void {
    const { nudges, machine } = this.world
    const expect = (isDue: boolean, work: string, what: string) => {
      if (isDue && !nudges.has(work)) this.#say(`${what} is due, and ${work} was not told`)
    }
    if (this.#isTicking) return
    for (const order of this.#facts.orders.values())
      expect(
        !before.orders.has(order.id) &&
          order.status === 'CREATED' &&
          (order.dueAt ?? Infinity) <= machine.now(),
        'dispatch-orders',
        `order ${order.id}`,
      )
    for (const statement of this.#facts.statements.values())
      expect(
        !before.statements.has(statement.id) && statement.dueAt !== null && !this.#wasClosed(statement.id),
        'send-statements',
        `statement ${statement.id}`,
      )
    for (const clock of this.#facts.clocks.values())
      expect(
        clock.advancingTo !== null && before.clocks.get(clock.id)?.advancingTo == null,
        'walk-clocks',
        `clock ${clock.id}`,
      )
  }

  #isTicking = false

  /** The bank's own last statement of an account is nobody's request. */
  #wasClosed(statement: string): boolean {
    return !this.#statements.includes(statement)
  }

  async #audit(): Promise<void> {
    for (const problem of await auditProblems(this.world, this.#closed)) this.#say(problem)
    for (const problem of paidTwice(this.#facts, this.world.wallet)) this.#say(problem)
  }

  async #wire(operation: string, sent: Values): Promise<Answer> {
    const answer = answerOf(await this.world.wire(operation, sent, `s${this.#acts.size % 3}`))
    this.#trace(
      `${operation} ${JSON.stringify(sent)} ${answer.status} ${JSON.stringify(answer.values)} ${JSON.stringify(answer.rows)}`,
    )
    if (answer.status === 500) this.#say(`${operation} answered 500`)
    if (answer.status === 503 && this.#isAlone) this.#say(`${operation} answered 503`)
    return answer
  }

  /** A text for the customer says one thing: without its figures it is never that of another state. */
  #holdText(text: string | undefined, state: string): void {
    if (text === undefined) return
    const template = text.replaceAll(/\d[\d ,/:.]*/g, '#')
    const before = this.#texts.get(template)
    if (before !== undefined && before !== state) this.#say(`"${text}" is said of ${before} and of ${state}`)
    this.#texts.set(template, state)
  }

  #hold(operation: string, problems: readonly string[]): void {
    if (!this.#isAlone) return
    for (const problem of problems) this.#say(`${operation}: ${problem}`)
  }

  async #ask(
    who: Staff,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const { data, errors } = await this.world.ask(who, query, variables)
    const code = errors?.[0]?.extensions?.['code']
    this.#trace(`${who} ${query.slice(0, 60)} ${JSON.stringify(data)} ${String(code)}`)
    if (errors?.[0] && (code === undefined || code === 'INTERNAL_SERVER_ERROR') && this.#isAlone)
      this.#say(`${query}: ${errors[0].stack ?? errors[0].message}`)
    return data ?? {}
  }

  #keys = 0

  #keyed(): { readonly idempotencyKey: string } {
    this.#keys += 1
    return { idempotencyKey: `key-${this.#keys}` }
  }

  async #approve(proposed: unknown): Promise<void> {
    const { approval } = (proposed ?? {}) as { approval?: { id: string } | null }
    if (!approval) return
    const approving = `mutation ($input: ApproveInput!) { approve(input: $input) { refusal { code } } }`
    await this.#ask('approver', approving, { input: { ...this.#keyed(), id: approval.id } })
  }

  async #act(step: Step): Promise<void> {
    const act = this.#actions[step.act]
    await act(step, this.#msisdn(step.who))
  }

  #isBeingLeft(msisdn: string): boolean {
    const { customer } = personOf(this.#moment(), msisdn)
    return [...this.#facts.accounts.values()].some(
      (account) => account.customer === customer?.id && account.leaveOn !== null,
    )
  }

  /** What was never confirmed is forgotten after the retention. */
  #isCleaned(promise: Given | undefined): boolean {
    return promise !== undefined && this.world.machine.now() - promise.givenAt > 89 * day
  }

  /** In the middle of a walk screens show its last complete day. */
  #isShown(msisdn: string): boolean {
    return !personOf(this.#moment(), msisdn).isWalking && !this.#isBeingLeft(msisdn)
  }

  readonly #actions: Readonly<Record<Act, (step: Step, msisdn: string) => Promise<void>>> = {
    check: async (_step, msisdn) => {
      const { account } = personOf(this.#moment(), msisdn)
      const { values } = await this.#wire('check_registration_status', { ACCOUNT_HOLDER_MSISDN: msisdn })
      const expected = account
        ? {
            registration_status: 'REGISTERED',
            account_id: account.id,
            ...(account.email && { user_email: account.email }),
          }
        : { registration_status: 'NOT_REGISTERED' }
      this.#hold('check_registration_status', exactDifferences(expected, values, []))
    },
    register: async ({ who, a, b }, msisdn) => {
      const { customer, account } = personOf(this.#moment(), msisdn)
      const email = b % 3 === 0 ? (at(emails, a) ?? '') : ''
      const clock = this.#isTester(who) ? at(this.#clocks, who) : undefined
      if (this.#isTester(who) && clock === undefined && !customer)
        return this.#actions.createClock({ act: 'createClock', who, a, b }, msisdn)
      const { values } = await this.#wire('register_savings_account', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        ...(email && { ACCOUNT_HOLDER_EMAIL: email }),
        ...(clock && !customer && { clock_id: clock }),
      })
      const result = values['registration_result']
      if (account?.status === 'ACTIVE')
        this.#hold(
          'register',
          differences({ registration_result: 'ALREADY_REGISTERED', account_id: account.id }, values),
        )
      else if (account)
        this.#hold(
          'register',
          differences({ registration_result: 'FAILED', failure_reason: 'ACCOUNT_CLOSING' }, values),
        )
      else if (email === 'not an address')
        this.#hold('register', differences({ registration_result: 'FAILED' }, values))
      else if (!this.#isTester(who))
        this.#hold('register', differences({ registration_result: 'REGISTERED' }, values))
      if (result === 'REGISTERED' && values['account_id'] === undefined) this.#say('register: no account')
      // Beside an opt-out either may be the later one.
      if (result === 'REGISTERED' && this.#isAlone) this.#leaving.delete(msisdn)
    },
    email: async (_step, msisdn) => {
      const { account } = personOf(this.#moment(), msisdn)
      const { values } = await this.#wire('get_user_email', { ACCOUNT_HOLDER_MSISDN: msisdn })
      const status = account ? (account.email ? 'ON_FILE' : 'MISSING') : 'NOT_REGISTERED'
      this.#hold(
        'get_user_email',
        exactDifferences({ email: account?.email ?? '', email_status: status }, values, []),
      )
    },
    products: async () => {
      const { rows } = await this.#wire('list_offerable_products', {})
      const latest = this.#products.filter(
        ({ code, version }) =>
          !this.#products.some((other) => other.code === code && other.version > version),
      )
      for (const { code, rate } of latest)
        if (!rows.some((row) => row['product_code'] === code && row['interest_rate'] === rate))
          this.#hold('list_offerable_products', [`${code} at ${rate} is not offered`])
    },
    quote: async ({ a, b }, msisdn) => {
      const amount = at(amounts, a)!
      const code = b % 29 === 0 ? 'NONE' : this.#products[b % 4]!.code
      const expected = expectedQuote(this.#moment(), msisdn, amount, code)
      const today = personOf(this.#moment(), msisdn).today
      const { values } = await this.#wire('create_deposit_summary', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        amount,
        product_code: code,
      })
      const isOk = values['summary_status'] === 'OK'
      const others = ['summary_message', ...(isOk ? ['deposit_reference'] : [])]
      this.#hold('create_deposit_summary', exactDifferences(expected, values, others))
      if (isOk)
        this.#promises.set(values['deposit_reference']!, {
          kind: 'DEP',
          msisdn,
          givenAt: this.world.machine.now(),
          givenOn: today,
          values,
        })
    },
    confirm: async ({ a, b }, msisdn) => {
      const own = [...this.#promises].filter(
        ([, { kind, msisdn: whose }]) => kind === 'DEP' && (b % 11 === 0 || whose === msisdn),
      )
      const chosen = [at(own, a), own.at(-1), own.at(-2) ?? own.at(-1)][b % 3]
      const reference = chosen?.[0] ?? 'DEP-UNKNOWN'
      const promise = this.#promises.get(reference)
      const order = [...this.#facts.orders.values()].find(({ quote }) => quote === reference)
      const expected = expectedConfirm(this.#moment(), msisdn, promise)
      if (promise?.msisdn === msisdn) this.#confirmed.add(reference)
      const { status, values } = await this.#wire('confirm_deposit', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        deposit_reference: reference,
      })
      const said = values['deposit_status']
      this.#holdText(values['payment_message'], said === 'FAILED' ? said : `deposit ${said}`)
      if (status === 200 && said !== 'FAILED' && promise?.msisdn === msisdn) this.#acknowledged.add(reference)
      if (status === 200 && said !== 'FAILED' && promise?.msisdn !== msisdn)
        this.#say(`confirm_deposit: took ${reference} of another`)
      if (order && promise?.msisdn === msisdn) {
        const stands = isEnded(order) ? order.status : 'PENDING_VALIDATION'
        this.#hold(
          'confirm_deposit',
          differences({ deposit_status: stands, deposit_reference: reference }, values),
        )
      } else if (this.#isCleaned(promise)) return
      else if (expected === 'ACCEPTED')
        this.#hold('confirm_deposit', differences({ deposit_status: 'PENDING_VALIDATION' }, values))
      else
        this.#hold(
          'confirm_deposit',
          differences({ deposit_status: 'FAILED', failure_reason: expected }, values),
        )
    },
    balance: async (_step, msisdn) => {
      const expected = expectedBalance(this.#moment(), msisdn)
      const isShown = this.#isShown(msisdn)
      const { values } = await this.#wire('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (isShown) this.#hold('get_savings_balance', exactDifferences(expected, values, []))
    },
    list: async (_step, msisdn) => {
      const expected = expectedList(this.#moment(), msisdn)
      const isShown = this.#isShown(msisdn)
      const { rows } = await this.#wire('list_locked_accounts', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (isShown) this.#holdRows('list_locked_accounts', expected, rows)
    },
    mini: async (_step, msisdn) => {
      const { customer, account } = personOf(this.#moment(), msisdn)
      const { rows } = await this.#wire('list_recent_transactions', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (!customer || !this.#isShown(msisdn)) return
      const own = [...this.#facts.orders.values()].filter(
        (order) =>
          order.kind === 'COLLECT' && order.account === account?.id && order.customer === customer.id,
      )
      for (const row of rows) {
        const order = own.find(
          ({ id, quote }) => row['transaction_id'] === id || row['transaction_id'] === quote,
        )
        if (row['transaction_type'] !== 'DEPOSIT' || !order) continue
        const stands = isEnded(order) ? order.status : 'PENDING'
        this.#hold(
          'list_recent_transactions',
          differences({ amount: String(order.amount), transaction_status: stands }, row),
        )
      }
      if (rows.length > 10) this.#hold('list_recent_transactions', [`${rows.length} lines`])
      if (
        rows.length < 10 &&
        rows.filter((row) => row['transaction_type'] === 'DEPOSIT').length !== own.length
      )
        this.#hold('list_recent_transactions', [`not ${own.length} deposits`])
    },
    preview: async ({ a, b }, msisdn) => {
      const whose = b % 13 === 0 ? this.#msisdn(b % 8) : msisdn
      const saving = at(personOf(this.#moment(), whose).savings, a)?.id ?? 'POS-UNKNOWN'
      const moment = this.#moment()
      const expected = expectedPreview(moment, msisdn, saving)
      const { today, isWalking } = personOf(moment, msisdn)
      const isShown = this.#isShown(msisdn)
      const { values } = await this.#wire('create_withdrawal_summary', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        locked_account_id: saving,
      })
      if (isShown) this.#hold('create_withdrawal_summary', differences(expected, values))
      const reference = values['withdrawal_reference']
      if (isWalking && reference !== undefined)
        this.#hold('create_withdrawal_summary', ['a reference during a walk'])
      if (reference !== undefined)
        this.#promises.set(reference, {
          kind: 'WDR',
          msisdn,
          givenAt: this.world.machine.now(),
          givenOn: today,
          values: { ...values, locked_account_id: saving },
        })
      else if (
        isShown &&
        (expected['position_status'] === 'ACCRUING' || expected['position_status'] === 'MATURED')
      )
        this.#hold('create_withdrawal_summary', ['no reference'])
    },
    withdraw: async ({ a, b }, msisdn) => {
      const own = [...this.#promises].filter(
        ([, { kind, msisdn: whose }]) => kind === 'WDR' && (b % 11 === 0 || whose === msisdn),
      )
      const reference = (b % 3 > 0 ? own.at(-1) : at(own, a))?.[0] ?? 'WDR-UNKNOWN'
      const promise = this.#promises.get(reference)
      const payout = [...this.#facts.payouts.values()].find((each) => each.reference === reference)
      const saving = this.#facts.savings.get(promise?.values['locked_account_id'] ?? '')
      const expected = expectedWithdrawal(this.#moment(), msisdn, promise, saving)
      const isLeft = this.#isBeingLeft(msisdn)
      if (promise?.msisdn === msisdn) this.#confirmed.add(reference)
      const { status, values } = await this.#wire('confirm_withdrawal', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        withdrawal_reference: reference,
      })
      const said = values['withdrawal_status']
      this.#holdText(
        values['payout_message'],
        said === 'FAILED'
          ? said
          : values['payout_status'] === 'PAID'
            ? 'withdrawal PAID'
            : 'withdrawal UNDER WAY',
      )
      if (status === 200 && said !== 'FAILED' && promise?.msisdn === msisdn) this.#acknowledged.add(reference)
      if (status === 200 && said !== 'FAILED' && promise?.msisdn !== msisdn)
        this.#say(`confirm_withdrawal: took ${reference} of another`)
      if (isLeft) return
      if (payout && promise?.msisdn === msisdn) {
        if ((payout.status === 'PAID') !== (said === 'SUCCESSFUL'))
          this.#hold('confirm_withdrawal', [`${said} of a payout that is ${payout.status}`])
      } else if (this.#isCleaned(promise)) return
      else if (expected === 'ACCEPTED')
        this.#hold('confirm_withdrawal', differences({ withdrawal_status: 'PENDING' }, values))
      else
        this.#hold(
          'confirm_withdrawal',
          differences({ withdrawal_status: 'FAILED', failure_reason: expected }, values),
        )
    },
    leavingList: async (_step, msisdn) => {
      const expected = expectedLeaving(this.#moment(), msisdn)
      const isShown = this.#isShown(msisdn)
      const { rows } = await this.#wire('list_opt_out_positions', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (isShown) this.#holdRows('list_opt_out_positions', expected, rows)
    },
    optOut: async ({ a }, msisdn) => {
      if (a % 3 > 0) return
      const { customer, account, isWalking } = personOf(this.#moment(), msisdn)
      this.#leaving.add(msisdn)
      const { values } = await this.#wire('confirm_opt_out', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (!customer)
        this.#hold(
          'confirm_opt_out',
          differences({ opt_out_status: 'FAILED', failure_reason: 'NOT_REGISTERED' }, values),
        )
      else if (account?.status === 'ACTIVE' && isWalking)
        this.#hold(
          'confirm_opt_out',
          differences({ opt_out_status: 'FAILED', failure_reason: 'CLOCK_ADVANCING' }, values),
        )
      else if (values['opt_out_status'] === 'FAILED') this.#hold('confirm_opt_out', ['FAILED'])
    },
    statementSummary: async (_step, msisdn) => {
      const { values } = await this.#wire('create_full_statement_summary', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (values['statement_reference']) this.#statements.push(values['statement_reference'])
    },
    statementRequest: async ({ a, b }, msisdn) => {
      const reference = this.#statements.at(-1 - (b % 2)) ?? 'STM-UNKNOWN'
      await this.#wire('request_full_statement', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        email: at(emails, a)!,
        period: at(periods, b)!,
        statement_reference: reference,
      })
    },
    statementStatus: async ({ a }, msisdn) => {
      const reference = at(this.#statements, a) ?? 'STM-UNKNOWN'
      const { customer } = personOf(this.#moment(), msisdn)
      const statement = this.#facts.statements.get(reference)
      const { values } = await this.#wire('check_statement_status', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        statement_reference: reference,
      })
      const stands = statement && statement.customer === customer?.id ? statement.status : 'NOT_FOUND'
      this.#hold('check_statement_status', exactDifferences({ statement_status: stands }, values, []))
    },
    createClock: async ({ a }) => {
      if (this.#clocks.length >= 2) return
      const now = at(['2026-01-30', '2028-02-27', '2027-12-30'], a)!
      const { values } = await this.#wire('create_test_clock', { now })
      if (values['clock_id']) this.#clocks.push(values['clock_id'])
      this.#hold('create_test_clock', differences({ now }, values))
    },
    getClock: async ({ a }) => {
      const id = at(this.#clocks, a)
      if (id === undefined) return
      const { values } = await this.#wire('get_test_clock', { clock_id: id })
      const clock = this.#facts.clocks.get(id)
      if (clock)
        this.#hold(
          'get_test_clock',
          differences(
            { now: clock.nowOn, ...(clock.advancingTo && { advancing_to: clock.advancingTo }) },
            values,
          ),
        )
    },
    clocked: async () => {
      const { rows } = await this.#wire('list_clocked_customers', {})
      const count = [...this.#facts.customers.values()].filter(({ clock }) => clock !== null).length
      if (rows.length !== count)
        this.#hold('list_clocked_customers', [`${rows.length} rows and not ${count}`])
    },
    advanceClock: async ({ a, b }) => {
      const id = at(this.#clocks, a)
      const clock = id === undefined ? undefined : this.#facts.clocks.get(id)
      if (!clock) return
      const days = at([1, 1, 2, 5, 31, -1, 0], b)!
      const to = dateOf(dayOf(clock.nowOn) + days)
      const { status, values } = await this.#wire('advance_test_clock', { clock_id: clock.id, to })
      const isRefused = days < 0 || (clock.advancingTo !== null && clock.advancingTo !== to)
      if ((status === 400) !== isRefused && !(days === 0))
        this.#hold('advance_test_clock', [`${status} ${values['error']} for ${days} days`])
    },
    reset: async ({ who }, msisdn) => {
      if (this.#isTester(who)) this.#leaving.add(msisdn)
      const { values } = await this.#wire('reset_test_customer', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (!this.#isTester(who))
        this.#hold('reset_test_customer', differences({ reset_status: 'FAILED' }, values))
    },
    staffCases: async ({ a, b }) => {
      const { cases, orders } = this.#facts
      const open = at(
        [...cases.values()].filter(({ status, proposal }) => status === 'OPEN' && proposal === null),
        a,
      )
      const order = open && orders.get(open.order)
      if (!open || !order) return
      // People say what the provider's back office shows them.
      const truth = this.world.wallet.transfers.get(order.id)
      if (truth?.status === 'PENDING') return
      const outcome =
        truth?.status === 'SUCCESSFUL' ? 'ORDER_SUCCEEDED' : b % 3 === 0 ? 'RETRY' : 'ORDER_FAILED'
      const reason =
        outcome === 'ORDER_FAILED'
          ? (at(['PAYEE_NOT_FOUND', 'EXPIRED', 'NOT_ENOUGH_FUNDS'], b) ?? null)
          : null
      await this.#ask(
        at(['clerk', 'colleague', 'both'] as const, b)!,
        `mutation ($input: ProposeResolutionInput!) { proposeResolution(input: $input) { refusal { code } } }`,
        { input: { ...this.#keyed(), caseId: open.id, outcome, evidence: 'seen', reason } },
      )
    },
    staffDecide: async ({ a, b }) => {
      const proposed = at(
        [...this.#facts.cases.values()].filter(({ proposal }) => proposal !== null),
        a,
      )
      if (!proposed || proposed.status !== 'OPEN') return
      const isOwn = proposed.proposedBy === 'both'
      if (isOwn && b % 2 === 0) {
        const confirm = `mutation ($input: ConfirmResolutionInput!) { confirmResolution(input: $input) { reviewCase { id } } }`
        const input = { ...this.#keyed(), proposalId: proposed.proposal }
        const { confirmResolution } = await this.#ask('both', confirm, { input })
        if ((confirmResolution as { reviewCase: unknown } | null | undefined)?.reviewCase)
          this.#say(`one person alone decided case ${proposed.id}`)
        return
      }
      const [act, input] =
        b % 6 === 0
          ? ['rejectResolution', 'RejectResolutionInput']
          : ['confirmResolution', 'ConfirmResolutionInput']
      await this.#ask(
        'approver',
        `mutation ($input: ${input}!) { ${act}(input: $input) { refusal { code } } }`,
        { input: { ...this.#keyed(), proposalId: proposed.proposal } },
      )
    },
    staffOptOut: async ({ a }, msisdn) => {
      if (a % 3 > 0) return
      this.#leaving.add(msisdn)
      const data = await this.#ask(
        'clerk',
        `mutation ($input: ProposeOptOutInput!) { proposeOptOut(input: $input) { approval { id } } }`,
        { input: { ...this.#keyed(), msisdn, reason: 'asked' } },
      )
      await this.#approve(data['proposeOptOut'])
    },
    staffEmail: async ({ a, b }, msisdn) => {
      const data = await this.#ask(
        'clerk',
        `mutation ($input: ProposeEmailInput!) { proposeEmail(input: $input) { approval { id } } }`,
        { input: { ...this.#keyed(), msisdn, email: at(emails, a), reason: 'asked' } },
      )
      if (b % 4 > 0) await this.#approve(data['proposeEmail'])
    },
    staffLook: async (_step, msisdn) => {
      const isShown = this.#isShown(msisdn)
      const { customer } = personOf(this.#moment(), msisdn)
      const data = await this.#ask(
        'clerk',
        `query ($m: Msisdn!) { moneyUnderWay(msisdn: $m) { id kind standing amount on } }`,
        { m: msisdn },
      )
      const shown = (data['moneyUnderWay'] ?? []) as { kind: string; amount: string }[]
      if (!isShown || !this.#isAlone || !customer) return
      const waits = [...this.#facts.orders.values()].filter(
        (order) => order.customer === customer.id && order.kind === 'COLLECT' && !isEnded(order),
      )
      if (shown.filter(({ kind }) => kind === 'DEPOSIT').length !== waits.length)
        this.#say(`moneyUnderWay shows ${shown.length} and not ${waits.length} deposits`)
    },
    tick: async ({ a }) => {
      this.#isTicking = true
      await this.#tick(at(this.world.workNames, a)!)
    },
    ticks: () => this.#ticks(),
    night: async () => {
      this.#isTicking = true
      await this.#tick('walk-night')
      await this.#tick('release-holds')
    },
    callback: async ({ a }) => {
      const waiting = [...this.#facts.orders.values()].filter((order) => !isEnded(order))
      const order = at(waiting, a)
      if (order) await this.world.callback(order.id)
    },
    seconds: ({ a }) => this.#pass((1 + (a % 70)) * second),
    minutes: ({ a }) => this.#pass((1 + (a % 40)) * minute),
    hours: ({ a }) => this.#pass((1 + (a % 30)) * hour),
    /** To a second before the next day of the market, or one after. */
    midnight: ({ a }) => {
      const now = this.world.machine.now() + marketOffsetMs
      return this.#pass(day - (now % day) + (a % 2 === 0 ? -second : second))
    },
    days: async ({ a, b }) => {
      for (let i = 0; i <= a % 4; i++) {
        await this.#pass(day)
        if (b % 3 > 0) await this.#ticks()
      }
    },
    months: async ({ a }) => {
      await this.#pass((27 + (a % 6)) * day)
      await this.#ticks()
    },
    walletGoesOn: async () => this.world.wallet.goOn(false),
    walletTurns: async ({ a }) => this.world.wallet.turn(a),
    walletAway: async ({ a }) => this.world.wallet.goAway(1 + (a % 12)),
    /** Of what is claimed just now, and of what waits. */
    leaseEnds: async ({ a }) => {
      const waiting = [...this.#facts.orders.values()].filter((order) => !isEnded(order) && order.sends > 0)
      const order = at(waiting, a)
      if (order)
        this.world.disk.write('UPDATE payment_orders SET due_at = ? WHERE id = ? AND due_at IS NOT NULL', [
          this.world.machine.now(),
          order.id,
        ])
      this.world.disk.write('UPDATE clocks SET lease_until = NULL WHERE lease_until IS NOT NULL')
    },
    /** Another worker goes on with what the first one still asks about. */
    takenOver: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      this.world.disk.write('UPDATE payment_orders SET due_at = ? WHERE due_at IS NOT NULL AND sends > 0', [
        this.world.machine.now(),
      ])
      await this.#ticks()
    },
    rates: async ({ a, b }) => {
      const product = this.#products[a % 4]!
      const version =
        Math.max(...this.#products.filter(({ code }) => code === product.code).map((each) => each.version)) +
        1
      const next = { ...product, version, rate: at(['2.00', '4.25', '6.00'], b)! }
      await this.world.publish(next)
      this.#products.push(next)
    },
  }

  #holdRows(operation: string, expected: readonly Values[], rows: readonly Values[]): void {
    if (expected.length !== rows.length)
      return this.#hold(operation, [`${rows.length} rows and not ${expected.length}`])
    for (const [i, row] of expected.entries()) this.#hold(`${operation} ${i}`, differences(row, rows[i]!))
  }

  async #pass(milliseconds: number): Promise<void> {
    await this.world.machine.advance(milliseconds)
  }

  async #tick(name: string): Promise<void> {
    this.#trace(name)
    await this.world.tick(name)
  }

  async #ticks(): Promise<void> {
    this.#isTicking = true
    for (const name of this.world.workNames) await this.#tick(name)
  }

  /** Faults cease, the provider tells the truth, and workers work. */
  async #end(): Promise<void> {
    const { world } = this
    const { machine } = world
    this.#isAlone = true
    world.calm()
    const roundsMax = 12
    for (let round = 0; round < roundsMax && this.#problems.length === 0; round++) {
      const before = this.#facts
      world.wallet.goOn(true)
      if (round === 4) await machine.finish(() => this.#walkOn())
      await machine.advance(round < 3 ? 2 * minute : round < 6 ? 49 * hour : 25 * hour)
      for (let again = 0; again < 2; again++) await machine.finish(() => this.#ticks())
      this.#observe(before)
      if (round >= 5 && leftOver(this.#facts, this.#told(), world.wallet, world.mails).length === 0) break
    }
    if (this.#problems.length > 0) return
    for (const problem of leftOver(this.#facts, this.#told(), world.wallet, world.mails))
      this.#say(`at the end, ${problem}`)
    await this.#audit()
    for (const problem of this.#pastProblems()) this.#say(problem)
    this.#trace(
      JSON.stringify([...this.#facts.payouts.values()], (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    )
  }

  /** The testers' clocks go on as well: what is held by them is theirs to release. */
  async #walkOn(): Promise<void> {
    for (const { id, nowOn, advancingTo } of this.#facts.clocks.values())
      if (id !== 'system' && advancingTo === null)
        await this.#wire('advance_test_clock', { clock_id: id, to: dateOf(dayOf(nowOn) + 4) })
  }

  #pastProblems(): string[] {
    return closedDays(this.world.disk, this.#closed)
  }
}
