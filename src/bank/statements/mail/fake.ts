import type { MailOutcome, Mailer, Mail } from './port.js'

/** A mailer in memory whose answers a test sets. */
export interface FakeMailer extends Mailer {
  readonly sent: readonly Mail[]
  answer(outcome: MailOutcome): void
}

export const createFakeMailer = (): FakeMailer => {
  const sent: Mail[] = []
  let outcome: MailOutcome = { state: 'SENT' }
  return {
    sent,
    answer: (next) => {
      outcome = next
    },
    send: async (mail) => {
      sent.push(mail)
      return outcome
    },
  }
}
