import type { Mail } from './port.js'

/** A mail as nodemailer takes it. Nothing in it is an answer to anybody, so no machine shall answer it. */
export const messageOf = (from: string, mail: Mail) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  messageId: mail.messageId,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
  ...(mail.attachment && { attachments: [{ ...mail.attachment, contentType: 'application/pdf' }] }),
  // Nothing of a mail is ever read from a file or fetched.
  disableFileAccess: true,
  disableUrlAccess: true,
})
