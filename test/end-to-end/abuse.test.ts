import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { onSqlite } from '../support/services.js'
import { askOverHttp } from '../support/http.js'
import { gatewayKey } from './client.js'
import { startService, type Service } from './service.js'
import { underLoad } from './under-load.js'

let service: Service
beforeAll(async () => {
  // The heap of `npm start` and of the container.
  service = await startService(onSqlite, { NODE_OPTIONS: '--max-old-space-size=512' })
  await underLoad(service, () => sleep(1000))
}, 60_000)
afterAll(() => service?.close())

const megabyte = 1024 * 1024

const healthMsMax = 250
const residentBytesMax = 450 * megabyte

/**
 * The gateway and `/healthz` are served as if nothing happened. A busy machine may hold one run up; a service that stops is
 * held up in each.
 */
const expectServed = async (attack: () => Promise<unknown>, runs = 3): Promise<void> => {
  const { healthMs, residentBytes, failures } = await underLoad(service, attack)
  expect(failures).toBe(0)
  expect(residentBytes).toBeLessThan(residentBytesMax)
  if (healthMs >= healthMsMax && runs > 1) return expectServed(attack, runs - 1)
  expect(healthMs).toBeLessThan(healthMsMax)
}

const ask = (query: string, key = gatewayKey) =>
  askOverHttp(`${service.url()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  })

const inTurns = async (
  count: number,
  atOnce: number,
  work: (at: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0
  const turn = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, turn))
}

test('documents of comments cost no memory', async () => {
  const bombs = new Set<number>()
  const largest = new Set<number>()
  await expectServed(() =>
    inTurns(600, 4, async (at) => {
      const isBomb = at % 2 === 0
      const { status } = await ask(`{ products { code } }${'\n#'.repeat(isBomb ? 20_000 : 8_000)}\n# ${at}`)
      ;(isBomb ? bombs : largest).add(status)
    }),
  )
  expect([...bombs, ...largest]).toEqual([400, 200])
}, 120_000)
