import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/app/config/config.js'
import { bureauBody } from '../../src/scoring-service/bodies/bureau-body.rules.js'
import { documentTypes, productCodes, unreadableCodes } from '../../src/scoring-contract/words.js'
import { tokenBodySchema } from '../../src/scoring-service/api/token-body.schema.js'
import { scoringOpenApi } from '../../src/scoring-service/openapi/document.js'
import { checkScoreRequest } from '../../src/scoring-contract/check-score-request.js'
import { startSchemaValidator, type SchemaValidator } from '../support/json-schema.js'
import { requestStatuses } from '../../src/scoring-service/model/states.js'
import { asOf, reports } from './bureau/reports.js'
import { last, present } from '../support/present.js'
import { scoringDocument, type Schema } from '../support/open-api.js'
import { recordOf, shaped } from '../support/typed.js'

const document = shaped(scoringDocument, scoringOpenApi(new Map([['KOLA_STATEMENT', 'WALLET_STATEMENT']])))

const now = Date.parse('2026-03-02T10:00:00Z')

/** What the service finds wrong with the body of a score request; empty if it accepts it. */
const problemsOf = (body: object): string[] => {
  const checked = checkScoreRequest(body, now)
  return 'problems' in checked ? checked.problems.map(({ field, message }) => `${field} ${message}`) : []
}

/** Problems that JSON Schema cannot express. Only bodies with such problems pass the schema but not the service. */
const beyondSchemas = [
  // A number of the right form that nobody can have.
  /^phoneNumber must be a number in international format/,
  // The length is counted after trimming.
  /^\S+ must not be empty$/,
  /^dob must be that of a person of 18 to 120 years$/,
  /\.bankName must be one of /,
  /\.name must equal documentName$/,
  /\.documentName is the name of an earlier document$/,
  /^documentsDetails must equal documents when both are sent$/,
]

/** Mostly valid values, so that many bodies are valid as a whole. */
const either = <T, U>(good: readonly T[], bad: readonly U[]) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  )
const optional = <T>(good: readonly T[], bad: readonly unknown[]) => either([undefined, null, ...good], bad)
const noText = [1, true, {}, [], null, undefined]

const documentBodies = fc.record({
  documentName: either(
    ['a.pdf', 'é 李.csv', 'x'.repeat(128)],
    ['', 'x'.repeat(129), '../a', 'a/b', 'a\n', ...noText],
  ),
  name: either([undefined, undefined, undefined], ['a.pdf', 'b.pdf', 7]),
  documentType: either(documentTypes, ['PAYSLIP', ...noText]),
  password: either(['x', 'x'.repeat(64)], ['', 'x'.repeat(65), ...noText]),
  bankName: either(['kcb', 'Co-operative', 'I & M'], ['', 'HSBC', ...noText]),
  accountNumber: optional(['0011'], ['', ' ', 'x'.repeat(35), 5]),
})
const lists = fc.oneof(
  { weight: 8, arbitrary: fc.array(documentBodies, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom([], null, undefined, 'a', {}, [7]) },
  { weight: 1, arbitrary: fc.array(documentBodies, { minLength: 13, maxLength: 13 }) },
)
const bodies = fc
  .record({
    nationalId: either(['29384756', 'x'.repeat(32)], ['', ' ', 'x'.repeat(33), ...noText]),
    phoneNumber: either(
      ['+254712345678'],
      ['0712345678', '+0712345678', '+2547', '+254000000000', ...noText],
    ),
    firstName: either(['Wanjiku', 'Zoë', 'x'.repeat(100)], ['', '  ', 'x'.repeat(101), ...noText]),
    lastName: either(['Kamau', '李'], ['', ...noText]),
    middleName: optional(['N.'], ['', 'x'.repeat(101), 1]),
    email: optional(['a@example.com'], ['a', 'a@b', `${'a'.repeat(250)}@b.com`, 1]),
    street: optional(['', 'Moi Avenue'], ['x'.repeat(201), 1]),
    city: optional(['Nairobi'], ['x'.repeat(101), {}]),
    country: optional(['KE'], ['x'.repeat(101), []]),
    taxPin: optional(['A1'], ['', 'x'.repeat(33), 1]),
    dob: optional(['1990-02-28', '2000-02-29'], ['1990-02-29', '28-02-1990', '2020-01-01', 1990]),
    productCode: either(productCodes, ['P9', 'pa', ...noText]),
    augment: optional([true, false], ['true', 1]),
    unknown: optional([1, 'x'], [{}]),
    documentsDetails: lists,
    documents: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: lists }),
  })
  // JSON has no undefined: such a member is left out.
  .map((body) => recordOf(JSON.parse(JSON.stringify(body))))
  // Both lists are often equal, which random values rarely are.
  .chain((body) => fc.constantFrom(body, { ...body, documents: body['documentsDetails'] ?? [] }))

