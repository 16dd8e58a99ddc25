import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import { scoringOpenApi } from '../../src/scoring-service/openapi/document.js'
import { startSchemaValidator, type SchemaValidator } from '../support/json-schema.js'
import { onSqlite } from '../support/services.js'
import { reportWith } from './bureau/reports.js'
import { startTestEngine, type TestEngine } from './engine.js'
import { holder, walletStatement } from './fixtures/wallet-statement.js'
import { genuine, ofWallet, notValid, unreadable, type Sent } from './forgeries/in-every-product.js'
import { createClient, type Seen } from './openapi-client/client.js'
import type { components } from './openapi-client/schema.js'
import { noRecord, openScoringWorld, type ScoringWorld } from './world.js'
import { at, present } from '../support/present.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'
import { scoringDocument } from '../support/open-api.js'

const document = shaped(scoringDocument, scoringOpenApi())
const operations = new Map(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => [operation.operationId, operation] as const),
  ),
)
const headerNames = Object.keys(document.components.headers)

type ProductCode = components['schemas']['ScoreRequest']['productCode']

/** A client generated from the OpenAPI document calls the service, and every answer must be described in the document. */
let world: ScoringWorld
let engine: TestEngine
let validator: SchemaValidator
let product: ProductCode = 'PA'
const seen = new Set<string>()

const checkAnswer = async ({ operation, status, headers, body }: Seen): Promise<void> => {
  const documented = operations.get(operation)?.responses[status]
  expect([operation, status, documented !== undefined]).toEqual([operation, status, true])
  const { $ref } = present(documented).content['application/json'].schema
  const name = $ref?.split('/').at(-1) ?? `${product}_result`
  expect([operation, status, await validator.problems(name, body)]).toEqual([operation, status, ''])
  const sentHeaders = headerNames.filter((header) => headers.has(header))
  const known = Object.keys(present(documented).headers ?? {})
  // Every answer may have the headers that close the connection or forbid caching.
  const beyond = sentHeaders.filter(
    (header) => !known.includes(header) && !/^(Connection|Cache-Control)$/.test(header),
  )
  expect([operation, status, beyond]).toEqual([operation, status, []])
  seen.add(`${operation} ${status}`)
}

beforeAll(async () => {
  engine = await startTestEngine()
  world = await openScoringWorld(onSqlite, { bureauBody })
  world.engine.current = engine.sealed
  validator = await startSchemaValidator(document.components.schemas)
})
afterAll(async () => {
  await validator.close()
  await world.close()
  await engine.close()
})

const credentials = { clientId: 'dev-scoring-client', secret: 'dev-scoring-secret' }
const apiKey = 'dev-scoring-key'
const applicant = {
  nationalId: '29384756',
  firstName: holder.firstName,
  lastName: holder.lastName,
  phoneNumber: holder.phoneNumber,
}

const walk = async (
  ordered: ProductCode,
  files: Readonly<Record<string, Buffer>>,
  password = '482915',
  augment = false,
) => {
  product = ordered
  const client = createClient(`${world.url}/scoring`, checkAnswer)
  const given = await client.token(credentials)
  if (given.status !== 200) throw new Error(given.body.message)
  const { token } = given.body
  const documentsDetails = Object.keys(files).map((documentName) => ({
    documentName,
    documentType: 'WALLET_STATEMENT' as const,
    password,
  }))
  const accepted = await client.requestScore(
    { token, apiKey },
    { ...applicant, productCode: ordered, augment, documentsDetails },
  )
  if (accepted.status !== 200) throw new Error(accepted.body.message)
  const { requestId, uploadUrls } = accepted.body
  expect((await client.readResults(token, requestId)).status).toBe(202)
  for (const { documentName, url } of uploadUrls) await client.upload(url, present(files[documentName]))
  await world.process()
  const ready = await client.readResults(token, requestId)
  if (ready.status !== 200) return { client, ready, bodies: [] }
  const bodies: components['schemas'][`${ProductCode}_result`][] = []
  for (const url of ready.body.parsedUrls) {
    const result = await client.readResult(url)
    if (result.status === 200) bodies.push(result.body)
  }
  return { client, ready, bodies }
}

