import { createHash } from 'node:crypto'
import {
  differences,
  exactDifferences,
  expectedBalance,
  expectedConfirm,
  expectedOptOutPositions,
  expectedList,
  expectedPreview,
  expectedQuote,
  expectedWithdrawal,
  personOf,
  type IssuedReference,
  type Moment,
} from './contract.js'
import { auditProblems, type ClosedDays } from './audit.js'
import { isEnded, readFacts, readOffice, type Account, type ApprovalFacts, type Facts } from './facts.js'
import { dateOf, dayOf, daysFrom, monthsAfter, ppmOf } from './figures.js'
import { productOn, productsOf, type ProductFacts } from './products.js'
import { bookingProblems, holdProblems, leftOver, paidTwice } from './promises.js'
import { insightProblems } from './insights.js'
import { statementProblems, fullStatementProblems, type Printed } from './printed-statements.js'
import {
  blocksAtOnce,
  expectedApproval,
  expectedProposal,
  officeProblems,
  pauseProblems,
  voidedFrom,
  type ProposedAction,
} from './office.js'
import { createRandom } from './random.js'
import { beginningsOf, customersMax, stepsOf, testersFrom, type Act, type Step } from './steps.js'
import { scoreProblems, scoresLeft } from './scores.js'
import { scored, type Staff, type Values, type Worker, type World } from './world.js'
import { first, present } from '../support/present.js'
import { anyObject, recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

export interface Outcome {
  readonly problems: readonly string[]
  /** The step at which the problems were found; the number of all steps if they were found at the end. */
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
/** How long a quote can be confirmed. */
const lifeMs = 15 * minute

/** Errors in the log that faults of the history cause. */
const expectedErrors =
  /provider|Died|disk is full|disk I\/O|is locked|looks up more customers|cannot be mailed|asks for what|mail server|the store|has no bytes to be sent|scoring service needs attention/

/** Jobs that move no money; they run less often than the others. */
const housekeeping = new Set([
  'end-test-orders',
  'close-days',
  'wipe-scores',
  'clean-scoring',
  'clean-request-log',
  'seal-evidence',
  'compare-totals',
  'expire-approvals',
  'roll-up-days',
])

const amounts = [
  '1000',
  '1500',
  '5000',
  '12345',
  '70000',
  '8000',
  '20000',
  '2500',
  '40000',
  '9000',
  '3000',
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
const queueNames = [
  'ORDERS',
  'STATEMENTS',
  'SCORE_REQUESTS',
  'HOLDS',
  'ORDERS',
  'TEST_ORDERS',
  'OPT_OUTS',
  'WALKS',
  'SCORING',
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

const oneOf = <T>(from: readonly T[], which: number): T => present(at(from, which))

/** Plays a history to its end, or to its first problem. */
export const playHistory = async (
  world: World,
  seed: number,
  steps: readonly Step[],
  { auditEvery = 16, isTraced = false }: { readonly auditEvery?: number; readonly isTraced?: boolean } = {},
): Promise<Outcome> => {
  await world.begin(seed, beginningsOf(createRandom(seed, 4)))
  const history = new History(world, await readFacts(world.disk))
  return history.play(steps, auditEvery, isTraced)
}

export const historyOf = (seed: number, count: number): Step[] => stepsOf(createRandom(seed), count)

class History {
  readonly #hash = createHash('sha256')
  readonly #acts = new Map<string, number>()
  readonly #faults = new Map<string, number>()
  readonly #promises = new Map<string, IssuedReference>()
  readonly #confirmed = new Set<string>()
  readonly #acknowledged = new Set<string>()
  readonly #closing = new Set<string>()
  /** Customers for whom a reset was requested and is not complete. */
  readonly #resets = new Set<string>()
  /** Orders that were in flight at the request of a reset, which ends them also if the account is blocked later. */
  readonly #endedByReset = new Set<string>()
  /** The present numbers of customers who have changed theirs, by the index of the caller. */
  readonly #numbers = new Map<number, string>()
  /** What each approval proposes. */
  readonly #proposedActions = new Map<string, ProposedAction>()
  #since = 0
  /** For each text, without its figures, the state that it was shown for. */
  readonly #texts = new Map<string, string>()
  readonly #statements: string[] = []
  readonly #clocks: string[] = []
  readonly #closed: ClosedDays = new Map()
  #products: ProductFacts[] = [...productsOf()]
  /** The changed terms of each approval that changes a product. */
  readonly #offers = new Map<string, Partial<ProductFacts> & Pick<ProductFacts, 'code'>>()
  readonly #apiKeys: string[] = []
  readonly #delegations: string[] = []
  #facts: Facts
  #problems: string[] = []
  /** False while a fault or another request may have changed the answer, which is then not checked. */
  #isAlone = true
  #isTraced = false

  constructor(
    readonly world: World,
    facts: Facts,
  ) {
    this.#facts = facts
  }

  #report(problem: string): void {
    this.#problems.push(problem)
  }

  #trace(line: string): void {
    const entry = `${this.world.machine.now()} ${line}\n`
    this.#hash.update(entry)
    if (this.#isTraced) process.stdout.write(`  ${entry}`)
  }

  #soFar() {
    return {
      promises: this.#promises,
      confirmed: this.#confirmed,
      acknowledged: this.#acknowledged,
      closing: this.#closing,
      decidedByPeople: new Set<string>(),
    }
  }

  #moment(): Moment {
    const { world } = this
    return { facts: this.#facts, products: this.#products, now: world.machine.now(), today: world.today() }
  }

  #msisdn(who: number): string {
    return this.#numbers.get(who) ?? `2376700000${String(10 + who)}`
  }

  /** Lets a caller use the new number of their customer; sometimes the caller keeps the old number instead. */
  #followNumbers(before: Facts): void {
    if (this.#facts.customers === before.customers) return
    for (const { id, msisdn } of this.#facts.customers.values()) {
      const earlier = before.customers.get(id)?.msisdn
      if (earlier === undefined || earlier === msisdn) continue
      for (let who = 0; who < customersMax; who++)
        if (this.#msisdn(who) === earlier && Number(msisdn) % 3 > 0) this.#numbers.set(who, msisdn)
    }
  }

  /** The customer with this number, to identify what belongs to them after a change of the number. */
  #customerOf(msisdn: string): string | undefined {
    return personOf(this.#moment(), msisdn).customer?.id
  }

  #beginsToClose(msisdn: string): void {
    this.#closing.add(msisdn)
    const customer = this.#customerOf(msisdn)
    if (customer !== undefined) this.#closing.add(customer)
  }

  #isTester(who: number): boolean {
    return who >= testersFrom
  }

  async play(steps: readonly Step[], auditEvery: number, isTraced: boolean): Promise<Outcome> {
    this.#isTraced = isTraced
    let i = 0
    for (; i < steps.length && this.#problems.length === 0; i++) {
      const step = present(steps[i])
      this.#trace(`${i} ${step.act} ${step.who} ${JSON.stringify(step.fault ?? step.beside?.act ?? '')}`)
      try {
        await this.#step(step)
      } catch (error) {
        this.#report(
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
    this.#since = machine.now()
    const before = this.#facts
    if (step.fault) disk.arm(step.fault)
    const both = step.beside ? [step, step.beside] : [step]
    const results = await machine.finish(() => Promise.allSettled(both.map((each) => this.#act(each))))
    const hasOccurred = step.fault ? disk.disarm() : false
    if (step.fault && hasOccurred)
      this.#faults.set(step.fault.kind, (this.#faults.get(step.fault.kind) ?? 0) + 1)
    if (step.beside) this.#faults.set('BESIDE', (this.#faults.get('BESIDE') ?? 0) + 1)
    if (disk.isDead()) await machine.finish(() => world.restart())
    for (const result of results) if (result.status === 'rejected' && !hasOccurred) throw result.reason
    await this.#observe(before)
    if (this.#isAlone) this.#checkNudges(before)
  }

  async #observe(before: Facts): Promise<void> {
    const { world } = this
    // `#facts` can be newer than `before`: some steps read facts themselves.
    this.#facts = await readFacts(world.disk, this.#facts)
    const moment = this.#moment()
    for (const problem of bookingProblems(before, moment, this.#soFar(), world.wallet)) this.#report(problem)
    for (const problem of holdProblems(before, moment)) this.#report(problem)
    for (const order of this.#facts.orders.values())
      if (this.#resets.has(order.customer) && !isEnded(order)) this.#endedByReset.add(order.id)
    this.#resets.clear()
    const office = { since: this.#since, closing: this.#closing, endedByReset: this.#endedByReset }
    for (const problem of officeProblems(before, moment, this.#proposedActions, office)) this.#report(problem)
    for (const problem of pauseProblems(before, this.#facts, this.#since)) this.#report(problem)
    this.#checkProducts(before)
    for (const problem of scoreProblems(before, this.#facts, world.otherScoring, moment.now))
      this.#report(problem)
    this.#followNumbers(before)
    for (const problem of world.disk.lostClaims()) this.#report(problem)
    for (const error of world.errors.splice(0))
      if (!expectedErrors.test(error)) this.#report(`the log says: ${error}`)
  }

  /** Checks that products have the terms that two people approved, and that no other product has changed. */
  #checkProducts(before: Facts): void {
    const { approvals, versions } = this.#facts
    if (versions === before.versions && approvals === before.approvals) return
    for (const [id, offer] of this.#offers) {
      if (approvals.get(id)?.status !== 'DONE' || before.approvals.get(id)?.status === 'DONE') continue
      const latest = this.#latest(offer.code)
      this.#products.push({ ...latest, ...offer, version: latest.version + 1 })
    }
    for (const { code, version, ratePpm, onSale, from } of versions.values()) {
      const sold = this.#products.find((each) => each.code === code && each.version === version)
      if (!sold) this.#report(`no two people published version ${version} of ${code}`)
      else if (
        ppmOf(sold.rate) !== ratePpm ||
        (sold.onSale ?? true) !== onSale ||
        (sold.onSaleFrom ?? null) !== from
      )
        this.#report(`version ${version} of ${code} is not what two people wanted`)
    }
    if (versions.size !== this.#products.length)
      this.#report(`${versions.size} versions of products, and not ${this.#products.length}`)
  }

  #latest(code: string): ProductFacts {
    return this.#products
      .filter((product) => product.code === code)
      .reduce((best, next) => (best.version > next.version ? best : next))
  }

  /** A process that writes due work notifies its worker; a worker does not notify others, which poll each second. */
  #checkNudges(before: Facts): void {
    const { nudges, machine, disk } = this.world
    const expect = (isDue: boolean, work: string, what: string) => {
      if (isDue && !nudges.has(work)) this.#report(`${what} is due, and ${work} was not notified`)
    }
    for (const order of this.#facts.orders.values())
      expect(
        !before.orders.has(order.id) &&
          !disk.idsInsertedByTicks.has(order.id) &&
          order.status === 'CREATED' &&
          (order.dueAt ?? Infinity) <= machine.now(),
        'dispatch-orders',
        `order ${order.id}`,
      )
    for (const statement of this.#facts.statements.values())
      expect(
        !before.statements.has(statement.id) &&
          !disk.idsInsertedByTicks.has(statement.id) &&
          statement.dueAt !== null &&
          !this.#wasClosed(statement.id),
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

  /** True for the last statement of a closed account, which the bank makes without a request. */
  #wasClosed(statement: string): boolean {
    return !this.#statements.includes(statement)
  }

  async #audit(): Promise<void> {
    for (const problem of await auditProblems(this.world, this.#closed)) this.#report(problem)
    for (const problem of paidTwice(this.#facts, this.world.wallet)) this.#report(problem)
    this.#audits += 1
    const account = at([...this.#facts.accounts.values()], this.#audits)
    if (account) await this.#print(account)
  }

  #audits = 0
  readonly #printed: Printed = new Map()

  async #print(account: Account, isLast = false): Promise<void> {
    const { print } = this.world
    for (const problem of await statementProblems(print, this.#facts, account, this.#printed, isLast))
      this.#report(problem)
  }

  /** Prints every statement again, and a full statement of each account. */
  async #printAll(): Promise<void> {
    for (const account of this.#facts.accounts.values()) {
      await this.#print(account, true)
      for (const problem of await fullStatementProblems(this.world.print, this.#facts, account))
        this.#report(problem)
    }
  }

  async #wire(operation: string, sent: Values): Promise<Answer> {
    const answer = answerOf(await this.world.wire(operation, sent, `s${this.#acts.size % 3}`))
    this.#trace(
      `${operation} ${JSON.stringify(sent)} ${answer.status} ${JSON.stringify(answer.values)} ${JSON.stringify(answer.rows)}`,
    )
    if (answer.status === 500) this.#report(`${operation} answered 500`)
    if (answer.status === 503 && this.#isAlone) this.#report(`${operation} answered 503`)
    return answer
  }

  /** Reports a text, without its figures, that is shown for two different states. */
  #checkText(text: string | undefined, state: string): void {
    if (text === undefined) return
    const template = text.replaceAll(/\d[\d ,/:.]*/g, '#')
    const before = this.#texts.get(template)
    if (before !== undefined && before !== state)
      this.#report(`"${text}" is said of ${before} and of ${state}`)
    this.#texts.set(template, state)
  }

  #reportIfAlone(operation: string, problems: readonly string[]): void {
    if (!this.#isAlone) return
    for (const problem of problems) this.#report(`${operation}: ${problem}`)
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
      this.#report(`${query}: ${errors[0].stack ?? errors[0].message}`)
    return { ...data, errorCode: code }
  }

  #keys = 0

  #keyed(): { readonly idempotencyKey: string } {
    this.#keys += 1
    return { idempotencyKey: `key-${this.#keys}` }
  }

  /** The latest open approval, or another one. */
  #someApproval(a: number, b: number): ApprovalFacts | undefined {
    const open = [...this.#facts.approvals.values()].filter(({ status }) => status === 'OPEN')
    // Sometimes one that is already decided.
    return b % 12 === 0 ? at([...this.#facts.approvals.values()], a) : b % 2 === 0 ? at(open, a) : open.at(-1)
  }

  /** Calls a mutation as one of the staff. Returns its result, or the code of its refusal. */
  async #decide(
    act: string,
    who: Staff,
    fields: Record<string, unknown>,
  ): Promise<{
    readonly approval?: { readonly id: string; readonly status: string }
    readonly code: unknown
  }> {
    const name = `${first(act).toUpperCase()}${act.slice(1)}`
    const text = `mutation ($input: ${name}Input!) { ${act}(input: $input) { approval { id status } refusal { code } } }`
    const given = { ...this.#keyed(), ...fields }
    const answers = []
    // Sometimes twice with the same idempotency key, which must have the same result.
    for (let times = this.#isAlone && this.#keys % 4 === 0 ? 2 : 1; times > 0; times--)
      answers.push(await this.#ask(who, text, { input: given }))
    const outcomes = answers.map((data) => {
      const said = shaped(
        z
          .object({
            approval: z.object({ id: z.string(), status: z.string() }).nullable(),
            refusal: z.object({ code: z.string() }).nullable(),
          })
          .nullish(),
        data[act],
      )
      return { approval: said?.approval ?? undefined, code: said?.refusal?.code ?? data['errorCode'] }
    })
    const { approval, code } = first(outcomes)
    const again = outcomes[1]
    if (again && (again.approval?.id !== approval?.id || again.code !== code))
      this.#report(`${act} came to ${JSON.stringify(outcomes[0])} and again to ${JSON.stringify(again)}`)
    return approval ? { approval, code } : { code }
  }

  async #propose(
    act: string,
    who: Staff,
    fields: Record<string, unknown>,
    action: ProposedAction | undefined,
  ): Promise<void> {
    // Two proposals must not be made in the same millisecond, since a block that one member of staff placed is identified by the
    // moment at which it expires.
    await new Promise((resolve) => setTimeout(resolve, 1))
    const expected = action && expectedProposal(this.#moment(), this.#proposedActions, action)
    const { approval, code } = await this.#decide(act, who, {
      reason: 'asked',
      evidence: 'letter',
      ...fields,
    })
    if (approval && action) this.#proposedActions.set(approval.id, action)
    const actual = approval ? 'MADE' : code
    if (expected !== undefined && expected !== actual)
      this.#reportIfAlone(act, [`${String(actual)} and should be ${expected}: ${JSON.stringify(action)}`])
  }

  async #approve(approval: ApprovalFacts | undefined, who: Staff): Promise<void> {
    if (!approval) return
    const action = this.#proposedActions.get(approval.id)
    const expected = expectedApproval(this.#moment(), action, approval, who)
    const { approval: ended, code } = await this.#decide('approve', who, { id: approval.id })
    const actual = ended ? ended.status : code
    if (expected !== undefined && expected !== actual)
      this.#reportIfAlone('approve', [
        `${String(actual)} and should be ${expected}: ${JSON.stringify(action)}`,
      ])
  }

  /** Approves the latest open proposal of this kind for the customer, if there is one. */
  async #approveNow(kind: string, customer: string | undefined): Promise<void> {
    const { approvals } = await readOffice(this.world.disk)
    const approval = [...approvals.values()].findLast(
      (each) => each.kind === kind && each.customer === customer && each.status === 'OPEN',
    )
    if (approval) await this.#decide('approve', 'approver', { id: approval.id })
  }

  async #act(step: Step): Promise<void> {
    const act = this.#actions[step.act]
    await act(step, this.#msisdn(step.who))
  }

  #isClosing(msisdn: string): boolean {
    const { customer } = personOf(this.#moment(), msisdn)
    return [...this.#facts.accounts.values()].some(
      (account) => account.customer === customer?.id && account.leaveOn !== null,
    )
  }

  /** True if the cleaning of the request log may have removed the reference. */
  #isCleaned(promise: IssuedReference | undefined): boolean {
    return promise !== undefined && this.world.machine.now() - promise.givenAt > 89 * day
  }

  /** False during a walk, when screens show its last complete day. */
  #isShown(msisdn: string): boolean {
    return !personOf(this.#moment(), msisdn).isWalking && !this.#isClosing(msisdn)
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
      this.#reportIfAlone('check_registration_status', exactDifferences(expected, values, []))
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
        this.#reportIfAlone(
          'register',
          differences({ registration_result: 'ALREADY_REGISTERED', account_id: account.id }, values),
        )
      else if (account)
        this.#reportIfAlone(
          'register',
          differences({ registration_result: 'FAILED', failure_reason: 'ACCOUNT_CLOSING' }, values),
        )
      else if (email === 'not an address')
        this.#reportIfAlone('register', differences({ registration_result: 'FAILED' }, values))
      else if (!this.#isTester(who))
        this.#reportIfAlone('register', differences({ registration_result: 'REGISTERED' }, values))
      if (result === 'REGISTERED' && values['account_id'] === undefined) this.#report('register: no account')
      // While an opt-out runs at the same time, it is unknown whether the registration or the opt-out was the later one.
      if (result === 'REGISTERED' && this.#isAlone) {
        this.#closing.delete(msisdn)
        if (customer) this.#closing.delete(customer.id)
      }
    },
    email: async (_step, msisdn) => {
      const { account } = personOf(this.#moment(), msisdn)
      const { values } = await this.#wire('get_user_email', { ACCOUNT_HOLDER_MSISDN: msisdn })
      const status = account ? (account.email ? 'ON_FILE' : 'MISSING') : 'NOT_REGISTERED'
      this.#reportIfAlone(
        'get_user_email',
        exactDifferences({ email: account?.email ?? '', email_status: status }, values, []),
      )
    },
    products: async () => {
      const { rows } = await this.#wire('list_offerable_products', {})
      const today = this.world.today()
      const sold = productsOf().flatMap(({ code }) => productOn(this.#products, code, today) ?? [])
      for (const { code, rate } of sold)
        if (!rows.some((row) => row['product_code'] === code && row['interest_rate'] === rate))
          this.#reportIfAlone('list_offerable_products', [`${code} at ${rate} is not offered`])
      if (rows.length !== sold.length)
        this.#reportIfAlone('list_offerable_products', [`${rows.length} products and not ${sold.length}`])
    },
    quote: async (step, msisdn) => {
      const { a, b } = step
      // Registers most callers first, so that most quotes are for customers.
      if (b % 5 > 0 && this.#isAlone && !personOf(this.#moment(), msisdn).account) {
        await this.#actions.register({ ...step, a: 0 }, msisdn)
        this.#facts = await readFacts(this.world.disk, this.#facts)
      }
      const amount = oneOf(amounts, a)
      const code = b % 29 === 0 ? 'NONE' : present(this.#products[b % 4]).code
      const expected = expectedQuote(this.#moment(), msisdn, amount, code)
      const today = personOf(this.#moment(), msisdn).today
      const { values } = await this.#wire('create_deposit_summary', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        amount,
        product_code: code,
      })
      const isOk = values['summary_status'] === 'OK'
      const others = ['summary_message', ...(isOk ? ['deposit_reference'] : [])]
      this.#reportIfAlone('create_deposit_summary', exactDifferences(expected, values, others))
      if (isOk)
        this.#promises.set(present(values['deposit_reference']), {
          kind: 'DEP',
          msisdn,
          customer: this.#customerOf(msisdn),
          givenAt: this.world.machine.now(),
          givenOn: today,
          values,
        })
    },
    confirm: async (step, msisdn) => {
      const { a, b } = step
      const shown = () =>
        [...this.#promises].filter(
          ([, { kind, customer }]) =>
            kind === 'DEP' && (b % 11 === 0 || customer === this.#customerOf(msisdn)),
        )
      if (b % 8 > 0 && this.#isAlone && shown().length === 0) await this.#actions.quote(step, msisdn)
      const own = shown()
      const chosen = [at(own, a), own.at(-1), own.at(-2) ?? own.at(-1)][b % 3]
      const reference = chosen?.[0] ?? 'DEP-UNKNOWN'
      const promise = this.#promises.get(reference)
      const order = [...this.#facts.orders.values()].find(({ quote }) => quote === reference)
      const expected = expectedConfirm(this.#moment(), msisdn, promise)
      const isOwn = promise !== undefined && promise.customer === this.#customerOf(msisdn)
      if (isOwn) this.#confirmed.add(reference)
      const { status, values } = await this.#wire('confirm_deposit', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        deposit_reference: reference,
      })
      const said = values['deposit_status']
      this.#checkText(values['payment_message'], said === 'FAILED' ? said : `deposit ${said}`)
      if (status === 200 && said !== 'FAILED' && isOwn) this.#acknowledged.add(reference)
      if (status === 200 && said !== 'FAILED' && !isOwn)
        this.#report(`confirm_deposit: took ${reference} of another`)
      if (order && isOwn) {
        const stands = isEnded(order) ? order.status : 'PENDING_VALIDATION'
        this.#reportIfAlone(
          'confirm_deposit',
          differences({ deposit_status: stands, deposit_reference: reference }, values),
        )
      } else if (this.#isCleaned(promise)) return
      else if (expected === 'ACCEPTED')
        this.#reportIfAlone('confirm_deposit', differences({ deposit_status: 'PENDING_VALIDATION' }, values))
      else
        this.#reportIfAlone(
          'confirm_deposit',
          differences({ deposit_status: 'FAILED', failure_reason: expected }, values),
        )
    },
    balance: async (_step, msisdn) => {
      const expected = expectedBalance(this.#moment(), msisdn)
      const isShown = this.#isShown(msisdn)
      const { values } = await this.#wire('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (isShown) this.#reportIfAlone('get_savings_balance', exactDifferences(expected, values, []))
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
        this.#reportIfAlone(
          'list_recent_transactions',
          differences({ amount: String(order.amount), transaction_status: stands }, row),
        )
      }
      if (rows.length > 10) this.#reportIfAlone('list_recent_transactions', [`${rows.length} lines`])
      if (
        rows.length < 10 &&
        rows.filter((row) => row['transaction_type'] === 'DEPOSIT').length !== own.length
      )
        this.#reportIfAlone('list_recent_transactions', [`not ${own.length} deposits`])
    },
    preview: async ({ a, b }, msisdn) => {
      const whose = b % 13 === 0 ? this.#msisdn(b % 8) : msisdn
      const saving = at(personOf(this.#moment(), whose).savings, a)?.id ?? 'POS-UNKNOWN'
      const moment = this.#moment()
      const expected = expectedPreview(moment, msisdn, saving)
      const { today, isWalking, blocked } = personOf(moment, msisdn)
      const isShown = this.#isShown(msisdn)
      const { values } = await this.#wire('create_withdrawal_summary', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        locked_account_id: saving,
      })
      if (isShown) this.#reportIfAlone('create_withdrawal_summary', differences(expected, values))
      const reference = values['withdrawal_reference']
      if (isWalking && reference !== undefined)
        this.#reportIfAlone('create_withdrawal_summary', ['a reference during a walk'])
      if (blocked.debit && reference !== undefined)
        this.#reportIfAlone('create_withdrawal_summary', ['a reference of a blocked account'])
      if (reference !== undefined)
        this.#promises.set(reference, {
          kind: 'WDR',
          msisdn,
          customer: this.#customerOf(msisdn),
          givenAt: this.world.machine.now(),
          givenOn: today,
          values: { ...values, locked_account_id: saving },
        })
      else if (
        isShown &&
        !blocked.debit &&
        (expected['position_status'] === 'ACCRUING' || expected['position_status'] === 'MATURED')
      )
        this.#reportIfAlone('create_withdrawal_summary', ['no reference'])
    },
    withdraw: async ({ a, b }, msisdn) => {
      const own = [...this.#promises].filter(
        ([, { kind, customer }]) => kind === 'WDR' && (b % 11 === 0 || customer === this.#customerOf(msisdn)),
      )
      const reference = (b % 3 > 0 ? own.at(-1) : at(own, a))?.[0] ?? 'WDR-UNKNOWN'
      const promise = this.#promises.get(reference)
      const payout = [...this.#facts.payouts.values()].find((each) => each.reference === reference)
      const saving = this.#facts.savings.get(promise?.values['locked_account_id'] ?? '')
      const expected = expectedWithdrawal(this.#moment(), msisdn, promise, saving)
      const isLeft = this.#isClosing(msisdn)
      const isOwn = promise !== undefined && promise.customer === this.#customerOf(msisdn)
      if (isOwn) this.#confirmed.add(reference)
      const { status, values } = await this.#wire('confirm_withdrawal', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        withdrawal_reference: reference,
      })
      const said = values['withdrawal_status']
      this.#checkText(
        values['payout_message'],
        said === 'FAILED'
          ? said
          : values['payout_status'] === 'PAID'
            ? 'withdrawal PAID'
            : 'withdrawal UNDER WAY',
      )
      if (status === 200 && said !== 'FAILED' && isOwn) this.#acknowledged.add(reference)
      if (status === 200 && said !== 'FAILED' && !isOwn)
        this.#report(`confirm_withdrawal: took ${reference} of another`)
      if (isLeft) return
      if (payout && isOwn) {
        if ((payout.status === 'PAID') !== (said === 'SUCCESSFUL'))
          this.#reportIfAlone('confirm_withdrawal', [`${said} of a payout that is ${payout.status}`])
        if (payout.failure === 'PAYOUT_CANCELLED')
          this.#reportIfAlone(
            'confirm_withdrawal',
            differences({ failure_reason: 'PAYOUT_CANCELLED' }, values),
          )
      } else if (this.#isCleaned(promise)) return
      else if (expected === 'ACCEPTED')
        this.#reportIfAlone('confirm_withdrawal', differences({ withdrawal_status: 'PENDING' }, values))
      else
        this.#reportIfAlone(
          'confirm_withdrawal',
          differences({ withdrawal_status: 'FAILED', failure_reason: expected }, values),
        )
    },
    leavingList: async (_step, msisdn) => {
      const expected = expectedOptOutPositions(this.#moment(), msisdn)
      const isShown = this.#isShown(msisdn)
      const { rows } = await this.#wire('list_opt_out_positions', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (isShown) this.#holdRows('list_opt_out_positions', expected, rows)
    },
    optOut: async ({ a }, msisdn) => {
      if (a % 3 > 0) return
      const { customer, account, isWalking, blocked } = personOf(this.#moment(), msisdn)
      this.#beginsToClose(msisdn)
      const { values } = await this.#wire('confirm_opt_out', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (!customer)
        this.#reportIfAlone(
          'confirm_opt_out',
          differences({ opt_out_status: 'FAILED', failure_reason: 'NOT_REGISTERED' }, values),
        )
      else if (account?.status === 'ACTIVE' && blocked.debit)
        this.#reportIfAlone(
          'confirm_opt_out',
          differences({ opt_out_status: 'FAILED', failure_reason: 'ACCOUNT_BLOCKED' }, values),
        )
      else if (account?.status === 'ACTIVE' && isWalking)
        this.#reportIfAlone(
          'confirm_opt_out',
          differences({ opt_out_status: 'FAILED', failure_reason: 'CLOCK_ADVANCING' }, values),
        )
      else if (values['opt_out_status'] === 'FAILED') this.#reportIfAlone('confirm_opt_out', ['FAILED'])
    },
    statementSummary: async (_step, msisdn) => {
      const { values } = await this.#wire('create_full_statement_summary', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (values['statement_reference']) this.#statements.push(values['statement_reference'])
    },
    statementRequest: async ({ a, b }, msisdn) => {
      const reference = this.#statements.at(-1 - (b % 2)) ?? 'STM-UNKNOWN'
      await this.#wire('request_full_statement', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
        email: oneOf(emails, a),
        period: oneOf(periods, b),
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
      this.#reportIfAlone(
        'check_statement_status',
        exactDifferences({ statement_status: stands }, values, []),
      )
    },
    createClock: async ({ a }) => {
      if (this.#clocks.length >= 2) return
      const now = oneOf(['2026-01-30', '2028-02-27', '2027-12-30'], a)
      const { values } = await this.#wire('create_test_clock', { now })
      if (values['clock_id']) this.#clocks.push(values['clock_id'])
      this.#reportIfAlone('create_test_clock', differences({ now }, values))
    },
    getClock: async ({ a }) => {
      const id = at(this.#clocks, a)
      if (id === undefined) return
      const { values } = await this.#wire('get_test_clock', { clock_id: id })
      const clock = this.#facts.clocks.get(id)
      if (clock)
        this.#reportIfAlone(
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
        this.#reportIfAlone('list_clocked_customers', [`${rows.length} rows and not ${count}`])
    },
    advanceClock: async ({ a, b }) => {
      const id = at(this.#clocks, a)
      const clock = id === undefined ? undefined : this.#facts.clocks.get(id)
      if (!clock) return
      const days = oneOf([1, 1, 2, 5, 31, -1, 0], b)
      const to = dateOf(dayOf(clock.nowOn) + days)
      const { status, values } = await this.#wire('advance_test_clock', { clock_id: clock.id, to })
      const isRefused = days < 0 || (clock.advancingTo !== null && clock.advancingTo !== to)
      if ((status === 400) !== isRefused && !(days === 0))
        this.#reportIfAlone('advance_test_clock', [`${status} ${values['error']} for ${days} days`])
    },
    reset: async ({ who }, msisdn) => {
      if (this.#isTester(who)) {
        this.#beginsToClose(msisdn)
        this.#resets.add(this.#customerOf(msisdn) ?? '')
      }
      const { values } = await this.#wire('reset_test_customer', { ACCOUNT_HOLDER_MSISDN: msisdn })
      if (!this.#isTester(who))
        this.#reportIfAlone('reset_test_customer', differences({ reset_status: 'FAILED' }, values))
    },
    staffCases: async ({ a, b }) => {
      const { cases, orders } = this.#facts
      const open = at(
        [...cases.values()].filter(({ status, proposal }) => status === 'OPEN' && proposal === null),
        a,
      )
      const order = open && orders.get(open.order)
      if (!open || !order) return
      // The staff see the true status in the provider's back office.
      const truth = this.world.wallet.transfers.get(order.id)
      if (truth?.status === 'PENDING') return
      const outcome =
        truth?.status === 'SUCCESSFUL' ? 'ORDER_SUCCEEDED' : b % 3 === 0 ? 'RETRY' : 'ORDER_FAILED'
      const reason =
        outcome === 'ORDER_FAILED'
          ? (at(['PAYEE_NOT_FOUND', 'EXPIRED', 'NOT_ENOUGH_FUNDS'], b) ?? null)
          : null
      await this.#ask(
        oneOf(['clerk', 'colleague', 'both'] as const, b),
        `mutation ($input: ProposeResolutionInput!) { proposeResolution(input: $input) { refusal { code } } }`,
        { input: { ...this.#keyed(), caseId: open.id, outcome, evidence: 'seen', reason } },
      )
    },
    staffDecide: async ({ a, b }) => {
      const ofTwo = [...this.#facts.cases.values()].filter(({ proposal }) => proposal !== null)
      const waiting = ofTwo.filter(({ status }) => status === 'OPEN')
      const proposed = waiting.length > 0 ? at(waiting, a) : at(ofTwo, a)
      if (!proposed) return
      const isOwn = proposed.proposedBy === 'both'
      if (isOwn && b % 2 === 0) {
        const confirm = `mutation ($input: ConfirmResolutionInput!) { confirmResolution(input: $input) { reviewCase { id } } }`
        const input = { ...this.#keyed(), proposalId: proposed.proposal }
        const { confirmResolution } = await this.#ask('both', confirm, { input })
        if (
          shaped(z.object({ reviewCase: z.unknown() }).nullable().optional(), confirmResolution)?.reviewCase
        )
          this.#report(`one person alone decided case ${proposed.id}`)
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
      this.#beginsToClose(msisdn)
      const customer = this.#customerOf(msisdn)
      await this.#propose(
        'proposeOptOut',
        'clerk',
        { msisdn },
        customer === undefined ? undefined : { kind: 'OPT_OUT', customer },
      )
      await this.#approveNow('OPT_OUT', customer)
    },
    staffEmail: async ({ a, b }, msisdn) => {
      const customer = this.#customerOf(msisdn)
      await this.#decide('proposeEmail', 'clerk', { msisdn, email: at(emails, a), reason: 'asked' })
      if (b % 4 > 0) await this.#approveNow('CHANGE_EMAIL', customer)
    },
    staffBlock: async ({ a, b }, msisdn) => {
      const { customer, account, today } = personOf(this.#moment(), msisdn)
      // Keeps the number of blocks small: with all customers blocked a history would show little.
      const open = [...this.#facts.blocks.values()].filter(({ isOpen }) => isOpen)
      if (open.length > 1 && this.#isAlone) {
        const { id, customer: of } = first(open)
        await this.#decide('proposeUnblockCustomer', 'clerk', { block: id, reason: 'over' })
        return this.#approveNow('UNBLOCK_CUSTOMER', of)
      }
      if (!customer || !account) return
      const scope = oneOf(['DEBIT', 'CREDIT', 'BOTH'], a)
      const cause = oneOf(['FRAUD', 'COURT', 'FRAUD', 'KYC', 'DEATH'], a >> 3)
      const endsOn = (a >> 6) % 3 === 0 ? dateOf(dayOf(today) + ((a >> 8) % 6)) : null
      const by = oneOf(['clerk', 'colleague', 'both'] as const, b)
      const asked = { customer: customer.id, scope, cause, endsOn }
      const isAtOnce = blocksAtOnce(this.#moment(), this.#proposedActions, {
        ...asked,
        account: account.id,
        by,
      })
      const action = { ...asked, kind: 'BLOCK_CUSTOMER', account: account.id, by, isAtOnce } as const
      await this.#propose('proposeBlockCustomer', by, asked, action)
    },
    staffUnblock: async ({ a, b }) => {
      const blocks = [...this.#facts.blocks.values()]
      const open = blocks.filter(({ isOpen }) => isOpen)
      const block = at(b % 7 === 0 ? blocks : open, a)
      if (!block) return
      const { id, customer } = block
      await this.#propose(
        'proposeUnblockCustomer',
        oneOf(['clerk', 'colleague', 'both'] as const, b),
        { block: id },
        { kind: 'UNBLOCK_CUSTOMER', customer, block: id },
      )
    },
    staffCancel: async ({ a, b }, msisdn) => {
      const payouts = [...this.#facts.payouts.values()]
      const held = payouts.filter(({ status }) => status === 'ON_HOLD')
      const own = held.filter(({ customer }) => customer === this.#customerOf(msisdn))
      const gone = payouts.filter(({ isOpen, status }) => isOpen && status !== 'ON_HOLD')
      const payout = at(a % 3 === 0 ? gone : [], a) ?? own.at(-1) ?? at(held, a)
      if (!payout) return
      const { id, customer } = payout
      await this.#propose(
        'proposeCancelPayout',
        oneOf(['clerk', 'colleague', 'both'] as const, b),
        { payout: id },
        { kind: 'CANCEL_PAYOUT', customer, payout: id },
      )
    },
    staffRenumber: async ({ who, a, b }, msisdn) => {
      const { customer, account } = personOf(this.#moment(), msisdn)
      if (!customer || !account) return
      const next =
        a % 9 === 0 ? this.#msisdn(b % customersMax) : `2376700000${String(20 + who + 10 * (a % 5))}`
      const [of, newMsisdn] = [customer.id, next]
      await this.#propose(
        'proposeChangeMsisdn',
        oneOf(['clerk', 'colleague', 'both'] as const, b),
        { customer: of, newMsisdn },
        { kind: 'CHANGE_MSISDN', customer: of, account: account.id, msisdn: next, before: customer.msisdn },
      )
    },
    staffNote: async ({ b }, msisdn) => {
      const { customer } = personOf(this.#moment(), msisdn)
      const order = at([...this.#facts.orders.values()], b)
      const [about, subject] =
        b % 2 === 0 ? ['CUSTOMER', customer?.id ?? 'nobody'] : ['PAYMENT_ORDER', order?.id ?? 'nothing']
      const data = await this.#ask(
        'clerk',
        `mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id } refusal { code } } }`,
        { input: { ...this.#keyed(), about, subject, text: `note ${b}` } },
      )
      const { note } = shaped(
        z.object({ note: z.object({ id: z.string() }).nullable().optional() }),
        data['addNote'] ?? {},
      )
      if ((note == null) !== subject.startsWith('no')) this.#reportIfAlone('addNote', [JSON.stringify(data)])
    },
    score: async ({ a, b }) => {
      const productCode = oneOf(['P7', 'PA', 'PAS', 'P7', 'P8', 'PARS'], b)
      const isOfDocument = productCode !== 'P7'
      const documents = isOfDocument
        ? [{ documentName: 'march.pdf', documentType: 'WALLET_STATEMENT', password: '1234' }]
        : []
      const order = { ...scored, nationalId: String(1000 + (a % 6)), productCode }
      await this.#ask(
        'clerk',
        `mutation ($input: SubmitScoreRequestInput!) { submitScoreRequest(input: $input) { scoreRequest { id } refusal { code } } }`,
        { input: { ...this.#keyed(), ...order, documents } },
      )
    },
    scoreDocument: async ({ a }) => {
      const awaited = [...this.#facts.scoreDocuments.values()].filter(({ state }) => state === 'AWAITED')
      const document = at(awaited, a)
      if (!document) return
      await this.world.receive(document.id).catch((error: unknown) => {
        // The sender gets this error, and uploads again.
        if (!/the store|ENOSPC/.test(String(recordOf(error)['code'] ?? error))) throw error
      })
    },
    scoreAgain: async ({ a }) => {
      const failed = at(
        [...this.#facts.scores.values()].filter(({ status }) => status === 'FAILED'),
        a,
      )
      if (!failed) return
      await this.#ask(
        'clerk',
        `mutation ($input: ResubmitScoreRequestInput!) { resubmitScoreRequest(input: $input) { scoreRequest { id } refusal { code } } }`,
        { input: { ...this.#keyed(), id: `SCORE-${failed.id}` } },
      )
    },
    scoring: ({ a, b }) => this.world.askScoring(String(1000 + (a % 6)), `key-${a % 6}-${b % 20}`),
    /** The provider takes a payment back, and the staff record it. */
    staffVoid: async ({ a, b }, msisdn) => {
      const deposits = [...this.#facts.deposits.values()]
      const own = deposits.filter(({ customer }) => customer === this.#customerOf(msisdn))
      // Sometimes an order without a deposit.
      const orders = [...this.#facts.orders.values()].filter(({ kind }) => kind === 'COLLECT')
      const order = at(orders, a)
      const id = b % 9 === 0 ? order?.id : (at(own, a) ?? at(deposits, a))?.id
      if (id === undefined) return
      this.world.wallet.takeBack(id)
      const { customer } = present(this.#facts.orders.get(id))
      await this.#propose(
        'proposeVoidDeposit',
        oneOf(['clerk', 'colleague', 'both'] as const, b),
        { deposit: id },
        { kind: 'VOID_DEPOSIT', customer, deposit: id, before: voidedFrom(this.#facts, id) },
      )
    },
    staffAdjust: async ({ a, b }) => {
      const owed = [...this.#facts.voided.values()].filter(({ receivable }) => receivable > 0n)
      const debt = b % 2 === 0 ? at(owed, a) : undefined
      const amount = 1 + (a % 900)
      const from = oneOf(['wallet_clearing', 'tax_payable', 'settled_otherwise'] as const, a)
      const lines = [
        { account: 'adjustments', amount: String(amount) },
        { account: debt ? 'customer_receivable' : from, amount: `-${amount}` },
      ]
      await this.#decide('proposeAdjustment', oneOf(['clerk', 'both'] as const, b), {
        lines,
        reason: 'asked',
        evidence: 'letter',
        ...(debt && { deposit: debt.id }),
      })
    },
    staffProduct: async ({ a, b }) => {
      const { code } = present(this.#products[a % 4])
      const from = b % 3 === 0 ? dateOf(dayOf(this.world.today()) + ((b >> 2) % 4)) : null
      const isWithdrawn = (a >> 2) % 4 === 0
      const [act, kind, fields, offer] = isWithdrawn
        ? (['proposeWithdrawProduct', 'WITHDRAW_PRODUCT', {}, { onSale: false }] as const)
        : ([
            'proposePublishProduct',
            'PUBLISH_PRODUCT',
            { rate: oneOf(['2.50', '5.00', '6.75'], a >> 4) },
            { onSale: true },
          ] as const)
      const who = oneOf(['clerk', 'colleague', 'both'] as const, b)
      const given = { code, from, reason: 'asked', ...fields }
      const { approval } = await this.#decide(act, who, given)
      const { approvals } = await readOffice(this.world.disk)
      // Also finds a proposal whose answer was lost.
      const made = [...approvals.values()].findLast(
        (each) => each.kind === kind && each.status === 'OPEN' && !this.#offers.has(each.id),
      )
      const id = approval?.id ?? made?.id
      if (id !== undefined) this.#offers.set(id, { code, onSaleFrom: from, ...fields, ...offer })
    },
    /** Closes the last month, an earlier one, or the current one, which must be refused. */
    staffMonth: async ({ a, b }) => {
      const month = monthsAfter(this.world.today(), oneOf([-1, -1, -2, 0], a)).slice(0, 7)
      const who = oneOf(['clerk', 'colleague', 'both'] as const, b)
      await this.#decide('proposeCloseMonth', who, { month, reason: 'asked' })
      // No file of the provider was imported, so this line must be refused.
      const line = `T${at([...this.#facts.orders.keys()], b) ?? ''}`
      const { approval } = await this.#decide('proposeExplainLine', who, { line, reason: 'a fee' })
      if (approval) this.#reportIfAlone('proposeExplainLine', [`took line ${line}`])
    },
    /**
     * Sets limits for people who approve nothing in a history, and delegates only what the receiver may already
     * approve, so that no other approval is affected.
     */
    staffLimit: async ({ a, b }) => {
      const person = `name:person ${a % 5}`
      const limit = at(['1000', '250000', null], b) ?? null
      const who = oneOf(['clerk', 'both'] as const, b)
      await this.#decide('proposeApprovalLimit', who, { person, limit, reason: 'asked' })
      const until = new Date(this.world.machine.now() + (a % 95) * day).toISOString()
      const lend = `mutation ($input: DelegateApprovalsInput!) { delegateApprovals(input: $input) { delegation { id } refusal { code } } }`
      const lent = await this.#ask('approver', lend, {
        input: { ...this.#keyed(), to: at([person, 'name:both'], b), until, reason: 'away' },
      })
      const { delegation } = shaped(
        z.object({ delegation: z.object({ id: z.string() }).nullable().optional() }),
        lent['delegateApprovals'] ?? {},
      )
      if (delegation) this.#delegations.push(delegation.id)
      const id = at(this.#delegations, b)
      if (id === undefined) return
      await this.#ask(
        oneOf(['approver', 'both'] as const, a),
        `mutation ($input: EndDelegationInput!) { endDelegation(input: $input) { delegation { id } refusal { code } } }`,
        { input: { ...this.#keyed(), id } },
      )
    },
    staffErase: async ({ a, b }) => {
      const who = oneOf(['clerk', 'both'] as const, b)
      await this.#decide('proposeErasure', who, { nationalId: String(1000 + (a % 6)), reason: 'asked' })
    },
    staffAssign: async ({ a, b }) => {
      const open = at([...this.#facts.cases.values()], a)
      if (!open) return
      await this.#ask(
        'colleague',
        `mutation ($input: AssignInput!) { assign(input: $input) { reviewCase { id } refusal { code } } }`,
        { input: { ...this.#keyed(), caseId: open.id, to: at(['clerk', 'colleague', null], b) } },
      )
    },
    staffPrint: async ({ b }, msisdn) => {
      const { customer, isWalking } = personOf(this.#moment(), msisdn)
      const data = await this.#ask(
        'clerk',
        `mutation ($input: PrintStatementInput!) { printStatement(input: $input) { statement { id } refusal { code } } }`,
        { input: { ...this.#keyed(), customer: customer?.id ?? 'nobody', period: at(periods, b) } },
      )
      const { statement } = shaped(
        z.object({ statement: anyObject.nullable().optional() }),
        data['printStatement'] ?? {},
      )
      if (statement && (!customer || isWalking)) this.#reportIfAlone('printStatement', [JSON.stringify(data)])
    },
    staffResend: async ({ a }) => {
      const statement = at([...this.#facts.statements.values()], a)
      if (!statement) return
      await this.#ask(
        'clerk',
        `mutation ($input: ResendStatementInput!) { resendStatement(input: $input) { statement { id } refusal { code } } }`,
        { input: { ...this.#keyed(), statement: statement.id } },
      )
    },
    staffKey: async ({ a, b }) => {
      const id = at(this.#apiKeys, a)
      if (b % 2 === 0 && id !== undefined) {
        await this.#ask(
          'admin',
          `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { key { id } refusal { code } } }`,
          { input: { ...this.#keyed(), id } },
        )
        return
      }
      const input = { ...this.#keyed(), name: `person ${a % 5}`, kind: 'PERSON', roles: ['BACK_OFFICE'] }
      const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key { id } text refusal { code } } }`
      const shown: unknown[] = []
      for (let times = 0; times < 2; times++) {
        const { createApiKey } = await this.#ask('admin', create, { input })
        const made = shaped(
          z.object({ key: z.object({ id: z.string() }).nullable(), text: z.string().nullable() }).nullable(),
          createApiKey,
        )
        if (times === 0 && made?.key) this.#apiKeys.push(made.key.id)
        shown.push(made?.text ?? null)
      }
      if (shown[1] !== null && shown[0] !== null)
        this.#reportIfAlone('createApiKey', ['a key was shown twice'])
    },
    staffQueue: async ({ a, b }) => {
      const paused = [...this.#facts.pauses.keys()]
      const queue = b % 3 === 1 ? at(paused, a) : at(queueNames, a)
      if (queue === undefined) return
      const [act, input, more] = present(
        at(
          [
            ['pauseQueue', 'PauseQueueInput', { reason: 'asked' }],
            ['resumeQueue', 'ResumeQueueInput', {}],
            ['retryQueue', 'RetryQueueInput', {}],
          ] as const,
          b,
        ),
      )
      await this.#ask(
        'admin',
        `mutation ($input: ${input}!) { ${act}(input: $input) { queue { name } refusal { code } } }`,
        { input: { ...this.#keyed(), queue, ...more } },
      )
    },
    staffApprove: ({ a, b }) =>
      this.#approve(this.#someApproval(a, b), oneOf(['approver', 'both', 'approver'] as const, a)),
    staffReject: async ({ a, b }) => {
      const approval = this.#someApproval(a, b)
      const who = oneOf(['approver', 'both'] as const, a)
      if (approval) await this.#decide('reject', who, { id: approval.id, reason: 'no' })
    },
    staffWithdraw: async ({ a, b }) => {
      const approval = this.#someApproval(a, b)
      const who = b % 3 === 0 ? 'colleague' : ((approval?.proposedBy ?? 'clerk') as Staff)
      if (approval) await this.#decide('withdraw', who, { id: approval.id, reason: 'no more' })
    },
    staffLook: async (_step, msisdn) => {
      const isShown = this.#isShown(msisdn)
      const { customer } = personOf(this.#moment(), msisdn)
      const data = await this.#ask(
        'clerk',
        `query ($m: Msisdn!) { moneyUnderWay(msisdn: $m) { id kind standing amount on } }`,
        { m: msisdn },
      )
      const shown = shaped(
        z.array(z.object({ kind: z.string(), amount: z.string() })),
        data['moneyUnderWay'] ?? [],
      )
      if (!isShown || !this.#isAlone || !customer) return
      const waits = [...this.#facts.orders.values()].filter(
        (order) => order.customer === customer.id && order.kind === 'COLLECT' && !isEnded(order),
      )
      if (shown.filter(({ kind }) => kind === 'DEPOSIT').length !== waits.length)
        this.#report(
          `moneyUnderWay shows ${shown.length} and not ${waits.length} deposits (${String(data['errorCode'])})`,
        )
    },
    tick: async ({ a, b }) => {
      await this.#tick(oneOf(this.world.workNames(), a), b % 3 === 0 ? 1 : 0)
    },
    /** Two workers run each job at the same time. */
    together: async () => {
      for (const name of this.world.workNames()) await Promise.all([this.#tick(name, 0), this.#tick(name, 1)])
    },
    ticks: ({ b }) => this.#ticks(b % 3 === 0 ? () => true : (name) => !housekeeping.has(name)),
    night: async () => {
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
    /** Moves the time to a second before or after the next midnight of the market. */
    midnight: ({ a }) => {
      const now = this.world.machine.now() + marketOffsetMs
      return this.#pass(day - (now % day) + (a % 2 === 0 ? -second : second))
    },
    /**
     * Moves the time to shortly before the next midnight of the market, so that later steps can use after midnight what was given
     * before it.
     */
    evening: ({ a }) => {
      const now = this.world.machine.now() + marketOffsetMs
      const before = oneOf([second, 30 * second, 4 * minute, 14 * minute, 2 * hour], a)
      const left = day - (now % day)
      return this.#pass(left > before ? left - before : left + day - before)
    },
    pastMidnight: ({ a }) => {
      const now = this.world.machine.now() + marketOffsetMs
      return this.#pass(day - (now % day) + oneOf([0, 1, second, minute], a))
    },
    /** Moves the time to the moment at which something ends, or a millisecond before or after. */
    boundary: async ({ a, b }) => {
      const now = this.world.machine.now()
      const last = [...this.#promises.values()].at(-1)
      const { payouts, blocks, approvals } = this.#facts
      const moments = [
        ...[...payouts.values()].flatMap(({ heldUntil, status }) =>
          status === 'ON_HOLD' ? [heldUntil] : [],
        ),
        ...[...blocks.values()].flatMap(({ expiresAt, isOpen }) => (isOpen ? [expiresAt] : [])),
        ...[...approvals.values()].flatMap(({ expiresAt, status }) => (status === 'OPEN' ? [expiresAt] : [])),
      ]
      const shown = last && last.givenAt + lifeMs
      const moment =
        b === 0 && shown !== undefined && shown > now
          ? shown
          : at(
              moments.filter((each) => each !== null && each > now + 1 && each < now + 4 * day),
              b,
            )
      if (moment != null) await this.#pass(moment + oneOf([-1, 0, 0, 1], a) - now)
    },
    /** Moves the time to the maturity date of a position of this or another customer, or a day before or after. */
    maturity: async (step, msisdn) => {
      const { a, b } = step
      const { customer } = personOf(this.#moment(), msisdn)
      const now = this.world.machine.now()
      const today = this.world.today()
      const due = [...this.#facts.savings.values()].filter(
        ({ status, book, maturityOn }) =>
          status === 'OPEN' && book === 'system' && maturityOn > today && daysFrom(today, maturityOn) < 100,
      )
      const saving =
        at(
          due.filter((each) => each.customer === customer?.id),
          a,
        ) ?? at(due, a)
      if (!saving) return
      const on = dayOf(saving.maturityOn) + oneOf([0, 0, 0, -1], a)
      const moment = on * day - marketOffsetMs + oneOf([0, second, 5 * hour, day - second], a >> 2)
      if (moment <= now) return
      await this.#pass(moment - now)
      const owner = present(this.#facts.customers.get(saving.customer)).msisdn
      await this.#actions.list(step, owner)
      await this.#actions.balance(step, owner)
      if (b % 3 > 0) await this.#ticks()
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
    walletSlow: async ({ a }) => this.world.wallet.goSlow(1 + (a % 6)),
    walletLoses: async ({ a }) => this.world.wallet.lose(1 + (a % 3)),
    /** Makes an order in flight due, and ends the leases of all clocks. */
    leaseEnds: async ({ a }) => {
      const waiting = [...this.#facts.orders.values()].filter((order) => !isEnded(order) && order.sends > 0)
      const order = at(waiting, a)
      if (order)
        await this.world.disk.write(
          'UPDATE payment_orders SET due_at = ? WHERE id = ? AND due_at IS NOT NULL',
          [this.world.machine.now(), order.id],
        )
      await this.world.disk.write('UPDATE clocks SET lease_until = NULL WHERE lease_until IS NOT NULL')
    },
    /** Ends leases during the work, so that another worker continues beside the first. */
    takenOver: async ({ a }) => {
      // Keeps the first worker in the middle of a call.
      this.world.wallet.goSlow(1 + (a % 2))
      this.world.delayMails(2)
      await new Promise((resolve) => setTimeout(resolve, at([2, 200, 2000], a)))
      const { disk, machine } = this.world
      for (let again = 0; again < 2; again++) {
        for (const table of ['payment_orders', 'statements', 'score_requests', 'scoring_requests'])
          await disk.write(`UPDATE ${table} SET due_at = ? WHERE due_at IS NOT NULL`, [machine.now()])
        await disk.write('UPDATE clocks SET lease_until = NULL WHERE lease_until IS NOT NULL')
        await this.#ticks((name) => !housekeeping.has(name), 1)
      }
    },
    rates: async ({ a, b }) => {
      const { code } = present(this.#products[a % 4])
      const latest = this.#latest(code)
      const sold = { onSale: true, onSaleFrom: null }
      const next = {
        ...latest,
        ...sold,
        version: latest.version + 1,
        rate: oneOf(['2.00', '4.25', '6.00'], b),
      }
      await this.world.publish(next)
      this.#products.push(next)
    },
  }

  #holdRows(operation: string, expected: readonly Values[], rows: readonly Values[]): void {
    if (expected.length !== rows.length)
      return this.#reportIfAlone(operation, [`${rows.length} rows and not ${expected.length}`])
    for (const [i, row] of expected.entries())
      this.#reportIfAlone(`${operation} ${i}`, differences(row, present(rows[i])))
  }

  async #pass(milliseconds: number): Promise<void> {
    await this.world.machine.advance(milliseconds)
  }

  async #tick(name: string, worker: Worker = 0): Promise<void> {
    this.#trace(worker === 0 ? name : `${name} of another worker`)
    await this.world.tick(name, worker)
  }

  async #ticks(isDone: (name: string) => boolean = () => true, worker: Worker = 0): Promise<void> {
    for (const name of this.world.workNames()) if (isDone(name)) await this.#tick(name, worker)
  }

  #left(): string[] {
    const { wallet, mails, otherScoring } = this.world
    return [...leftOver(this.#facts, this.#soFar(), wallet, mails), ...scoresLeft(this.#facts, otherScoring)]
  }

  /** Ends the faults, lets the provider answer and the workers run, then checks what is left. */
  async #end(): Promise<void> {
    const { world } = this
    const { machine } = world
    this.#isAlone = true
    world.calm()
    const roundsMax = 12
    for (let round = 0; round < roundsMax && this.#problems.length === 0; round++) {
      const before = this.#facts
      world.wallet.goOn(true)
      // Twice, because a customer whose clock waits behind a paused queue can be unblocked only after the walk
      // continues.
      if (round === 3 || round === 4) await machine.finish(() => this.#decideAll())
      if (round === 4) await machine.finish(() => this.#walkOn())
      await machine.advance(round < 3 ? 2 * minute : round < 6 ? 49 * hour : 25 * hour)
      for (let again = 0; again < 2; again++) await machine.finish(() => this.#ticks())
      await this.#observe(before)
      if (round >= 5 && this.#left().length === 0) break
    }
    if (this.#problems.length > 0) return
    for (const problem of this.#left()) this.#report(`at the end, ${problem}`)
    await this.#audit()
    await this.#printAll()
    for (const problem of await insightProblems(world.disk)) this.#report(problem)
    this.#trace(
      JSON.stringify([...this.#facts.payouts.values()], (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    )
  }

  /** Resumes all queues, lifts all blocks and rejects all open proposals, so that held work continues. */
  async #decideAll(): Promise<void> {
    const resume = `mutation ($input: ResumeQueueInput!) { resumeQueue(input: $input) { queue { name } refusal { code } } }`
    for (const queue of this.#facts.pauses.keys())
      await this.#ask('admin', resume, { input: { ...this.#keyed(), queue } })
    for (const { id, status } of this.#facts.approvals.values())
      if (status === 'OPEN') await this.#decide('reject', 'approver', { id, reason: 'over' })
    for (const block of (await readOffice(this.world.disk)).blocks.values())
      if (block.isOpen) {
        await this.#decide('proposeUnblockCustomer', 'clerk', { block: block.id, reason: 'over' })
        await this.#approveNow('UNBLOCK_CUSTOMER', block.customer)
      }
  }

  /** Advances the test clocks too, which releases what is on hold there. */
  async #walkOn(): Promise<void> {
    for (const { id, nowOn, advancingTo } of this.#facts.clocks.values())
      if (id !== 'system' && advancingTo === null)
        await this.#wire('advance_test_clock', { clock_id: id, to: dateOf(dayOf(nowOn) + 4) })
  }
}
