import { setTimeout as sleep } from 'node:timers/promises'
import { askOverHttp } from '../support/http.js'
import { scratchFolder } from '../support/scratch.js'
import { eventually } from '../support/wait.js'
import { startGuarded } from './guarded-process.js'
import { gatewayKey } from './client.js'
import { envelopeOf } from '../facade/call.js'
import type { Service } from './service.js'

/** What those who are served meanwhile saw of an attack. */
export interface Suffered {
  /**
   * The longest that `/healthz` took, in milliseconds, above what a server that does nothing else took at the same moment:
   * others who use the machine are no fault of the service.
   */
  readonly healthMs: number
  /** The most that the process held in memory. */
  readonly residentBytes: number
  /** Of the gateway's calls, those that were not answered 200. */
  readonly failures: number
  readonly calls: number
}

const gatewayEveryMs = 10
const healthEveryMs = 25

const balance = JSON.stringify(envelopeOf('list_offerable_products'))

const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

const program = `
const server = require('node:http').createServer((_request, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => process.stdout.write('at ' + server.address().port + '\\n'))
`

/** A server of its own process that is asked as `/healthz` is, and does nothing else. */
const startControl = async (): Promise<{ readonly url: string; stop(): void }> => {
  const running = startGuarded(['--eval', program], {}, await scratchFolder('cauri-control-'))
  let port: string | undefined
  await eventually('the control listens', () => {
    port = /at (\d+)/.exec(running.stdout())?.[1]
    return port !== undefined
  })
  return { url: `http://127.0.0.1:${port}/`, stop: () => running.signal('SIGKILL') }
}

const msOf = async (url: string): Promise<number> => {
  const begun = performance.now()
  const { text } = await askOverHttp(url).catch(() => ({ text: '' }))
  return text === '' ? Number.POSITIVE_INFINITY : performance.now() - begun
}

/** Asks the gateway a hundred times a second, and `/healthz` beside it, for as long as the attack lasts. */
export const underLoad = async (service: Service, attack: () => Promise<unknown>): Promise<Suffered> => {
  const over = new AbortController()
  let healthMs = 0
  let residentBytes = 0
  let failures = 0
  let calls = 0
  const inFlight = new Set<Promise<void>>()
  const call = async (): Promise<void> => {
    calls++
    const headers = { 'x-api-key': gatewayKey, 'content-type': 'application/json' }
    const asked = { method: 'POST', headers, body: balance }
    const status = await askOverHttp(`${service.url()}/getdynamicoptions`, asked).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status !== 200) failures++
  }
  const gateway = async (): Promise<void> => {
    for (let due = performance.now(); !over.signal.aborted; due += gatewayEveryMs) {
      await sleep(Math.max(0, due - performance.now()))
      const asked: Promise<void> = call().finally(() => inFlight.delete(asked))
      inFlight.add(asked)
    }
    await Promise.all(inFlight)
  }
  const health = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const [taken, idle] = await Promise.all([msOf(`${service.url()}/healthz`), msOf(control.url)])
      healthMs = Math.max(healthMs, taken - idle)
      await sleep(healthEveryMs)
    }
  }
  const memory = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { text } = await askOverHttp(`${service.url()}/metrics`).catch(() => ({ text: '' }))
      residentBytes = Math.max(residentBytes, metricOf(text, 'process_resident_memory_bytes') || 0)
      await sleep(500)
    }
  }
  const control = await startControl()
  const watching = Promise.all([gateway(), health(), memory()])
  try {
    await attack()
  } finally {
    over.abort()
    await watching
    control.stop()
  }
  return { healthMs, residentBytes, failures, calls }
}
