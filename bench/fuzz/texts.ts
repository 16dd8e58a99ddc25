import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { packageRoot } from '../../src/app/config/config.js'
import { developmentKeys } from '../../src/platform/identity/keys/development-keys.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import type { Random } from '../../test/scoring-service/fixtures/random.js'
import { graphqlRequest, oddDocument } from './graphql.js'
import type { TextInput } from './input.js'
import { knownNames, mutatedBytes, mutatedJson, mutatedText, wildJson, wildText } from './words.js'

const schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'))

const operationsDirectory = join(packageRoot, 'facade', 'operations')
const operations = readdirSync(operationsDirectory).map((file) => ({
  name: file.replace(/\.graphql$/, ''),
  variables: [...readFileSync(join(operationsDirectory, file), 'utf8').matchAll(/\$(\w+):/g)].map(
    ([, name = '']) => name,
  ),
}))

const json = { 'content-type': 'application/json' }

const keys = developmentKeys.map(({ key }) => key)

const keyHeaders = (random: Random, preferred: string): Record<string, string> => {
  if (random.chance(0.06))
    return {
      cookie: `__Host-cauri=@SESSION${random.between(0, 1)}@`,
      'x-cauri-page': random.pick(['1', 'watch']),
    }
  if (random.chance(0.7)) return { 'x-api-key': preferred }
  if (random.chance(0.8)) return { 'x-api-key': random.pick(keys) }
  return random.pick([{}, { 'x-api-key': 'nobody' }, { authorization: `Bearer ${preferred}` }])
}

/** The text reduced to the characters that a header may have. */
const headerValue = (text: string): string => text.replaceAll(/[^\t\x20-\x7e]/g, '').slice(0, 500)

const oddHeaders = (random: Random): Record<string, string> =>
  random.chance(0.12)
    ? random.pick([
        { 'x-request-id': headerValue(wildText(random)) },
        { 'accept-language': headerValue(wildText(random)) },
        { 'x-forwarded-for': headerValue(wildText(random)) },
        { 'x-forwarded-host': headerValue(wildText(random)), 'x-forwarded-proto': 'gopher' },
        { accept: 'text/html' },
        { 'content-type': headerValue(wildText(random)) },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-encoding': 'gzip' },
        { 'if-none-match': headerValue(wildText(random)) },
        { range: 'bytes=0-1,4-5' },
        { expect: '200-maybe' },
      ])
    : {}

const cleanHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

/** The bytes of a body: usually unchanged, sometimes as a broken transfer would leave them. */
const bodyOf = (text: string, random: Random): Buffer => {
  const bytes = Buffer.from(random.chance(0.12) ? mutatedText(text, random) : text)
  return random.chance(0.04) ? mutatedBytes(bytes, random) : bytes
}

const written = (value: unknown): string => JSON.stringify(value) ?? ''

type MakeRequest = (random: Random) => Omit<TextInput, 'kind' | 'endpoint'>

const values: Readonly<Record<string, readonly string[]>> = {
  ACCOUNT_HOLDER_MSISDN: ['@MSISDN0@', '@MSISDN1@', '@MSISDN2@', '237670000098'],
  amount: ['5000', '1', '100000', '5000.5', '-5'],
  product_code: ['LOCK3M', 'LOCK6M', 'LOCK12M'],
  clock_id: ['@REF0@', '@REF8@'],
  now: ['2026-12-31', '2030-01-01'],
  to: ['2026-12-31', '2030-01-01'],
}

const envelope: MakeRequest = (random) => {
  const { name, variables } = random.pick(operations)
  const isPlausible = random.chance(0.4)
  const sent = Object.fromEntries(
    variables
      .filter(() => isPlausible || random.chance(0.93))
      .map((variable) => [
        variable,
        (isPlausible && variable in values) || random.chance(0.75)
          ? random.pick(values[variable] ?? knownNames)
          : wildText(random),
      ]),
  )
  const whole = envelopeOf(random.chance(0.95) ? name : wildText(random), sent, {
    languageCode: random.pick(['fr', 'en', 'xx', '']),
  })
  const body = !isPlausible && random.chance(0.6) ? mutatedJson(whole, random) : whole
  return {
    method: 'POST',
    path: random.pick(['/getdynamicarguments', '/getdynamicoptions']),
    headers: cleanHeaders({ ...json, ...keyHeaders(random, 'dev-gateway-key'), ...oddHeaders(random) }),
    body: bodyOf(written(body), random),
  }
}

