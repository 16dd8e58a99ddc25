import type { MailOutcome, Mailer, StatementMail } from './port.js'

/** A mailer in memory that answers what it is told. */
export interface FakeMailer extends Mailer {
  readonly sent: readonly StatementMail[]
  answer(outcome: MailOutcome): void
}

export const createFakeMailer = (): FakeMailer => {
  const sent: StatementMail[] = []
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
