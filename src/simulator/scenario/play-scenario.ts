import { difference, readAnswer, summaryOf, type Answered } from './answered.js'
import type { Mail, Played, PlaySettings, TestCustomer, World } from './played-world.js'
import {
  outcomeOf,
  type CallStep,
  type MailStep,
  type Scenario,
  type Step,
  type Texts,
  type WalkStep,
  type WalletStep,
} from './scenario.js'

export type { Exchange, Mail, Played, WalletOrder, TestCustomer, World } from './played-world.js'

const waitMsUsual = 45_000
const pollMs = 250
const numbersMax = 20

class Player {
  private readonly names = new Map<string, string>()
  private session = 1
  private readonly waitMsMax: number

  constructor(
    private readonly scenario: Scenario,
    private readonly world: World,
    private readonly settings: PlaySettings,
  ) {
    this.waitMsMax = settings.waitMsMax ?? waitMsUsual
  }

  private get customer(): TestCustomer {
    return { msisdn: this.names.get('msisdn') ?? '', clockId: this.names.get('clock') ?? '' }
  }

  private fill(text: string): string {
    return text.replace(/\$(\w+)/g, (whole, name: string) => this.names.get(name) ?? whole)
  }

  private fillAll(texts: Texts): Texts {
    return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, this.fill(text)]))
  }

  private async ask(operation: string, sent: Texts, isList = false): Promise<Answered> {
    const pairs = Object.entries({ operation_name: operation, ...sent })
    const path = isList ? '/getdynamicoptions' : '/getdynamicarguments'
    const body = JSON.stringify({
      arguments: pairs.map(([key, value]) => ({ key: { value: key }, value: { value } })),
      languageCode: this.scenario.language,
      sessionIdentifier: `scenario-${this.session}`,
      journeyIdentifier: `scenario-${this.session}`,
    })
    const startMs = this.world.now()
    const { status, answer } = await this.world.send(path, body)
    const exchange = { operation, path, sent: body, status, answer, ms: this.world.now() - startMs }
    this.settings.onExchange?.(exchange)
    return { exchange, ...readAnswer(answer) }
  }

  /** Repeats a query until it has a result; undefined when that takes too long. */
  private async waitFor<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const startMs = this.world.now()
    for (;;) {
      const found = await ask()
      if (found !== undefined) return found
      if (this.world.now() - startMs > this.waitMsMax) return undefined
      await this.world.sleep(pollMs)
    }
  }

  /** Chooses an unused number, and creates the test clock if the scenario has one. Returns what went wrong. */
  async begin(): Promise<string | undefined> {
    for (let attempt = 0; attempt < numbersMax; attempt++) {
      const msisdn = this.world.newNumber(this.scenario.number)
      const { rows, exchange } = await this.ask('check_registration_status', {
        ACCOUNT_HOLDER_MSISDN: msisdn,
      })
      if (exchange.status !== 200) return `the gateway answers ${exchange.status} ${exchange.answer}`
      if (rows[0]?.['registration_status'] !== 'NOT_REGISTERED') continue
      this.names.set('msisdn', msisdn)
      break
    }
    if (!this.names.has('msisdn')) return `no free number that ends in ${this.scenario.number} was found`
    if (this.scenario.clock !== undefined) {
      const { rows, exchange } = await this.ask('create_test_clock', { now: this.scenario.clock })
      const clock = rows[0]?.['clock_id']
      if (clock === undefined) return `no test clock: ${exchange.status} ${exchange.answer}`
      this.names.set('clock', clock)
    }
    this.settings.onCustomer?.(this.customer)
    return undefined
  }

  async play(step: Step): Promise<Omit<Played, 'step' | 'ms'>> {
    switch (step.does) {
      case 'call':
        return this.call(step)
      case 'walk':
        return this.walk(step)
      case 'wallet':
        return this.wallet(step)
      case 'mail':
        return this.mail(step)
      case 'hang up':
        this.session += 1
        return { summary: 'another session' }
    }
  }

  private async call(step: CallStep): Promise<Omit<Played, 'step' | 'ms'>> {
    const { msisdn } = this.customer
    const sent = {
      ...(step.isOfCustomer ? { ACCOUNT_HOLDER_MSISDN: msisdn } : {}),
      ...this.fillAll(step.with),
    }
    const { operation, isList, until } = step
    let answered = await this.ask(operation, sent, isList)
    if (until !== undefined) {
      const expected = this.fillAll(until)
      await this.waitFor(async () => {
        if (difference(answered.rows[0], expected) === undefined) return true
        answered = await this.ask(operation, sent, isList)
        return difference(answered.rows[0], expected) === undefined || undefined
      })
    }
    const problem = this.problemOf(step, answered)
    for (const [name, key] of Object.entries(step.keep)) {
      const [column = key, row = '1'] = key.split('@')
      const value = answered.rows[Number(row) - 1]?.[column]
      if (value === undefined && problem === undefined)
        return {
          summary: summaryOf(answered, isList),
          problem: `no ${key} to keep`,
          exchange: answered.exchange,
        }
      if (value !== undefined) this.names.set(name, value)
    }
    return {
      summary: summaryOf(answered, isList),
      exchange: answered.exchange,
      ...(problem === undefined ? {} : { problem }),
    }
  }

  private problemOf({ expect, until, refused, isList }: CallStep, answered: Answered): string | undefined {
    const { exchange, rows, code } = answered
    if (refused !== undefined)
      return code === refused
        ? undefined
        : `it is answered ${exchange.status} ${code ?? ''}, and not ${refused}`
    if (exchange.status !== 200) return `it is answered ${exchange.status}: ${exchange.answer}`
    const late = until && difference(rows[0], this.fillAll(until))
    if (late) return `after ${this.waitMsMax / 1000} s ${late}`
    if (expect === undefined) return undefined
    if (isList && rows.length !== expect.length)
      return `there are ${rows.length} rows, and not ${expect.length}`
    for (const [index, expected] of expect.entries()) {
      const problem = difference(rows[index], this.fillAll(expected))
      if (problem !== undefined) return isList ? `row ${index + 1}: ${problem}` : problem
    }
    return undefined
  }

  private async dateOf(to: string): Promise<string | undefined> {
    if (to === 'maturity') {
      const { rows } = await this.ask(
        'list_locked_accounts',
        { ACCOUNT_HOLDER_MSISDN: this.customer.msisdn },
        true,
      )
      return rows
        .map(({ maturity_date: date = '' }) => date)
        .toSorted()
        .at(-1)
    }
    if (!to.startsWith('+')) return to
    const { rows } = await this.ask('get_test_clock', { clock_id: this.customer.clockId })
    const day = new Date(`${rows[0]?.['now']}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() + Number(to))
    return day.toISOString().slice(0, 10)
  }

  private async walk({ to }: WalkStep): Promise<Omit<Played, 'step' | 'ms'>> {
    const clock_id = this.customer.clockId
    const date = await this.dateOf(to)
    if (date === undefined) return { summary: '', problem: 'there are no savings that could mature' }
    const asked = await this.ask('advance_test_clock', { clock_id, to: date })
    if (asked.exchange.status !== 200)
      return {
        summary: '',
        problem: `the clock does not walk: ${asked.exchange.answer}`,
        exchange: asked.exchange,
      }
    const arrival = await this.waitFor(async () => {
      const now = await this.ask('get_test_clock', { clock_id })
      return now.rows[0]?.['advancing_to'] === undefined ? now : undefined
    })
    return arrival
      ? { summary: `to ${date}`, exchange: arrival.exchange }
      : { summary: '', problem: `the walk to ${date} is not over after ${this.waitMsMax / 1000} s` }
  }

  private async wallet({ answer, of }: WalletStep): Promise<Omit<Played, 'step' | 'ms'>> {
    const { customer } = this
    const kinds = of === undefined ? ['COLLECT', 'PAY_OUT'] : [of === 'payment' ? 'COLLECT' : 'PAY_OUT']
    const order = await this.waitFor(async () =>
      (await this.world.orders(customer)).find(
        ({ accepted, status, kind }) => accepted && status === 'PENDING' && kinds.includes(kind),
      ),
    )
    if (!order) return { summary: '', problem: 'no order waits at the wallet' }
    await this.world.answerOrder(customer, order.reference, outcomeOf(answer))
    return { summary: `${order.kind === 'COLLECT' ? 'the payment' : 'the payout'}: ${answer}` }
  }

  private async mail({ expect }: MailStep): Promise<Omit<Played, 'step' | 'ms'>> {
    const expected = this.fillAll(expect)
    let last: Mail | undefined
    const found = await this.waitFor(async () => {
      const mails = await this.world.mails(this.customer)
      last = mails.at(-1)
      return mails.find((mail) => difference({ ...mail }, expected) === undefined)
    })
    if (found) return { summary: `to ${found.to}: ${found.attachment}` }
    const why = last ? difference({ ...last }, expected) : undefined
    return { summary: '', problem: why === undefined ? 'no mail has come' : `the last mail: ${why}` }
  }
}

/** Plays a scenario step by step, and stops at the first step whose answer differs from the file. */
export const playScenario = async function* (
  scenario: Scenario,
  world: World,
  settings: PlaySettings = {},
): AsyncGenerator<Played> {
  const player = new Player(scenario, world, settings)
  const problem = await player.begin()
  if (problem !== undefined) {
    const [step] = scenario.steps
    if (step) yield { step, ms: 0, summary: '', problem }
    return
  }
  for (const step of scenario.steps) {
    const startMs = world.now()
    const played = { step, ...(await player.play(step)), ms: world.now() - startMs }
    yield played
    if (played.problem !== undefined) return
  }
}
