import { afterEach, describe, expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { Readable } from 'node:stream'
import { eventually } from '../support/wait.js'
import {
  ask,
  getAndHangUp,
  pdf,
  person,
  put,
  putAndHangUp,
  putAllOf,
  putAllThenRead,
  wallet,
  type Answer,
} from './caller.js'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { openWith } from '../../src/platform/crypto/sealed-pieces.js'
import { parseKeyRing } from '../../src/platform/crypto/key-ring.js'
import { withMinimumPace } from '../../src/scoring-service/requests/minimum-pace.js'
import { readsAll, scoringWorldFor } from './world.js'
import { first, present } from '../support/present.js'
import { anyBytes, shaped, textOf } from '../support/typed.js'
import { z } from 'zod'

const megabyte = 1024 * 1024
const statementOf = (bytes: number): Buffer => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, 32)])

const keyText = (id: string): string => `${id}:${createHash('sha256').update(id).digest('base64url')}`
const ringOf = (...ids: string[]) => present(parseKeyRing(ids.map(keyText).join(',')))

/** Unusual requests, documents and addresses, which need no real statement. */
describeEachDatabase('the scoring service', (database) => {
  const sealing = { ...ringOf('first') }
  const world = scoringWorldFor(database, { settings: { sealingKeys: sealing } })

  const newUpload = async () => {
    const caller = await world().caller()
    const accepted = await caller.accepted()
    const state = async () => (await caller.results(accepted.requestId)).body
    return {
      caller,
      state,
      requestId: textOf(accepted.requestId),
      url: textOf(accepted.uploadUrls[0].url),
    }
  }
  const newResult = async () => {
    world().engine.current = readsAll
    const caller = await world().caller()
    const { requestId } = await caller.uploaded()
    await world().process()
    const [url] = (await caller.results(requestId)).body.parsedUrls
    return { caller, requestId: textOf(requestId), url: textOf(url) }
  }
  const outcomeOf = ({ status, body }: Answer) => [status, body.status, body.code]

  test('answers a wrong password with a 422 and its code, and forgets the password', async () => {
    world().engine.current = async ({ documents }) => ({
      documents: documents.map(({ documentName }) => ({
        documentName,
        state: 'FAILED',
        code: 'wrong_password',
        detail: 'it does not open with the password of the request',
      })),
      bodies: [],
    })
    const caller = await world().caller()
    const { requestId } = await caller.uploaded(['a.pdf'])
    await world().process()
    expect((await caller.results(requestId)).body.details).toMatch(/^wrong_password\b/)
    expect(first(world().engine.requests).documents[0]).toMatchObject({ password: 'open-sesame' })
    const rows = await world().rows('SELECT secrets FROM scoring_documents WHERE request_id = ?', requestId)
    expect(rows).toEqual([{ secrets: null }])
  })

  test('refuses an empty password for a wallet with a 400, and stores no request', async () => {
    const caller = await world().caller()
    const before = await world().rows('SELECT COUNT(*) AS n FROM scoring_requests')
    const answer = await caller.submit({ ...person, documentsDetails: [wallet('a.pdf', { password: '' })] })
    expect(answer.status).toBe(400)
    expect(await world().rows('SELECT COUNT(*) AS n FROM scoring_requests')).toEqual(before)
  })

  test('takes a PDF after a thousand other bytes, and refuses HTML, ZIP, PNG and DOCX with a 415', async () => {
    const { url } = await newUpload()
    const others = ['<html>%<body>', 'PK\x03\x04 a zip', '\x89PNG\r\n\x1a\n', 'PK\x03\x04 word/document.xml']
    for (const other of others) expect(outcomeOf(await put(url, other))).toEqual([415, 'error', 415])
    const late = Buffer.concat([Buffer.alloc(1100, 65), pdf])
    expect((await put(url, late)).status).toBe(415)
    expect((await put(url, Buffer.from('\ufeffname\tcolour\nx\ty\n', 'utf16le'))).status).toBe(415)
    expect((await put(url, Buffer.concat([Buffer.alloc(1000, 65), pdf]))).status).toBe(200)
  })

  test('refuses an empty document with a 400, and its address can be used again', async () => {
    const { url } = await newUpload()
    expect(outcomeOf(await put(url, ''))).toEqual([400, 'error', 400])
    expect((await put(url, pdf)).status).toBe(200)
  })

  test('takes 20 MB, and refuses one byte more with a 413 and stores nothing', async () => {
    const { url } = await newUpload()
    const before = await world().files()
    expect(outcomeOf(await put(url, statementOf(20 * megabyte + 1)))).toEqual([413, 'error', 413])
    expect(await world().files()).toEqual(before)
    expect((await put(url, statementOf(20 * megabyte))).status).toBe(200)
  })

  test('refuses a document of 40 MB during the upload, and its sender gets the answer', async () => {
    const { url } = await newUpload()
    const before = await world().files()
    const pieces = [statementOf(megabyte), ...Array<Buffer>(39).fill(Buffer.alloc(megabyte, 32))]
    expect(await putAllOf(url, pieces)).toBe(413)
    expect((await put(url, Readable.from(pieces))).status).toBe(413)
    expect(await world().files()).toEqual(before)
    expect((await put(url, pdf)).status).toBe(200)
  })

  test('delivers an early refusal to a sender that sends everything before it reads, with and without `connection: close`', async () => {
    const { url } = await newUpload()
    const pieces = [statementOf(megabyte), ...Array<Buffer>(39).fill(Buffer.alloc(megabyte, 32))]
    for (const head of ['connection: close\r\n', 'content-type: text/html\r\n', ''])
      expect(await putAllThenRead(url, pieces, head)).toMatch(
        /^HTTP\/1\.1 41[35] [^]*\{"status":"error","code":41[35],/,
      )
    expect((await put(url, pdf)).status).toBe(200)
  })

  test('refuses a part of a document, and a body with a wrong digest', async () => {
    const { url } = await newUpload()
    const putWith = async (headers: Record<string, string>) => {
      const { status, body } = await ask(url, {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf', ...headers },
        body: pdf,
      })
      return `${status} ${body.details ?? body.state}`
    }
    const digestOf = (algorithm: string, of = pdf) => createHash(algorithm).update(of).digest('base64')
    const other = digestOf('sha256', Buffer.from('other'))
    expect(await putWith({ 'content-range': 'bytes 0-9/10' })).toBe('400 partial')
    for (const [name, value] of [
      ['content-digest', `sha-256=:${other}:`],
      ['content-digest', `sha-512=:${digestOf('sha512')}:, sha-256=:${other}:`],
      ['repr-digest', `sha-512=:${other}:`],
      ['digest', `SHA-256=${other}`],
      ['content-md5', other],
    ] as const)
      expect(await putWith({ [name]: value })).toBe('400 digest_mismatch')
    expect(await putWith({ digest: 'nonsense' })).toBe('400 invalid_digest')
    expect(await putWith({ 'content-digest': 'crc32c=:AAAA:' })).toBe('400 unsupported_digest')
    const right = {
      'content-digest': `unixsum=:AAAA:, sha-256=:${digestOf('sha256')}:`,
      'repr-digest': `sha-512=:${digestOf('sha512')}:`,
      digest: `SHA-256=${digestOf('sha256')},MD5=${digestOf('md5')}`,
      'content-md5': digestOf('md5'),
    }
    expect(await putWith(right)).toBe('200 RECEIVED')
    const caller = await world().caller()
    const order = JSON.stringify({ ...person, documentsDetails: [wallet('a')] })
    const ofOrder = (text: string) => ({
      'content-digest': `sha-256=:${digestOf('sha256', Buffer.from(text))}:`,
    })
    expect((await caller.submit(order, ofOrder(`${order} `))).body).toMatchObject({
      error: 'ValidationError',
      details: [{ field: 'body', message: 'The body is not what its digest says' }],
    })
    expect((await caller.submit(order, ofOrder(order))).status).toBe(200)
  })

  test('refuses a slow body of a request or a document with a 408', async () => {
    async function* dripping() {
      for (;;) {
        yield Buffer.from('x')
        await sleep(20)
      }
    }
    const taking = async () => {
      for await (const _ of withMinimumPace(dripping(), { bytes: 100, ms: 200 }));
    }
    await expect(taking()).rejects.toMatchObject({ code: 'TOO_SLOW' })
    // The rest takes seconds and does not depend on the database, so it runs on one of them only.
    if (database.kind !== 'sqlite') return
    const { base, token, apiKey } = await world().caller()
    const { hostname, port, pathname } = new URL(base)
    const socket = connect(Number(port), hostname)
    const head = `host: x\r\nauthorization: ${token}\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\n`
    socket.write(`POST ${pathname}/score/request HTTP/1.1\r\n${head}content-length: 100\r\n\r\n{`)
    const drops = setInterval(() => socket.write(' '), 500)
    const [answer] = shaped(z.tuple([anyBytes]), await once(socket, 'data'))
    clearInterval(drops)
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*"error":"ValidationError"/i)
  })

  test('takes a document by its bytes, but refuses a content type that is not allowed with a 415', async () => {
    const { url } = await newUpload()
    expect(outcomeOf(await put(url, pdf, 'application/json'))).toEqual([415, 'error', 415])
    expect((await put(url, pdf, 'text/csv')).status).toBe(200)
  })

  test('refuses an upload after expiresAt with a 403', async () => {
    const { url } = await newUpload()
    world().clock.advance(3_601_000)
    expect((await put(url, pdf)).body).toMatchObject({ status: 'error', code: 403, details: 'expired' })
  })

  test('refuses an upload that ends after its request has expired with a 403, and keeps nothing of it', async () => {
    const { url, requestId } = await newUpload()
    const before = await world().files()
    const slowly = Readable.from(
      (async function* () {
        yield pdf
        await world().write(`UPDATE scoring_requests SET status = 'EXPIRED' WHERE id = ?`, requestId)
        yield pdf
      })(),
    )
    expect((await put(url, slowly)).body).toMatchObject({ status: 'error', code: 403, details: 'expired' })
    await world().cleanUp()
    expect(before).toEqual(expect.arrayContaining(await world().files()))
  })

  test('refuses a second upload of a document with a 409, and keeps the first', async () => {
    const { url, state, requestId } = await newUpload()
    expect((await put(url, pdf)).status).toBe(200)
    expect((await put(url, statementOf(1000))).body).toMatchObject({ code: 409 })
    expect((await state()).status).toBe('QUEUED')
    world().engine.current = readsAll
    await world().process()
    expect(world().engine.requests.filter((asked) => asked.requestId === requestId)).toHaveLength(1)
  })

  test('accepts exactly one of many uploads of a document at the same time', async () => {
    const { url } = await newUpload()
    const statuses = (
      await Promise.all(Array.from({ length: 6 }, (_, i) => put(url, statementOf(200_000 + i))))
    ).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('stores nothing of an upload that was cut off, and takes it again', async () => {
    const { url, state } = await newUpload()
    const before = await world().files()
    await putAndHangUp(url, statementOf(megabyte), 5 * megabyte)
    await eventually('nothing is left', async () => (await world().files()).length === before.length)
    expect(world().printed()).not.toContain('request failed')
    expect((await state()).documents).toEqual([{ documentName: 'a.pdf', state: 'AWAITING_UPLOAD' }])
    expect((await put(url, pdf)).status).toBe(200)
  })

  test('never has a document unencrypted on the disk, neither during the upload nor afterwards', async () => {
    const document = Buffer.concat([pdf, Buffer.alloc(megabyte, 'the statement of wanjiku ')])
    const { url } = await newUpload()
    const onDisk = async (folder: string): Promise<Buffer[]> => {
      const entries = await readdir(join(world().directory, folder), { recursive: true, withFileTypes: true })
      const found = entries.filter((entry) => entry.isFile())
      return Promise.all(found.map(({ parentPath, name }) => readFile(join(parentPath, name))))
    }
    let goOn = (): void => undefined
    const half = document.length / 2
    const slowly = Readable.from(
      (async function* () {
        yield document.subarray(0, half)
        await new Promise<void>((resolve) => (goOn = resolve))
        yield document.subarray(half)
      })(),
    )
    const answer = put(url, slowly)
    await eventually('a half has come', async () =>
      (await onDisk('staging')).some(({ length }) => length > megabyte / 4),
    )
    expect((await onDisk('staging')).filter((bytes) => bytes.includes('wanjiku'))).toEqual([])
    goOn()
    expect((await answer).status).toBe(200)
    expect((await onDisk('documents')).filter((bytes) => bytes.includes('wanjiku'))).toEqual([])
    let opened: Buffer | undefined
    world().engine.current = async (request) => {
      const [{ key, path } = {}] = request.documents
      opened = openWith(present(key), await readFile(present(path)))
      return readsAll(request)
    }
    await world().process()
    expect(opened?.equals(document)).toBe(true)
  })

  test('refuses an altered upload address, that of another document and another method with a 403', async () => {
    const { url } = await newUpload()
    const other = new URL((await newUpload()).url)
    const altered = (change: (changed: URL) => void): string => {
      const changed = new URL(url)
      change(changed)
      return changed.href
    }
    const forged = [
      altered(({ searchParams }) => searchParams.set('signature', 'x')),
      altered(({ searchParams }) =>
        searchParams.set('expires', `${Number(searchParams.get('expires')) + 1}`),
      ),
      altered(({ searchParams }) => searchParams.set('key', 'other')),
      altered((changed) => (changed.search = '')),
      altered((changed) => (changed.pathname = other.pathname)),
      altered((changed) => (changed.pathname = changed.pathname.replace('/scoring/', '/scoring/sandbox/'))),
    ]
    for (const address of forged) expect(outcomeOf(await put(address, pdf))).toEqual([403, 'error', 403])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(outcomeOf(await ask(url, { method }))).toEqual([403, 'error', 403])
    expect((await ask(url, { method: 'HEAD' })).status).toBe(403)
  })

  test('refuses document names with paths, and stores the others under a name of its own', async () => {
    const caller = await world().caller()
    const names = ['relevé été.pdf', '📄.pdf', 'שלום.pdf', '.hidden', 'CON', 'x'.repeat(128)]
    const accepted = await caller.uploaded(names)
    expect(accepted.uploadUrls.map((each: { documentName: string }) => each.documentName)).toEqual(names)
    for (const name of await world().files()) expect(name).toMatch(/^[0-9a-z]{26}$/)
    for (const name of ['../x', 'x'.repeat(300)])
      expect((await caller.submit({ ...person, documentsDetails: [wallet(name)] })).status).toBe(400)
  })

  test('treats document names that differ only in case as two documents', async () => {
    const { totalDocuments } = await (await world().caller()).accepted(['a.pdf', 'A.pdf'])
    expect(totalDocuments).toBe(2)
  })

  test('takes a bank name in lower case or an alias of it', async () => {
    const bank = (bankName: string) => ({ documentName: bankName, documentType: 'BANK_STATEMENT', bankName })
    const given = ['equity', 'Coop', 'CO-OP', 'dtb', 'I&M', 'INM', 'NCBALoop', 'scb', 'standard chartered']
    const caller = await world().caller()
    const { requestId } = await caller.uploaded([], { documentsDetails: given.map(bank) })
    await world().process()
    const asked = present(world().engine.requests.find((request) => request.requestId === requestId))
    expect(asked.documents.map(({ bankName }) => bankName)).toEqual([
      'EQUITY',
      'CO_OPERATIVE',
      'CO_OPERATIVE',
      'DIAMOND_TRUST',
      'I_AND_M',
      'I_AND_M',
      'NCBA',
      'STANDARD_CHARTERED',
      'STANDARD_CHARTERED',
    ])
  })

  test('refuses an invalid or empty e-mail address, and takes null for none', async () => {
    const caller = await world().caller()
    const status = async (email: unknown) =>
      (await caller.submit({ ...person, email, documentsDetails: [wallet('a')] })).status
    expect([await status('nobody'), await status(''), await status('a@b')]).toEqual([400, 400, 400])
    expect([await status(null), await status('a@b.cm')]).toEqual([200, 200])
  })

  test('takes an upload after the token has expired, and needs a new token for results', async () => {
    const { url, requestId, caller } = await newUpload()
    world().clock.advance(1_000_000)
    expect((await put(url, pdf)).status).toBe(200)
    expect((await caller.results(requestId)).status).toBe(401)
    expect((await (await world().caller()).results(requestId)).status).toBe(202)
  })

  test('answers a malformed request id with a 400, and an unknown one with a 404', async () => {
    const caller = await world().caller()
    for (const id of ['x', '%00', '1234', "' OR 1=1 --"])
      expect(outcomeOf(await caller.results(encodeURIComponent(id)))).toEqual([400, 'error', 400])
    const unknown = await caller.results('7804e5e1-0003-4705-b72c-5c94f2be3e57')
    expect([unknown.status, unknown.body.details]).toEqual([404, 'not_found'])
  })

  test('answers polls before the uploads, before the processing and after it', async () => {
    world().engine.current = readsAll
    const { caller, requestId, url } = await newUpload()
    const poll = async () => {
      const { status, body } = await caller.results(requestId)
      return [status, body.status]
    }
    expect(await poll()).toEqual([202, 'AWAITING_UPLOADS'])
    await put(url, pdf)
    expect(await poll()).toEqual([202, 'QUEUED'])
    await world().process()
    expect(await poll()).toEqual([200, undefined])
  })

  test('gives the body to exactly one of fifty simultaneous GETs of a result address', async () => {
    const { url } = await newResult()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(url)))
    const bodies = answers.filter(({ status }) => status === 200)
    expect(bodies).toHaveLength(1)
    expect(first(bodies).body).toMatchObject({ status: 'success', code: 200 })
    for (const answer of answers)
      if (answer.status !== 200) expect(outcomeOf(answer)).toEqual([410, 'error', 410])
    expect((await ask(url)).status).toBe(410)
  })

  test('answers an expired result address with a 410, and the next poll has a new one', async () => {
    const { url, requestId } = await newResult()
    world().clock.advance(601_000)
    expect((await ask(url)).body).toMatchObject({ code: 410, details: 'expired' })
    const [fresh] = (await (await world().caller()).results(requestId)).body.parsedUrls
    expect((await ask(fresh)).status).toBe(200)
  })

  test('does not use up a result address by a HEAD', async () => {
    const { url, caller, requestId } = await newResult()
    for (let i = 0; i < 3; i++) expect((await ask(url, { method: 'HEAD' })).status).toBe(200)
    expect((await ask(`${caller.base}/score/results/${requestId}`, { method: 'HEAD' })).status).toBe(405)
    expect((await ask(url)).status).toBe(200)
    expect((await ask(url, { method: 'HEAD' })).status).toBe(410)
  })

  test('gives a result again after a download that was cut off, once the lease of its address has ended', async () => {
    const x = 'x'.repeat(20 * megabyte)
    world().engine.current = async ({ documents }) => ({
      documents: documents.map(({ documentName }) => ({ documentName, state: 'PARSED' })),
      bodies: [{ json: JSON.stringify({ status: 'success', code: 200, data: { x } }) }],
    })
    const caller = await world().caller()
    const { requestId } = await caller.uploaded()
    await world().process()
    const [url] = (await caller.results(requestId)).body.parsedUrls
    await getAndHangUp(url)
    expect((await ask(url)).status).toBe(410)
    const id = new URL(url).pathname.split('/').at(-1)
    const address = () => world().rows('SELECT consumed_at FROM scoring_addresses WHERE id = ?', id)
    expect(await address()).toEqual([{ consumed_at: null }])
    await world().write('UPDATE scoring_addresses SET lease_until = 1 WHERE id = ?', id)
    expect((await ask(url)).body).toMatchObject({ data: { x } })
    expect((await ask(url)).status).toBe(410)
  })

  describe('a result address', () => {
    /** So long that its beginning is sent before the address is marked as used. */
    const x = 'x'.repeat(megabyte)
    const newLongResult = async () => {
      const made = await newResult()
      world().engine.current = async ({ documents }) => ({
        documents: documents.map(({ documentName }) => ({ documentName, state: 'PARSED' })),
        bodies: [{ json: JSON.stringify({ status: 'success', code: 200, data: { x } }) }],
      })
      const { requestId } = await made.caller.uploaded()
      await world().process()
      const [url] = (await made.caller.results(requestId)).body.parsedUrls
      return textOf(url)
    }
    const endLeases = () =>
      world().write('UPDATE scoring_addresses SET lease_until = 1 WHERE lease_until IS NOT NULL')
    const away = async () => {
      throw new Error('the database is away')
    }

    test('is used up even if the process dies right after the last byte', async () => {
      const { url } = await newResult()
      const { server } = world().server.app
      const died = new Promise<void>((resolve) => {
        server.once('request', (_request: unknown, response: ServerResponse) => {
          response.once('pipe', (body) =>
            body.once('data', () => {
              world().beforeStatement.current = away
              resolve()
            }),
          )
        })
      })
      const shown = await ask(url).catch(() => undefined)
      await died
      world().beforeStatement.current = async () => undefined
      await endLeases()
      expect((await ask(url)).body).toMatchObject({ code: 410, details: 'already_used' })
      expect(shown?.body).toMatchObject({ status: 'success', code: 200 })
    })

    test('that cannot be marked as used sends no complete result, and works later', async () => {
      for (const url of [(await newResult()).url, await newLongResult()]) {
        world().beforeStatement.current = away
        const shown = await ask(url).then(
          ({ status }) => status,
          () => 'cut off',
        )
        expect([500, 'cut off']).toContain(shown)
        world().beforeStatement.current = async () => undefined
        expect((await ask(url)).status).toBe(410)
        await endLeases()
        expect((await ask(url)).status).toBe(200)
        expect((await ask(url)).status).toBe(410)
      }
      expect(world().printed()).toContain('a result download was cut off')
    })

    test('whose first reader loses its lease gives the complete result to the second reader only', async () => {
      for (const url of [(await newResult()).url, await newLongResult()]) {
        const lost = `UPDATE scoring_addresses SET fence = fence + 1, lease_until = 1 WHERE consumed_at IS NULL`
        world().beforeStatement.current = () => world().write(lost)
        const shown = await ask(url).then(
          ({ status }) => status,
          () => 'cut off',
        )
        expect([410, 'cut off']).toContain(shown)
        world().beforeStatement.current = async () => undefined
        expect((await ask(url)).status).toBe(200)
        expect((await ask(url)).status).toBe(410)
      }
    })
  })

  describe('stored results', () => {
    afterEach(() => void Object.assign(sealing, ringOf('first')))
    const keyOf = async (requestId: string) => {
      const row = first(
        await world().rows('SELECT object_key FROM scoring_results WHERE request_id = ?', requestId),
      )
      return textOf(row['object_key'])
    }

    test('are sealed, in the store and in the staging directory', async () => {
      const { requestId, url } = await newResult()
      expect(await keyOf(requestId)).toMatch(/^sealed-results\//)
      const files = (await readdir(world().directory, { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile(),
      )
      const bytes = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
      expect(bytes.filter((one) => one.includes(requestId))).toEqual([])
      expect((await ask(url)).body.data).toMatchObject({ requestId })
    })

    test('open with an older key until that key is removed', async () => {
      const { url, requestId, caller } = await newResult()
      const [other] = (await caller.results(requestId)).body.parsedUrls
      Object.assign(sealing, ringOf('second', 'first'))
      expect((await ask(url)).status).toBe(200)

      Object.assign(sealing, ringOf('second'))
      const refused = await ask(other)
      expect([outcomeOf(refused), JSON.stringify(refused.body)]).toEqual([
        [500, 'error', 500],
        expect.not.stringContaining('key'),
      ])
      const words = `the sealing key \\"first\\" of ${await keyOf(requestId)} is not among the settings`
      expect(world().printed()).toContain(words)

      Object.assign(sealing, ringOf('second', 'first'))
      expect((await ask(other)).status).toBe(200)
    })

    test('of the format before sealing are read, but not in the place of sealed ones', async () => {
      const old = '{"status":"success","code":200,"data":{"old":true}}'
      const { url, requestId, caller } = await newResult()
      await world().store(await keyOf(requestId), old)
      expect((await ask(url)).status).toBe(500)
      expect(world().printed()).toContain('were never sealed')

      await world().store('results/old', old)
      await world().write(
        'UPDATE scoring_results SET object_key = ? WHERE request_id = ?',
        'results/old',
        requestId,
      )
      const [fresh] = (await caller.results(requestId)).body.parsedUrls
      expect((await ask(fresh)).body).toEqual(JSON.parse(old))
    })
  })

  test('keeps names of all scripts and with code of an attack as they are', async () => {
    const caller = await world().caller()
    const firstNames = [
      'Zoë',
      'Zoe\u0308',
      'שרה',
      '李',
      `Robert'); DROP TABLE x;--`,
      '{"$gt":""}',
      'क\u094d\u200dष ${jndi}',
    ]
    for (const firstName of firstNames) {
      const { requestId } = await caller.uploaded(['a.pdf'], { firstName })
      await world().process()
      const asked = present(world().engine.requests.find((request) => request.requestId === requestId))
      expect(asked.applicant.firstName).toBe(firstName)
    }
  })

  test('refuses invisible characters and direction marks in names and texts', async () => {
    const caller = await world().caller()
    const fields = [
      'nationalId',
      'firstName',
      'lastName',
      'middleName',
      'street',
      'city',
      'country',
      'taxPin',
    ]
    for (const odd of ['\n', '\u0000', '\u0085', '\u200f', '\u202e', '\u2066', '\u2028'])
      for (const field of odd === '\n' ? fields : fields.slice(1, 2)) {
        const body = { ...person, [field]: `Kam${odd}au`, documentsDetails: [wallet(`a${odd}.pdf`)] }
        const answer = await caller.submit(body)
        expect(answer.body.details).toEqual([
          { field, message: 'must have no control or direction characters' },
          {
            field: 'documentsDetails[0].documentName',
            message: 'must be the name of a file, without a path',
          },
        ])
      }
  })

  test('refuses a body that is too large, too deep, not JSON or has a member twice, in the error format of the address', async () => {
    const caller = await world().caller()
    const deep = `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const doubled = '{"firstName":"a","firstName":"b"}'
    const cases: [string, number][] = [
      [`{"x":"${'x'.repeat(megabyte)}"}`, 413],
      [deep, 400],
      [doubled, 400],
      ['{', 400],
      ['', 400],
      ['[]', 400],
    ]
    for (const [body, status] of cases) {
      const request = await caller.submit(body)
      expect([request.status, Object.keys(request.body).sort()]).toEqual([
        status,
        ['details', 'error', 'message', 'success'],
      ])
      const headers = { 'content-type': 'application/json' }
      const token = await ask(`${caller.base}/auth/token`, { method: 'POST', body, headers })
      expect([token.status, Object.keys(token.body)]).toEqual([status, ['message']])
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await caller.submit('a=b', form)).body).toMatchObject({
      success: false,
      error: 'ValidationError',
    })
    const asForm = { method: 'POST', body: 'a=b', headers: form }
    expect(Object.keys((await ask(`${caller.base}/auth/token`, asForm)).body)).toEqual(['message'])
  })

  test('answers unknown addresses and methods in the error format of similar addresses', async () => {
    const { base } = await world().caller()
    const keys = async (path: string, method = 'GET') => {
      const { status, body } = await ask(base + path, { method })
      return [status, ...Object.keys(body)]
    }
    expect(await keys('/auth/token')).toEqual([405, 'message'])
    expect(await keys('/auth/other')).toEqual([404, 'message'])
    expect(await keys('/score/request')).toEqual([405, 'success', 'error', 'message'])
    expect(await keys('/score/request/%zz')).toEqual([400, 'success', 'error', 'message', 'details'])
    for (const path of ['/score/results/x', '/nothing', '']) {
      const [status, ...members] = await keys(path, 'DELETE')
      expect([405, 404]).toContain(status)
      expect(members).toEqual(['status', 'code', 'message', 'details'])
    }
  })

  test('answers an error of its own with a 500 without the cause, which is in the log', async () => {
    const { requestId, caller } = await newResult()
    await world().write(
      'UPDATE scoring_requests SET client = ? WHERE id = ?',
      'dev-scoring-client',
      requestId,
    )
    await world().write(
      `UPDATE scoring_requests SET mints = 2147483646, minted_on = '2020-01-01' WHERE id = ?`,
      requestId,
    )
    await world().write('ALTER TABLE scoring_results RENAME TO scoring_results_away')
    try {
      const failed = await caller.results(requestId)
      expect([failed.status, failed.body]).toEqual([
        500,
        { status: 'error', code: 500, message: 'An unexpected error occurred', details: 'internal' },
      ])
      expect(world().printed()).toContain('scoring_results')
    } finally {
      await world().write('ALTER TABLE scoring_results_away RENAME TO scoring_results')
    }
  })

  test('logs no personal data', async () => {
    const caller = await world().caller()
    await caller.uploaded(['kamau-statement.pdf'])
    await world().process()
    await caller.submit({ ...person, dob: '1850-01-01', documentsDetails: [wallet('a')] })
    const printed = world().printed()
    expect(printed).toContain('score/request')
    expect(printed).not.toMatch(
      /open-sesame|29384756|254712345678|Wanjiku|Kamau|kamau|dev-scoring-(key|secret)/,
    )
    expect(printed).not.toContain(caller.token)
    expect(printed).not.toMatch(/signature=/)
  })
})
