import { setTimeout as sleep } from 'node:timers/promises'
import { askOverHttp } from '../support/http.js'
import { gatewayKey } from './client.js'
import { envelopeOf } from '../facade/call.js'
import type { Service } from './service.js'

/** What those who are served meanwhile saw of an attack. */
export interface Suffered {
  /** The longest that `/healthz` took, in milliseconds. */
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
      const begun = performance.now()
      const { text } = await askOverHttp(`${service.url()}/healthz`).catch(() => ({ text: '' }))
      healthMs = Math.max(healthMs, text === '' ? Number.POSITIVE_INFINITY : performance.now() - begun)
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
  const watching = Promise.all([gateway(), health(), memory()])
  try {
    await attack()
  } finally {
    over.abort()
    await watching
  }
  return { healthMs, residentBytes, failures, calls }
}
