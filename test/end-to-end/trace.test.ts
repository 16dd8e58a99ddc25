import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { scratchFolder } from '../support/scratch.js'
import { onSqlite } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { customerAt } from './customer.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { present } from '../support/present.js'
import { addressOf } from '../support/typed.js'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const told: string[] = []
const spans: Span[] = []
/** A collector that takes what any of the standard ones takes: OTLP over HTTP, as JSON. */
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    told.push(body)
    for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
let wallet: Wallet
let service: Service
afterAll(async () => {
  await service?.close()
  await wallet?.close()
  collector.close()
})

/** Which files a process has loaded by now, one a line. */
const loadedBy = (name: string) => {
  const file = join(folder, name)
  const hook = join(folder, `${name}.mjs`)
  writeFileSync(file, '')
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'
     import { registerHooks } from 'node:module'
     registerHooks({ load: (url, context, next) => (appendFileSync('${file}', url + '\\n'), next(url, context)) })`,
  )
  return { env: { NODE_OPTIONS: `--import=${hook}` }, files: () => readFileSync(file, 'utf8').split('\n') }
}

const ofTracing = /open-tracer|opentelemetry.*(?:sdk|exporter)/

let folder: string
let traced: ReturnType<typeof loadedBy>
beforeAll(async () => {
  folder = await scratchFolder('cauri-trace-')
  traced = loadedBy('traced')
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  wallet = await startWallet()
  service = await startService(onSqlite, {
    ...wallet.env,
    ...traced.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${addressOf(collector).port}`,
    OTEL_SERVICE_NAME: 'savings',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
}, 60_000)

const valueOf = ({ attributes }: Span, wanted: string): unknown =>
  Object.values(attributes.find(({ key }) => key === wanted)?.value ?? {})[0]

test('one trace goes from the envelope to the tick that hears how the payment ended, and names nobody', async () => {
  const customer = customerAt(service)
  await customer.register({ email: 'awa.ngo@example.com' })
  const { deposit_reference = '' } = await customer.quote('10000')
  await customer.confirm(deposit_reference)
  await customer.outcome(deposit_reference)
  const confirmed = () => spans.filter((span) => valueOf(span, 'cauri.operation.name') === 'confirm_deposit')
  const ofTrace = () => spans.filter(({ traceId }) => traceId === confirmed()[0]?.traceId)
  await eventually('all of it was told', () =>
    ['wallet collect', 'wallet status'].every((name) => ofTrace().some((span) => span.name === name)),
  )

  const names = new Set(ofTrace().map(({ name }) => name))
  for (const name of [
    'POST /getdynamicarguments',
    'graphql confirm_deposit',
    'transaction',
    'INSERT payment_orders',
    'order COLLECT',
    'wallet collect',
    'wallet status',
  ])
    expect(names).toContain(name)
  // Each but the first is below another of the same trace.
  const ids = new Set(ofTrace().map(({ spanId }) => spanId))
  const roots = ofTrace().filter(({ parentSpanId }) => !parentSpanId)
  expect(roots.map(({ name }) => name)).toEqual(['POST /getdynamicarguments'])
  const below = ofTrace().filter(({ parentSpanId }) => parentSpanId)
  expect(below.filter(({ parentSpanId }) => !ids.has(present(parentSpanId)))).toEqual([])
  const statement = present(ofTrace().find(({ name }) => name === 'INSERT payment_orders'))
  expect(valueOf(statement, 'db.system.name')).toBe('sqlite')

  const text = told.join('\n')
  expect(text).toContain('"savings"')
  for (const personal of [customer.msisdn, customer.msisdn.slice(3), 'awa.ngo'])
    expect(text).not.toContain(personal)
  // What ticks ask all day is nobody's story.
  expect(
    spans.filter(({ name, parentSpanId }) => !parentSpanId && /^(SELECT|transaction)/.test(name)),
  ).toEqual([])
})

test('what staff ask and write names nobody either, whether it is done or refused', async () => {
  const customer = customerAt(service)
  await customer.register({ email: 'paul.essomba@example.com' })
  const asked = [
    ['dev-back-office-key', `{ search(text: "${customer.msisdn}") { __typename } }`],
    ['dev-back-office-key', '{ search(text: "paul.essomba@example.com") { __typename } }'],
    [
      'dev-back-office-key',
      'mutation { addNote(input: { idempotencyKey: "1", about: CUSTOMER, subject: "C-NOBODY", text: "wrote from awa.note@example.com" }) { refusal { code } } }',
    ],
    // Of these nothing is executed: a role that may not, and a query that is none.
    [
      'dev-analyst-key',
      'mutation { addNote(input: { idempotencyKey: "2", about: CUSTOMER, subject: "C-NOBODY", text: "wrote from awa.refused@example.com" }) { refusal { code } } }',
    ],
    ['dev-back-office-key', '{ search(text: "awa.unknown@example.com") { nothing } }'],
  ] as const
  const answers = []
  const before = spans.length
  for (const [key, query] of asked) answers.push(await service.graphql(query, key))
  expect(answers.map(({ codes }) => codes.length)).toEqual([0, 0, expect.any(Number), 1, 1])
  const requests = () => spans.slice(before).filter(({ name }) => name === 'POST /graphql')
  await eventually('all of it was told', () => requests().length >= asked.length)
  const traces = new Set(requests().map(({ traceId }) => traceId))
  expect(traces.size).toBe(asked.length)
  const found = spans.find(({ name, traceId }) => traces.has(traceId) && name.startsWith('SELECT '))
  expect(found).toBeDefined()
  const text = told.join('\n')
  for (const personal of [customer.msisdn, customer.msisdn.slice(3), 'paul.essomba', 'awa.', 'example.com'])
    expect(text).not.toContain(personal)
})

test('nothing of it is loaded where nobody asks for it', async () => {
  expect(traced.files().filter((file) => ofTracing.test(file))).not.toEqual([])
  const { env, files } = loadedBy('plain')
  const plain = await startService(onSqlite, { ...env, ...wallet.env })
  try {
    await customerAt(plain).register()
    expect(files().length).toBeGreaterThan(10)
    expect(files().filter((file) => ofTracing.test(file))).toEqual([])
  } finally {
    await plain.close()
  }
}, 60_000)
