import { X509Certificate } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, expect, jest, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { reloadCertificate } from '../../src/app/http/reload-certificate.js'
import { createServer } from '../../src/app/http/server.js'
import { systemClock } from '../../src/kernel/clock.js'
import { eventually } from '../support/wait.js'
import { addressOf, anyBytes, shaped } from '../support/typed.js'
import { z } from 'zod'

const directory = mkdtempSync(join(tmpdir(), 'cauri-certificate-'))
const files = { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') }
const put = (name: string, file: string): void =>
  copyFileSync(join(packageRoot, 'test', 'running', 'fixtures', name), file)
afterAll(() => rmSync(directory, { recursive: true }))

test('a renewed certificate is used without a restart, with forward secrecy, once its files are complete and match', async () => {
  put('localhost.cert.pem', files.certFile)
  put('localhost.key.pem', files.keyFile)
  const server = createServer(files, (_request, response) => response.end())
  const admin = createServer(files, (_request, response) => response.end())
  for (const one of [server, admin]) {
    one.listen(0, '127.0.0.1')
    await once(one, 'listening')
  }
  const { port } = addressOf(server)
  const shown = async (by = server): Promise<string> => {
    const socket = connect({ host: '127.0.0.1', port: addressOf(by).port, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint256
  }
  const warned: string[] = []
  const log = {
    info: () => undefined,
    warn: (_facts: object, message: string) => void warned.push(message),
    error: () => undefined,
  }
  const used: string[] = []
  const onUse = (certificate: string): void => void used.push(certificate)
  const end = reloadCertificate([server, admin], files, { log, clock: systemClock, onUse }, 20)
  try {
    const before = await shown()
    const old = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    await once(old, 'secureConnect')
    put('renewed.cert.pem', files.certFile)
    await eventually('the warning is logged', () => warned.length > 0)
    expect(await shown()).toBe(before)
    // A file is empty between the moment it is opened for writing and the first bytes.
    for (const file of [files.certFile, files.keyFile]) {
      const complete = readFileSync(file)
      const logged = warned.length
      writeFileSync(file, '')
      await eventually('the empty file is found', () => warned.length > logged)
      expect(await shown()).toBe(before)
      writeFileSync(file, complete)
    }
    // A directory in the place of the key cannot be read, like a file without the right to read it.
    const logged = warned.length
    rmSync(files.keyFile)
    mkdirSync(files.keyFile)
    await eventually('the unreadable file is found', () => warned.length > logged)
    expect(await shown()).toBe(before)
    rmSync(files.keyFile, { recursive: true })
    put('renewed.key.pem', files.keyFile)
    await eventually('the renewed one is shown', async () => (await shown()) !== before)
    expect(await shown(admin)).toBe(await shown())
    // After the renewal, too, the server accepts only forward secrecy: a key that is stolen later decrypts nothing recorded before.
    const withoutForwardSecrecy = {
      maxVersion: 'TLSv1.2',
      ciphers: 'AES256-GCM-SHA384:AES128-GCM-SHA256',
    } as const
    const weak = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...withoutForwardSecrecy })
    await expect(once(weak, 'secureConnect')).rejects.toThrow('handshake failure')
    // A connection from before the renewal still works.
    old.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [answer] = shaped(z.tuple([anyBytes]), await once(old, 'data'))
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
    old.destroy()
    // Our own client trusts what the server serves.
    expect(used.at(-1)).toBe(readFileSync(files.certFile, 'utf8'))
    expect(new Set(warned)).toEqual(
      new Set(['the renewed certificate cannot be used; the previous one stays in use']),
    )
  } finally {
    end()
    server.close()
    admin.close()
  }
})

test('a certificate that ends within two weeks causes a warning once a day', async () => {
  put('localhost.cert.pem', files.certFile)
  put('localhost.key.pem', files.keyFile)
  const server = createServer(files, (_request, response) => response.end())
  const endsAt = Date.parse(new X509Certificate(readFileSync(files.certFile)).validTo)
  const dayMs = 86_400_000
  let now = endsAt - 15 * dayMs
  const asked = jest.fn(() => now)
  const warned: object[] = []
  const log = {
    info: () => undefined,
    warn: (facts: object, message: string) => void warned.push({ ...facts, message }),
    error: () => undefined,
  }
  const end = reloadCertificate([server], files, { log, clock: { now: asked } }, 5)
  const someChecks = async (): Promise<void> => {
    const until = asked.mock.calls.length + 4
    await eventually('the certificate is checked several times', () => asked.mock.calls.length >= until)
  }
  try {
    await someChecks()
    expect(warned).toEqual([])
    now += 2 * dayMs
    await someChecks()
    const { certFile } = files
    const expiresAt = new Date(endsAt).toISOString()
    expect(warned).toEqual([{ certFile, expiresAt, message: 'the certificate expires soon' }])
    now += dayMs
    await someChecks()
    expect(warned).toHaveLength(2)
    // While the files cannot be used, the previous certificate stays in use, and its end is near.
    put('renewed.cert.pem', certFile)
    now += dayMs
    await someChecks()
    expect(warned.slice(2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('cannot be used') }),
        { certFile, expiresAt, message: 'the certificate expires soon' },
      ]),
    )
    put('renewed.key.pem', files.keyFile)
    // A check that read the files before this line may still warn.
    await someChecks()
    const logged = warned.length
    now += dayMs
    await someChecks()
    expect(warned).toHaveLength(logged)
  } finally {
    end()
  }
})
