import { connect, type Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { allRoles } from '../../src/app/config/process-roles.js'
import { createAdminServer } from '../../src/app/http/admin.js'
import { createLogger } from '../../src/platform/log/log.js'
import { eventually } from '../support/wait.js'
import { startStubServer } from './stub-server.js'

const statusesOf = async (url: string): Promise<Record<string, number>> => {
  const paths = ['/healthz', '/readyz', '/metrics', '/docs', '/graphql']
  const found = await Promise.all(
    paths.map(async (path) => [path, (await fetch(url + path)).status] as const),
  )
  return Object.fromEntries(found)
}

test('with a separate address for operators, /readyz, /metrics and /docs are served only there, and /healthz on both', async () => {
  const admin = { host: '127.0.0.1', port: 0 }
  const docs = {
    page: () => ({ html: '<p>docs</p>', policy: "default-src 'none'" }),
    startPage: () => ({ html: '<p>entry points</p>', policy: "default-src 'none'" }),
    documents: new Map<string, () => string>(),
  }
  const server = await startStubServer({ config: { admin }, docs })
  const own = await createAdminServer({
    config: {
      production: false,
      roles: allRoles,
      tls: undefined,
      trustProxy: false,
      rateLimitPerSecond: undefined,
    },
    log: createLogger({ logLevel: 'silent' }),
    ready: async () => ({ ok: true, detail: {} }),
    metrics: new Registry(),
    docs,
  })
  const url = await own.listen(admin)
  expect(await statusesOf(server.url)).toEqual({
    '/healthz': 200,
    '/readyz': 404,
    '/metrics': 404,
    '/docs': 404,
    '/graphql': 401,
  })
  expect(await statusesOf(url)).toEqual({
    '/healthz': 200,
    '/readyz': 200,
    '/metrics': 200,
    '/docs': 200,
    '/graphql': 404,
  })
  // A request whose header never ends delays no shutdown.
  const arrived = new Promise<Socket>((resolve) => own.server.once('connection', resolve))
  const caller = connect(Number(new URL(url).port), '127.0.0.1')
  caller.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  const accepted = await arrived
  await eventually('the header has begun', () => accepted.bytesRead > 0)
  const begunMs = performance.now()
  await own.close()
  expect(performance.now() - begunMs).toBeLessThan(5_000)
  await server.stop()
})
