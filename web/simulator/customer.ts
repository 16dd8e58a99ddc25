import { signal } from '@preact/signals'
import type { Exchange, TestCustomer } from '../../src/simulator/scenario/play-scenario.js'
import { dayFromNow } from '../shared/format.js'
import { language as pageLanguage } from '../shared/language.js'
import { beginRecord, recordExchange, recordStep } from './record.js'
import { mailsOf, ordersOf, world, type Order } from './service.js'
import { clearTrace, traceExchange, traceChanges, whileSending } from './trace.js'

/** The customer that this page has made. */
export interface Customer extends TestCustomer {
  /** The last digits of the number. */
  readonly number: string
}

export interface Clock {
  readonly now: string
  readonly advancingTo: string | undefined
}

/** A text message on the phone. */
export interface Text {
  readonly id: number
  readonly from: string
  readonly text: string
}

export const customer = signal<Customer | undefined>(undefined)
/** The phone's language, which is sent to the gateway; the page has a language of its own. */
export const phoneLanguage = signal<'fr' | 'en'>(pageLanguage.value)
export const clock = signal<Clock | undefined>(undefined)
export const orders = signal<readonly Order[]>([])
export const texts = signal<readonly Text[]>([])
export const mails = signal<readonly { readonly to: string; readonly message: string }[]>([])
export const trouble = signal<string | undefined>(undefined)
/** Days on which savings mature. */
export const maturities = signal<readonly string[]>([])

/** The ending of a number whose wallet keeps requests open until the person on this page answers them. */
export const unansweredEnding = '453'

let session = 0
/** Whether the customer is registered; before that no rows can be read. */
let isKnown = false
/** Pending requests, which the gateway keeps polling after the session has ended. */
let pending: PendingRequest[] = []

export type Pairs = Readonly<Record<string, string>>

export interface Answer {
  readonly exchange: Exchange
  readonly rows: readonly Pairs[]
  readonly record: Pairs
  /** The error code; undefined for an answer without an error. */
  readonly code: string | undefined
}

type WirePairs = readonly {
  readonly key: { readonly value: string }
  readonly value: { readonly value: string }
}[]

const pairsOf = (pairs: WirePairs): Pairs =>
  Object.fromEntries(pairs.map(({ key, value }) => [key.value, value.value]))

/** Sends one envelope without recording it. */
const send = async (operation: string, sent: Pairs): Promise<Answer> => {
  const all = { operation_name: operation, ...sent }
  const path = operation.startsWith('list_') ? '/getdynamicoptions' : '/getdynamicarguments'
  const body = JSON.stringify({
    arguments: Object.entries(all).map(([key, value]) => ({ key: { value: key }, value: { value } })),
    languageCode: phoneLanguage.value,
    sessionIdentifier: `handset-${session}`,
    journeyIdentifier: `handset-${session}`,
  })
  const { now } = performance
  const begun = now.call(performance)
  const { status, answer } = await world().send(path, body)
  const exchange = { operation, path, sent: body, status, answer, ms: now.call(performance) - begun }
  const json = JSON.parse(answer) as {
    arguments?: WirePairs
    argumentsList?: readonly WirePairs[]
    error?: { code: string }
  }
  const rows = (json.argumentsList ?? (json.arguments ? [json.arguments] : [])).map(pairsOf)
  return { exchange, rows, record: rows[0] ?? {}, code: json.error?.code }
}

/** Records an envelope, with the rows that it changed if the customer is registered. */
export const traceOfCustomer = (
  testCustomer: TestCustomer | undefined,
  exchange: Exchange,
): Promise<void> => {
  const says = /"registration_(?:result|status)"\},"value":\{"value":"(?!FAILED|NOT_)/
  if (says.test(exchange.answer)) isKnown = true
  return traceExchange(isKnown ? testCustomer : undefined, exchange)
}

/** Sends a step of the customer's journey, and records it, also for a scenario file. */
export const sendStep = (operation: string, sent: Pairs = {}): Promise<Answer> =>
  whileSending(async () => {
    const testCustomer = customer.value
    const answer = await send(
      operation,
      testCustomer ? { ACCOUNT_HOLDER_MSISDN: testCustomer.msisdn, ...sent } : sent,
    )
    recordExchange(answer.exchange)
    await traceOfCustomer(testCustomer, answer.exchange)
    return answer
  })

/** Sends an operation that concerns no customer, such as the catalogue. */
export const sendWithoutCustomer = async (operation: string): Promise<Answer> => {
  const answer = await send(operation, {})
  recordExchange(answer.exchange)
  await traceExchange(customer.value, answer.exchange)
  return answer
}

export const newSession = (): void => {
  session += 1
  if (session > 1) recordStep('session: new')
}

/**
 * Clears everything of the previous customer, also what is still pending, so that no text message reaches the next one.
 */
const clearCustomer = (): void => {
  texts.value = []
  orders.value = []
  mails.value = []
  maturities.value = []
  pending = []
  clearTrace()
}

/** Creates a customer with an unused number and a test clock that begins today. */
export const makeCustomer = async (number: string): Promise<void> => {
  trouble.value = undefined
  customer.value = undefined
  isKnown = false
  clearCustomer()
  session = 1
  try {
    const begins = dayFromNow()
    const made = await send('create_test_clock', { now: begins })
    const clockId = made.record['clock_id']
    if (clockId === undefined) throw new Error(`${made.exchange.status} ${made.exchange.answer}`)
    let msisdn = ''
    for (let tried = 0; tried < 20 && msisdn === ''; tried++) {
      const free = world().newNumber(number)
      const known = await send('check_registration_status', { ACCOUNT_HOLDER_MSISDN: free })
      if (known.record['registration_status'] === 'NOT_REGISTERED') msisdn = free
    }
    if (msisdn === '') throw new Error('no free number was found')
    beginRecord({ number, language: phoneLanguage.value, clock: begins, clockId, msisdn })
    customer.value = { msisdn, clockId, number }
    clock.value = { now: begins, advancingTo: undefined }
    await traceExchange(undefined, made.exchange)
  } catch (error) {
    trouble.value = (error as Error).message
  }
}

