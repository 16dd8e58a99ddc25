import { describe, expect, test } from '@jest/globals'
import { bankNames } from '../../src/scoring-contract/bank-names.js'
import { describeEachDatabase } from '../support/services.js'
import { ask, pdf, person, put, tokenOf, wallet, type Answer } from './caller.js'
import { noRecord, openScoringWorld, pepper, readsAll, scoringWorldFor } from './world.js'
import { at, first } from '../support/present.js'

/** The rules of the contract that are tested without a statement, over HTTP. */
describeEachDatabase('the scoring service', (database) => {
  const world = scoringWorldFor(database)
  const submit = async (changes: object) =>
    (await world().caller()).submit({ ...person, documentsDetails: [wallet('a.pdf')], ...changes })
  const fieldsOf = ({ status, body }: Answer): string[] => {
    expect([status, body.success, body.error]).toEqual([400, false, 'ValidationError'])
    return body.details.map(({ field }: { field: string }) => field)
  }
  const bank = (bankName: unknown, documentName = 'b.pdf') => ({
    documentName,
    documentType: 'BANK_STATEMENT',
    bankName,
  })
  /** The names of the stored files of a request. */
  const keysOf = async (table: 'scoring_documents' | 'scoring_results', requestId: string) => {
    const having = `SELECT object_key FROM ${table} WHERE request_id = ? AND object_key IS NOT NULL`
    const rows = await world().rows(having, requestId)
    return rows.map((row) => at(String(row['object_key']).split('/'), 1))
  }
  const ended = async (productCode = 'PA') => {
    const caller = await world().caller()
    const accepted = await caller.uploaded(['a.pdf'], { productCode })
    await world().process()
    return { caller, accepted, answer: await caller.results(accepted.requestId) }
  }

  describe('a score request', () => {
    test('may name its documents in documents, documentsDetails or both if they are equal', async () => {
      const list = [wallet('a.pdf')]
      const both = (await submit({ documentsDetails: list, documents: list })).status
      const one = (await submit({ documentsDetails: undefined, documents: list })).status
      expect([both, one]).toEqual([200, 200])
      expect(fieldsOf(await submit({ documents: [wallet('other.pdf')] }))).toEqual(['documentsDetails'])
    })

    test('accepts name in place of documentName, and refuses a name that is empty, too long or a path', async () => {
      const { documentName, ...unnamed } = wallet('a.pdf')
      const { status, body } = await submit({ documentsDetails: [{ ...unnamed, name: documentName }] })
      expect([status, body.documents[0].documentName]).toEqual([200, 'a.pdf'])
      expect(fieldsOf(await submit({ documentsDetails: [{ ...wallet('a'), name: 'b' }] }))).toEqual([
        'documentsDetails[0].name',
      ])
      for (const name of ['', 'x'.repeat(129), 'a/b', 'a\\b', 'a\0b', '..', 'a..b', 7, null])
        expect(fieldsOf(await submit({ documentsDetails: [{ ...unnamed, documentName: name }] }))).toEqual([
          'documentsDetails[0].documentName',
        ])
    })

    test('is refused if two documents have the same name', async () => {
      const documentsDetails = [wallet('a.pdf'), wallet('b.pdf'), wallet('a.pdf')]
      expect(fieldsOf(await submit({ documentsDetails }))).toEqual(['documentsDetails[2].documentName'])
    })

    test('takes documents of wallet, till and bank, and refuses any other documentType', async () => {
      const till = wallet('t.pdf', { documentType: 'WALLET_TILL_STATEMENT' })
      const documentsDetails = [wallet('w.pdf'), till, bank('KCB')]
      expect((await submit({ documentsDetails })).status).toBe(200)
      const odd = [
        wallet('a', { documentType: 'wallet_statement' }),
        wallet('b', { documentType: undefined }),
      ]
      expect(fieldsOf(await submit({ documentsDetails: odd }))).toEqual([
        'documentsDetails[0].documentType',
        'documentsDetails[1].documentType',
      ])
    })

    test('treats the documentType of a configured brand as that of a wallet', async () => {
      const branded = wallet('k.pdf', { documentType: 'KOLA_STATEMENT' })
      const { status, body } = await submit({ documentsDetails: [branded] })
      expect([status, body.documents[0].documentType]).toEqual([200, 'WALLET_STATEMENT'])
      const stored = 'SELECT document_type FROM scoring_documents WHERE request_id = ?'
      expect(await world().rows(stored, body.requestId)).toEqual([{ document_type: 'WALLET_STATEMENT' }])
      expect(fieldsOf(await submit({ documentsDetails: [{ ...branded, password: '' }] }))).toEqual([
        'documentsDetails[0].password',
      ])
      const unknown = wallet('u.pdf', { documentType: 'KOLA_STATEMENTS' })
      expect(fieldsOf(await submit({ documentsDetails: [unknown] }))).toEqual([
        'documentsDetails[0].documentType',
      ])
    })

    test('needs a password for a wallet statement, but not for a bank statement', async () => {
      const locked = { ...bank('KCB'), password: 'secret' }
      expect((await submit({ documentsDetails: [bank('KCB', 'x.pdf'), locked] })).status).toBe(200)
      for (const password of [undefined, null, '', 123456, 'x'.repeat(65)])
        expect(fieldsOf(await submit({ documentsDetails: [wallet('a.pdf', { password })] }))).toEqual([
          'documentsDetails[0].password',
        ])
    })

    test('for P7 is refused with documents, and accepted without', async () => {
      expect(fieldsOf(await submit({ productCode: 'P7' }))).toEqual(['documentsDetails'])
      for (const documentsDetails of [undefined, []])
        expect((await submit({ productCode: 'P7', documentsDetails })).status).toBe(200)
    })

    test.each(['P8', 'PA', 'PAS', 'PARS'])('for %s is refused without documents', async (productCode) => {
      for (const documentsDetails of [undefined, null, []])
        expect(fieldsOf(await submit({ productCode, documentsDetails }))).toEqual(['documentsDetails'])
      expect((await submit({ productCode })).status).toBe(200)
    })

    test('with augment gets a summary of the bureau in the result', async () => {
      expect(fieldsOf(await submit({ augment: 'true' }))).toEqual(['augment'])
      world().engine.current = readsAll
      const caller = await world().caller()
      const bodies: unknown[] = []
      for (const augment of [true, false]) {
        const { requestId } = await caller.uploaded(['a.pdf'], { augment })
        await world().process()
        const { body } = await caller.results(requestId)
        const { data } = (await ask(body.parsedUrls[0])).body
        bodies.push({ ...data, requestId: '' })
      }
      const base = { requestId: '', documentName: 'a.pdf', bureau: null }
      expect(bodies).toEqual([{ ...base, augmentation: { kind: 'NoRecord' } }, base])
    })

    test('with augment waits for a bureau that does not answer, at most two minutes', async () => {
      world().engine.current = readsAll
      const caller = await world().caller()
      const augmentationOf = async (laterMs = 0) => {
        const { requestId } = await caller.uploaded(['a.pdf'], {
          augment: true,
          lastName: `K${Math.random()}`,
        })
        await world().process()
        const before = await caller.results(requestId)
        const later = 'UPDATE scoring_requests SET due_at = 0, started_at = started_at - ? WHERE id = ?'
        await world().write(later, laterMs, requestId)
        await world().process()
        const { body } = await caller.results(requestId)
        const [url] = body.parsedUrls
        return [before.status, url === undefined ? undefined : (await ask(url)).body.data.augmentation]
      }
      let calls = 0
      world().bureau.adapter = async () =>
        ++calls === 1 ? { kind: 'Unavailable', reason: 'away' } : noRecord
      expect(await augmentationOf()).toEqual([202, { kind: 'NoRecord' }])
      world().bureau.adapter = async () => ({ kind: 'Unavailable', reason: 'away' })
      expect(await augmentationOf(120_000)).toEqual([202, null])
    })

    test('takes its documents from one list if the other is null', async () => {
      const list = [wallet('a.pdf')]
      for (const lists of [
        { documentsDetails: null, documents: list },
        { documentsDetails: list, documents: null },
      ])
        expect((await submit(lists)).body).toMatchObject({ totalDocuments: 1 })
      expect((await submit({ productCode: 'P7', documentsDetails: null, documents: [] })).status).toBe(200)
    })

    test('takes a dob of an adult or null, and refuses any other', async () => {
      for (const dob of ['2001-02-29', '01/02/1990', '1990-1-2', '2020-01-01', '1850-01-01', 19900101])
        expect(fieldsOf(await submit({ dob }))).toEqual(['dob'])
      for (const dob of ['2000-02-29', null]) expect((await submit({ dob })).status).toBe(200)
    })

    test('needs a nationalId of 1 to 32 characters and stores it as a hash, as it does taxPin', async () => {
      for (const nationalId of [undefined, null, '  ', 'x'.repeat(33), 12345678])
        expect(fieldsOf(await submit({ nationalId }))).toEqual(['nationalId'])
      for (const taxPin of ['', 'x'.repeat(33)])
        expect(fieldsOf(await submit({ taxPin }))).toEqual(['taxPin'])
      const nationalId = 'ID-OF-THIS-TEST'
      const { body } = await submit({ nationalId, taxPin: 'PIN-OF-THIS-TEST' })
      const row = first(await world().rows('SELECT * FROM scoring_requests WHERE id = ?', body.requestId))
      expect(Object.values(row).join(' ')).not.toMatch(/OF-THIS-TEST|Wanjiku|254712345678/)
      expect(row).toMatchObject({ national_id_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    })

    test('takes a phone number in international format only', async () => {
      const wrong = ['0712345678', '254712345678', '+2540712345678', '+254 712 345 678', '+254712345678\n']
      for (const phoneNumber of [...wrong, '+٢٥٤٧١٢٣٤٥٦٧٨', '+254712345678x9', '+1', 254712345678])
        expect(fieldsOf(await submit({ phoneNumber }))).toEqual(['phoneNumber'])
      for (const phoneNumber of ['+254712345678', '+237670000010'])
        expect((await submit({ phoneNumber })).status).toBe(200)
    })

    test('takes unknown fields', async () => {
      expect((await submit({ somethingNew: { of: 'tomorrow' } })).status).toBe(200)
    })

    test('takes at most twelve documents', async () => {
      const named = (count: number) => Array.from({ length: count }, (_, i) => wallet(`${i}.pdf`))
      expect((await submit({ documentsDetails: named(12) })).body.totalDocuments).toBe(12)
      expect(fieldsOf(await submit({ documentsDetails: named(13) }))).toEqual(['documentsDetails'])
    })

    test('takes the twelve bank names, and names them when it refuses another', async () => {
      expect(bankNames).toHaveLength(12)
      const documentsDetails = bankNames.map((name) => bank(name, name))
      expect((await submit({ documentsDetails })).status).toBe(200)
      const unknown = await submit({ documentsDetails: [bank('NO_BANK')] })
      expect(fieldsOf(unknown)).toEqual(['documentsDetails[0].bankName'])
      for (const name of bankNames) expect(unknown.body.details[0].message).toContain(name)
    })

    test('is answered with an address for each document, in both lists, and a token that gives only its results', async () => {
      const { status, body } = await submit({ documentsDetails: [wallet('a.pdf'), wallet('b.pdf')] })
      expect(status).toBe(200)
      const address = { url: expect.stringMatching(/^http/), expiresAt: expect.stringMatching(/Z$/) }
      expect(body).toEqual({
        message: expect.any(String),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        documents: ['a.pdf', 'b.pdf'].map((documentName) => ({
          documentName,
          documentType: 'WALLET_STATEMENT',
          ...address,
        })),
        totalDocuments: 2,
        token: expect.any(String),
        uploadUrls: ['a.pdf', 'b.pdf'].map((documentName) => ({ documentName, ...address })),
      })
      expect(body.uploadUrls[1].url).toBe(body.documents[1].url)
      const caller = await world().caller()
      const authorization = `Bearer ${body.token}`
      expect((await caller.results(body.requestId, { authorization })).status).toBe(202)
      expect((await caller.submit(person, { authorization })).status).toBe(403)
    })

    test('for P7 is answered without addresses and has results without an upload', async () => {
      const { body } = await submit({ productCode: 'P7', documentsDetails: [] })
      expect(body).toMatchObject({ documents: [], totalDocuments: 0, uploadUrls: [] })
      await world().process()
      expect((await (await world().caller()).results(body.requestId)).status).toBe(200)
    })

    test('with an Idempotency-Key has the same answer for a day, and a 409 if its body differs', async () => {
      const caller = await world().caller()
      const headers = { 'idempotency-key': 'key-of-this-test' }
      const body = { ...person, documentsDetails: [wallet('a.pdf')] }
      const answers = await Promise.all(Array.from({ length: 5 }, () => caller.submit(body, headers)))
      for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, first(answers).body])
      const other = await caller.submit({ ...body, firstName: 'Other' }, headers)
      expect([other.status, other.body]).toEqual([
        409,
        { success: false, error: 'ConflictError', message: expect.any(String) },
      ])
      world().clock.advance(25 * 3_600_000)
      const dayAfter = await world().caller()
      const again = await dayAfter.submit({ ...body, firstName: 'Other' }, headers)
      expect(again.status).toBe(200)
      expect(again.body.requestId).not.toBe(first(answers).body.requestId)
      expect(fieldsOf(await dayAfter.submit(body, { 'idempotency-key': 'two words' }))).toEqual([
        'Idempotency-Key',
      ])
      const empty = await dayAfter.submit(undefined, { 'idempotency-key': 'k', 'content-type': undefined })
      expect([empty.status, fieldsOf(empty)]).toEqual([400, ['body']])
    })

    test('with an Idempotency-Key has the same answer while the pepper is rotated', async () => {
      const headers = { 'idempotency-key': 'key-of-two-peppers' }
      const body = { ...person, documentsDetails: [wallet('a.pdf')] }
      const peppers = { pepper: 'the next pepper', pepperBefore: pepper }
      const before = await openScoringWorld(database)
      const { body: accepted } = await (await before.caller()).submit(body, headers)
      const rotated = await openScoringWorld(database, { databaseUrl: before.databaseUrl, peppers })
      try {
        const caller = await rotated.caller()
        const again = await caller.submit(body, headers)
        expect([again.status, again.body.requestId]).toEqual([200, accepted.requestId])
        expect((await caller.submit({ ...body, firstName: 'Other' }, headers)).status).toBe(409)
      } finally {
        await rotated.close()
        await before.close()
      }
    })
  })

  describe('access', () => {
    test('is given to a token with or without the word Bearer, in upper or lower case', async () => {
      const caller = await world().caller()
      const { token } = caller
      const { requestId } = await caller.accepted()
      for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`]) {
        expect((await caller.results(requestId, { authorization })).status).toBe(202)
        const body = { ...person, documentsDetails: [wallet('a.pdf')] }
        expect((await caller.submit(body, { authorization })).status).toBe(200)
      }
    })

    test('needs an x-api-key to submit, and refuses one of another client', async () => {
      const caller = await world().caller()
      const other = await world().newClient()
      const { requestId } = await caller.accepted()
      const status = async (key: string | undefined) =>
        (await caller.submit(person, { 'x-api-key': key })).status
      expect([await status(undefined), await status('')]).toEqual([401, 401])
      expect([await status('cauri_unknown'), await status(other.apiKey)]).toEqual([403, 403])
      expect((await caller.results(requestId, { 'x-api-key': other.apiKey })).status).toBe(403)
      expect((await caller.results(requestId, { 'x-api-key': caller.apiKey })).status).toBe(202)
    })

    test("is refused for a product that is not part of the client's plan", async () => {
      const caller = await world().newClient('live', ['PA'])
      const answer = await caller.submit({ ...person, productCode: 'PAS', documentsDetails: [wallet('a')] })
      expect([answer.status, answer.body.error]).toEqual([403, 'AuthorizationError'])
    })

    test('ends 15 minutes after the token was issued', async () => {
      const caller = await world().caller()
      const { requestId } = await caller.accepted()
      const part = (index: number) =>
        JSON.parse(Buffer.from(at(caller.token.split('.'), index), 'base64url').toString())
      expect(part(0)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: 'development' })
      const claims = part(1)
      expect(claims).toMatchObject({ sub: 'dev-scoring-client', env: 'live', scope: expect.any(String) })
      expect(claims).toMatchObject({
        iss: expect.any(String),
        aud: expect.any(String),
        jti: expect.any(String),
      })
      expect(claims.exp - claims.iat).toBe(900)
      world().clock.advance(950_000)
      expect((await caller.results(requestId)).status).toBe(202)
      world().clock.advance(20_000)
      expect((await caller.results(requestId)).status).toBe(401)
    })

    test('has the same answer for an unknown client and a wrong secret', async () => {
      const { base } = await world().caller()
      for (const body of [{}, { clientId: 'x' }, { secret: 'x' }, { clientId: '', secret: '' }, [], null]) {
        const { status, body: said } = await tokenOf(base, body)
        expect([status, Object.keys(said)]).toEqual([400, ['message']])
        expect(said.message).toMatch(/clientId.*secret/)
      }
      const unknown = await tokenOf(base, { clientId: 'nobody', secret: 'x' })
      const wrong = await tokenOf(base, { clientId: 'dev-scoring-client', secret: 'x' })
      expect([unknown.status, unknown.body]).toEqual([400, { message: 'Invalid credentials' }])
      expect([wrong.status, wrong.body]).toEqual([400, unknown.body])
    })

    test('to the request of another client or environment is a 404', async () => {
      const { requestId } = await (await world().caller()).accepted()
      const other = await world().newClient()
      const sandbox = await world().caller('sandbox')
      expect((await other.results(requestId)).status).toBe(404)
      expect((await sandbox.results(requestId)).status).toBe(404)
      expect((await other.results('not-a-uuid')).status).toBe(400)
    })
  })

  describe('an upload', () => {
    test('is accepted for an hour', async () => {
      const caller = await world().caller()
      const before = world().clock.now()
      const { uploadUrls } = await caller.accepted()
      const lifetime = Date.parse(uploadUrls[0].expiresAt) - before
      expect(Math.abs(lifetime - 3_600_000)).toBeLessThan(5_000)
      world().clock.advance(3_590_000)
      expect((await put(uploadUrls[0].url, pdf)).status).toBe(200)
    })

    test('needs an allowed content type, and the bytes of a PDF or of a CSV statement', async () => {
      const { uploadUrls } = await (await world().caller()).accepted(['a', 'b', 'c', 'd'])
      const url = (i: number): string => uploadUrls[i].url
      const statement = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance\nA1,x,y,1,0,1\n'
      expect((await put(url(0), pdf, 'application/octet-stream')).status).toBe(200)
      expect((await put(url(1), statement, 'text/csv; charset=utf-8')).status).toBe(200)
      expect((await put(url(2), pdf, 'image/png')).status).toBe(415)
      expect((await put(url(2), 'name,colour\nx,y\n', 'text/csv')).status).toBe(415)
      expect((await put(url(2), '')).status).toBe(400)
      expect((await put(url(2), pdf, 'text/csv')).status).toBe(200)
    })

    test('starts the processing if it is the last of its request', async () => {
      const caller = await world().caller()
      const { uploadUrls, requestId } = await caller.accepted(['a.pdf', 'b.pdf'])
      const status = async () => (await caller.results(requestId)).body.status
      await put(uploadUrls[0].url, pdf)
      expect(await status()).toBe('AWAITING_UPLOADS')
      await put(uploadUrls[1].url, pdf)
      expect(await status()).toBe('QUEUED')
    })

    test('that is missing after an hour fails the request, and removes its files', async () => {
      const caller = await world().newClient()
      const { uploadUrls, requestId } = await caller.accepted(['a.pdf', 'b.pdf'])
      await put(uploadUrls[0].url, pdf)
      const [raw] = await keysOf('scoring_documents', requestId)
      expect(await world().files()).toContain(raw)
      world().clock.advance(3_600_000 + 61_000)
      const late = await world().caller()
      const token = (await tokenOf(late.base, caller)).body.token
      const poll = async () => caller.results(requestId, { authorization: token })
      expect((await poll()).body).toMatchObject({
        status: 'error',
        code: 422,
        details: expect.stringMatching(/^documents_not_uploaded\b/),
      })
      await world().cleanUp()
      await world().cleanUp()
      expect((await poll()).body.details).toMatch(/^documents_not_uploaded\b/)
      expect(await world().files()).not.toContain(raw)
      const rows = await world().rows('SELECT * FROM scoring_documents WHERE request_id = ?', requestId)
      for (const row of rows) expect(row).toMatchObject({ secrets: null, object_key: null })
    })
  })

  test('documents are kept while their request is queued, as in a pause of its queue', async () => {
    world().engine.current = readsAll
    const caller = await world().newClient()
    const { requestId } = await caller.uploaded()
    world().clock.advance(3 * 86_400_000)
    await world().cleanUp()
    await world().process()
    const { token } = (await tokenOf(caller.base, caller)).body
    expect((await caller.results(requestId, { authorization: token })).body.parsedUrls).toHaveLength(1)
  })

  describe('results', () => {
    test('are a 202 with the states of the documents while they are not ready', async () => {
      const caller = await world().caller()
      const { requestId } = await caller.accepted(['a.pdf'])
      const { status, body, headers } = await caller.results(requestId)
      expect(status).toBe(202)
      expect(body).toEqual({
        requestId,
        productCode: 'PA',
        parsedUrls: [],
        status: 'AWAITING_UPLOADS',
        documents: [{ documentName: 'a.pdf', state: 'AWAITING_UPLOAD' }],
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(15)
    })

    test('are a 200 with one address for each body, and the body may not be cached', async () => {
      world().engine.current = readsAll
      const { accepted, answer } = await ended()
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        parsedUrls: [expect.stringMatching(/^http/)],
        requestId: accepted.requestId,
        productCode: 'PA',
      })
      const result = await ask(answer.body.parsedUrls[0])
      expect([result.status, result.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(result.body).toMatchObject({ status: 'success', code: 200 })
    })

    test('of a statement that cannot be read are a 422 with its code', async () => {
      world().engine.current = async () => ({
        documents: [
          { documentName: 'a.pdf', state: 'FAILED', code: 'wrong_password', detail: 'does not open' },
        ],
        bodies: [],
      })
      const { answer } = await ended()
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          status: 'error',
          code: 422,
          message: expect.stringMatching(/send a new one/),
          details: 'wrong_password: does not open',
          documents: [{ documentName: 'a.pdf', code: 'wrong_password', detail: 'does not open' }],
        },
      ])
    })

    test('of several documents have the state of each if one failed', async () => {
      world().engine.current = async () => ({
        documents: [
          { documentName: 'a.pdf', state: 'PARSED' },
          { documentName: 'b.pdf', state: 'FAILED', code: 'corrupt_pdf', detail: '' },
        ],
        bodies: [{ json: '{"status":"success","code":200,"data":{"x":1}}' }],
      })
      const caller = await world().caller()
      const { requestId } = await caller.uploaded(['a.pdf', 'b.pdf'])
      await world().process()
      expect((await caller.results(requestId)).body).toMatchObject({
        parsedUrls: [expect.any(String)],
        documents: [
          { documentName: 'a.pdf', state: 'PARSED' },
          { documentName: 'b.pdf', state: 'FAILED' },
        ],
      })
    })

    test('can be fetched once within ten minutes, and a new poll gives a new address', async () => {
      world().engine.current = readsAll
      const { caller, accepted, answer } = await ended()
      const [url] = answer.body.parsedUrls
      expect((await ask(url)).status).toBe(200)
      const second = await ask(url)
      expect([second.status, second.body]).toMatchObject([410, { status: 'error', code: 410 }])
      const [fresh] = (await caller.results(accepted.requestId)).body.parsedUrls
      world().clock.advance(599_000)
      expect((await ask(fresh)).status).toBe(200)
      const [late] = (await caller.results(accepted.requestId)).body.parsedUrls
      world().clock.advance(601_000)
      expect((await ask(late)).body).toMatchObject({ code: 410, details: 'expired' })
    })

    test('have at most twenty sets of addresses a day', async () => {
      world().engine.current = readsAll
      const { caller, accepted } = await ended()
      const statuses: number[] = []
      for (let i = 0; i < 20; i++) statuses.push((await caller.results(accepted.requestId)).status)
      expect(statuses).toEqual([...Array<number>(19).fill(200), 429])
      const refused = await caller.results(accepted.requestId)
      expect(refused.body).toMatchObject({ status: 'error', code: 429 })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    })

    test('are removed after 30 days, with the data of the person', async () => {
      world().engine.current = readsAll
      const caller = await world().newClient()
      const { requestId } = await caller.uploaded()
      await world().process()
      const [key] = await keysOf('scoring_results', requestId)
      await world().cleanUp()
      expect(await world().files()).toContain(key)
      world().clock.advance(31 * 86_400_000)
      const { token } = (await tokenOf(caller.base, caller)).body
      const gone = await caller.results(requestId, { authorization: token })
      expect([gone.status, gone.body.details]).toEqual([404, 'expired'])
      await world().cleanUp()
      expect(await world().files()).not.toContain(key)
      const [row] = await world().rows('SELECT * FROM scoring_requests WHERE id = ?', requestId)
      expect(row).toMatchObject({ subject: null, national_id_hash: null })
      expect((await caller.results(requestId, { authorization: token })).body.details).toBe('expired')
    })

    test('are PROCESSING while a worker has claimed the request', async () => {
      const seen: string[] = []
      const caller = await world().caller()
      const { requestId } = await caller.uploaded()
      world().engine.current = async (request) => {
        seen.push((await caller.results(requestId)).body.status)
        return readsAll(request)
      }
      await world().process()
      expect(seen).toEqual(['PROCESSING'])
    })
  })

  test('an accepted score request is a 200 with X-API-Version 1.0.0', async () => {
    const { status, headers } = await submit({})
    expect([status, headers.get('x-api-version')]).toEqual([200, '1.0.0'])
  })
})