const graphql: MakeRequest = (random) => {
  const isOdd = random.chance(0.08)
  const request = isOdd ? { query: oddDocument(random) } : graphqlRequest(schema, random)
  const body = random.chance(0.06) ? mutatedJson(request, random) : request
  const headers = {
    ...json,
    ...keyHeaders(random, random.pick(keys)),
    ...oddHeaders(random),
  }
  if (random.chance(0.05)) {
    const { query } = request
    const path = `/graphql?query=${encodeURIComponent(Buffer.from(query).toString().slice(0, 4000))}`
    return { method: 'GET', path, headers: cleanHeaders(headers), body: Buffer.alloc(0) }
  }
  return {
    method: 'POST',
    path: '/graphql',
    headers: cleanHeaders(headers),
    body: bodyOf(written(body), random),
  }
}

const scorePerson = {
  nationalId: '29384756',
  phoneNumber: '+254712345678',
  firstName: 'Amina',
  lastName: 'Otieno',
}

const announced = (random: Random) => ({
  documentName: random.pick(['a.pdf', 'b.csv', 'relevé.pdf']),
  documentType: random.pick(['WALLET_STATEMENT', 'WALLET_TILL_STATEMENT', 'BANK_STATEMENT']),
  password: '482915',
  ...(random.chance(0.4) && { bankName: random.pick(['KCB', 'Equity', 'nobody']) }),
})

