import { setTimeout as sleep } from 'node:timers/promises'
import { askOverHttp } from '../support/http.js'
import { scratchFolder } from '../support/scratch.js'
import { eventually } from '../support/wait.js'
import { waitedMs } from '../support/waited-ms.js'
import { startGuarded } from './guarded-process.js'
import { gatewayKey } from './client.js'
import { envelopeOf } from '../../src/cli/conformance/call.js'
import type { Service } from './service.js'

/** What other callers of the service notice of an attack. */
export interface AttackEffects {
  /**
   * The longest answer time of `/healthz` in milliseconds, less the delay by the machine: the time that the service and the test waited for
   * a processor, or the time that an idle server took at the same moment, whichever is longer.
   */
  readonly healthMs: number
  /** The longest delay of the service's event loop in milliseconds, less the delay by the machine. */
  readonly lagMs: number
  /** The largest resident memory of the process. */
  readonly residentBytes: number
  /** The calls of the gateway that were not answered with 200. */
  readonly failures: number
  readonly calls: number
}

const gatewayEveryMs = 10
const healthEveryMs = 25

const productsCall = JSON.stringify(envelopeOf('list_offerable_products'))

const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

const program = `
const lag = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 })
lag.enable()
const server = require('node:http').createServer(({ url }, response) => {
  if (url !== '/metrics') return response.end('{}')
  response.end('nodejs_eventloop_lag_max_seconds ' + lag.max / 1e9)
  lag.reset()
})
server.listen(0, '127.0.0.1', () => process.stdout.write('at ' + server.address().port + '\\n'))
`

/** Starts an idle server in its own process that answers like `/healthz`. */
const startControl = async (): Promise<{ readonly url: string; stop(): void }> => {
  const running = startGuarded(['--eval', program], {}, await scratchFolder('cauri-control-'))
  let port: string | undefined
  await eventually('the control listens', () => {
    port = /at (\d+)/.exec(running.stdout())?.[1]
    return port !== undefined
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => running.signal('SIGKILL') }
}

const lagMetric = 'nodejs_eventloop_lag_max_seconds'

const metricsOf = async (url: string): Promise<string> =>
  (await askOverHttp(`${url}/metrics`).catch(() => ({ text: '' }))).text

const msOf = async (url: string): Promise<number> => {
  const begun = performance.now()
  const { text } = await askOverHttp(url).catch(() => ({ text: '' }))
  return text === '' ? Number.POSITIVE_INFINITY : performance.now() - begun
}

/** Calls the gateway a hundred times a second, and `/healthz` beside that, as long as the attack lasts. */
export const underLoad = async (service: Service, attack: () => Promise<unknown>): Promise<AttackEffects> => {
  const over = new AbortController()
  let healthMs = 0
  let lagMs = 0
  let residentBytes = 0
  let failures = 0
  let calls = 0
  const inFlight = new Set<Promise<void>>()
  const call = async (): Promise<void> => {
    calls++
    const headers = { 'x-api-key': gatewayKey, 'content-type': 'application/json' }
    const asked = { method: 'POST', headers, body: productsCall }
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
  /** The time that both ends of a request waited for a processor. */
  const waited = async (): Promise<number> => (await waitedMs(service.pid())) + (await waitedMs(process.pid))
  const health = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const before = await waited()
      const [taken, idle] = await Promise.all([msOf(`${service.url()}/healthz`), msOf(control.url)])
      healthMs = Math.max(healthMs, taken - Math.max(idle, (await waited()) - before))
      await sleep(healthEveryMs)
    }
  }
  const memory = async (): Promise<void> => {
    for (let before = await waited(); !over.signal.aborted;) {
      const [text, idle] = await Promise.all([metricsOf(service.url()), metricsOf(control.url)])
      residentBytes = Math.max(residentBytes, metricOf(text, 'process_resident_memory_bytes') || 0)
      const now = await waited()
      const others = Math.max(1000 * metricOf(idle, lagMetric), now - before)
      lagMs = Math.max(lagMs, 1000 * metricOf(text, lagMetric) - others || 0)
      before = now
      await sleep(500)
    }
  }
  const control = await startControl()
  // Resets the metrics, so that delays before the attack do not count.
  await Promise.all([metricsOf(service.url()), metricsOf(control.url)])
  const watching = Promise.all([gateway(), health(), memory()])
  try {
    await attack()
  } finally {
    over.abort()
    await watching
    control.stop()
  }
  return { healthMs, lagMs, residentBytes, failures, calls }
}