test.each(['PA', 'PAS', 'PARS', 'P8'] as const)(
  '%s: results of one document and of several match the OpenAPI document',
  async (ordered) => {
    const { bytes } = await walletStatement({ months: 2 })
    const { bytes: other } = await walletStatement({ months: 1, until: '2026-04' })
    world.bureau.current = { kind: 'Found', report: reportWith() }
    for (const files of [{ 'a.pdf': bytes }, { 'a.pdf': bytes, 'b.pdf': other }]) {
      const { bodies } = await walk(ordered, files, undefined, ordered === 'PA')
      expect(bodies.length).toBeGreaterThan(0)
      for (const { data } of bodies) expect(Object.keys(data)).toContain('documents')
    }
  },
)

test('results with a bureau report and without a record match the OpenAPI document', async () => {
  const { bytes } = await walletStatement({ months: 1 })
  world.bureau.current = { kind: 'Found', report: reportWith() }
  expect((await walk('P7', {})).bodies).toHaveLength(1)
  world.bureau.current = noRecord
  expect((await walk('P8', { 'a.pdf': bytes })).bodies).toHaveLength(1)
})

test('refusals and errors match the OpenAPI document', async () => {
  const { bytes } = await walletStatement({ months: 1 })
  const garbage = Buffer.from('%PDF-1.7 nothing')
  const { ready } = await walk('PARS', { 'a.pdf': bytes, 'b.pdf': garbage })
  expect(ready.body).toMatchObject({ documents: [{ state: 'PARSED' }, { state: 'FAILED' }] })
  expect((await walk('PA', { 'a.pdf': bytes }, 'wrong')).ready).toMatchObject({
    status: 422,
    body: { details: expect.stringMatching(/^wrong_password: /) },
  })
  const { client, ready: read } = await walk('PA', { 'a.pdf': bytes })
  if (read.status !== 200) throw new Error('a statement was not read')
  expect(await client.readResult(at(read.body.parsedUrls, 0))).toMatchObject({ status: 410 })
  expect(await client.token({ clientId: 'x', secret: 'y' })).toMatchObject({ status: 400 })
  const nobody = { token: 'x', apiKey }
  const order = { ...applicant, productCode: 'P7' as const }
  expect(await client.requestScore(nobody, order)).toMatchObject({ status: 401 })
  expect(await client.readResults('x', read.body.requestId)).toMatchObject({ status: 401 })
  const { body: given } = await client.token(credentials)
  const { token } = shaped(z.object({ token: z.string() }), given)
  expect(await client.requestScore({ token, apiKey: 'x' }, order)).toMatchObject({ status: 403 })
  expect(await client.requestScore({ token, apiKey }, { ...order, firstName: '' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'firstName' }] },
  })
  expect(await client.readResults(token, '7804e5e1-0003-4705-b72c-5c94f2be3e57')).toMatchObject({
    status: 404,
  })
  expect(await client.readResults(token, 'x')).toMatchObject({ status: 400 })
  expect(await client.upload(`${world.url}/scoring/uploads/x`, bytes)).toMatchObject({ status: 403 })
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining(['readResults 202', 'readResults 422', 'requestScore 401', 'upload 200']),
  )
})

