import {
  hasArrived,
  isEnded,
  type Account,
  type Block,
  type Customer,
  type Facts,
  type Payout,
  type Saving,
} from './facts.js'
import {
  daysFrom,
  interestOf,
  withdrawalOn,
  monthsAfter,
  percent,
  ppmOf,
  principalOf,
  sum,
} from './figures.js'
import { productOn, type ProductFacts } from './products.js'
import type { Values } from './world.js'
import { present } from '../support/present.js'

/**
 * The wire contract (docs/wire-contract.md) as a model: the answer that is expected for the booked facts. It knows
 * neither SQL nor queues, and shares no line with the service.
 */
export interface Moment {
  readonly facts: Facts
  readonly products: readonly ProductFacts[]
  readonly now: number
  /** The date in the time zone of the market. */
  readonly today: string
}

/** A quote or preview that was answered with a reference. */
export interface IssuedReference {
  readonly kind: 'DEP' | 'WDR'
  readonly msisdn: string
  /** The customer of the reference, whose number may change later. */
  readonly customer: string | undefined
  readonly givenAt: number
  readonly givenOn: string
  readonly values: Values
}

const lifeMs = 15 * 60_000
const collectionMax = 900_000n

export interface Person {
  readonly customer: Customer | undefined
  /** The account that is not closed. */
  readonly account: Account | undefined
  readonly today: string
  readonly isWalking: boolean
  readonly blocked: { readonly debit: boolean; readonly credit: boolean }
  readonly savings: readonly Saving[]
}

const byAge = (a: Saving, b: Saving): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

/** A block is in force until its end date, and one by a single person until the moment at which it expires. */
export const isInForce = ({ endsOn, expiresAt }: Block, today: string, now: number): boolean =>
  (endsOn === null || today < endsOn) && (expiresAt === null || now < expiresAt)

const clockOf = ({ facts }: Moment, customer: Customer | undefined) =>
  customer?.clock ? facts.clocks.get(customer.clock) : undefined

/** The business date of a customer: that of their test clock, or of the market. */
export const todayOf = (moment: Moment, customer: Customer | undefined): string =>
  clockOf(moment, customer)?.nowOn ?? moment.today

export const personOf = (moment: Moment, msisdn: string): Person => {
  const { facts, now } = moment
  const customer = [...facts.customers.values()].find((each) => each.msisdn === msisdn)
  const clock = clockOf(moment, customer)
  const today = todayOf(moment, customer)
  const account = [...facts.accounts.values()].find(
    ({ customer: owner, status }) => owner === customer?.id && status !== 'CLOSED',
  )
  const scopes = [...facts.blocks.values()]
    .filter((block) => block.account === account?.id && block.isOpen && isInForce(block, today, now))
    .map(({ scope }) => scope)
  return {
    customer,
    account,
    today,
    isWalking: clock?.advancingTo != null,
    blocked: {
      debit: scopes.some((scope) => scope !== 'CREDIT'),
      credit: scopes.some((scope) => scope !== 'DEBIT'),
    },
    savings: [...facts.savings.values()]
      .filter(({ customer: owner }) => owner === customer?.id)
      .toSorted(byAge),
  }
}

export const partsOf = ({ deposits }: Facts, saving: string) =>
  [...deposits.values()].filter((deposit) => deposit.saving === saving)

const isAccruing = ({ status, maturityOn }: Saving, today: string): boolean =>
  status === 'OPEN' && maturityOn > today

const openPayoutOf = ({ payouts }: Facts, saving: string): Payout | undefined =>
  [...payouts.values()].find((payout) => payout.saving === saving && payout.isOpen)

/** The part of a payout that has not arrived; interest is sent first. */
const outstandingOf = ({ orders }: Facts, payout: Payout) => {
  const arrived = sum(
    [...orders.values()]
      .filter((order) => order.payout === payout.id && hasArrived(order))
      .map(({ amount }) => amount),
  )
  const net = payout.interest - payout.tax
  const interest = arrived < net ? net - arrived : 0n
  return { interest, principal: payout.amount - arrived - interest }
}

