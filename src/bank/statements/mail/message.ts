import type { Mail } from './port.js'

/** A mail in the form of nodemailer, marked as generated, so that mail systems send no automatic replies. */
export const messageOf = (from: string, mail: Mail) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  messageId: mail.messageId,
  headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
  ...(mail.attachment && { attachments: [{ ...mail.attachment, contentType: 'application/pdf' }] }),
  // nodemailer must not read parts of a mail from files or URLs.
  disableFileAccess: true,
  disableUrlAccess: true,
})
