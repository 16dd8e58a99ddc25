import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readPages } from '../../src/platform/pages/read-pages.js'
import { scratchFolder } from '../support/scratch.js'
import { startStubServer, type StubServer } from './stub-server.js'
import { present } from '../support/present.js'
import { anyObject, shaped } from '../support/typed.js'
import { z } from 'zod'

const id = `sha256:${'a'.repeat(64)}`

/** A folder of pages like that of `npm run build`. */
const builtPages = async (): Promise<string> => {
  const folder = await scratchFolder('cauri-pages-')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'console-AB.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'console-AB.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(folder, 'assets', 'console-CD.css'), ':root {}')
  const page = { script: 'console-AB.js', style: 'console-CD.css', preload: [] }
  const pages = { console: page, explorer: page, sandbox: page, simulator: page }
  const operations = { [id]: { name: 'Who', text: 'query Who { who }' } }
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ pages, operations }))
  return folder
}

describe('the pages', () => {
  let server: StubServer
  beforeAll(async () => {
    server = await startStubServer({
      pages: readPages(await builtPages()),
      version: '1.2.3',
      config: { stage: 'sandbox', production: true, explorerOrigins: ['https://explorer.example'] },
    })
  })
  afterAll(() => server.stop())

  test.each(['/console', '/console/orders?status=FAILED'])(
    'have a strict content security policy: %s',
    async (path) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { 'accept-language': 'en' } })
      const text = await answer.text()
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'text/html; charset=utf-8', 'no-store'])
      expect(text).toMatch(
        /<html\s+lang="en"\s+data-version="1.2.3"\s+data-stage="sandbox"\s+data-zone="Africa\/Douala"\s*>/,
      )
      expect(text).toContain('<script type="module" src="/web/console-AB.js"></script>')
      const policy = present(answer.headers.get('content-security-policy'))
      expect(policy).toMatch(
        /default-src 'none'; script-src 'self'; .*connect-src 'self'; .*frame-ancestors 'none'/,
      )
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
    },
  )

  test('have assets that are cached permanently, and compressed for clients that accept it', async () => {
    const plain = await fetch(`${server.url}/web/console-AB.js`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect([plain.status, await plain.text(), plain.headers.get('cache-control')]).toEqual([
      200,
      'export {}',
      'public, max-age=31536000, immutable',
    ])
    expect(plain.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    const small = await fetch(`${server.url}/web/console-AB.js`, {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect([small.headers.get('content-encoding'), await small.text()]).toEqual(['br', 'export {}'])
    expect(small.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  test('include a simulator on the stage sandbox, but not in production', async () => {
    expect((await fetch(`${server.url}/simulator`)).status).toBe(200)
    const inProduction = await startStubServer({
      pages: readPages(await builtPages()),
      config: { stage: 'production', production: true },
    })
    try {
      const there = await Promise.all(
        ['/console', '/simulator', '/simulator/orders', '/simulator/scenario'].map(
          async (path) => (await fetch(inProduction.url + path)).status,
        ),
      )
      expect(there).toEqual([200, 404, 404, 404])
    } finally {
      await inProduction.stop()
    }
  })

  test.each(['/web/other.js', '/web/..%2fpages.json', '/web/%2e%2e/pages.json'])(
    'answer 404 for %s',
    async (path) => {
      const answer = await fetch(server.url + path)
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
    },
  )

  test('show a browser the explorer at /graphql, on every stage and without a key', async () => {
    const answer = await fetch(`${server.url}/graphql?query={who}`, {
      headers: { accept: 'text/html,*/*;q=0.8', 'apollo-require-preflight': '1' },
    })
    const policy = present(answer.headers.get('content-security-policy'))
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('id="page"')])
    expect(policy).toMatch(/script-src 'self'; style-src 'self' 'unsafe-inline'; /)
    expect(policy).not.toMatch(/unsafe-eval|\*|https?:/)
  })

  test('allow Apollo Sandbox one foreign host, named in its policy', async () => {
    const answer = await fetch(`${server.url}/graphql/sandbox`)
    expect(answer.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://studio.apollographql.com;",
    )
    // This service allows another explorer, not Apollo Sandbox.
    expect(await answer.text()).not.toContain('data-sandbox')
  })

  test('learn the holder of a key; an unknown key is refused', async () => {
    const whoIs = (key: string) => fetch(`${server.url}/graphql/who`, { headers: { 'x-api-key': key } })
    expect(await (await whoIs('dev-analyst-key')).json()).toEqual({
      name: 'development analyst',
      roles: ['ANALYST'],
    })
    expect((await whoIs('no key of ours')).status).toBe(401)
  })

  test('of explorers on the hosts that the configuration names can send a key, but no session', async () => {
    const preflight = (origin: string) =>
      fetch(`${server.url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await preflight('https://explorer.example')
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://explorer.example',
    ])
    expect(allowed.headers.get('access-control-allow-headers')).not.toContain('x-cauri-page')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    for (const origin of ['https://evil.example', 'https://explorer.example.evil.example', 'null'])
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    const asked = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        origin: 'https://explorer.example',
        'content-type': 'application/json',
        'x-api-key': 'dev-back-office-key',
      },
      body: JSON.stringify({ query: '{ who }' }),
    })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://explorer.example',
    ])
  })

  const asking = async (body: object) => {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'dev-back-office-key' },
      body: JSON.stringify(body),
    })
    const { data, errors } = shaped(
      z.object({
        data: anyObject.optional(),
        errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
      }),
      await answer.json(),
    )
    return { status: answer.status, data, code: errors?.[0]?.extensions.code }
  }

  test('send their operations by hash', async () => {
    const { data } = await asking({ documentId: id, operationName: 'Who', query: '{ id }' })
    expect(data).toEqual({ who: 'development back office' })
  })

  test.each([`sha256:${'b'.repeat(64)}`, 'constructor', 7, null, { toString: 1 }])(
    'are refused an operation by an unknown hash: %p',
    async (documentId) => {
      const { status, code } = await asking({ documentId, query: '{ who }' })
      expect([status, code]).toEqual([404, 'UNKNOWN_DOCUMENT'])
    },
  )
})