const roomIn = (moment: Moment, person: Person, product: ProductFacts): bigint => {
  const { facts } = moment
  const ofProduct = person.savings.filter((saving) => saving.product === product.code)
  const accruing = sum(
    ofProduct
      .filter((saving) => isAccruing(saving, person.today))
      .map(({ id }) => principalOf(partsOf(facts, id))),
  )
  const earlyExits = sum(
    ofProduct.map(({ id, status }) => {
      const payout = status === 'PAYING_OUT' ? openPayoutOf(facts, id) : undefined
      return payout?.basis === 'EARLY_EXIT' ? outstandingOf(facts, payout).principal : 0n
    }),
  )
  const collecting = sum(
    [...facts.orders.values()]
      .filter(
        (order) =>
          order.customer === person.customer?.id && order.product === product.code && !isEnded(order),
      )
      .map(({ amount }) => amount),
  )
  const room = BigInt(product.maxBalance) - accruing - earlyExits - collecting
  return room < 0n ? 0n : room
}

/** Products are sold by the date of the market, also to test customers. */
const productOf = ({ products, today }: Moment, code: string): ProductFacts | undefined =>
  productOn(products, code, today)

const typed = (text: string): bigint | undefined => {
  const plain = text
    .trim()
    .replace(/^(\d{1,3})(?:([ .\u00A0\u202F])\d{3})(?:\2\d{3})*$/u, (whole) =>
      whole.replace(/[ .\u00A0\u202F]/gu, ''),
    )
  return /^\d{1,12}$/.test(plain) && BigInt(plain) > 0n ? BigInt(plain) : undefined
}

const given = (values: Readonly<Record<string, string | bigint | number | undefined>>): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )

/** The values of a deposit summary, without text and reference. */
export const expectedQuote = (moment: Moment, msisdn: string, amountText: string, code: string): Values => {
  const person = personOf(moment, msisdn)
  const product = productOf(moment, code)
  const plain = { product_code: product?.code, currency: 'XAF' }
  const refused = (status: string): Values => given({ summary_status: status, ...plain })
  if (!person.account) return refused('NOT_REGISTERED')
  if (person.account.status !== 'ACTIVE') return refused('ACCOUNT_CLOSING')
  if (person.blocked.credit) return refused('ACCOUNT_BLOCKED')
  if (person.isWalking) return refused('CLOCK_ADVANCING')
  if (!product) return refused('PRODUCT_NOT_AVAILABLE')
  const amount = typed(amountText)
  if (amount === undefined) return refused('INVALID_AMOUNT')
  const room = roomIn(moment, person, product)
  const minimum = BigInt(product.minAmount)
  const limits = { minimum_amount: minimum, max_balance: product.maxBalance, room_left: room }
  const bounded = (status: string): Values => given({ summary_status: status, ...limits, ...plain })
  if (amount > room || minimum > room) return bounded('ABOVE_MAXIMUM')
  if (amount < minimum) return bounded('BELOW_MINIMUM')
  if (amount > collectionMax) return bounded('ABOVE_MAXIMUM')
  const joined = person.savings
    .filter((saving) => saving.product === code && isAccruing(saving, person.today))
    .reduce<Saving | undefined>(
      (best, next) => (best && best.maturityOn >= next.maturityOn ? best : next),
      undefined,
    )
  const terms = joined ?? {
    ratePpm: ppmOf(product.rate),
    earlyPpm: ppmOf(product.earlyRate),
    taxPpm: ppmOf(product.tax ?? '0.00'),
    basisDays: product.dayCount === 'ACT_360' ? 360 : 365,
    maturityOn: monthsAfter(person.today, product.termMonths),
  }
  const earns = interestOf(terms, [{ principal: amount, valueOn: person.today }], terms.maturityOn).net
  const parts = joined ? partsOf(moment.facts, joined.id) : []
  const before = principalOf(parts)
  const all = interestOf(terms, parts, terms.maturityOn).net + earns
  return given({
    summary_status: 'OK',
    deposit_basis: joined ? 'TOP_UP' : 'NEW',
    amount,
    interest_rate: percent(terms.ratePpm),
    estimated_earnings: earns,
    total_at_maturity: amount + earns,
    duration_days: daysFrom(person.today, terms.maturityOn),
    maturity_date: terms.maturityOn,
    locked_account_id: joined?.id,
    savings_balance_now: before,
    savings_balance_after: before + amount,
    savings_earnings_at_maturity: all,
    savings_total_at_maturity: before + amount + all,
    ...limits,
    ...plain,
  })
}

const isConfirmable = (promise: IssuedReference, { now }: Moment, today: string): boolean =>
  now < promise.givenAt + lifeMs && promise.givenOn === today

