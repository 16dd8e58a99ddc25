import { trace } from '../../kernel/trace.js'
import { Counter, Histogram, type Registry } from 'prom-client'
import { callbackOutcomes, type CallbackOutcome } from '../../bank/payments/drive/poll-on-callback.js'
import type { MomoSettings } from '../../bank/payments/momo/http.js'
import type { PaymentInstruction, SendResult, WalletProvider } from '../../bank/payments/port.js'
import type { Mailer } from '../../bank/statements/mail/port.js'

/** The buckets of durations, from a local emulator to the time limit of a call, in seconds. */
const buckets = [0.01, 0.05, 0.25, 1, 2.5, 5, 12]

/** The products of the provider, each with an account of its own. */
const products = { COLLECT: 'collection', PAY_OUT: 'disbursement' } as const

/** The same provider, with its calls timed by product, call and result. */
export const measuredProvider = (registry: Registry): ((provider: WalletProvider) => WalletProvider) => {
  const duration = new Histogram({
    name: 'cauri_provider_call_duration_seconds',
    help: 'Duration of calls to the wallet provider, by product, call and outcome',
    labelNames: ['product', 'call', 'outcome'],
    buckets,
    registers: [registry],
  })
  const timed = async <Answer>(
    call: string,
    { kind }: PaymentInstruction,
    send: () => Promise<Answer>,
    toOutcome: (answer: Answer) => string,
  ) => {
    const end = duration.startTimer({ product: products[kind], call })
    const answer = await trace.span(`wallet ${call}`, { 'server.address': 'wallet' }, send, {
      kind: 'client',
    })
    end({ outcome: toOutcome(answer) })
    return answer
  }
  const outcomeOf = ({ outcome }: SendResult): string => outcome
  return ({ collect, payOut, statusOf }) => ({
    collect: (order) => timed('collect', order, () => collect(order), outcomeOf),
    payOut: (order) => timed('pay_out', order, () => payOut(order), outcomeOf),
    statusOf: (order) =>
      timed(
        'status',
        order,
        () => statusOf(order),
        ({ state }) => state,
      ),
  })
}

/** Counts the tokens that the provider was asked for, product by product. */
export const tokenCounter = (registry: Registry): NonNullable<MomoSettings['onToken']> => {
  const tokens = new Counter({
    name: 'cauri_provider_tokens_total',
    help: 'Access tokens requested from the wallet provider, by product and outcome',
    labelNames: ['product', 'outcome'],
    registers: [registry],
  })
  return (product, isIssued) => tokens.inc({ product, outcome: isIssued ? 'minted' : 'failed' })
}

/** Counts the provider's callbacks by their result. All series start at 0, so that the first callback is seen as an increase. */
export const callbackCounter = (registry: Registry): ((outcome: CallbackOutcome) => void) => {
  const notices = new Counter({
    name: 'cauri_provider_notices_total',
    help: 'Callbacks of the wallet provider about an order, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of callbackOutcomes) notices.inc({ outcome }, 0)
  return (outcome) => notices.inc({ outcome })
}

/** The same mailer, with its mails counted by outcome. */
export const measuredMailer = (registry: Registry, { send }: Mailer): Mailer => {
  const mails = new Counter({
    name: 'cauri_mails_total',
    help: 'Mails that were offered to the mail server, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // All series start at 0, so that the first mail is seen as an increase.
  for (const outcome of ['SENT', 'REFUSED', 'LATER'] as const) mails.inc({ outcome }, 0)
  return {
    send: async (mail) => {
      const outcome = await trace.span('mail send', { 'server.address': 'mail' }, () => send(mail), {
        kind: 'client',
      })
      mails.inc({ outcome: outcome.state })
      return outcome
    },
  }
}