describe('the OpenAPI document of the scoring service', () => {
  let validator: SchemaValidator
  const takes = async (name: string, value: unknown) => (await validator.problems(name, value)) === ''

  beforeAll(async () => {
    validator = await startSchemaValidator(document.components.schemas)
  })
  afterAll(() => validator.close())

  test('has the OpenAPI version 3.1, the version of the contract, and its addresses', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
    expect(Object.keys(document.paths)).toEqual([
      '/auth/token',
      '/score/request',
      '/score/results/{requestId}',
      '/uploads/{id}',
      '/results/{id}',
    ])
  })

  test('refers only to schemas that it has', () => {
    const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) =>
      present(name),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !document.components.schemas[name])).toEqual([])
  })

  const resolved = ({ $ref, ...own }: Schema): Schema =>
    $ref === undefined ? own : { ...document.components.schemas[last($ref.split('/'))], ...own }
  const isNull = ({ type }: Schema) => type === 'null'
  /** The paths of members without a description, type or example, and of result bodies that allow other members. */
  const missingIn = (given: Schema, place: string): string[] => {
    const schema = resolved(given)
    const { properties, items, anyOf, oneOf } = schema
    const branches = [...(anyOf ?? []), ...(oneOf ?? [])].filter((branch) => !isNull(branch))
    const ofBranch = branches.map(resolved)
    const ofMembers = Object.entries(properties ?? {}).flatMap(([name, member]) => {
      const at = `${place}.${name}`
      const target = resolved(member)
      const inner = [...(target.anyOf ?? []), ...(target.oneOf ?? [])].map(resolved)
      const all = [target, ...inner]
      const isLeaf = all.every((one) => !one.properties && !resolved(one.items ?? {}).properties)
      const isTyped = all.some((one) => one.type ?? one.enum) || target.const !== undefined
      return [
        ...(all.some(({ description }) => description) ? [] : [`${at}: description`]),
        ...(isTyped ? [] : [`${at}: type`]),
        ...(isLeaf && !all.some(({ examples }) => examples?.length) && !target.items
          ? [`${at}: example`]
          : []),
        ...missingIn(member, at),
      ]
    })
    const isOpen = place.includes('_result') || place === 'Submitted'
    return [
      ...ofMembers,
      ...(properties && isOpen && schema.additionalProperties !== false ? [`${place}: open`] : []),
      ...(items ? missingIn(items, `${place}[]`) : []),
      ...ofBranch.flatMap((branch, i) => missingIn(branch, `${place}|${i}`)),
    ]
  }

  test('has a description, a type and an example of every member, and no result body that allows other members', () => {
    const { schemas } = document.components
    const bodies = Object.keys(schemas).filter((name) => name !== 'ScoreRequest')
    for (const name of bodies) expect(missingIn(present(schemas[name]), name)).toEqual([])
    // The alternatives repeat the members of the request, so they are left out.
    const { oneOf: _alternatives, ...request } = present(schemas['ScoreRequest'])
    expect(missingIn(request, 'ScoreRequest')).toEqual([])
    expect(Object.keys(schemas).filter((name) => name.endsWith('_result'))).toHaveLength(5)
  })

  test('has every code of a 422, every status and every header', () => {
    const unprocessable = JSON.stringify(document.components.schemas['Unprocessable'])
    for (const code of [
      ...unreadableCodes,
      'bureau_unavailable',
      'documents_not_uploaded',
      'processing_crashed',
    ])
      expect(unprocessable).toContain(code)
    const pending = present(document.components.schemas['Pending'])
    expect(pending.properties?.['status']?.enum).toEqual(['AWAITING_UPLOADS', 'QUEUED', 'PROCESSING'])
    for (const [address, operations] of Object.entries(document.paths))
      for (const { responses } of Object.values(operations)) {
        for (const status of ['200', '408', '500', '503'])
          expect([address, status in responses]).toEqual([address, true])
        for (const [status, { headers, content }] of Object.entries(responses)) {
          expect(content['application/json'].schema).toBeDefined()
          const wanted: Readonly<Record<string, string>> = {
            401: 'WWW-Authenticate',
            405: 'Allow',
            429: 'Retry-After',
            503: 'Retry-After',
            202: 'Retry-After',
          }
          const name = wanted[status]
          if (name !== undefined) expect(Object.keys(present(headers))).toContain(name)
        }
      }
  })

  test('is the same as the committed scoring-openapi.json', () => {
    const path = join(packageRoot, 'scoring-openapi.json')
    const remade = 'npm run openapi'
    expect([remade, readFileSync(path, 'utf8')]).toEqual([
      remade,
      `${JSON.stringify(scoringOpenApi(), null, 2)}\n`,
    ])
  })

  const folder = join(packageRoot, 'test', 'scoring-service', 'openapi-client')
  const maker = join(folder, 'node_modules', 'openapi-typescript', 'bin', 'cli.js')
  const made = existsSync(maker) ? test : test.skip
  made('is what the committed client was generated from', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [maker, join(packageRoot, 'scoring-openapi.json')],
      { cwd: folder, maxBuffer: 16 * 1024 * 1024 },
    )
    expect(stdout.trim()).toBe(readFileSync(join(folder, 'schema.d.ts'), 'utf8').trim())
  })

  test('accepts and refuses the same score requests as the service, except for rules that JSON Schema cannot express', async () => {
    const seen = { taken: 0, refused: 0, beyond: new Set<RegExp>() }
    const agree = async (body: Record<string, unknown>): Promise<void> => {
      const expected = problemsOf(body)
      const problems = await validator.problems('ScoreRequest', body)
      if (expected.length === 0) {
        seen.taken++
        expect(problems).toBe('')
      } else if (problems === '') {
        for (const problem of expected) {
          const known = beyondSchemas.find((rule) => rule.test(problem))
          expect(known ?? problem).toBeInstanceOf(RegExp)
          if (known) seen.beyond.add(known)
        }
      } else seen.refused++
    }
    await fc.assert(fc.asyncProperty(bodies, agree), { numRuns: 400, endOnFailure: true })
    expect(seen.taken).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(50)
    expect(seen.beyond.size).toBeGreaterThan(0)
  })

  test('accepts the configured aliases of document types, such as KOLA_STATEMENT', async () => {
    const asks = (one: object) =>
      takes('ScoreRequest', {
        nationalId: '29384756',
        firstName: 'Wanjiku',
        lastName: 'Kamau',
        phoneNumber: '+254712345678',
        productCode: 'PA',
        documentsDetails: [one],
      })
    const aliased = { documentName: 'k', documentType: 'KOLA_STATEMENT', password: 'p' }
    expect([await asks(aliased), await asks({ ...aliased, password: undefined })]).toEqual([true, false])
  })

  test('accepts and refuses the same token requests as the service', async () => {
    const credential = either(['a', 'ä'.repeat(500)], ['', ...noText])
    const tokenBodies = fc
      .record({ clientId: credential, secret: credential, other: credential })
      .map((body) => recordOf(JSON.parse(JSON.stringify(body))))
    await fc.assert(
      fc.asyncProperty(tokenBodies, async (body) =>
        expect(await takes('TokenRequest', body)).toBe(tokenBodySchema.safeParse(body).success),
      ),
    )
  })

  test('describes every P7 result', async () => {
    const person = { nationalId: '90000001', firstName: 'Aïcha', middleName: null, lastName: 'Mbarga' }
    const bodies = fc
      .sample(reports, 20)
      .map((report) => bureauBody(person, { kind: 'Found', report }, asOf))
      .concat(
        bureauBody(
          person,
          { kind: 'NoRecord', bureau: 'b', reference: 'r', responseDigest: 'ab'.repeat(32) },
          asOf,
        ),
      )
    for (const { json } of bodies) expect(await validator.problems('P7_result', JSON.parse(json))).toBe('')
    expect(await takes('P7_result', { status: 'success', code: 200, data: {} })).toBe(false)
  })

  test.each([
    [
      'ValidationError',
      { success: false, error: 'ValidationError', message: 'm', details: [{ field: 'a', message: 'b' }] },
    ],
    ['AuthenticationError', { success: false, error: 'AuthenticationError', message: 'm' }],
    [
      'RateLimitError',
      {
        success: false,
        error: 'RateLimitError',
        message: 'm',
        retryAfter: 1,
        quotaRemaining: 0,
        resetTime: '2026-03-02T00:00:00.000Z',
      },
    ],
    ['ResultsError', { status: 'error', code: 422, message: 'm', details: 'wrong_password: x' }],
    ['TokenError', { message: 'm' }],
  ])('describes the body of a %s', async (name, body) => {
    expect(await validator.problems(name, body)).toBe('')
    expect(await takes(name, { other: true })).toBe(false)
  })
})

/** The names of all members, at any depth. */
const membersIn = (schema: unknown): string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, value]) => [
        ...(key === 'properties' ? Object.keys(recordOf(value)) : []),
        ...membersIn(value),
      ])

test('docs/scoring-contract.md names every member and every word of the contract', () => {
  const page = readFileSync('docs/scoring-contract.md', 'utf8')
  const words = [...productCodes, ...documentTypes, ...unreadableCodes, ...requestStatuses]
  const members = new Set([...membersIn(document.components), ...membersIn(document.paths), ...words])
  expect([...members].filter((word) => !page.includes(`\`${word}\``) && !page.includes(`"${word}"`))).toEqual(
    [],
  )
})
