import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { keyOfId } from '../../src/kernel/ids.js'
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { allRoles } from '../../src/app/config/process-roles.js'
import { createApollo } from '../../src/platform/graphql/server/apollo.js'
import { withShownResults } from '../../src/score-requests/graphql/shown-results.js'
import { createContext } from '../../src/app/context.js'
import { createSchema } from '../../src/app/schema.js'
import { createHttpServer } from '../../src/app/http/http-server.js'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { createKey, revokeKey } from '../../src/platform/identity/keys/manage-keys.js'
import { createLogger } from '../../src/platform/log/log.js'
import type { Engine } from '../../src/scoring-service/model/engine.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { createFilesStore } from '../../src/platform/files/files-store.js'
import { openStaging } from '../../src/platform/files/staging.js'
import { createScores, type Scores } from '../../src/score-requests/create-scores.js'
import { civilDate } from '../../src/kernel/calendar.js'
import { systemClock } from '../../src/kernel/clock.js'
import { domainOf } from '../graphql/support.js'
import { openScoringWorld, type ScoringWorld } from '../scoring-service/world.js'
import { describeEachDatabase, type TestDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { parsOf } from './bodies.js'
import { pdf } from './stub-service.js'
import { person, neverAborted } from './world.js'
import { last, present } from '../support/present.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const madeSchema = z.object({
  id: z.string(),
  status: z.string(),
  documents: z.array(
    z.object({
      documentName: z.string(),
      state: z.string(),
      uploadPath: z.string().nullable(),
    }),
  ),
})

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Our GraphQL server and our own scoring service, each on its own port. */
const open = async (database: TestDatabase) => {
  const scoring = await openScoringWorld(database)
  const directory = await mkdtemp(join(tmpdir(), 'cauri-scores-'))
  const today = civilDate('Africa/Douala')
  const callOf = (name: string, roles: ReadonlySet<never>) => {
    const now = systemClock.now()
    return {
      now,
      today: today(now),
      zone: 'Africa/Douala',
      language: 'en',
      actor: { name, roles },
      session: null,
      journey: null,
    } as const
  }
  const scores: Scores = createScores(
    {
      baseUrl: undefined,
      account: { clientId: 'dev-scoring-client', secret: 'dev-scoring-secret', apiKey: 'dev-scoring-key' },
    },
    {
      database: scoring.database,
      clock: systemClock,
      log: quiet,
      objects: createFilesStore(join(directory, 'documents')),
      staging: openStaging(join(directory, 'staging')),
      sealing: developmentKeyRing('sealing'),
      signing: developmentKeyRing('signing'),
      pepper: 'pepper',
      timing: { scale: 1000 },
      jobCall: () => callOf('job', new Set()),
      onAlarm: () => undefined,
      ownUrl: () => scoring.url,
      onScore: () => undefined,
    },
  )
  const domain = domainOf(scoring, { scores: scores.domain })
  const apollo = createApollo({ schema: createSchema(domain), production: false, log: quiet })
  await apollo.start()
  const app: FastifyInstance = await createHttpServer({
    config: {
      production: false,
      roles: allRoles,
      tls: undefined,
      trustProxy: false,
      rateLimitPerSecond: undefined,
    },
    log: createLogger({ logLevel: 'silent' }),
    authenticate: authenticator({ production: false, keyPepper: 'pepper', apiClients: [] }),
    facade: { handle: () => Promise.reject(new Error('no envelope here')) },
    contextFor: (caller) => createContext(domain, callOf(caller.name, caller.roles as ReadonlySet<never>)),
    completeAnswer: withShownResults,
    apollo,
    callback: () => undefined,
    intake: scores.intake,
    scoreUploads: scores.routes,
    ready: async () => ({ ok: true, detail: {} }),
    metrics: new Registry(),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    scoring,
    scores,
    url,
    staged: () => readdirSync(join(directory, 'staging')),
    close: async () => {
      await app.close()
      await apollo.stop()
      await scores.close()
      await scoring.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const mutation = `mutation($input: SubmitScoreRequestInput!) { submitScoreRequest(input: $input) { scoreRequest {
  id status documents { documentName state uploadPath } } } }`
const inputOf = (...documents: readonly object[]) => ({
  idempotencyKey: randomUUID(),
  ...person,
  productCode: 'PARS',
  documents,
})
const wallet = (documentName: string, changes: object = {}) => ({
  documentName,
  documentType: 'WALLET_STATEMENT',
  password: 'x1',
  ...changes,
})

interface Sent {
  readonly operations?: unknown
  readonly map?: unknown
  readonly files?: Readonly<Record<string, Uint8Array>>
  readonly key?: string
  readonly preflight?: boolean
}

describeEachDatabase('documents over HTTP', (database) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(database)
  })
  afterAll(() => opened.close())
  const scoring = (): ScoringWorld => opened.scoring

  const multipart = async ({
    operations,
    map,
    files = {},
    key = 'dev-back-office-key',
    preflight = true,
  }: Sent) => {
    const form = new FormData()
    if (operations !== undefined) form.append('operations', JSON.stringify(operations))
    if (map !== undefined) form.append('map', JSON.stringify(map))
    for (const [name, bytes] of Object.entries(files))
      form.append(name, new Blob([new Uint8Array(bytes)]), 'f.pdf')
    const headers = { 'x-api-key': key, ...(preflight && { 'apollo-require-preflight': 'yes' }) }
    const response = await fetch(`${opened.url}/graphql`, { method: 'POST', body: form, headers })
    const body = shaped(
      z.object({
        data: z
          .object({
            submitScoreRequest: z.object({
              scoreRequest: madeSchema,
            }),
          })
          .optional(),
        errors: z.array(z.object({ message: z.string() })).optional(),
      }),
      await response.json(),
    )
    return {
      status: response.status,
      made: body.data?.submitScoreRequest?.scoreRequest,
      message: body.errors?.[0]?.message,
      body,
    }
  }
  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${opened.url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': 'dev-back-office-key', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return ((await response.json()) as { data: Record<string, never> }).data
  }
  const put = async (path: string, body: Uint8Array | string) => {
    const answer = await fetch(opened.url + path, {
      method: 'PUT',
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    return { status: answer.status, body: recordOf(await answer.json()) }
  }
  const ended = async (id: string): Promise<Record<string, unknown>> => {
    let score: Record<string, unknown> = {}
    await eventually('a score request has ended', async () => {
      await scoring().write(
        'UPDATE score_requests SET due_at = 0 WHERE due_at IS NOT NULL AND id = ?',
        keyOfId('ScoreRequest', id),
      )
      await opened.scores.drive(neverAborted())
      await opened.scores.idle()
      await scoring().process()
      const query = `{ scoreRequest(id: "${id}") { status problem failure { code } submissions rawResults result { recommendations { shortTermScore } } } }`
      score = (await ask(query))['scoreRequest'] ?? {}
      return score['endedAt'] !== undefined || /COMPLETED|FAILED/.test(String(score['status']))
    })
    return score
  }

  const readsAs =
    (body: unknown): Engine =>
    async ({ documents }) => ({
      documents: documents.map(({ documentName }) => ({ documentName, state: 'PARSED' })),
      bodies: [{ json: JSON.stringify(body) }],
    })

  test('can be sent with submitScoreRequest; our own scoring service reads them, and the result is kept', async () => {
    const body = parsOf('trader')
    scoring().engine.current = readsAs(body)
    const operations = {
      query: mutation,
      variables: { input: inputOf(wallet('a.pdf', { file: null }), wallet('b.pdf', { file: null })) },
    }
    const map = { one: ['variables.input.documents.1.file'], two: ['variables.input.documents.0.file'] }
    const files = {
      one: Buffer.concat([pdf, Buffer.from('B')]),
      two: Buffer.concat([pdf, Buffer.alloc(300_000, 65)]),
    }
    const { status, made } = await multipart({ operations, map, files })
    expect([status, made]).toEqual([
      200,
      {
        id: expect.any(String),
        status: 'QUEUED',
        documents: [
          { documentName: 'a.pdf', state: 'HELD', uploadPath: null },
          { documentName: 'b.pdf', state: 'HELD', uploadPath: null },
        ],
      },
    ])
    expect(opened.staged()).toEqual([])
    expect(await ended(present(made).id)).toMatchObject({
      status: 'COMPLETED',
      submissions: 1,
      rawResults: [body],
      result: { recommendations: { shortTermScore: 765 } },
    })
    const read = last(scoring().engine.requests)
    expect(read.documents.map(({ documentName, password }) => [documentName, password])).toEqual([
      ['a.pdf', 'x1'],
      ['b.pdf', 'x1'],
    ])
    expect(read.applicant).toMatchObject({ firstName: 'Wanjiku', phoneNumber: '+254712345678' })
  })

  test('that our own scoring service cannot read fail the score request with the reason', async () => {
    scoring().engine.current = async ({ documents }) => ({
      documents: documents.map(({ documentName }) => ({
        documentName,
        state: 'FAILED',
        code: 'wrong_password',
        detail: documentName,
      })),
      bodies: [],
    })
    const operations = { query: mutation, variables: { input: inputOf(wallet('a.pdf', { file: null })) } }
    const { made } = await multipart({
      operations,
      map: { 0: ['variables.input.documents.0.file'] },
      files: { 0: pdf },
    })
    expect(await ended(present(made).id)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'WRONG_PASSWORD' },
    })
  })

  test('can be uploaded to their addresses: the first complete upload to each is kept, and that of the last document queues the request', async () => {
    scoring().engine.current = readsAs(parsOf('trader'))
    const { scoreRequest: made } = shaped(
      z.object({
        scoreRequest: madeSchema,
      }),
      (await ask(mutation, { input: inputOf(wallet('a.pdf'), wallet('b.csv')) }))['submitScoreRequest'],
    )
    const [first = '', second = ''] = made.documents.map(({ uploadPath }) => uploadPath ?? '')
    expect(
      await put(
        first.replace(/signature=(.)/, (_all, c: string) => `signature=${c === 'A' ? 'B' : 'A'}`),
        pdf,
      ),
    ).toMatchObject({ status: 403 })
    expect(await put(second.replace(/\?.*/, first.replace(/.*\?/, '?')), pdf)).toMatchObject({ status: 403 })
    expect(await put(first, '')).toMatchObject({ status: 400 })
    expect(await put(first, 'GIF89a')).toMatchObject({ status: 415 })
    expect(await put(first, Buffer.alloc(20 * 1024 * 1024 + 1, pdf))).toMatchObject({ status: 413 })
    await new Promise<void>((resolve) => {
      const headers = { 'content-length': 1000 }
      const request = httpRequest(opened.url + first, { method: 'PUT', headers })
      request.once('error', () => resolve())
      request.write(pdf, () => setTimeout(() => request.destroy(), 30))
      request.once('close', () => resolve())
    })
    await eventually('a broken upload leaves nothing', () => opened.staged().length === 0)
    expect(
      (
        await scoring().rows(
          'SELECT state FROM score_documents WHERE score_id = ?',
          keyOfId('ScoreRequest', made.id),
        )
      ).map(({ state }) => state),
    ).toEqual(['AWAITED', 'AWAITED'])
    expect(await put(first, pdf)).toEqual({ status: 200, body: { state: 'RECEIVED' } })
    expect(await put(first, pdf)).toMatchObject({ status: 409 })
    const [waiting] = await scoring().rows(
      'SELECT status FROM score_requests WHERE id = ?',
      keyOfId('ScoreRequest', made.id),
    )
    expect(waiting).toEqual({ status: 'AWAITING_DOCUMENTS' })
    const both = await Promise.all([
      put(second, 'Date,Details,Paid in,Balance\n'),
      put(second, 'Date,Details,Paid in,Balance\n'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(opened.staged()).toEqual([])
    expect(await ended(made.id)).toMatchObject({ status: 'COMPLETED' })
    const audited = await scoring().rows(
      `SELECT actor FROM audit_log WHERE subject = ? AND action = 'RECEIVE_SCORE_DOCUMENT'`,
      keyOfId('ScoreRequest', made.id),
    )
    expect(audited).toEqual([{ actor: 'upload address' }, { actor: 'upload address' }])
  })

  test('are refused at an upload address that was created with an API key which has been revoked since', async () => {
    const by = { now: systemClock.now(), actor: { name: 'an administrator', roles: new Set<never>() } }
    const made = await createKey({ database: scoring().database, pepper: 'pepper' }, by, {
      kind: 'PERSON',
      expiresAt: null,
      name: 'Awa Ngo',
      roles: ['BACK_OFFICE'],
    })
    const { scoreRequest } = shaped(
      z.object({
        scoreRequest: madeSchema,
      }),
      (await ask(mutation, { input: inputOf(wallet('a.pdf'), wallet('b.pdf')) }))['submitScoreRequest'],
    )
    const [first = '', second = ''] = scoreRequest.documents.map(({ uploadPath }) => uploadPath ?? '')
    const id = keyOfId('ScoreRequest', scoreRequest.id)
    await scoring().write('UPDATE score_requests SET asked_with = ? WHERE id = ?', made.key.id, id)
    expect(await put(first, pdf)).toMatchObject({ status: 200 })
    await revokeKey({ database: scoring().database }, by, made.key.id)
    expect(await put(second, pdf)).toMatchObject({ status: 403 })
  })

  test('are refused if their score request ended during the upload', async () => {
    const { scoreRequest } = shaped(
      z.object({ scoreRequest: madeSchema }),
      (await ask(mutation, { input: inputOf(wallet('a.pdf')) }))['submitScoreRequest'],
    )
    const id = keyOfId('ScoreRequest', scoreRequest.id)
    const [path = ''] = scoreRequest.documents.map(({ uploadPath }) => uploadPath ?? '')
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(opened.url + path, { method: 'PUT' }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      request.once('error', reject)
      request.write(pdf)
      void eventually('the upload has begun', () => opened.staged().length > 0)
        .then(() => scoring().write(`UPDATE score_requests SET status = 'FAILED' WHERE id = ?`, id))
        .then(() => request.end(), reject)
    })
    expect(status).toBe(403)
  })

  test('that are invalid, or that the form assigns to no variable, are refused and leave no file behind', async () => {
    const operations = { query: mutation, variables: { input: inputOf(wallet('a.pdf', { file: null })) } }
    const map = { 0: ['variables.input.documents.0.file'] }
    const refused = async (sent: Sent) => {
      const { status, message } = await multipart({ operations, map, files: { 0: pdf }, ...sent })
      expect(opened.staged()).toEqual([])
      return [status, message]
    }
    const count = async () =>
      Number((await scoring().rows('SELECT COUNT(*) AS n FROM score_requests'))[0]?.['n'])
    const before = await count()
    expect(await refused({ files: { 0: Buffer.from('GIF89a') } })).toEqual([
      400,
      'A document must be a PDF or the CSV of a statement',
    ])
    expect(await refused({ files: { 0: Buffer.alloc(20 * 1024 * 1024 + 1, pdf) } })).toEqual([
      400,
      'A document must have at most 20 MB',
    ])
    expect(await refused({ map: { 0: ['variables.input.firstName'] } })).toEqual([
      400,
      'map must name variables that are null in operations',
    ])
    expect(await refused({ map: { 0: ['variables.__proto__.file'] } })).toEqual([
      400,
      'map must name variables that are null in operations',
    ])
    expect(await refused({ map: { 0: ['query'] } })).toEqual([
      400,
      'map must name variables that are null in operations',
    ])
    expect(await refused({ map: { 1: ['variables.input.documents.0.file'] } })).toEqual([
      400,
      'map must name one variable for the file 0',
    ])
    expect(await refused({ map: { ...map, 1: ['variables.input.email'] } })).toEqual([
      400,
      'map names a file that did not come',
    ])
    expect(await refused({ operations: undefined })).toEqual([
      400,
      'operations must be a JSON object, and come before the files',
    ])
    expect(await refused({ operations: { query: 'x'.repeat(70_000) } })).toEqual([
      400,
      'operations is too large',
    ])
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [String(i), pdf]))
    expect((await refused({ files: many }))[0]).not.toBe(200)
    expect(await refused({ key: 'dev-analyst-key' })).toEqual([403, 'This key may not send files'])
    expect((await refused({ preflight: false }))[0]).toBe(400)
    expect(
      (
        await refused({
          operations: { query: '{ nothing }', variables: { input: { documents: [{ file: null }] } } },
        })
      )[0],
    ).toBe(400)
    expect(await count()).toBe(before)
  })

  test('in a multipart form that ends early or is invalid are answered 400', async () => {
    const operations = { query: mutation, variables: { input: inputOf(wallet('a.pdf', { file: null })) } }
    const part = (name: string, body: string) =>
      `--edge\r\ncontent-disposition: form-data; name="${name}"${name === '0' ? '; filename="a.pdf"' : ''}\r\n\r\n${body}\r\n`
    const whole = `${part('operations', JSON.stringify(operations))}${part('map', '{"0":["variables.input.documents.0.file"]}')}${part('0', pdf.toString())}--edge--\r\n`
    const send = async (body: string, type = 'multipart/form-data; boundary=edge') => {
      const headers = {
        'x-api-key': 'dev-back-office-key',
        'apollo-require-preflight': 'yes',
        'content-type': type,
      }
      const { status } = await fetch(`${opened.url}/graphql`, { method: 'POST', body, headers })
      expect(opened.staged()).toEqual([])
      return status
    }
    expect(await send(whole)).toBe(200)
    const statuses = new Set<number>()
    // The form is already complete without its last line break.
    for (let length = 0; length < whole.length - 2; length += 7)
      statuses.add(await send(whole.slice(0, length)))
    for (const odd of [
      '--edge\r\n\r\n',
      'nothing',
      '--edge\r\ncontent-disposition: form-data\r\n\r\nx\r\n--edge--',
    ])
      statuses.add(await send(odd))
    statuses.add(await send(whole, 'multipart/form-data'))
    expect([...statuses]).toEqual([400])
  })
})