/** The result of a confirm that has no order yet: a failure reason, or ACCEPTED. */
export const expectedConfirm = (
  moment: Moment,
  msisdn: string,
  promise: IssuedReference | undefined,
): 'ACCEPTED' | (string & {}) => {
  const person = personOf(moment, msisdn)
  if (!person.customer) return 'NOT_REGISTERED'
  if (promise?.kind !== 'DEP' || promise.customer !== person.customer.id) return 'INVALID_REFERENCE'
  if (!person.account) return 'NOT_REGISTERED'
  if (person.account.status !== 'ACTIVE') return 'ACCOUNT_CLOSING'
  if (person.blocked.credit) return 'ACCOUNT_BLOCKED'
  if (person.isWalking) return 'CLOCK_ADVANCING'
  if (!isConfirmable(promise, moment, person.today)) return 'REFERENCE_EXPIRED'
  const { values } = promise
  const product = productOf(moment, present(values['product_code']))
  if (!product) return 'PRODUCT_NOT_AVAILABLE'
  const joined = values['locked_account_id']
  const saving = joined === undefined ? undefined : moment.facts.savings.get(joined)
  if (joined !== undefined && !(saving && isAccruing(saving, person.today))) return 'TERMS_CHANGED'
  return BigInt(present(values['amount'])) > roomIn(moment, person, product) ? 'ABOVE_MAXIMUM' : 'ACCEPTED'
}

export const expectedWithdrawal = (
  moment: Moment,
  msisdn: string,
  promise: IssuedReference | undefined,
  saving: Saving | undefined,
): 'ACCEPTED' | (string & {}) => {
  const person = personOf(moment, msisdn)
  if (!person.customer) return 'NOT_REGISTERED'
  if (promise?.kind !== 'WDR' || promise.customer !== person.customer.id) return 'INVALID_REFERENCE'
  if (!saving || saving.status === 'CLOSED') return 'POSITION_NOT_OPEN'
  if (saving.status === 'PAYING_OUT') return 'ALREADY_PAYING_OUT'
  if (person.account?.status === 'CLOSING') return 'ACCOUNT_CLOSING'
  if (person.blocked.debit) return 'ACCOUNT_BLOCKED'
  if (person.isWalking) return 'CLOCK_ADVANCING'
  if (!isConfirmable(promise, moment, person.today)) return 'REFERENCE_EXPIRED'
  const { amount, basis } = withdrawalOn(saving, partsOf(moment.facts, saving.id), person.today)
  return String(amount) === promise.values['total_payout'] && basis === promise.values['withdrawal_basis']
    ? 'ACCEPTED'
    : 'TERMS_CHANGED'
}

/**
 * The values of a withdrawal preview, without text, reference and remaining hold; only the status if it cannot be
 * withdrawn.
 */
export const expectedPreview = (moment: Moment, msisdn: string, id: string): Values => {
  const { facts } = moment
  const person = personOf(moment, msisdn)
  const saving = person.savings.find((each) => each.id === id)
  if (!saving) return given({ position_status: 'NOT_FOUND', total_payout: 0, currency: 'XAF' })
  if (saving.status !== 'OPEN') return given({ position_status: saving.status, currency: 'XAF' })
  const left = withdrawalOn(saving, partsOf(facts, id), person.today)
  return given({
    position_status: left.basis === 'MATURITY' ? 'MATURED' : 'ACCRUING',
    amount: left.principal,
    original_rate: percent(saving.ratePpm),
    withdrawal_basis: left.basis,
    accrued_interest: left.accrued,
    interest_at_maturity: left.atMaturity,
    effective_rate: percent(left.effectivePpm),
    withdrawable_amount: left.allowed,
    forfeited_interest: left.forfeited,
    total_payout: left.amount,
    currency: 'XAF',
    ...(left.basis === 'EARLY_EXIT' && { settlement_delay: '48h' }),
  })
}

