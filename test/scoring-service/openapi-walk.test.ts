import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import { scoringOpenApi } from '../../src/scoring-service/openapi/document.js'
import { startJudge, type Judge } from '../support/json-schema.js'
import { onSqlite } from '../support/services.js'
import { reportWith } from './bureau/reports.js'
import { startTestEngine, type TestEngine } from './engine.js'
import { holder, walletStatement } from './fixtures/wallet-statement.js'
import { createClient, type Seen } from './openapi-client/client.js'
import type { components } from './openapi-client/schema.js'
import { noRecord, openScoringWorld, type ScoringWorld } from './world.js'

interface Documented {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref?: string } } }
}
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Documented>>
}
const document = scoringOpenApi() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly headers: Readonly<Record<string, unknown>>
  }
}
const operations = new Map(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => [operation.operationId, operation] as const),
  ),
)
const headerNames = Object.keys(document.components.headers)

type ProductCode = components['schemas']['ScoreRequest']['productCode']

/** The client that is made of the document walks the service, and nothing that is answered may be missing in the document. */
let world: ScoringWorld
let engine: TestEngine
let judge: Judge
let product: ProductCode = 'PA'
const seen = new Set<string>()

const judgeAnswer = async ({ operation, status, headers, body }: Seen): Promise<void> => {
  const documented = operations.get(operation)?.responses[status]
  expect([operation, status, documented !== undefined]).toEqual([operation, status, true])
  const { $ref } = documented!.content['application/json'].schema
  const name = $ref?.split('/').at(-1) ?? `${product}_result`
  expect([operation, status, await judge.problems(name, body)]).toEqual([operation, status, ''])
  const told = headerNames.filter((header) => headers.has(header))
  const known = Object.keys(documented!.headers ?? {})
  // A line that is closed, and that nothing is kept, is said of any answer.
  const beyond = told.filter(
    (header) => !known.includes(header) && !/^(Connection|Cache-Control)$/.test(header),
  )
  expect([operation, status, beyond]).toEqual([operation, status, []])
  seen.add(`${operation} ${status}`)
}

beforeAll(async () => {
  engine = await startTestEngine()
  world = await openScoringWorld(onSqlite, { bureauBody })
  world.engine.current = engine.sealed
  judge = await startJudge(document.components.schemas)
})
afterAll(async () => {
  await judge.close()
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
  const client = createClient(`${world.url}/scoring`, judgeAnswer)
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
  for (const { documentName, url } of uploadUrls) await client.upload(url, files[documentName]!)
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

const dataOf = (bodies: readonly { readonly data: object }[]) => bodies.map(({ data }) => data as never)

test.each(['PA', 'PAS', 'PARS', 'P8'] as const)(
  '%s is answered as the document says, of one document and of several',
  async (ordered) => {
    const { bytes } = await walletStatement({ months: 2 })
    const { bytes: other } = await walletStatement({ months: 1, until: '2026-04' })
    world.bureau.current = { kind: 'Found', report: reportWith() }
    for (const files of [{ 'a.pdf': bytes }, { 'a.pdf': bytes, 'b.pdf': other }]) {
      const { bodies } = await walk(ordered, files, undefined, ordered === 'PA')
      expect(bodies.length).toBeGreaterThan(0)
      for (const data of dataOf(bodies)) expect(Object.keys(data)).toContain('documents')
    }
  },
)

test('what a bureau says, and that it has no record, is answered as the document says', async () => {
  const { bytes } = await walletStatement({ months: 1 })
  world.bureau.current = { kind: 'Found', report: reportWith() }
  expect((await walk('P7', {})).bodies).toHaveLength(1)
  world.bureau.current = noRecord
  expect((await walk('P8', { 'a.pdf': bytes })).bodies).toHaveLength(1)
})

test('what is answered when something is wrong is in the document too', async () => {
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
  expect(await client.readResult(read.body.parsedUrls[0]!)).toMatchObject({ status: 410 })
  expect(await client.token({ clientId: 'x', secret: 'y' })).toMatchObject({ status: 400 })
  const nobody = { token: 'x', apiKey }
  const order = { ...applicant, productCode: 'P7' as const }
  expect(await client.requestScore(nobody, order)).toMatchObject({ status: 401 })
  expect(await client.readResults('x', read.body.requestId)).toMatchObject({ status: 401 })
  const { body: given } = await client.token(credentials)
  const { token } = given as { token: string }
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
