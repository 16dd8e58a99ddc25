import { signal } from '@preact/signals'
import { httpWorld } from '../../src/simulator/scenario/http-world.js'
import type { TestCustomer } from '../../src/simulator/scenario/play-scenario.js'

/**
 * The public development key, which works on a developer's machine only; in a sandbox the person enters a key. It is
 * kept in memory only.
 */
export const key = signal(
  document.documentElement.dataset['stage'] === 'development' ? 'dev-gateway-key' : '',
)
/** Whether the service refused the last key. */
export const isRefused = signal(false)

/** The service that the page plays against, with the present key. */
export const world = (): ReturnType<typeof httpWorld> => httpWorld({ url: '', key: key.value })

const answerOf = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(path, {
    ...init,
    mode: 'same-origin',
    headers: { 'x-api-key': key.value, ...init.headers },
  })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as T
}

const queryOf = ({ msisdn, clockId }: TestCustomer): string =>
  `msisdn=${encodeURIComponent(msisdn)}&clock_id=${encodeURIComponent(clockId)}`

export type Row = Readonly<Record<string, string | null>>

export interface TableRows {
  readonly table: string
  readonly rows: readonly Row[]
}

export const readCustomerRows = async (testCustomer: TestCustomer): Promise<readonly TableRows[]> =>
  (await answerOf<{ tables: readonly TableRows[] }>(`/simulator/left-behind?${queryOf(testCustomer)}`)).tables

export interface Order {
  readonly reference: string
  readonly kind: 'COLLECT' | 'PAY_OUT'
  readonly amount: string
  readonly currency: string
  readonly status: string
  readonly reason: string | null
  readonly accepted: boolean
}

export const ordersOf = async (testCustomer: TestCustomer): Promise<readonly Order[]> =>
  (await answerOf<{ orders: readonly Order[] }>(`/simulator/orders?${queryOf(testCustomer)}`)).orders

export const mailsOf = async (
  testCustomer: TestCustomer,
): Promise<readonly { readonly to: string; readonly message: string }[]> =>
  (
    await answerOf<{ mails: readonly { to: string; message: string }[] }>(
      `/simulator/mails?${queryOf(testCustomer)}`,
    )
  ).mails

/** The last digits of a number, and how the wallet treats a payment and a payout of such a number. */
export interface Ending {
  readonly number: string
  readonly payment: string
  readonly payout: string
}

interface Facts {
  readonly operations: Readonly<Record<string, { readonly document: string }>>
  readonly endings: readonly Ending[]
}

export const operations = signal<Facts['operations']>({})
export const numberEndings = signal<Facts['endings']>([])

/** Loads the page's data. False when that fails, which the page shows as a refused key. */
export const loadFacts = async (): Promise<boolean> => {
  try {
    const facts = await answerOf<Facts>('/simulator/operations')
    operations.value = facts.operations
    numberEndings.value = facts.endings
    isRefused.value = false
    return true
  } catch {
    isRefused.value = true
    return false
  }
}

export interface Problem {
  readonly line: number
  readonly message: string
}

export const readScenario = <Scenario>(
  text: string,
): Promise<{ readonly scenario?: Scenario; readonly problems?: readonly Problem[] }> =>
  answerOf('/simulator/scenario', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })
