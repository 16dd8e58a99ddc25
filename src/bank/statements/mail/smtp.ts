import { createTransport } from 'nodemailer'
import { within } from '../../../kernel/deadline.js'
import type { MailOutcome, Mailer } from './port.js'
import { messageOf } from './message.js'

/** A server may inspect a mail for a long time before it accepts it; with shorter timeouts it would be sent again and again. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 60_000 }
/** The total timeout of a mail, since a server may keep sending without ever accepting it. */
const mailMsMax = 300_000

interface SmtpLimits {
  /** TLS is required; without it a mail waits. */
  readonly requireTls?: boolean
  /** The timeout for a silent server: before its greeting and after. */
  readonly silenceMsMax?: number
  readonly mailMsMax?: number
}

interface SmtpError {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

/** Whether the recipient's address is refused for good. Not for 5.7: that is a policy of the server, perhaps against us. */
const isRecipientRefused = ({ command, responseCode, response }: SmtpError): boolean =>
  command === 'RCPT TO' && /^55[013]$/.test(String(responseCode)) && !/\b5\.7\.\d/.test(String(response))

/** `EENVELOPE 550`: codes only, since the text of the server contains the address. */
const problemOf = ({ code, responseCode }: SmtpError): string =>
  [code ?? 'ERROR', responseCode].filter((word) => word !== undefined).join(' ')

const outcomeOf = (error: SmtpError): MailOutcome => ({
  state: isRecipientRefused(error) ? 'REFUSED' : 'LATER',
  problem: problemOf(error),
})

/**
 * Sends mails through an SMTP server, `smtp://` (with STARTTLS if it is offered) or `smtps://`, with a new connection for each mail.
 *
 * @param from the sender, as `Name <address>`
 */
export const createSmtpMailer = (url: string, from: string, limits: SmtpLimits = {}): Mailer => {
  const { requireTls = false, silenceMsMax } = limits
  const silence = silenceMsMax && { greetingTimeout: silenceMsMax, socketTimeout: silenceMsMax }
  const transport = createTransport({ url, ...timeouts, ...silence, requireTLS: requireTls })
  return {
    // At the timeout the connection is ended: otherwise the server might accept this attempt after the next one has begun, and
    // the mail would arrive twice.
    send: (mail) =>
      within(limits.mailMsMax ?? mailMsMax, undefined, ({ signal, isOver }) =>
        transport.sendMail({ ...messageOf(from, mail), signal }).then(
          (): MailOutcome => ({ state: 'SENT' }),
          (error: unknown): MailOutcome =>
            isOver() ? { state: 'LATER', problem: 'TOO_SLOW' } : outcomeOf((error ?? {}) as SmtpError),
        ),
      ),
  }
}

/** Connects to the server, with TLS and a password where required. Throws the server's error. */
export const reachSmtp = async (
  url: string,
  { requireTls }: { readonly requireTls: boolean },
): Promise<void> => {
  const transport = createTransport({ url, ...timeouts, requireTLS: requireTls })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