export const expectedBalance = (moment: Moment, msisdn: string): Values => {
  const { facts } = moment
  const person = personOf(moment, msisdn)
  const sums = { ACCRUING: 0n, MATURED: 0n, PAYING_OUT: 0n }
  const counts = { ACCRUING: 0, MATURED: 0, PAYING_OUT: 0 }
  let interest = 0n
  for (const saving of person.savings.filter(({ status }) => status !== 'CLOSED')) {
    const payout = saving.status === 'PAYING_OUT' ? openPayoutOf(facts, saving.id) : undefined
    const group = payout ? 'PAYING_OUT' : isAccruing(saving, person.today) ? 'ACCRUING' : 'MATURED'
    const parts = partsOf(facts, saving.id)
    const unsent = payout
      ? outstandingOf(facts, payout)
      : { principal: principalOf(parts), interest: interestOf(saving, parts, person.today).net }
    sums[group] += unsent.principal
    counts[group]++
    interest += unsent.interest
  }
  if (person.account?.status === 'CLOSING')
    for (const taken of facts.orders.values())
      if (
        taken.account === person.account.id &&
        taken.kind === 'COLLECT' &&
        taken.status === 'SUCCESSFUL' &&
        !facts.deposits.has(taken.id)
      )
        sums.PAYING_OUT +=
          taken.amount -
          sum(
            [...facts.orders.values()]
              .filter((order) => order.refundOf === taken.id && hasArrived(order))
              .map(({ amount }) => amount),
          )
  return given({
    total_balance: sums.ACCRUING + sums.MATURED + sums.PAYING_OUT,
    accruing_balance: sums.ACCRUING,
    due_balance: sums.MATURED,
    pending_withdrawal_amount: sums.PAYING_OUT,
    total_interest: interest,
    accruing_count: counts.ACCRUING,
    due_count: counts.MATURED,
    paying_out_count: counts.PAYING_OUT,
    position_count: counts.ACCRUING + counts.MATURED + counts.PAYING_OUT,
    currency: 'XAF',
  })
}

/** The rows of `list_locked_accounts`, without texts; of withdrawn positions only their status and payout. */
export const expectedList = (moment: Moment, msisdn: string): readonly Values[] => {
  const person = personOf(moment, msisdn)
  return person.savings
    .filter(({ status }) => status !== 'CLOSED')
    .map((saving) => {
      const payout = openPayoutOf(moment.facts, saving.id)
      if (payout)
        return given({
          locked_account_id: saving.id,
          position_status: 'PAYING_OUT',
          settlement_reference: payout.id,
          maturity_date: saving.maturityOn,
          current_balance: 0,
        })
      const left = withdrawalOn(saving, partsOf(moment.facts, saving.id), person.today)
      return given({
        locked_account_id: saving.id,
        position_status: left.basis === 'MATURITY' ? 'MATURED' : 'ACCRUING',
        maturity_date: saving.maturityOn,
        current_balance: left.principal,
        locked_rate: percent(saving.ratePpm),
        accrued_interest: left.accrued,
        interest_at_maturity: left.atMaturity,
        withdrawable_amount: left.allowed,
        withdrawal_basis: left.basis,
      })
    })
}

/** The rows of `list_opt_out_positions`, without texts. */
export const expectedOptOutPositions = (moment: Moment, msisdn: string): readonly Values[] => {
  const person = personOf(moment, msisdn)
  const open = person.savings.filter(({ status }) => status === 'OPEN')
  const rows = open.map((saving) => ({
    saving,
    left: withdrawalOn(saving, partsOf(moment.facts, saving.id), person.today),
  }))
  const total = sum(rows.map(({ left }) => left.amount))
  const isHeld = rows.some(({ left }) => left.basis === 'EARLY_EXIT')
  return rows.map(({ saving, left }) =>
    given({
      locked_account_id: saving.id,
      position_status: left.basis === 'MATURITY' ? 'MATURED' : 'ACCRUING',
      maturity_date: saving.maturityOn,
      amount: left.principal,
      withdrawal_basis: left.basis,
      original_rate: percent(saving.ratePpm),
      effective_rate: percent(left.effectivePpm),
      accrued_interest: left.accrued,
      interest_at_maturity: left.atMaturity,
      withdrawable_amount: left.allowed,
      forfeited_interest: left.forfeited,
      payout: left.amount,
      currency: 'XAF',
      total_payout: total,
      settlement_delay: left.basis === 'EARLY_EXIT' ? '48h' : '0h',
      total_settlement_delay: isHeld ? '48h' : '0h',
    }),
  )
}

/** A sentence for each key of `expected` that has another value in the answer. */
export const differences = (expected: Values, answer: Values): string[] =>
  Object.entries(expected)
    .filter(([key, value]) => answer[key] !== value)
    .map(([key, value]) => `${key} is ${answer[key]} and should be ${value}`)

/** As `differences`, and a sentence for each key of the answer that is neither in `expected` nor in `others`. */
export const exactDifferences = (expected: Values, answer: Values, others: readonly string[]): string[] => [
  ...differences(expected, answer),
  ...Object.keys(answer)
    .filter((key) => !(key in expected) && !others.includes(key))
    .map((key) => `${key} is ${answer[key]} and should not be there`),
]
