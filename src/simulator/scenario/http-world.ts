import type { Mail, WalletOrder, TestCustomer, World } from './play-scenario.js'

/** A running service, and an API key for it with the roles GATEWAY and TESTER. */
export interface ServiceAccess {
  /** Without a slash at its end; empty for the server that the page was loaded from. */
  readonly url: string
  readonly key: string
}

const callMsMax = 15_000

/**
 * The beginnings of mobile numbers of the market, with the calling code 237; four random digits and the wanted ending
 * follow.
 */
const prefixes = ['23767', '23765']

const attachmentOf = (message: string): string => /filename="?([^";\r\n]+)/.exec(message)?.[1] ?? ''

/** Plays scenarios against a service over HTTP: the gateway's endpoints and those of the simulator. */
export const httpWorld = ({ url, key }: ServiceAccess): World => {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, {
      ...init,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(callMsMax),
    })
  const askJson = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await ask(path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path.split('?')[0]} answers ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
  const queryOf = ({ msisdn, clockId }: TestCustomer): string =>
    `msisdn=${encodeURIComponent(msisdn)}&clock_id=${encodeURIComponent(clockId)}`
  const digits = (count: number): string =>
    String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10 ** count).padStart(count, '0')

  return {
    send: async (path, body) => {
      const response = await ask(path, { method: 'POST', body })
      return { status: response.status, answer: await response.text() }
    },
    orders: async (customer) =>
      (await askJson<{ orders: readonly WalletOrder[] }>(`/simulator/orders?${queryOf(customer)}`)).orders,
    answerOrder: async ({ msisdn, clockId }, reference, outcome) => {
      const body = JSON.stringify({ msisdn, clock_id: clockId, reference, ...outcome })
      await askJson('/simulator/outcome', { method: 'POST', body })
    },
    mails: async (customer) => {
      const { mails } = await askJson<{ mails: readonly { to: string; message: string }[] }>(
        `/simulator/mails?${queryOf(customer)}`,
      )
      return mails.map(({ to, message }): Mail => ({ to, attachment: attachmentOf(message) }))
    },
    newNumber: (end) => `${prefixes[Number(digits(1)) % prefixes.length]}${digits(4)}${end}`,
    now: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}
