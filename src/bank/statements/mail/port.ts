/** One mail, with a PDF attached where there is one. */
export interface Mail {
  /** Angle brackets included; the same at every attempt. */
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
 * SENT: whoever takes mails for us has taken it. REFUSED: this recipient will never get it. LATER: it may be tried again;
 * whether it was taken may be unknown. `problem` is a word for the log, without personal data.
 */
export type MailOutcome =
  | { readonly state: 'SENT' }
  | { readonly state: 'REFUSED'; readonly problem: string }
  | { readonly state: 'LATER'; readonly problem: string }

/** Takes mails; never throws. */
export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
}
