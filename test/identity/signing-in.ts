import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { openDatabase } from '../../src/app/open-database.js'
import { createIdentityProvider } from '../../src/platform/identity/sessions/provider.js'
import { AuditEntry } from '../../src/platform/identity/audit.entity.js'
import { selectAll } from '../../src/platform/database/rows.js'
import { createSessions } from '../../src/platform/identity/sessions/sessions.js'
import { startStubServer } from '../running/stub-server.js'
import { freePort } from '../support/free-port.js'
import { startIdentityProvider } from '../support/identity-provider.js'
import { createManualClock } from '../support/manual-clock.js'
import { settingsOf, type TestDatabase } from '../support/services.js'
import { last, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

export const pepper = 'the pepper of this test'
export const pages = {
  assets: import.meta.dirname,
  byName: new Map([['console', { script: 'a.js', style: 'a.css', preload: [] }]]),
  operations: new Map(),
}

/** A browser that keeps its own cookies by host and port, and follows redirects. */
export const createBrowser = () => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...(cookie === '' ? {} : { cookie }),
      ...shaped(z.record(z.string(), z.string()).optional(), init.headers),
    }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = present(/^([^=]+)=([^;]*)/.exec(set))
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  /** Follows redirects from this address; returns the last answer and the addresses on the way. */
  const follow = async (url: string): Promise<{ answer: Response; way: string[] }> => {
    const way = [url]
    let answer = await ask(url)
    while (answer.status >= 300 && answer.status < 400 && way.length < 10) {
      way.push(new URL(present(answer.headers.get('location')), way.at(-1)).href)
      answer = await ask(last(way))
    }
    return { answer, way }
  }
  return { ask, follow, jarOf }
}

export type TestBrowser = ReturnType<typeof createBrowser>

/** A service with sign-in and a clock of its own; `processes` of them share a database. */
export const startSigningIn = async (kind: TestDatabase, processes = 1) => {
  const created = await kind.createMigrated()
  const database = await openDatabase(settingsOf(created.url))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const issuer = await startIdentityProvider(publicUrl)
  const clock = createManualClock('2026-03-01')
  const sealing = developmentKeyRing('sealing')
  const settings = {
    issuer: issuer.issuer,
    ...issuer.client,
    rolesClaim: 'groups.cauri',
    scope: 'openid profile email',
    publicUrl,
  }
  const startAt = (at: number) => {
    const provider = createIdentityProvider(settings)
    const sessions = createSessions({ database, clock, pepper, sealing, provider })
    return startStubServer({ port: at, pages, signIn: { sessions, provider, sealing, clock } })
  }
  const server = await startAt(port)
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, async () => startAt(await freePort())),
  )
  return {
    database,
    issuer,
    clock,
    settings,
    server,
    others,
    stop: async () => {
      await Promise.all([server, ...others].map((one) => one.stop()))
      await issuer.stop()
      await database.close()
      await created.drop()
    },
  }
}

/** Requests of a browser to this service, each with the part of the answer that tests look at; `audited` reads the audit rows. */
export const actsOf = ({ server, database }: Awaited<ReturnType<typeof startSigningIn>>) => ({
  signIn: (who: TestBrowser, to = '/console/orders?status=FAILED') =>
    who.follow(`${server.url}/sign-in?to=${encodeURIComponent(to)}`),
  promptOf: async (who: TestBrowser): Promise<string | null> => {
    const begins = await who.ask(`${server.url}/sign-in`)
    return new URL(present(begins.headers.get('location'))).searchParams.get('prompt')
  },
  asks: async (
    who: TestBrowser,
    headers: Record<string, string> = { 'x-cauri-page': '1' },
    url = server.url,
  ) => {
    const answer = await who.ask(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ who }' }),
    })
    return [
      answer.status,
      shaped(z.object({ data: z.object({ who: z.string() }).optional() }), await answer.json()).data?.who,
    ]
  },
  whoIsIn: async (who: TestBrowser) => {
    const answer = await who.ask(`${server.url}/session`)
    return answer.status === 200 ? await answer.json() : answer.status
  },
  audited: () => selectAll(database.read, AuditEntry, `WHERE action LIKE 'SIGN%' ORDER BY at, id`, []),
})
