import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { addressOf } from './typed.js'

/** A mail with the recipients of its envelope. */
export interface Arrived extends Email {
  readonly recipients: readonly string[]
}

/** A real SMTP server on this machine that stores the mails it accepts. */
export interface MailServer {
  /** The address; it is the same after a stop and a start. */
  readonly url: string
  /** The mails in the order of their arrival. */
  readonly mails: readonly Arrived[]
  /** Called before a recipient is accepted; a reply such as `550 5.1.1 no such user` refuses it. */
  onRecipient(reply: (address: string) => string | undefined): void
  /** Called when a mail has arrived and the sender has no answer yet. */
  onTaken(work: () => Promise<void>): void
  stop(): Promise<void>
  start(): Promise<void>
}

export const startMailServer = async (): Promise<MailServer> => {
  const mails: Arrived[] = []
  let refusal: (address: string) => string | undefined = () => undefined
  let taken: () => Promise<void> = async () => undefined
  let port = 0
  let server: SMTPServer | undefined

  const open = async (): Promise<void> => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => {
        const reply = refusal(address)
        if (reply === undefined) return done()
        return done(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }))
      },
      onData: (stream, { envelope }, done) => {
        void (async () => {
          let failed: Error | undefined
          try {
            const mail = await PostalMime.parse(await buffer(stream))
            mails.push({ ...mail, recipients: envelope.rcptTo.map(({ address }) => address) })
            await taken()
          } catch (error) {
            // A mail whose sender disconnects in the middle does not count.
            failed = error instanceof Error ? error : new Error(String(error))
          }
          done(failed)
        })()
      },
    })
    // A killed sender is an error of its connection here, which tests cause on purpose.
    server.on('error', () => undefined)
    const listening = server
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    port = addressOf(server.server).port
  }

  await open()
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onRecipient: (reply) => {
      refusal = reply
    },
    onTaken: (work) => {
      taken = work
    },
    stop: () => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve())),
    start: open,
  }
}

/** The content of a mail's only attachment. */
export const attachmentOf = ({ attachments }: Email): Uint8Array => {
  const [attachment, ...others] = attachments
  if (!attachment || others.length > 0) throw new Error(`a mail with ${attachments.length} attachments`)
  return new Uint8Array(attachment.content as ArrayBuffer)
}
