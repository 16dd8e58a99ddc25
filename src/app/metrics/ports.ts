import { trace } from '../../kernel/trace.js'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { WalletProvider } from '../../bank/payments/port.js'
import type { Mailer } from '../../bank/statements/mail/port.js'

/** From an emulator beside us to the limit of a call, in seconds. */
const buckets = [0.01, 0.05, 0.25, 1, 2.5, 5, 12]

/** A provider whose calls are timed, by call and the word of its answer. */
export const measuredProvider = (registry: Registry): ((provider: WalletProvider) => WalletProvider) => {
  const duration = new Histogram({
    name: 'cauri_provider_call_duration_seconds',
    help: 'Time of a call of the wallet provider, by call and what it said',
    labelNames: ['call', 'outcome'],
    buckets,
    registers: [registry],
  })
  const timed = async <Answer>(
    call: string,
    asked: () => Promise<Answer>,
    word: (answer: Answer) => string,
  ) => {
    const end = duration.startTimer({ call })
    const answer = await trace.span(`wallet ${call}`, { 'server.address': 'wallet' }, asked, {
      kind: 'client',
    })
    end({ outcome: word(answer) })
    return answer
  }
  return ({ collect, payOut, statusOf }) => ({
    collect: (order) =>
      timed(
        'collect',
        () => collect(order),
        ({ outcome }) => outcome,
      ),
    payOut: (order) =>
      timed(
        'pay_out',
        () => payOut(order),
        ({ outcome }) => outcome,
      ),
    statusOf: (order) =>
      timed(
        'status',
        () => statusOf(order),
        ({ state }) => state,
      ),
  })
}

/** A mailer whose mails are counted, by what became of them. */
export const measuredMailer = (registry: Registry, { send }: Mailer): Mailer => {
  const mails = new Counter({
    name: 'cauri_mails_total',
    help: 'Mails that were offered to the mail server, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    send: async (mail) => {
      const outcome = await send(mail)
      mails.inc({ outcome: outcome.state })
      return outcome
    },
  }
}
