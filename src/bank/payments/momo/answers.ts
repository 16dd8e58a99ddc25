import * as z from 'zod'
import { formatAmount } from '../../../kernel/money.js'
import type { PaymentInstruction, SendResult, StatusResult } from '../port.js'
import type { HttpAnswer } from '../../../platform/http-client/http-call.js'
import { parseJson } from '../../../kernel/json.js'

/**
 * Errors of our configuration that the provider reports as a 500 (docs/design/payments.md#what-the-provider-answers). They occur
 * before an order is accepted, so the order was not accepted. Should that ever be wrong, sending the same reference again is
 * answered with a harmless 409.
 */
const configurationCodes: readonly string[] = [
  'INVALID_CALLBACK_URL_HOST',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CURRENCY',
  'NOT_ALLOWED',
]

const errorAnswer = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,64}$/) })

const codeOf = (body: string): string | undefined => errorAnswer.safeParse(parseJson(body)).data?.code

/**
 * What a response to requesttopay or transfer means. Only the responses listed here prove whether the order was accepted; any
 * other one is UNKNOWN, and the order is polled by its reference.
 */
export const sendResultOf = (answer: HttpAnswer): SendResult => {
  if (answer.kind === 'NEVER_LEFT') return { outcome: 'NOT_SENT', reason: answer.detail }
  if (answer.kind === 'BROKEN') return { outcome: 'UNKNOWN', detail: answer.detail }
  const http = `HTTP_${answer.status}`
  const code = codeOf(answer.body)
  switch (answer.status) {
    case 202:
    case 409: // The reference arrived before.
      return { outcome: 'ACCEPTED' }
    case 400:
      return { outcome: 'REFUSED', reason: code ?? http }
    case 401:
    case 403:
    case 429:
      return { outcome: 'NOT_SENT', reason: code ?? http }
    case 500:
      return code !== undefined && configurationCodes.includes(code)
        ? { outcome: 'NOT_SENT', reason: code }
        : { outcome: 'UNKNOWN', detail: code ?? http }
    default:
      return { outcome: 'UNKNOWN', detail: code ?? http }
  }
}

const textOrNumber = z.union([z.string(), z.number()]).transform(String)
const party = z.object({ partyId: textOrNumber.nullish() })

const reason = z.union([
  z.string(),
  z.object({ code: z.string() }).transform(({ code }) => code),
  z.null().transform(() => undefined),
])

const statusAnswer = z.object({
  status: z.string(),
  // The status decides; its reason only explains it.
  reason: reason.optional().catch(undefined),
  financialTransactionId: textOrNumber.nullish(),
  amount: textOrNumber.nullish(),
  currency: z.string().nullish(),
  externalId: textOrNumber.nullish(),
  payer: party.nullish(),
  payee: party.nullish(),
})

type StatusAnswer = z.infer<typeof statusAnswer>

const rawReasonLengthMax = 100

/** What the response to a status query means for `order`. A status that we do not know is UNKNOWN, and not a failure. */
export const statusResultOf = (answer: HttpAnswer, order: PaymentInstruction): StatusResult => {
  if (answer.kind !== 'ANSWERED') return { state: 'UNKNOWN', detail: answer.detail }
  const code = codeOf(answer.body)
  // Only with this code is the 404 from the provider; one from a proxy says nothing about the order.
  if (answer.status === 404 && code === 'RESOURCE_NOT_FOUND') return { state: 'NOT_FOUND' }
  if (answer.status !== 200) return { state: 'UNKNOWN', detail: code ?? `HTTP_${answer.status}` }
  const parsed = statusAnswer.safeParse(parseJson(answer.body))
  if (!parsed.success) return { state: 'UNKNOWN', detail: 'UNREADABLE_ANSWER' }
  const contradiction = contradictionIn(parsed.data, order)
  if (contradiction) return { state: 'UNKNOWN', detail: `OTHER_${contradiction}` }
  return stateOf(parsed.data)
}

const stateOf = (answer: StatusAnswer): StatusResult => {
  switch (answer.status) {
    case 'PENDING':
    case 'CREATED':
      return { state: 'PENDING' }
    case 'SUCCESSFUL':
      return { state: 'SUCCESSFUL', providerTransactionId: answer.financialTransactionId || null }
    case 'FAILED':
      return { state: 'FAILED', reason: answer.reason?.slice(0, rawReasonLengthMax) || 'UNSPECIFIED' }
    default:
      return { state: 'UNKNOWN', detail: 'UNKNOWN_STATUS_WORD' }
  }
}

/** The first field that differs from the order. An absent field is no difference. */
const contradictionIn = (answer: StatusAnswer, order: PaymentInstruction): string | undefined => {
  const number = (order.kind === 'COLLECT' ? answer.payer : answer.payee)?.partyId
  if (answer.amount != null && plain(answer.amount) !== plain(formatAmount(order.amount, order.currency)))
    return 'AMOUNT'
  if (answer.currency != null && answer.currency !== order.currency) return 'CURRENCY'
  if (answer.externalId != null && answer.externalId !== order.externalId) return 'EXTERNAL_ID'
  // A masked number is no contradiction.
  if (number != null && /^\+?\d+$/.test(number) && number.replace('+', '') !== order.msisdn) return 'NUMBER'
  return undefined
}

/** `5000.00` and `5000` are one amount. */
const plain = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
