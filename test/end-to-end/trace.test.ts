import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { systemClock } from '../../src/kernel/clock.js'
import { keyOfId } from '../../src/kernel/ids.js'
import { addPositionsLike } from '../support/many-positions.js'
import { scratchFolder } from '../support/scratch.js'
import { onSqlite } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { statementCalls } from './ask-statement.js'
import { customerAt } from './customer.js'
import { submitScoreRequest } from './score-request.js'
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

const exported: string[] = []
const spans: Span[] = []
/** An OpenTelemetry collector that receives OTLP over HTTP as JSON, as standard ones do. */
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    exported.push(body)
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

/** Records the files that a process loads, one a line. */
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
})

const valueOf = ({ attributes }: Span, wanted: string): unknown =>
  Object.values(attributes.find(({ key }) => key === wanted)?.value ?? {})[0]

test('one trace leads from the envelope to the tick that learns the outcome of the payment, and names no customer', async () => {
  const customer = customerAt(service)
  await customer.register({ email: 'awa.ngo@example.com' })
  const { deposit_reference = '' } = await customer.quote('10000')
  await customer.confirm(deposit_reference)
  await customer.outcome(deposit_reference)
  const confirmed = () => spans.filter((span) => valueOf(span, 'cauri.operation.name') === 'confirm_deposit')
  const ofTrace = () => spans.filter(({ traceId }) => traceId === confirmed()[0]?.traceId)
  await eventually('the collector has all spans', () =>
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
  // Every span but the root has a parent in the same trace.
  const ids = new Set(ofTrace().map(({ spanId }) => spanId))
  const roots = ofTrace().filter(({ parentSpanId }) => !parentSpanId)
  expect(roots.map(({ name }) => name)).toEqual(['POST /getdynamicarguments'])
  const below = ofTrace().filter(({ parentSpanId }) => parentSpanId)
  expect(below.filter(({ parentSpanId }) => !ids.has(present(parentSpanId)))).toEqual([])
  const statement = present(ofTrace().find(({ name }) => name === 'INSERT payment_orders'))
  expect(valueOf(statement, 'db.system.name')).toBe('sqlite')

  const text = exported.join('\n')
  expect(text).toContain('"savings"')
  for (const personal of [customer.msisdn, customer.msisdn.slice(3), 'awa.ngo'])
    expect(text).not.toContain(personal)
  // Statements outside of a trace make no spans: ticks run such statements all day.
  expect(
    spans.filter(({ name, parentSpanId }) => !parentSpanId && /^(SELECT|transaction)/.test(name)),
  ).toEqual([])
})

/** The spans of the trace, once it has all of these names, a name as often as it is given. */
const traceWith = async (
  root: (span: Span) => boolean,
  names: readonly string[],
): Promise<readonly Span[]> => {
  let found: readonly Span[] = []
  await eventually(`one trace has ${names.join(', ')}`, () => {
    const traces = new Set(spans.filter(root).map(({ traceId }) => traceId))
    found = spans.filter(({ traceId }) => traces.has(traceId))
    const missing = found.reduce(
      (left, { name }) => (left.includes(name) ? left.toSpliced(left.indexOf(name), 1) : left),
      names,
    )
    return traces.size === 1 && missing.length === 0
  })
  expect(found.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1)
  return found
}
const isOf = (operation: string) => (span: Span) => valueOf(span, 'cauri.operation.name') === operation

test('a withdrawal on hold continues its trace when the hold is over', async () => {
  const customer = customerAt(service)
  await customer.register()
  const { deposit_reference = '' } = await customer.quote('10000')
  await customer.confirm(deposit_reference)
  await customer.outcome(deposit_reference)
  const [position] = await customer.positions()
  const { withdrawal_reference = '' } = await customer.preview(present(position?.['locked_account_id']))
  await customer.withdraw(withdrawal_reference)
  await service.withDatabase(({ inTransaction }) =>
    inTransaction((tx) => tx.run(`UPDATE payouts SET held_until = held_until - 172800000`)),
  )
  await traceWith(isOf('confirm_withdrawal'), [
    'payout',
    'INSERT payment_orders',
    'order PAY_OUT',
    'wallet pay_out',
  ])
})

test('a large opt-out continues its trace slice by slice', async () => {
  const customer = customerAt(service)
  await customer.register()
  const { deposit_reference = '' } = await customer.quote('10000')
  await customer.confirm(deposit_reference)
  await customer.outcome(deposit_reference)
  const [position] = await customer.positions()
  await service.withDatabase((database) =>
    addPositionsLike(
      { database, call: () => ({ now: systemClock.now() }) },
      present(position?.['locked_account_id']),
      55,
    ),
  )
  await customer.optOut()
  const booked = `SELECT COUNT(*) AS n FROM payouts WHERE position_id IN
    (SELECT id FROM positions WHERE customer_id = (SELECT id FROM customers WHERE msisdn = ?))`
  await eventually('all of it is booked', async () => {
    const rows = await service.withDatabase(({ read }) => read.all(booked, [customer.msisdn]))
    return Number(rows[0]?.['n']) === 56
  })
  const found = await traceWith(isOf('confirm_opt_out'), ['closing', 'closing', 'INSERT payouts'])
  const slices = found.filter(({ name }) => name === 'closing').map(({ spanId }) => spanId)
  expect(slices).toHaveLength(2)
  // The transactions of a slice are its child spans.
  const below = found.filter(({ parentSpanId }) => slices.includes(String(parentSpanId)))
  expect(below.map(({ name }) => name)).toEqual(['transaction', 'transaction'])
})

test('a statement is traced until it is mailed', async () => {
  const { request, status } = await statementCalls(service, 'awa.statement@example.com')
  await request()
  await eventually('the statement is sent', async () => (await status()) === 'SENT')
  await traceWith(isOf('request_full_statement'), [
    'INSERT statements',
    'statement',
    'mail send',
    'UPDATE statements',
  ])
  expect(exported.join('\n')).not.toContain('awa.statement')
})

test('a score request is traced with its calls to the scoring service and the processing there', async () => {
  const person = {
    nationalId: '29384756',
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    phoneNumber: '+254712345678',
  }
  const statement = Buffer.from('%PDF-1.5\nnothing that can be read')
  const id = await submitScoreRequest(service.url(), { person, productCode: 'PA', password: 'x1', statement })
  const asked = (span: Span) =>
    span.name === 'score request' && valueOf(span, 'cauri.score.id') === keyOfId('ScoreRequest', id)
  const found = await traceWith(asked, [
    'POST /graphql',
    'INSERT score_requests',
    'POST /score/request',
    'PUT /uploads/{document}',
    'GET /score/results/{requestId}',
    'scoring request',
  ])
  // The scoring service in this process continues the trace.
  expect(found.map(({ name }) => name)).toContain('POST /scoring/score/request')
  const ordered = found.find(({ name }) => name === 'POST /scoring/score/request')
  const read = present(found.find(({ name }) => name === 'scoring request'))
  expect(read.parentSpanId).toBe(ordered?.spanId)
  const written = found.filter(({ parentSpanId }) => parentSpanId === read.spanId)
  expect(written.map(({ name }) => name)).toContain('transaction')
  for (const personal of Object.values(person)) expect(exported.join('\n')).not.toContain(personal)
})

test('requests of staff name no customer in a trace either, whether executed or refused', async () => {
  const customer = customerAt(service)
  await customer.register({ email: 'paul.essomba@example.com' })
  const asked = [
    ['dev-back-office-key', `{ search(text: "${customer.msisdn}") { __typename } }`],
    ['dev-back-office-key', '{ search(text: "paul.essomba@example.com") { __typename } }'],
    [
      'dev-back-office-key',
      'mutation { addNote(input: { idempotencyKey: "1", about: CUSTOMER, subject: "C-NOBODY", text: "wrote from awa.note@example.com" }) { refusal { code } } }',
    ],
    // These two are not executed: the role may not call the field, and the query is invalid.
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
  await eventually('the collector has all spans', () => requests().length >= asked.length)
  const traces = new Set(requests().map(({ traceId }) => traceId))
  expect(traces.size).toBe(asked.length)
  const found = spans.find(({ name, traceId }) => traces.has(traceId) && name.startsWith('SELECT '))
  expect(found).toBeDefined()
  const text = exported.join('\n')
  for (const personal of [customer.msisdn, customer.msisdn.slice(3), 'paul.essomba', 'awa.', 'example.com'])
    expect(text).not.toContain(personal)
})

test('the code for traces is not loaded without a collector', async () => {
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
})