const multipart: MakeRequest = (random) => {
  const boundary = random.chance(0.95) ? 'xxxx' : headerValue(wildText(random)) || 'y'
  const query =
    'mutation($input: SubmitScoreRequestInput!) { submitScoreRequest(input: $input) { scoreRequest { id } } }'
  const documents = [{ ...announced(random), file: null }]
  const input = {
    idempotencyKey: random.pick(['1', '2', 'a b', '']),
    ...scorePerson,
    productCode: 'PA',
    documents,
  }
  const operations = { query, variables: { input } }
  const map = { 0: ['variables.input.documents.0.file'] }
  const part = (name: string, text: string, type?: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${type ? `; filename="a.pdf"\r\ncontent-type: ${type}` : ''}\r\n\r\n${text}\r\n`
  const text =
    part('operations', written(random.chance(0.3) ? mutatedJson(operations, random) : operations)) +
    part('map', written(random.chance(0.3) ? mutatedJson(map, random) : map)) +
    part('0', random.pick(['%PDF-1.7 garbage', '', 'a,b\n1,2\n', wildText(random)]), 'application/pdf') +
    `--${boundary}--\r\n`
  return {
    method: 'POST',
    path: '/graphql',
    headers: cleanHeaders({
      ...keyHeaders(random, 'dev-back-office-key'),
      'apollo-require-preflight': 'yes',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }),
    body: bodyOf(random.chance(0.4) ? mutatedText(text, random) : text, random),
  }
}

const scoringPrefix = (random: Random): string => random.pick(['/scoring', '/scoring', '/scoring/sandbox'])

const tokenOf = (prefix: string): string => (prefix === '/scoring' ? '@TOKEN@' : '@SANDBOXTOKEN@')
const apiKeyOf = (prefix: string): string => (prefix === '/scoring' ? 'dev-scoring-key' : 'dev-sandbox-key')

const scoreRequest: MakeRequest = (random) => {
  const prefix = scoringPrefix(random)
  const productCode = random.pick(['PA', 'PAS', 'PARS', 'P7', 'P8'])
  const request = {
    ...scorePerson,
    productCode,
    ...(random.chance(0.2) && { augment: true, email: 'a@example.com', dob: '1990-02-28', taxPin: 'A1' }),
    ...(productCode !== 'P7' && {
      documents: Array.from({ length: random.between(1, 3) }, () => announced(random)),
    }),
  }
  const body = random.chance(0.7) ? mutatedJson(request, random) : request
  return {
    method: 'POST',
    path: `${prefix}/score/request`,
    headers: cleanHeaders({
      ...json,
      authorization: random.chance(0.93) ? tokenOf(prefix) : headerValue(wildText(random)),
      'x-api-key': random.chance(0.93) ? apiKeyOf(prefix) : 'nobody',
      ...(random.chance(0.2) && { 'idempotency-key': headerValue(wildText(random)) }),
      ...oddHeaders(random),
    }),
    body: bodyOf(written(body), random),
  }
}

const token: MakeRequest = (random) => {
  const prefix = scoringPrefix(random)
  const known =
    prefix === '/scoring'
      ? { clientId: 'dev-scoring-client', secret: 'dev-scoring-secret' }
      : { clientId: 'dev-sandbox-client', secret: 'dev-sandbox-secret' }
  return {
    method: 'POST',
    path: `${prefix}/auth/token`,
    headers: cleanHeaders({ ...json, ...oddHeaders(random) }),
    body: bodyOf(written(random.chance(0.8) ? mutatedJson(known, random) : known), random),
  }
}

const pathWord = (random: Random): string => {
  const word = random.chance(0.5) ? random.pick(knownNames) : wildText(random).slice(0, 200)
  return /^@[A-Z]+\d*@$/.test(word) ? word : encodeURIComponent(Buffer.from(word).toString())
}

const scoringAddress: MakeRequest = (random) => {
  const prefix = scoringPrefix(random)
  const asked = random.pick([
    `${prefix}/score/results/@REQUEST@`,
    `${prefix}/score/results/${pathWord(random)}`,
    `${prefix}/results/${pathWord(random)}?expires=${pathWord(random)}&signature=${pathWord(random)}`,
    `${prefix}/uploads/${pathWord(random)}?${pathWord(random)}=${pathWord(random)}`,
    '@UPLOAD0@',
    '@UPLOAD1@',
    `@UPLOAD${random.between(0, 11)}@`,
    '@SCOREUPLOAD@',
    `/scores/documents/${pathWord(random)}?a=${pathWord(random)}`,
  ])
  const isUpload = /UPLOAD|uploads|documents/.test(asked)
  const path = random.chance(0.15)
    ? `${asked}${random.pick(['&a=1', '&expires=9', '?', '/', '%', '%zz'])}`
    : asked
  return {
    method: random.chance(0.85)
      ? isUpload
        ? 'PUT'
        : 'GET'
      : random.pick(['HEAD', 'DELETE', 'POST', 'OPTIONS']),
    path,
    headers: cleanHeaders({
      authorization: `Bearer ${tokenOf(prefix)}`,
      'content-type': random.pick(['application/pdf', 'text/csv', 'image/png', 'application/octet-stream']),
      ...oddHeaders(random),
    }),
    body: isUpload
      ? Buffer.from(random.pick(['', 'x', 'nothing that is a document', '\u0000'.repeat(100)]))
      : Buffer.alloc(0),
  }
}

const callback: MakeRequest = (random) => ({
  method: random.pick(['POST', 'PUT']),
  path: '/callbacks/momo',
  headers: cleanHeaders({
    'content-type': random.pick(['application/json', 'text/plain', 'application/octet-stream']),
    ...(random.chance(0.5) && { 'x-reference-id': headerValue(wildText(random)) }),
    ...oddHeaders(random),
  }),
  body: bodyOf(
    written(mutatedJson({ referenceId: '@REF1@', externalId: '@REF2@', status: 'SUCCESSFUL' }, random)),
    random,
  ),
})

const report: MakeRequest = (random) => ({
  method: random.chance(0.9) ? 'GET' : random.pick(['HEAD', 'POST']),
  path: `/reports/scores/${random.chance(0.5) ? '@SCORE@' : pathWord(random)}${random.pick(['', '.pdf', '/', '?a=1'])}`,
  headers: cleanHeaders({
    ...keyHeaders(random, random.pick(keys)),
    ...(random.chance(0.3) && {
      authorization: `Basic ${Buffer.from(`a:${random.pick([...keys, wildText(random)])}`).toString('base64')}`,
    }),
    accept: random.pick(['text/html', '*/*']),
    ...oddHeaders(random),
  }),
  body: Buffer.alloc(0),
})

const page: MakeRequest = (random) => ({
  method: random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']),
  path: random.pick([
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/docs/openapi-facade.json',
    '/docs/score-display.json',
    '/graphql',
    '/graphql/sandbox',
    '/simulator',
    '/console',
    `/console/${pathWord(random)}`,
    `/web/${pathWord(random)}`,
    '/web/..%2f..%2fpackage.json',
    '/session',
    `/${pathWord(random)}`,
    `/docs/${pathWord(random)}`,
    '/%',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//',
    '/scoring',
    `/scoring/${pathWord(random)}`,
    '*',
  ]),
  headers: cleanHeaders({ accept: random.pick(['text/html', '*/*']), ...oddHeaders(random) }),
  body: random.chance(0.2) ? Buffer.from(written(wildJson(random))) : Buffer.alloc(0),
})

/** Signing in and out, with values that an attacker could make up. */
const signIn: MakeRequest = (random) => {
  const to = random.pick(['/console', '//elsewhere.example', 'https://elsewhere.example', wildText(random)])
  const form = new URLSearchParams({
    person: random.pick(['development analyst', 'development admin', wildText(random)]),
    to: Buffer.from(to).toString(),
    ...(random.chance(0.3) && { secret: headerValue(wildText(random)) }),
  })
  return {
    method: random.pick(['GET', 'POST', 'POST', 'PUT']),
    path: random.pick([
      '/sign-in',
      `/sign-in?to=${pathWord(random)}`,
      '/sign-in/callback',
      `/sign-in/callback?code=${pathWord(random)}&state=${pathWord(random)}`,
      '/sign-out',
      '/session',
    ]),
    headers: cleanHeaders({
      'content-type': random.chance(0.9) ? 'application/x-www-form-urlencoded' : 'application/json',
      cookie: `__Host-cauri=${headerValue(wildText(random))}; __Host-cauri-sign-in=${headerValue(wildText(random))}`,
      ...(random.chance(0.3) && { 'sec-fetch-site': random.pick(['cross-site', 'same-origin', 'none']) }),
      ...oddHeaders(random),
    }),
    body: bodyOf(random.chance(0.5) ? form.toString() : mutatedText(form.toString(), random), random),
  }
}

const scenariosDirectory = join(packageRoot, 'scenarios')
const scenarios = readdirSync(scenariosDirectory, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => readFileSync(join(scenariosDirectory, file), 'utf8'))

/** The requests that the simulator's page sends besides those to the gateway's endpoints. */
const simulator: MakeRequest = (random) => {
  const search = `?msisdn=${pathWord(random)}&clock_id=${pathWord(random)}`
  const isPost = random.chance(0.5)
  const path = isPost
    ? random.pick(['/simulator/outcome', '/simulator/scenario'])
    : random.pick(['left-behind', 'orders', 'mails', 'operations']).replace(/^/, '/simulator/')
  const outcome = {
    msisdn: '@MSISDN0@',
    clock_id: '@REF0@',
    reference: '@REF1@',
    status: 'FAILED',
    reason: 'x',
  }
  const isScenario = path === '/simulator/scenario'
  return {
    method: isPost ? 'POST' : 'GET',
    path: isPost ? path : path + search,
    headers: cleanHeaders({
      ...keyHeaders(random, 'dev-gateway-key'),
      ...(isPost && { 'content-type': isScenario ? 'text/plain' : 'application/json' }),
      ...oddHeaders(random),
    }),
    body: !isPost
      ? Buffer.alloc(0)
      : bodyOf(
          isScenario ? mutatedText(random.pick(scenarios), random) : written(mutatedJson(outcome, random)),
          random,
        ),
  }
}

/** Bytes that are not HTTP, or almost HTTP. */
const connection: MakeRequest = (random) => {
  const request = [
    'POST /graphql HTTP/1.1',
    'host: a',
    'x-api-key: dev-gateway-key',
    'content-type: application/json',
    random.pick([
      'content-length: 5',
      'content-length: -1',
      'content-length: 5\r\ncontent-length: 6',
      'transfer-encoding: chunked',
      'transfer-encoding: chunked, chunked\r\ncontent-length: 3',
    ]),
    '',
    random.pick(['{"a":', '5\r\n{"a":\r\n0\r\n\r\n', 'ffffffffffffffff\r\na', 'zz\r\n', '1\r\n{\r\n']),
  ].join('\r\n')
  return {
    method: undefined,
    path: '',
    headers: {},
    body: bodyOf(random.chance(0.7) ? mutatedText(request, random) : request, random),
  }
}

const endpoints: readonly (readonly [name: string, share: number, endpoint: MakeRequest])[] = [
  ['graphql', 32, graphql],
  ['envelope', 28, envelope],
  ['score-request', 11, scoreRequest],
  ['multipart', 7, multipart],
  ['scoring-address', 6, scoringAddress],
  ['callback', 5, callback],
  ['token', 4, token],
  ['report', 3, report],
  ['page', 2.5, page],
  ['connection', 1.5, connection],
  ['sign-in', 2, signIn],
  ['simulator', 2, simulator],
]

const total = endpoints.reduce((sum, [, share]) => sum + share, 0)

/** The input that these random numbers describe, for one of the endpoints. */
export const textInput = (random: Random): TextInput => {
  let left = random.next() * total
  for (const [name, share, endpoint] of endpoints) {
    left -= share
    if (left < 0) return { kind: 'text', endpoint: name, ...endpoint(random) }
  }
  throw new Error('no endpoint was chosen')
}
