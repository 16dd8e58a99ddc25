import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from '@jest/globals'
import { onSqlite } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { customerAt } from './customer.js'
import { startService, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'

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

const valueOf = ({ attributes }: Span, wanted: string): unknown =>
  Object.values(attributes.find(({ key }) => key === wanted)?.value ?? {})[0]

test('one trace goes from the envelope to the tick that hears how the payment ended, and names nobody', async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  wallet = await startWallet()
  service = await startService(onSqlite, {
    ...wallet.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'savings',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
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
  expect(below.filter(({ parentSpanId }) => !ids.has(parentSpanId!))).toEqual([])
  const statement = ofTrace().find(({ name }) => name === 'INSERT payment_orders')
  expect(valueOf(statement!, 'db.system.name')).toBe('sqlite')

  const text = told.join('\n')
  expect(text).toContain('"savings"')
  for (const personal of [customer.msisdn, customer.msisdn.slice(3), 'awa.ngo'])
    expect(text).not.toContain(personal)
  // What ticks ask all day is nobody's story.
  expect(
    spans.filter(({ name, parentSpanId }) => !parentSpanId && /^(SELECT|transaction)/.test(name)),
  ).toEqual([])
})
