import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { registerScoreMetrics } from '../../src/score-requests/metrics.js'
import { createScoreWorker } from '../../src/score-requests/drive/worker.js'
import { readResultsOf } from '../../src/score-requests/requests/scores.read.js'
import { toJson } from '../../src/kernel/json.js'
import { describeEachDatabase } from '../support/services.js'
import { pdf, resultOf as bodyOf, type Reaction } from './stub-service.js'
import { credentials, password, person, scoresWorldFor, neverAborted, wipeScores } from './world.js'
import { first, present } from '../support/present.js'

const limited = (retryAfter: number): Reaction => ({
  status: 429,
  headers: { 'retry-after': String(retryAfter) },
  body: {
    success: false,
    error: 'RateLimitError',
    message: 'slow down',
    retryAfter,
    quotaRemaining: 0,
    resetTime: 'x',
  },
})

describeEachDatabase('a score request', (database) => {
  const scores = scoresWorldFor(database)
  /** The time from the beginning of `act`, and from its end, until the request is due, in milliseconds of the database's clock. */
  const dueAfter = async (id: string, act: () => Promise<void>) => {
    const { rows, database: db } = scores().world
    const nowOf = async () => Number(first(await rows(`SELECT ${db.dialect.nowMs} AS now`))['now'])
    const begun = await nowOf()
    await act()
    const ended = await nowOf()
    const row = first(await rows('SELECT due_at FROM score_requests WHERE id = ?', id))
    const due = Number(row['due_at'])
    return { sinceBegin: due - begun, sinceEnd: due - ended }
  }
  const resultOf = async (id: string) =>
    (await readResultsOf(scores().world.database.read, scores().deps.sealing, [id]))
      .get(id)
      ?.map((body): unknown => JSON.parse(body))

  test.each([
    ['documents', 'A'],
    ['uploadUrls', 'B'],
  ] as const)(
    'is sent and polled, its documents are uploaded and its result is kept; the service lists the upload addresses in %s',
    async (_member, shape) => {
      const { stub, submit, until, documents, stored } = scores()
      stub.shape = shape
      stub.results = [bodyOf({ n: 1 }), bodyOf({ n: 2 })]
      const { id } = await submit(['march.pdf', 'april.pdf'])
      expect(stored().includes(pdf)).toBe(false)
      const ended = await until(id, 'COMPLETED')

      expect(stub.requestsTo('/auth/token').map(({ body }) => JSON.parse(body.toString()))).toContainEqual({
        clientId: 'us',
        secret: 'our-secret',
      })
      const [sent, ...others] = stub.requestsTo('/score/request')
      expect(others).toEqual([])
      expect(sent?.headers).toMatchObject({ 'x-api-key': credentials.apiKey, 'idempotency-key': `${id}.1` })
      expect(sent?.headers.authorization).not.toMatch(/bearer/i)
      expect(JSON.parse(present(sent).body.toString())).toEqual({
        ...person,
        productCode: 'PARS',
        augment: false,
        documentsDetails: ['march.pdf', 'april.pdf'].map((documentName) => ({
          documentName,
          documentType: 'WALLET_STATEMENT',
          password,
        })),
      })
      expect(
        stub
          .requestsTo('/put/')
          .map(({ method, path, headers, body }) => [
            method,
            path.split('/').at(-1),
            headers['content-type'],
            body.toString(),
          ]),
      ).toEqual([
        ['PUT', 'march.pdf', 'application/pdf', `${pdf.toString()}march.pdf`],
        ['PUT', 'april.pdf', 'application/pdf', `${pdf.toString()}april.pdf`],
      ])
      expect(
        stub
          .requestsTo('/score/results')
          .every(({ headers }) => /^Bearer \S+$/.test(headers.authorization ?? '')),
      ).toBe(true)
      expect(stub.requestsTo('/results/').map(({ headers }) => headers.authorization)).toEqual([
        undefined,
        undefined,
      ])
      expect(await resultOf(id)).toEqual([bodyOf({ n: 1 }), bodyOf({ n: 2 })])
      expect(ended).toMatchObject({ person: null, dueAt: null, problem: null, submission: 1 })
      expect(await documents(id)).toMatchObject([
        { secrets: null, objectKey: null, uploadUrl: null, state: 'SENT' },
        { secrets: null, objectKey: null, uploadUrl: null, state: 'SENT' },
      ])
      const audited = await scores().world.rows(
        'SELECT actor, action FROM audit_log WHERE subject = ? ORDER BY action DESC',
        id,
      )
      expect(audited).toEqual([
        { actor: 'BACK_OFFICE', action: 'SUBMIT_SCORE_REQUEST' },
        { actor: 'job', action: 'END_SCORE_REQUEST' },
      ])
    },
  )

  test('of P7 uploads no document', async () => {
    const { stub, submit, until } = scores()
    const { id } = await submit([], { productCode: 'P7' })
    await until(id, 'COMPLETED')
    expect(JSON.parse(first(stub.requestsTo('/score/request')).body.toString()).documentsDetails).toEqual([])
    expect(stub.requestsTo('/put/')).toEqual([])
  })

  test('keeps a large result byte for byte', async () => {
    const { stub, submit, until } = scores()
    const rows = Array.from({ length: 30_000 }, (_, i) => ({
      receiptNumber: `R${i * 7919}`,
      details: `é ${Math.sin(i)}`,
    }))
    stub.results = [bodyOf({ rows })]
    const { id } = await submit()
    await until(id, 'COMPLETED')
    expect(await resultOf(id)).toEqual(stub.results)
    const [parts] = await scores().world.rows(
      'SELECT COUNT(*) AS n FROM score_result_parts WHERE score_id = ?',
      id,
    )
    expect(Number(parts?.['n'])).toBeGreaterThan(2)
  })

  test('has its result downloaded with at most one other at a time, however many are ready', async () => {
    const { stub, submit, tick, find } = scores()
    stub.resultMs = 50
    const all = await Promise.all(Array.from({ length: 5 }, () => submit([], { productCode: 'P7' })))
    await tick()
    const ended = await Promise.all(all.map(({ id }) => find(id)))
    expect(ended.map(({ status }) => status)).toEqual(all.map(() => 'COMPLETED'))
    expect(stub.resultsAtOnce()).toBeLessThanOrEqual(2)
  })

  test('waits as long as a 429 asks, and is FAILED with QUOTA_EXCEEDED after a day', async () => {
    const { stub, submit, tick, find, makeAllDue, world } = scores()
    stub.reactNext('/score/request', limited(7), limited(7), limited(7))
    const { id } = await submit()
    const { sinceBegin, sinceEnd } = await dueAfter(id, tick)
    expect(await find(id)).toMatchObject({ status: 'QUEUED', problem: 'RATE_LIMITED', attempts: 1 })
    expect(sinceBegin).toBeGreaterThanOrEqual(7_000)
    expect(sinceEnd).toBeLessThanOrEqual(7_000)
    await tick()
    expect(stub.requestsTo('/score/request')).toHaveLength(1)
    await makeAllDue()
    await tick()
    expect(await find(id)).toMatchObject({ attempts: 2 })
    await world.write('UPDATE score_requests SET give_up_at = 1, due_at = 0 WHERE id = ?', id)
    await tick()
    expect(await find(id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'QUOTA_EXCEEDED',
      failureDetail: 'RATE_LIMITED',
    })
    expect(
      new Set(stub.requestsTo('/score/request').map(({ headers }) => headers['idempotency-key'])).size,
    ).toBe(1)
  })

  test('is not given up before the service has had a day since it accepted it, however long our worker was away', async () => {
    const { stub, submit, tick, find, world } = scores()
    const pending = { status: 202, body: { parsedUrls: [] } }
    stub.reactNext('/score/results', pending, pending)
    const { id } = await submit()
    await world.write('UPDATE score_requests SET give_up_at = 1 WHERE id = ?', id)
    await tick()
    expect(await find(id)).toMatchObject({ status: 'PROCESSING', failureCode: null })
    await world.write('UPDATE score_requests SET give_up_at = 1, due_at = 0 WHERE id = ?', id)
    await tick()
    expect(await find(id)).toMatchObject({ status: 'FAILED', failureCode: 'SERVICE_UNAVAILABLE' })
  })

  test('is not given up before the service has been asked for a day, however long it was queued', async () => {
    const { stub, submit, tick, find, world } = scores()
    stub.reactNext('/score/request', limited(7), limited(7))
    const { id } = await submit()
    await world.write('UPDATE score_requests SET give_up_at = 1 WHERE id = ?', id)
    await tick()
    expect(await find(id)).toMatchObject({ status: 'QUEUED', problem: 'RATE_LIMITED', attempts: 1 })
    expect((await find(id)).giveUpAt).toBeGreaterThan(1)
    await world.write('UPDATE score_requests SET give_up_at = 1, due_at = 0 WHERE id = ?', id)
    await tick()
    expect(await find(id)).toMatchObject({ status: 'FAILED', failureCode: 'QUOTA_EXCEEDED' })
  })

  test('waits for the Retry-After of results that are not ready', async () => {
    const { stub, submit, tick, find } = scores()
    stub.reactNext('/score/results', {
      status: 202,
      headers: { 'retry-after': '30' },
      body: { parsedUrls: [] },
    })
    const { id } = await submit()
    const { sinceBegin, sinceEnd } = await dueAfter(id, tick)
    expect(await find(id)).toMatchObject({ status: 'PROCESSING', problem: null, attempts: 1 })
    expect(sinceBegin).toBeGreaterThanOrEqual(30_000)
    expect(sinceEnd).toBeLessThanOrEqual(30_000)
  })

  test('keeps waiting if the answer to a query for results has no addresses', async () => {
    const { stub, submit, until } = scores()
    stub.reactNext(
      '/score/results',
      { status: 200, body: { parsedUrls: [], productCode: 'PARS' } },
      { status: 202 },
    )
    const { id } = await submit()
    await until(id, 'COMPLETED')
    expect(stub.requestsTo('/score/results')).toHaveLength(3)
  })

  test('is sent anew, under another idempotency key, when its upload addresses have expired', async () => {
    const { stub, submit, tick, find, until, makeAllDue } = scores()
    stub.reactNext('/put/', { status: 403, body: { message: 'expired' } })
    const { id } = await submit(['a.pdf', 'b.pdf'])
    const ended = await until(id, 'COMPLETED')
    expect(ended.submission).toBe(2)
    expect(stub.requestsTo('/score/request').map(({ headers }) => headers['idempotency-key'])).toEqual([
      `${id}.1`,
      `${id}.2`,
    ])
    expect(
      stub.requestsTo('/put/').filter(({ path }) => path.includes(present(ended.serviceRequestId))),
    ).toHaveLength(2)

    stub.reset()
    stub.uploadSeconds = -1
    const late = await submit()
    for (let round = 0; round < 3; round++) {
      await makeAllDue()
      await tick()
    }
    expect(await find(late.id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'UPLOADS_FAILED',
      submission: 3,
    })
    expect(stub.requestsTo('/put/')).toEqual([])
  })

  test('is not sent anew if the last document arrived and only the answer was lost', async () => {
    const { stub, submit, until } = scores()
    stub.reactNext('/put/', { status: 403 })
    stub.reactNext('/score/results', { status: 202, body: { parsedUrls: [], status: 'PROCESSING' } })
    const { id } = await submit()
    expect((await until(id, 'PROCESSING')).submission).toBe(1)
    expect(stub.requestsTo('/score/request')).toHaveLength(1)
  })

  test('is not sent anew, and paid again, if its upload address has expired but its final refusal is known', async () => {
    const { stub, submit, until } = scores()
    stub.reactNext('/put/', { status: 403 })
    stub.reactNext('/score/results', {
      status: 422,
      body: { status: 'error', code: 422, message: 'Unprocessable', details: 'wrong_password' },
    })
    const { id } = await submit()
    expect(await until(id, 'FAILED')).toMatchObject({ failureCode: 'WRONG_PASSWORD', submission: 1 })
    expect(stub.requestsTo('/score/request')).toHaveLength(1)
  })

  test('takes a 409 to an upload as proof that the document has arrived, and repeats a broken upload', async () => {
    const { stub, submit, until, find } = scores()
    stub.reactNext('/put/', 'reset', { status: 409 }, { status: 500 })
    const { id } = await submit(['a.pdf', 'b.pdf'])
    await until(id, 'UPLOADING')
    await until(id, 'PROCESSING')
    expect(stub.requestsTo('/put/')).toHaveLength(4)
    expect(await find(id)).toMatchObject({ submission: 1 })
  })

  test.each<[string, Reaction[], string]>([
    ['a 401 for an expired token', [{ status: 401, body: { message: 'expired' } }], '/score/results'],
    ['a reset connection', ['reset', 'reset'], '/score/request'],
    [
      'a 500',
      [{ status: 500, body: { success: false, error: 'InternalServerError', message: 'x' } }],
      '/score/results',
    ],
    ['HTML', [{ status: 200, body: '<html>' }], '/score/request'],
    ['a used result address', [{ status: 410, body: { details: 'already_used' } }], '/results/'],
    ['a body that ends too early', ['half'], '/results/'],
    ['a body that comes too slowly', ['drip'], '/results/'],
    ['a connection that is reset during the body', ['reset'], '/results/'],
    ['a token that is refused at first', [limited(0), { status: 500 }], '/auth/token'],
  ])('is completed despite %s', async (_what, reactions, path) => {
    const { stub, submit, until, deps } = scores()
    stub.tokenSeconds = 0
    stub.reactNext(path, ...reactions)
    const { id } = await submit()
    await until(id, 'COMPLETED')
    expect(
      new Set(
        stub
          .requestsTo('/score/request')
          .map(({ headers, body }) => `${headers['idempotency-key']} ${body.toString()}`),
      ).size,
    ).toBe(1)
    const fetched = stub.requestsTo('/results/').map(({ path: used }) => used)
    expect(new Set(fetched).size).toBe(fetched.length)
    expect(await resultOf(id)).toEqual(stub.results)
    expect(deps.service()).toBeDefined()
  })

  const said = (documentName: string, code?: string) =>
    code === undefined
      ? { documentName, state: 'PARSED' }
      : { documentName, state: 'FAILED', problem: { code, detail: `it is ${code}` } }
  const resultSaying = (...documents: object[]) => ({
    status: 'success',
    code: 200,
    data: { summary: {}, recommendations: {}, documents },
  })

  test('of which some documents could be read keeps the outcome of each', async () => {
    const { stub, submit, until, documents } = scores()
    stub.results = [resultSaying(said('a.pdf'), said('A.PDF', 'wrong_password'))]
    const { id } = await submit(['a.pdf', 'A.PDF'])
    await until(id, 'COMPLETED')
    expect(await documents(id)).toMatchObject([
      { state: 'READ', problemCode: null },
      { state: 'FAILED', problemCode: 'WRONG_PASSWORD', problemDetail: 'it is wrong_password' },
    ])
  })

  test('of which no document could be read is FAILED, also if a result came', async () => {
    const { stub, submit, until, documents } = scores()
    stub.results = [resultSaying(said('a.pdf', 'image_only'))]
    const { id } = await submit()
    expect(await until(id, 'FAILED')).toMatchObject({
      failureCode: 'IMAGE_ONLY',
      failureDetail: 'a.pdf: it is image_only',
    })
    expect(await documents(id)).toMatchObject([{ state: 'FAILED', problemCode: 'IMAGE_ONLY' }])
  })

  test.each([
    ['a document that was not sent', [said('a.pdf'), said('b.pdf'), said('c.pdf')], 'OTHER_DOCUMENTS'],
    ['some of its documents only', [said('a.pdf')], 'DOCUMENTS_MISSING'],
  ])('is not completed by a result with %s, which raises an alarm', async (_what, told, problem) => {
    const { stub, submit, tick, find, alarms, until } = scores()
    const { results } = stub
    stub.results = [resultSaying(...told)]
    const { id } = await submit(['a.pdf', 'b.pdf'])
    await tick()
    expect(await find(id)).toMatchObject({ status: 'PROCESSING', problem })
    expect(alarms).toEqual([problem])
    stub.results = results
    await until(id, 'COMPLETED')
    expect(await resultOf(id)).toEqual(results)
  })

  test.each([302, 404, 405])(
    'stays queued if the address of the service is wrong (%d), which raises an alarm',
    async (status) => {
      const { stub, submit, tick, find, alarms, until } = scores()
      stub.reactNext('/score/request', { status, body: { error: { code: 'NOT_FOUND', message: 'm' } } })
      const { id } = await submit()
      await tick()
      const problem = `HTTP_${status}`
      expect(await find(id)).toMatchObject({ status: 'QUEUED', problem })
      expect(alarms).toEqual([problem])
      await until(id, 'COMPLETED')
      expect(alarms).toEqual([problem])
    },
  )

  const inside = { status: 'error', code: 500, message: 'm', details: 'd' }
  test.each([
    ['an error in a 200', '/results/', { status: 200, body: inside }, 'PROCESSING', 'ERROR_IN_AN_ANSWER'],
    [
      'an error in the answer to an upload',
      '/put/',
      { status: 200, body: inside },
      'UPLOADING',
      'ERROR_IN_AN_ANSWER',
    ],
  ] as const)(
    'is not completed by %s, which raises an alarm',
    async (_what, path, answer, status, problem) => {
      const { stub, submit, tick, find, alarms, until } = scores()
      stub.reactNext(path, answer)
      const { id } = await submit()
      await tick()
      expect(await find(id)).toMatchObject({ status, problem })
      expect(alarms).toEqual([problem])
      await until(id, 'COMPLETED')
      expect(await resultOf(id)).toEqual(stub.results)
    },
  )

  test('does not blame the service in the log for a step that failed in our own code', async () => {
    const { deps, submit, find } = scores()
    const { id } = await submit()
    const lines: string[] = []
    const write = (_: object, message: string) => void lines.push(message)
    const service = {
      ...present(deps.service()),
      submit: () => Promise.reject(new Error('a fault of ours')),
    }
    const log = { ...deps.log, warn: write, error: write }
    const worker = createScoreWorker({ ...deps, service: () => service, log })
    await worker.tick(neverAborted())
    await worker.idle()
    await worker.close()
    expect(await find(id)).toMatchObject({ status: 'QUEUED', problem: 'INTERNAL' })
    expect(lines).toEqual(['a step of a score request failed; it is tried again'])
  })

  test('fails as a fault of ours if our own code failed for a day since the service accepted it', async () => {
    const { deps, submit, find, world } = scores()
    const { id } = await submit()
    const service = {
      ...present(deps.service()),
      upload: () => Promise.reject(new Error('a fault of ours')),
    }
    const worker = createScoreWorker({ ...deps, service: () => service })
    const drive = async () => {
      await world.write('UPDATE score_requests SET give_up_at = 1, due_at = 0 WHERE id = ?', id)
      await worker.tick(neverAborted())
      await worker.idle()
    }
    await drive()
    expect(await find(id)).toMatchObject({ status: 'UPLOADING', problem: 'INTERNAL' })
    await drive()
    expect(await find(id)).toMatchObject({ status: 'FAILED', failureCode: 'INTERNAL_FAULT' })
    await worker.close()
  })

  test('keeps the count of its attempts, and so its day, when a shutdown aborts its call', async () => {
    const { deps, submit, find, world } = scores()
    const { id } = await submit()
    const asked = { attempts: 40, problem: 'UNREACHABLE' }
    await world.write('UPDATE score_requests SET attempts = 40, problem = ? WHERE id = ?', asked.problem, id)
    const service = present(deps.service())
    const stopping: Promise<void>[] = []
    const worker = createScoreWorker({
      ...deps,
      service: () => ({
        ...service,
        submit: (...given: Parameters<typeof service.submit>) => {
          stopping.push(worker.close())
          return service.submit(...given)
        },
      }),
    })
    await worker.tick(neverAborted())
    await worker.idle()
    await Promise.all(stopping)
    expect(stopping).toHaveLength(1)
    expect(await find(id)).toMatchObject({ status: 'QUEUED', ...asked })
  })

  test('raises alarms that a metric counts by their problem', async () => {
    const registry = new Registry()
    registerScoreMetrics([registry])('HTTP_404')
    expect(await registry.metrics()).toContain('cauri_scoring_service_alarms_total{problem="HTTP_404"} 1')
  })

  const details = (text: string): Reaction => ({
    status: 422,
    body: { status: 'error', code: 422, message: 'no', details: text },
  })
  test.each<[string, string, Reaction, string, string]>([
    [
      '400',
      '/score/request',
      {
        status: 400,
        body: {
          success: false,
          error: 'ValidationError',
          message: 'bad',
          details: [{ field: 'dob', message: 'is no date' }],
        },
      },
      'INVALID_REQUEST',
      'bad: dob is no date',
    ],
    [
      '403',
      '/score/request',
      { status: 403, body: { success: false, error: 'AuthorizationError', message: 'not in your plan' } },
      'NOT_ALLOWED',
      'not in your plan',
    ],
    [
      '413 of an upload',
      '/put/',
      { status: 413, body: { message: 'too large' } },
      'DOCUMENT_REFUSED',
      'a.pdf: too large',
    ],
    ['415 of an upload', '/put/', { status: 415, body: '' }, 'DOCUMENT_REFUSED', 'a.pdf: HTTP 415'],
    [
      '404',
      '/score/results',
      { status: 404, body: { status: 'error', code: 404, message: 'gone', details: 'expired' } },
      'RESULT_NOT_FOUND',
      'gone: expired',
    ],
    [
      '403 of results',
      '/score/results',
      { status: 403, body: { status: 'error', code: 403, message: 'no', details: '' } },
      'NOT_ALLOWED',
      'no',
    ],
    [
      '422 of a password',
      '/score/results',
      details('wrong_password: a.pdf'),
      'WRONG_PASSWORD',
      'no: wrong_password: a.pdf',
    ],
    [
      '422 of a bureau',
      '/score/results',
      details('bureau_unavailable'),
      'BUREAU_UNAVAILABLE',
      'no: bureau_unavailable',
    ],
    [
      '422 of no known code',
      '/score/results',
      details('something else'),
      'UNPROCESSABLE',
      'no: something else',
    ],
  ])('is FAILED with the reason of a %s', async (_what, path, reaction, failureCode, failureDetail) => {
    const { stub, submit, until, documents } = scores()
    stub.reactNext(path, reaction)
    const { id } = await submit()
    expect(await until(id, 'FAILED')).toMatchObject({ failureCode, failureDetail, dueAt: null })
    expect((await documents(id))[0]?.secrets).not.toBeNull()
  })

  test('is FAILED if the service gives no address for a document', async () => {
    const { stub, submit, until } = scores()
    stub.reactNext('/score/request', {
      status: 200,
      body: { requestId: 'r-1', message: 'ok', documents: [], totalDocuments: 0 },
    })
    const { id } = await submit()
    expect(await until(id, 'FAILED')).toMatchObject({
      failureCode: 'NO_UPLOAD_ADDRESS',
      failureDetail: 'a.pdf',
    })
  })

  test('shows wrong credentials as its problem, and is FAILED after a day', async () => {
    const { stub, submit, tick, find, world } = scores()
    const wrong = { status: 400, body: { message: 'invalid credentials' } }
    stub.tokenSeconds = 0
    // Enough for any number of attempts: in a slow tick a request can be due again.
    stub.reactNext('/auth/token', ...Array.from({ length: 100 }, () => wrong))
    const { id } = await submit()
    await tick()
    expect(await find(id)).toMatchObject({ status: 'QUEUED', problem: 'CREDENTIALS_REFUSED' })
    await world.write('UPDATE score_requests SET give_up_at = 1, due_at = 0 WHERE id = ?', id)
    await tick()
    expect(await find(id)).toMatchObject({ status: 'FAILED', failureCode: 'CREDENTIALS_REFUSED' })
    stub.reset()
  })

  test('that failed loses its data and documents after a day', async () => {
    const { stub, submit, until, deps, find, documents, world } = scores()
    stub.reactNext('/score/results', details('wrong_password'))
    const { id } = await submit()
    await until(id, 'FAILED')
    await wipeScores(deps, neverAborted())
    expect((await find(id)).person).not.toBeNull()
    const [{ objectKey } = { objectKey: '' }] = await documents(id)
    await world.write('UPDATE score_requests SET wipe_at = 1 WHERE id = ?', id)
    await wipeScores(deps, neverAborted())
    expect(await find(id)).toMatchObject({ person: null, wipeAt: null })
    expect(await documents(id)).toMatchObject([{ secrets: null, objectKey: null }])
    const [object] = await world.rows('SELECT remove_at FROM scoring_objects WHERE object_key = ?', objectKey)
    expect(Number(object?.['remove_at'])).toBe(0)
  })

  test('keeps documents until the request is forgotten, as while its queue is paused', async () => {
    const { submit, find, documents, world } = scores()
    const { id } = await submit()
    const [{ objectKey } = { objectKey: '' }] = await documents(id)
    const [object] = await world.rows('SELECT remove_at FROM scoring_objects WHERE object_key = ?', objectKey)
    const { forgetAt, askedAt } = await find(id)
    const keptMs = Number(object?.['remove_at']) - world.clock.now()
    expect(keptMs).toBeGreaterThanOrEqual(present(forgetAt) - askedAt)
  })

  test('stores no password and no national ID readably in the database', async () => {
    const { submit, world, documents } = scores()
    const { id } = await submit()
    const rows = toJson([
      await world.rows('SELECT * FROM score_requests WHERE id = ?', id),
      await world.rows('SELECT * FROM score_documents WHERE score_id = ?', id),
      await world.rows('SELECT * FROM audit_log WHERE subject = ?', id),
    ])
    expect(rows).not.toContain(password)
    expect(rows).not.toContain(person.nationalId)
    expect(await documents(id)).toHaveLength(1)
  })
})
