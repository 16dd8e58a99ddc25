import { askOverHttp } from '../../test/support/http.js'
import { pairsOf, valuesOf } from '../../src/cli/conformance/call.js'
import { sleep } from '../../test/support/wait.js'
import { gatewayHeaders } from '../requests.js'

/** The number of answers by HTTP status; `cut` when the connection broke or nothing arrived within 10 s. */
export type Answers = Map<number | 'cut', number>

export interface Workload {
  /** The answers since the last call. */
  answers(): Answers
  /** The reference of the last deposit that was answered 200, by customer. */
  readonly answeredDeposits: ReadonlyMap<string, string>
  /** Whether a new customer can save now: this API process answers, and a worker settles. */
  save(url: string): Promise<boolean>
  stop(): Promise<void>
}

const actors = 8
const answerMsMax = 10_000
const amount = '5000'

type Values = Readonly<Record<string, string>>

/** Random numbers from a seed (mulberry32): the same seed repeats a run. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Customers who register, save and withdraw without a pause. They repeat every call that was not answered 200, with the
 * same reference.
 */
export const startWorkload = (urls: readonly (() => string)[], random: () => number): Workload => {
  let counted: Answers = new Map()
  const answeredDeposits = new Map<string, string>()
  let numbers = 0
  const over = new AbortController()
  const { signal } = over

  const call = async (url: string, operation: string, sent: Values): Promise<Values | undefined> => {
    const headers = gatewayHeaders
    const body = JSON.stringify({
      arguments: pairsOf({ operation_name: operation, ...sent }),
      languageCode: 'fr',
      sessionIdentifier: 's',
      journeyIdentifier: 'j',
    })
    const asked = askOverHttp(`${url}/getdynamicarguments`, { method: 'POST', headers, body })
    const answered = await Promise.race([asked, sleep(answerMsMax)]).catch(() => undefined)
    const status = answered?.status ?? 'cut'
    counted.set(status, (counted.get(status) ?? 0) + 1)
    return answered?.status === 200 ? valuesOf(answered.text) : undefined
  }
  const insist = async (operation: string, sent: Values): Promise<Values> => {
    while (!signal.aborted) {
      const url = urls[Math.floor(random() * urls.length)]!()
      const answer = await call(url, operation, sent)
      if (answer) return answer
      await sleep(100 + random() * 400)
    }
    throw new Error('the run is over')
  }
  /** No number ends in 450 to 472: the emulator treats these specially, and one of them stays pending for ever. */
  const newNumber = () => {
    numbers += 1
    return `2376${String(71_000_000 + Math.floor(numbers / 400) * 1_000 + (numbers % 400))}`
  }

  const askStatement = async (holder: Values): Promise<void> => {
    const minted = await insist('create_full_statement_summary', holder)
    const email = `${holder['ACCOUNT_HOLDER_MSISDN']}@example.com`
    await insist('request_full_statement', { ...holder, ...minted, email, period: 'ALL' })
  }

  const journey = async (): Promise<void> => {
    const holder = { ACCOUNT_HOLDER_MSISDN: newNumber() }
    await insist('register_savings_account', holder)
    const quoted = await insist('create_deposit_summary', { ...holder, amount, product_code: 'ATONCE' })
    const reference = quoted['deposit_reference']
    if (reference === undefined) return
    const confirm = () => insist('confirm_deposit', { ...holder, deposit_reference: reference })
    let answer = await confirm()
    answeredDeposits.set(holder.ACCOUNT_HOLDER_MSISDN, reference)
    while (answer['deposit_status'] === 'PENDING_VALIDATION') {
      await sleep(200 + random() * 300)
      answer = await confirm()
    }
    await insist('get_savings_balance', holder)
    if (random() < 0.2) await askStatement(holder)
    if (answer['deposit_status'] === 'SUCCESSFUL' && random() < 0.5) await insist('confirm_opt_out', holder)
  }
  const act = async (): Promise<void> => {
    while (!signal.aborted) await journey().catch(() => undefined)
  }
  const acting = Array.from({ length: actors }, act)

  return {
    answers: () => {
      const before = counted
      counted = new Map()
      return before
    },
    answeredDeposits,
    save: async (url) => {
      const holder = { ACCOUNT_HOLDER_MSISDN: newNumber() }
      const ask = (operation: string, sent: Values = {}) => call(url, operation, { ...holder, ...sent })
      if (!(await ask('register_savings_account'))) return false
      const reference = (await ask('create_deposit_summary', { amount, product_code: 'ATONCE' }))?.[
        'deposit_reference'
      ]
      if (reference === undefined) return false
      for (let asked = 0; asked < 50; asked++) {
        const status = (await ask('confirm_deposit', { deposit_reference: reference }))?.['deposit_status']
        if (status === undefined) return false
        answeredDeposits.set(holder.ACCOUNT_HOLDER_MSISDN, reference)
        if (status === 'SUCCESSFUL') return true
        await sleep(100)
      }
      return false
    },
    stop: async () => {
      over.abort()
      await Promise.all(acting)
    },
  }
}
