/** One mail, with a PDF attached where there is one. */
export interface Mail {
  /** The Message-ID with its angle brackets; the same at every attempt. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly language: string
  readonly attachment?: { readonly filename: string; readonly content: Buffer }
}

/** One mail with the statement attached. */
export type StatementMail = Mail & Required<Pick<Mail, 'attachment'>>

/**
 * SENT: the mail server has accepted it. REFUSED: this recipient can never get it. LATER: it may be retried; whether it
 * was accepted may be unknown. `problem` is a code for the log, without personal data.
 */
export type MailOutcome =
  | { readonly state: 'SENT' }
  | { readonly state: 'REFUSED'; readonly problem: string }
  | { readonly state: 'LATER'; readonly problem: string }

/** Takes mails; never throws. */
export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
}
