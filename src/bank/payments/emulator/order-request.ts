import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { PaymentKind } from '../port.js'
import type { NewOrder } from './orders.js'
import type { ProductName } from './tokens.js'

interface Route {
  readonly product: ProductName
  readonly path: string
  readonly party: 'payer' | 'payee'
}

/** The path of each kind of payment, and the name of the other party in its body. */
export const routes: Readonly<Record<PaymentKind, Route>> = {
  COLLECT: { product: 'collection', path: '/collection/v1_0/requesttopay', party: 'payer' },
  PAY_OUT: { product: 'disbursement', path: '/disbursement/v1_0/transfer', party: 'payee' },
}

/** Apostrophes and other special characters are refused, as the real API does according to integrators. */
const text = z
  .string()
  .max(160)
  .regex(/^[\p{L}\p{N} .,:-]*$/u)
const party = z.object({ partyIdType: z.literal('MSISDN'), partyId: z.string().regex(/^\d{8,15}$/) })

const orderBody = z.object({
  amount: z.string().regex(/^\d+(\.\d{1,2})?$/),
  currency: z.string(),
  externalId: z.string().max(100).default(''),
  payer: party.optional(),
  payee: party.optional(),
  payerMessage: text.default(''),
  payeeNote: text.default(''),
})

const orderHeaders = z.object({
  'x-reference-id': z.uuid({ version: 'v4' }),
  'x-target-environment': z.string(),
  'x-callback-url': z.url().optional(),
  'x-emulator-immediate': z.string().optional(),
})

/** The accepted currencies with their decimals; EUR is that of the provider's sandbox. */
const decimalsOf: Readonly<Record<string, number>> = { XAF: 0, EUR: 2 }

/**
 * The order of a request, or the provider's error: 400 for a request that it cannot read, 500 with a code for one that its
 * configuration does not allow.
 */
export const orderIn = (
  request: FastifyRequest,
  kind: PaymentKind,
): NewOrder | { status: number; code: string } => {
  const headers = orderHeaders.safeParse(request.headers)
  const body = orderBody.safeParse(request.body)
  const payment = body.data?.[routes[kind].party]
  if (!headers.success || !body.success || !payment) return { status: 400, code: 'BAD_REQUEST' }
  const { amount, currency } = body.data
  if (!/^(sandbox|mtn[a-z]+)$/.test(headers.data['x-target-environment']))
    return { status: 500, code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' }
  const decimals = decimalsOf[currency]
  if (decimals === undefined) return { status: 500, code: 'INVALID_CURRENCY' }
  if (Number(amount) <= 0 || (amount.split('.')[1] ?? '').length > decimals)
    return { status: 400, code: 'BAD_REQUEST' }
  return {
    reference: headers.data['x-reference-id'],
    kind,
    msisdn: payment.partyId,
    amount,
    currency,
    externalId: body.data.externalId,
    payerMessage: body.data.payerMessage,
    payeeNote: body.data.payeeNote,
    callbackUrl: headers.data['x-callback-url'] ?? null,
    immediate: headers.data['x-emulator-immediate'] === 'true',
  }
}