describe('a statement that is not valid, sent to the running service', () => {
  /** A day after the statements were made, so that none of them is old. */
  const asOf = new Date('2026-06-02T08:00:00Z')
  type Document = readonly [name: string, bytes: Buffer, sent: Sent]
  type Body = Readonly<Record<string, unknown>>
  const bodiesIn = (list: unknown): Body[] => shaped(z.array(z.record(z.string(), z.unknown())), list)

  beforeAll(() => {
    world.engine.current = (request, signal) => engine.sealed({ ...request, asOf }, signal)
    world.bureau.current = { kind: 'Found', report: reportWith() }
  })
  afterEach(() => {
    world.bureau.queries.length = 0
  })

  /** Sends the requests and all their documents before anything is processed, and returns the results. */
  const answersTo = async (orders: readonly (readonly [ProductCode, readonly Document[]])[]) => {
    const client = createClient(`${world.url}/scoring`, checkAnswer)
    const { body: given } = await client.token(credentials)
    const { token } = shaped(z.object({ token: z.string() }), given)
    const order = async ([productCode, documents]: (typeof orders)[number]) => {
      const documentsDetails = documents.map(([documentName, , sent]) => ({ documentName, ...sent }))
      const accepted = await client.requestScore(
        { token, apiKey },
        { ...applicant, productCode, augment: false, documentsDetails },
      )
      if (accepted.status !== 200) throw new Error(accepted.body.message)
      for (const [name, bytes] of documents)
        await client.upload(
          present(accepted.body.uploadUrls.find(({ documentName }) => documentName === name)).url,
          bytes,
        )
      return accepted.body.requestId
    }
    const requestIds = await Promise.all(orders.map(order))
    await world.process()
    const answers: { productCode: ProductCode; status: number; pointer: Body; bodies: Body[] }[] = []
    for (const [i, [productCode]] of orders.entries()) {
      product = productCode
      const { status, body } = await client.readResults(token, at(requestIds, i))
      const bodies: Body[] = []
      const urls = status === 200 ? body.parsedUrls : []
      for (const url of urls) bodies.push(recordOf(recordOf((await client.readResult(url)).body)['data']))
      answers.push({ productCode, status, pointer: body, bodies })
    }
    return answers
  }

  /** The values of all members whose name matches, at any depth. */
  const allOf = (value: unknown, name: RegExp): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]) => [
          ...(name.test(key) ? [inner] : []),
          ...allOf(inner, name),
        ])
  const limits = /^(shortTermLimit|businessLimit|grossLimit|netLimit|limit|short_term_limit|business_limit)$/
  const affordabilities = (data: unknown): unknown[] => [
    ...allOf(data, /^(short_term_affordability|business_affordability)$/),
    ...allOf(data, /^affordability$/).flatMap((one) => Object.values(recordOf(one))),
  ]
  const scores = /^(score|shortTermScore|genericScore|short_term_score|generic_score)$/
  const isNothing = (value: unknown): boolean => value === 0 || value === null

  const validityOf = (data: Body, name: string): unknown =>
    data['validity'] ??
    bodiesIn(data['documents']).find(({ documentName }) => documentName === name)?.['validity']

  test.each(notValid)('%s: has the same decision in every product', async (_, make, sent, expected) => {
    const forged: Document = ['forged.pdf', await make(), sent]
    const own: Document = ['own.pdf', await genuine(), ofWallet]
    const answers = await answersTo([
      ['PA', [forged]],
      ['PAS', [forged]],
      ['PARS', [forged]],
      ['P8', [forged]],
      ['PAS', [own, forged]],
    ])
    for (const { productCode, status, bodies } of answers) {
      expect([productCode, status]).toEqual([productCode, 200])
      const isCombined = bodies.length > 1
      for (const data of bodies) {
        const names = bodiesIn(data['documents']).map((one) => [one['documentName'], one['state']])
        expect(names).toEqual([...(isCombined ? [['own.pdf', 'PARSED']] : []), ['forged.pdf', 'PARSED']])
        const [first] = bodiesIn(data['reasonCodes'])
        const isMixed = isCombined && expected.cappedBy === 'CURRENCY'
        expect([productCode, data['decision'], data['cappedBy'], first?.['code']]).toEqual([
          productCode,
          expected.decision,
          expected.cappedBy,
          isMixed ? 'C03' : expected.code,
        ])
        if (!isMixed) expect(first?.['text']).toBe(expected.text)
        expect(new Set(allOf(data, /^decision$/))).toEqual(new Set([expected.decision]))
        expect(allOf(data, limits).filter((limit) => !isNothing(limit))).toEqual([])
        expect(affordabilities(data).filter((amount) => !isNothing(amount))).toEqual([])
        expect(new Set([null, ...allOf(data, /^(riskBand|probabilityOfDefault)$/)])).toEqual(new Set([null]))
        for (const score of allOf(data, scores))
          if (expected.decision === 'REFER') expect(score).toBeGreaterThanOrEqual(0)
          else expect(score).toBe(-1)
        if (data['documentName'] === 'own.pdf') continue
        expect(validityOf(data, 'forged.pdf')).toMatchObject({
          status: expected.status,
          isValid: expected.status === 'VALID',
          ...(expected.reason && { reasons: expect.arrayContaining([expected.reason]) }),
        })
      }
    }
    const [pars] = answers.flatMap(({ productCode, bodies }) => (productCode === 'PARS' ? bodies : []))
    expect(pars?.['summary']).toMatchObject({
      risk_summary: expect.stringMatching(/^Not assessed \((decline|refer): |^Insufficient data$/),
    })
  })

  test('decides the request in each product, even beside a valid statement', async () => {
    const [, make, sent, expected] = at(notValid, 0)
    const documents: Document[] = [
      ['own.pdf', await genuine(), ofWallet],
      ['forged.pdf', await make(), sent],
    ]
    const answers = await answersTo((['PA', 'PARS', 'P8'] as const).map((code) => [code, documents]))
    for (const { productCode, bodies } of answers) {
      const decisions = bodies.map(({ decision, cappedBy }) => [decision, cappedBy])
      // A PA body is about its own document and has no score.
      const ofOwn = productCode === 'PA' ? [[null, null]] : []
      expect([productCode, ...decisions]).toEqual([
        productCode,
        ...ofOwn,
        [expected.decision, expected.cappedBy],
      ])
      for (const data of bodies)
        expect(bodiesIn(data['documents']).map(({ state }) => state)).toEqual(['PARSED', 'PARSED'])
    }
  })

  test.each(unreadable)(
    '%s: is a 422 with its code; sent with a valid statement, only it fails',
    async (_, make, sent, code) => {
      const forged: Document = ['forged.pdf', make(), sent]
      const own: Document = ['own.pdf', await genuine(), ofWallet]
      const [several, ...alone] = await answersTo([
        ['PARS', [own, forged]],
        ...(['PA', 'PAS', 'PARS', 'P8'] as const).map((one) => [one, [forged]] as const),
      ])
      for (const { status, pointer } of alone)
        expect([status, pointer]).toMatchObject([
          422,
          {
            details: expect.stringMatching(new RegExp(`^${code}: `)),
            documents: [{ documentName: 'forged.pdf', code, detail: expect.stringMatching(/\w{3}/) }],
          },
        ])
      expect(several?.bodies[0]?.['documents']).toMatchObject([
        { documentName: 'own.pdf', state: 'PARSED', validity: { status: 'VALID' } },
        { documentName: 'forged.pdf', state: 'FAILED', problem: { code } },
      ])
    },
  )

  test('is refused by P7, which decides by the bureau alone', async () => {
    const client = createClient(`${world.url}/scoring`, checkAnswer)
    const { body: given } = await client.token(credentials)
    const { token } = shaped(z.object({ token: z.string() }), given)
    const order = { ...applicant, productCode: 'P7' as const, augment: false }
    const documentsDetails = [{ documentName: 'forged.pdf', ...ofWallet }]
    expect(await client.requestScore({ token, apiKey }, { ...order, documentsDetails })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'documentsDetails' }] },
    })
    const [{ bodies } = { bodies: [] }] = await answersTo([['P7', []]])
    expect(bodies).toMatchObject([
      {
        documents: [],
        decision: expect.stringMatching(/^APPROVE/),
        scoring: { recommendedCreditLimit: null },
      },
    ])
  })
})
