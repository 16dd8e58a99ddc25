import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import PostalMime, { type Email } from 'postal-mime'
import { createFileMailer } from '../../src/bank/statements/mail/files.js'
import type { Mailer, StatementMail } from '../../src/bank/statements/mail/port.js'
import { createSmtpMailer } from '../../src/bank/statements/mail/smtp.js'
import { attachmentOf, startMailServer, type MailServer } from '../support/mail-server.js'
import { present } from '../support/present.js'
import { addressOf } from '../support/typed.js'
import { eventually } from '../support/wait.js'

const from = 'Banque <releves@banque.example>'
const pdf = Buffer.from('%PDF-1.3\n\u0000\u00ff binary\n.\n..\r\n')
const mail: StatementMail = {
  messageId: '<01ABC@statements.cauri>',
  to: 'awa@example.com',
  subject: "Banque : votre relevé d'épargne",
  text: 'Bonjour,\n\n.\nÀ bientôt\n',
  language: 'fr',
  attachment: { filename: 'releve.pdf', content: pdf },
}

interface MailerUnderTest {
  readonly mailer: Mailer
  readonly mails: () => Promise<readonly Email[]>
}

const declareMailer = (name: string, underTest: () => MailerUnderTest): void => {
  describe(name, () => {
    test('delivers a whole mail', async () => {
      expect(await underTest().mailer.send(mail)).toEqual({ state: 'SENT' })
      const [arrived, ...others] = await underTest().mails()
      expect(others).toEqual([])
      expect(arrived).toMatchObject({
        messageId: mail.messageId,
        subject: mail.subject,
        to: [{ address: mail.to }],
        from: { name: 'Banque', address: 'releves@banque.example' },
        text: expect.stringMatching(/^Bonjour,\n\n\.\nÀ bientôt\n/),
        attachments: [{ filename: 'releve.pdf', mimeType: 'application/pdf' }],
      })
      expect(Buffer.from(attachmentOf(present(arrived)))).toEqual(pdf)
      const headers = new Map(present(arrived).headers.map(({ key, value }) => [key, value]))
      expect(headers.get('auto-submitted')).toBe('auto-generated')
      expect(headers.get('content-language')).toBe('fr')
    })

    test('sends markup as text, and a line break in a subject adds no header', async () => {
      const markup = '<img src=x onerror=alert(1)>'
      const subject = `${markup}\r\nBcc: eve@example.com`
      await underTest().mailer.send({ ...mail, subject, text: `Bonjour ${markup}` })
      const [arrived] = await underTest().mails()
      expect(present(arrived)).toMatchObject({ to: [{ address: mail.to }], text: `Bonjour ${markup}\n` })
      expect(present(arrived).subject).toContain(markup)
      expect([present(arrived).html, present(arrived).bcc]).toEqual([undefined, undefined])
      expect(present(arrived).attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
    })

    test('sends several mails at once, with an outcome for each', async () => {
      const several = Array.from({ length: 5 }, (_, i) => ({ ...mail, messageId: `<${i}@statements.cauri>` }))
      const outcomes = await Promise.all(several.map((each) => underTest().mailer.send(each)))
      expect(outcomes).toEqual(several.map(() => ({ state: 'SENT' })))
      const ids = (await underTest().mails()).map(({ messageId }) => messageId)
      expect(ids.toSorted()).toEqual(several.map(({ messageId }) => messageId))
    })
  })
}

let server: MailServer
let directory: string
beforeEach(async () => {
  server = await startMailServer()
  directory = await mkdtemp(join(tmpdir(), 'cauri-outbox-'))
})
afterEach(async () => {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
})

const outbox = () => join(directory, 'outbox')

declareMailer('mail by SMTP', () => ({
  mailer: createSmtpMailer(server.url, from),
  mails: async () => server.mails,
}))

declareMailer('mail into files', () => ({
  mailer: createFileMailer(outbox(), from),
  mails: async () =>
    Promise.all(
      (await readdir(outbox())).map(async (name) => PostalMime.parse(await readFile(join(outbox(), name)))),
    ),
}))

test('a mail that is written to files twice is one file', async () => {
  const mailer = createFileMailer(outbox(), from)
  await mailer.send(mail)
  await mailer.send(mail)
  expect(await readdir(outbox())).toHaveLength(1)
})

test('a mail that cannot be written to a file is tried again later', async () => {
  await writeFile(outbox(), 'not a directory')
  expect(await createFileMailer(outbox(), from).send(mail)).toEqual({ state: 'LATER', problem: 'EEXIST' })
})

describe('an SMTP server that', () => {
  test.each([
    ['has no such mailbox', '550 5.1.1 no such user <awa@example.com>', 'REFUSED', 'EENVELOPE 550'],
    ['rejects the syntax of the address', '553 5.1.3 bad address syntax', 'REFUSED', 'EENVELOPE 553'],
    ['does not relay for us', '550 5.7.1 relaying denied', 'LATER', 'EENVELOPE 550'],
    ['has a full mailbox', '452 4.2.2 mailbox full', 'LATER', 'EENVELOPE 452'],
    ['refuses with an unknown code', '554 5.7.0 transaction failed', 'LATER', 'EENVELOPE 554'],
  ])('%s: the mail is %s', async (_name, reply, state, problem) => {
    server.onRecipient(() => reply)
    expect(await createSmtpMailer(server.url, from).send(mail)).toEqual({ state, problem })
    expect(server.mails).toEqual([])
  })

  test('is down: the mail is tried again later, and the problem does not contain the address', async () => {
    await server.stop()
    const outcome = await createSmtpMailer(server.url, from).send(mail)
    expect(outcome).toEqual({ state: 'LATER', problem: 'ESOCKET' })
  })

  describe('accepts a connection and', () => {
    const silent = { silenceMsMax: 300, mailMsMax: 60_000 }
    const slow = { silenceMsMax: 60_000, mailMsMax: 1_000 }
    const replies = [/^EHLO/, /^MAIL/, /^RCPT/]
    /** A server that accepts every command up to the mail itself; then `onMail` is called. */
    const startScripted = async (greeting: string, onMail: (socket: Socket) => void) => {
      const sockets = new Set<Socket>()
      const scripted = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined))
        socket.write(greeting)
        socket.on('data', (chunk) => {
          const text = String(chunk)
          if (replies.some((reply) => reply.test(text))) socket.write('250 yes\r\n')
          else if (text.startsWith('DATA')) socket.write('354 go on\r\n')
          else onMail(socket)
        })
      })
      await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve))
      return {
        url: `smtp://127.0.0.1:${addressOf(scripted).port}`,
        /** Resolves when the sender has ended its connection. */
        left: () =>
          eventually('the sender has left', () => [...sockets].every(({ readableEnded }) => readableEnded)),
        stop: async () => {
          for (const socket of sockets) socket.destroy()
          await new Promise((resolve) => scripted.close(resolve))
        },
      }
    }

    const hello = '220 here\r\n'
    const endless = (socket: Socket) => void setInterval(() => socket.write('250-still\r\n'), 100).unref()
    test.each<[string, string, (socket: Socket) => void, typeof silent, string]>([
      ['never answers', '', () => undefined, silent, 'ETIMEDOUT'],
      ['hangs during a mail', hello, () => undefined, silent, 'ETIMEDOUT'],
      ['disconnects during a mail', hello, (socket) => void socket.destroy(), silent, 'ECONNECTION'],
      ['sends an answer without end', hello, endless, slow, 'TOO_SLOW'],
    ])('%s: the mail is tried again later', async (_name, greeting, onMail, limits, problem) => {
      const scripted = await startScripted(greeting, onMail)
      try {
        const outcome = await createSmtpMailer(scripted.url, from, limits).send(mail)
        expect(outcome).toEqual({ state: 'LATER', problem })
      } finally {
        await scripted.stop()
      }
    })

    test('is too slow: its connection is ended, so that it cannot accept late a mail that will be sent again', async () => {
      const scripted = await startScripted(hello, endless)
      try {
        await createSmtpMailer(scripted.url, from, slow).send(mail)
        await scripted.left()
      } finally {
        await scripted.stop()
      }
    })
  })

  test('has no TLS although TLS is required: the mail is tried again later', async () => {
    const outcome = await createSmtpMailer(server.url.replace('smtp:', 'smtps:'), from).send(mail)
    expect(outcome.state).toBe('LATER')
    // Here the setting of production requires TLS, and not the address.
    const required = await createSmtpMailer(server.url, from, { requireTls: true }).send(mail)
    expect(required.state).toBe('LATER')
    expect(server.mails).toEqual([])
  })
})