/** Takes over the customer that a scenario created. */
export const takeCustomer = (testCustomer: TestCustomer, begins: string): void => {
  isKnown = false
  customer.value = { ...testCustomer, number: testCustomer.msisdn.slice(-3) }
  clock.value = { now: begins, advancingTo: undefined }
  clearCustomer()
}

let lastText = 0
export const receiveText = (from: string, text: string): void => {
  texts.value = [{ id: ++lastText, from, text }, ...texts.value]
}

interface PendingRequest {
  readonly operation: string
  readonly sent: Pairs
  readonly status: string
  /** The statuses of a request that is still pending. */
  readonly meanwhile: readonly string[]
  readonly text: string | undefined
}

/** Polls a pending request at each refresh, and shows its outcome as a text message. */
export const awaitOutcome = (one: PendingRequest): void => {
  pending.push(one)
}

const pollPending = async (testCustomer: Customer): Promise<void> => {
  for (const one of pending) {
    const answer = await send(one.operation, { ACCOUNT_HOLDER_MSISDN: testCustomer.msisdn, ...one.sent })
    const status = answer.record[one.status]
    if (customer.value !== testCustomer) return
    if (status === undefined || one.meanwhile.includes(status)) continue
    pending = pending.filter((other) => other !== one)
    recordExchange(answer.exchange, one.status)
    await traceExchange(testCustomer, answer.exchange)
    const text = one.text === undefined ? undefined : answer.record[one.text]
    if (text !== undefined) receiveText('Cauri', text)
  }
}

const readMaturities = async (testCustomer: Customer): Promise<void> => {
  const { rows } = await send('list_locked_accounts', { ACCOUNT_HOLDER_MSISDN: testCustomer.msisdn })
  maturities.value = [...new Set(rows.map((row) => row['maturity_date'] ?? ''))].filter(Boolean).toSorted()
}

/** Shows the wallet's own text message for each payout that succeeded. */
const showPayoutTexts = (found: readonly Order[]): void => {
  const paid = new Set(
    orders.value
      .filter(({ kind, status }) => kind === 'PAY_OUT' && status === 'SUCCESSFUL')
      .map(({ reference }) => reference),
  )
  for (const { kind, status, reference, amount, currency } of found)
    if (kind === 'PAY_OUT' && status === 'SUCCESSFUL' && !paid.has(reference))
      receiveText('Mobile Money', `+ ${amount} ${currency} · Cauri`)
}

let isRefreshing = false
/** Whether `trouble` is that of the last refresh: only then the next one clears it. */
let isOfRefresh = false

/** Refreshes what is beside the phone: the wallet, the clock, the mails, and the gateway's pending requests. */
export const refresh = async (): Promise<void> => {
  const testCustomer = customer.value
  if (!testCustomer || isRefreshing) return
  isRefreshing = true
  // If another customer was chosen before an answer arrives, the answer is dropped.
  const isGone = (): boolean => customer.value !== testCustomer
  try {
    const found = isKnown ? await ordersOf(testCustomer).catch(() => []) : []
    if (isGone()) return
    showPayoutTexts(found)
    if (JSON.stringify(found) !== JSON.stringify(orders.value)) orders.value = found
    const { record } = await send('get_test_clock', { clock_id: testCustomer.clockId })
    if (isGone()) return
    const wasWalking = clock.value?.advancingTo !== undefined
    if (record['now'] !== undefined) clock.value = { now: record['now'], advancingTo: record['advancing_to'] }
    if (isOfRefresh) trouble.value = undefined
    isOfRefresh = false
    if (!isKnown) return
    if (wasWalking && record['advancing_to'] === undefined) await traceChanges(testCustomer, 'walk')
    await pollPending(testCustomer)
    await traceChanges(testCustomer, 'meanwhile')
    await readMaturities(testCustomer)
    const sent = await mailsOf(testCustomer).catch(() => [])
    if (isGone()) return
    for (const { to } of sent.slice(mails.value.length)) recordStep(`mail: { to: ${JSON.stringify(to)} }`)
    if (sent.length !== mails.value.length) mails.value = sent
  } catch (error) {
    trouble.value = (error as Error).message
    isOfRefresh = true
  } finally {
    isRefreshing = false
  }
}

/** Advances the clock; the refreshes show how far it is. */
export const walk = async (to: string): Promise<void> => {
  const testCustomer = customer.value
  if (!testCustomer) return
  trouble.value = undefined
  const answer = await send('advance_test_clock', { clock_id: testCustomer.clockId, to })
  await traceExchange(testCustomer, answer.exchange)
  if (answer.code !== undefined) {
    trouble.value = answer.code
    isOfRefresh = false
    return
  }
  recordStep(`walk: ${to}`)
  clock.value = { now: answer.record['now'] ?? '', advancingTo: answer.record['advancing_to'] }
}

/** Answers an order, as the wallet's owner or the provider would. */
export const answerWallet = async (order: Order, answer: string): Promise<void> => {
  const testCustomer = customer.value
  if (!testCustomer) return
  const outcome =
    answer === 'approve'
      ? { status: 'SUCCESSFUL' }
      : {
          status: 'FAILED',
          reason: answer === 'decline' ? 'APPROVAL_REJECTED' : answer === 'expire' ? 'EXPIRED' : answer,
        }
  await world().answerOrder(testCustomer, order.reference, outcome)
  recordStep(`wallet: ${answer}`)
  await refresh()
}
