import { systemClock, type WallClock } from '../../../kernel/clock.js'
import { orAfter } from '../../../kernel/deadline.js'
import { formatAmount } from '../../../kernel/money.js'
import { answerMsMax, type PaymentInstruction, type PaymentKind, type WalletProvider } from '../port.js'
import { sendResultOf, statusResultOf } from './answers.js'
import {
  createCaller,
  type HostCaller,
  type HttpAnswer,
  type HttpCall,
} from '../../../platform/http-client/http-call.js'
import { createTokenSource, type TokenSource } from '../../../platform/http-client/token-source.js'
import { tokenOf } from './tokens.js'

/** Collections and disbursements are two products of the provider, each with its own keys. */
export interface MomoCredentials {
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
}

/** Our identity at the provider. */
export interface MomoAccount {
  /** `sandbox`, or the name of a country's platform such as `mtncameroon`. */
  readonly targetEnvironment: string
  readonly callbackUrl?: string | undefined
  readonly collection: MomoCredentials
  readonly disbursement: MomoCredentials
}

export type TokenProduct = 'collection' | 'disbursement'

export interface MomoSettings extends MomoAccount {
  readonly baseUrl: string
  /** The timeout of one HTTP call, from connecting to the last byte. 5000 when not given. */
  readonly timeoutMs?: number
  /**
   * The timeout of all HTTP calls for one send or poll together: the token, the request, and after a 401 both again. `answerMsMax`
   * when not given.
   */
  readonly answerMs?: number
  /** Called for each token request, with whether a token came. */
  readonly onToken?: (product: TokenProduct, isIssued: boolean) => void
  /** Asks the emulator to settle at once, for orders of a walk. Never set for the real provider. */
  readonly immediate?: boolean
}

interface Product {
  readonly call: HostCaller
  readonly tokens: TokenSource<string>
  readonly path: string
  readonly party: 'payer' | 'payee'
  readonly headers: Readonly<Record<string, string>>
}

const timeoutMsDefault = 5000

/**
 * The MTN MoMo Open API (docs/design/payments.md#what-the-provider-answers) behind the port. A call that gets a 401 is
 * repeated once with a new token. Nothing else is repeated here, since the schedule of the order decides when to try again.
 */
export const createMomoProvider = (
  settings: MomoSettings,
  clock: WallClock = systemClock,
): WalletProvider => {
  const call = createCaller(settings.baseUrl, settings.timeoutMs ?? timeoutMsDefault)
  const productOf = (name: TokenProduct): Omit<Product, 'path' | 'party'> => ({
    call,
    tokens: createTokenSource(async () => {
      const token = tokenOf(await call(tokenCall(name, settings[name])))
      settings.onToken?.(name, token.isIssued)
      return token
    }, clock),
    headers: {
      'X-Target-Environment': settings.targetEnvironment,
      'Ocp-Apim-Subscription-Key': settings[name].subscriptionKey,
    },
  })
  const products: Readonly<Record<PaymentKind, Product>> = {
    COLLECT: { ...productOf('collection'), path: '/collection/v1_0/requesttopay', party: 'payer' },
    PAY_OUT: { ...productOf('disbursement'), path: '/disbursement/v1_0/transfer', party: 'payee' },
  }
  const ask = (product: Product, request: HttpCall): Promise<HttpAnswer> =>
    withTimeLimit(settings.answerMs ?? answerMsMax, (signal) =>
      callWithToken(product, { ...request, signal }),
    )
  const sendTo = async (product: Product, order: PaymentInstruction) =>
    sendResultOf(await ask(product, sendCall(product, settings, order)))

  return {
    collect: (order) => sendTo(products.COLLECT, order),
    payOut: (order) => sendTo(products.PAY_OUT, order),
    statusOf: async (order) => {
      const product = products[order.kind]
      const path = `${product.path}/${encodeURIComponent(order.reference)}`
      return statusResultOf(await ask(product, { method: 'GET', path, headers: product.headers }), order)
    },
  }
}

/** Requests a token for each product, as the first payment would. Returns an error for each product without one. */
export const reachMomo = async (settings: MomoSettings): Promise<string[]> => {
  const call = createCaller(settings.baseUrl, settings.timeoutMs ?? timeoutMsDefault)
  const errors = (['collection', 'disbursement'] as const).map(async (name) => {
    const answer = await call(tokenCall(name, settings[name]))
    if (answer.kind !== 'ANSWERED') return [`${name}: ${answer.detail}`]
    if (answer.status !== 200) return [`${name}: no token, HTTP ${answer.status}`]
    const token = tokenOf(answer)
    return token.isIssued ? [] : [`${name}: ${token.problem}`]
  })
  return (await Promise.all(errors)).flat()
}

const tokenCall = (product: string, credentials: MomoCredentials): HttpCall => ({
  method: 'POST',
  path: `/${product}/token/`,
  headers: {
    Authorization: `Basic ${Buffer.from(`${credentials.apiUser}:${credentials.apiKey}`).toString('base64')}`,
    'Ocp-Apim-Subscription-Key': credentials.subscriptionKey,
  },
  // The body must be JSON: without one the provider answers 411, and a form gets a 200 with an HTML page.
  body: { grant_type: 'client_credentials' },
})

const sendCall = (product: Product, settings: MomoSettings, order: PaymentInstruction): HttpCall => ({
  method: 'POST',
  path: product.path,
  headers: {
    ...product.headers,
    'X-Reference-Id': order.reference,
    ...(settings.callbackUrl === undefined ? {} : { 'X-Callback-Url': settings.callbackUrl }),
    ...(settings.immediate ? { 'X-Emulator-Immediate': 'true' } : {}),
  },
  body: {
    amount: formatAmount(order.amount, order.currency),
    currency: order.currency,
    externalId: order.externalId,
    [product.party]: { partyIdType: 'MSISDN', partyId: order.msisdn },
    payerMessage: order.note,
    payeeNote: order.note,
  },
})

/** Aborts a call after `ms`; the provider may have received the request. */
const withTimeLimit = (
  ms: number,
  request: (signal: AbortSignal) => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  const end = new AbortController()
  return orAfter(ms, request(end.signal), () => {
    end.abort()
    return { kind: 'BROKEN', detail: 'TOO_LATE' }
  })
}

/** Makes a call with a bearer token. Without a token the call is not sent. */
const callWithToken = async (product: Product, request: HttpCall): Promise<HttpAnswer> => {
  const withToken = (token: string): Promise<HttpAnswer> =>
    product.call({ ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } })

  const token = await product.tokens.current()
  if (!token.isIssued) return { kind: 'NEVER_LEFT', detail: token.problem }
  const answer = await withToken(token.value)
  if (answer.kind !== 'ANSWERED' || answer.status !== 401) return answer
  const renewed = await product.tokens.replacementFor(token.value)
  return renewed.isIssued ? withToken(renewed.value) : { kind: 'NEVER_LEFT', detail: renewed.problem }
}
