import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { authenticator } from '../../src/platform/identity/keys/authenticator.js'
import { hashSecret } from '../../src/platform/identity/keys/keys.js'
import { createIdentityProvider } from '../../src/platform/identity/sessions/provider.js'
import { startStubServer } from '../running/stub-server.js'
import { createManualClock } from '../support/manual-clock.js'
import { describeEachDatabase } from '../support/services.js'
import { actsOf, createBrowser, pages, pepper, startSigningIn, type TestBrowser } from './signing-in.js'
import { at, first, last, present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const minuteMs = 60_000

describeEachDatabase('persons who sign in', (kind) => {
  let started: Awaited<ReturnType<typeof startSigningIn>>
  let acts: ReturnType<typeof actsOf>
  let database: (typeof started)['database']
  let clock: (typeof started)['clock']
  let server: (typeof started)['server']
  let issuer: (typeof started)['issuer']
  let browser: TestBrowser

  beforeAll(async () => {
    started = await startSigningIn(kind)
    ;({ database, clock, server, issuer } = started)
    acts = actsOf(started)
  })
  afterAll(() => started?.stop())
  beforeEach(() => {
    browser = createBrowser()
    issuer.idTokensHold(undefined)
    issuer.fails(undefined)
    issuer.is('u-1', {
      email: 'awa.ngo@bank.example',
      groups: { cauri: ['BACK_OFFICE', 'other', 'GATEWAY'] },
    })
  })

  const signIn = (who = browser, to?: string) => acts.signIn(who, to)
  /** The address to which the answered page redirects. */
  const signOut = async (who = browser): Promise<URL> => {
    const answer = await who.ask(`${server.url}/sign-out`, { method: 'POST' })
    const [, to = ''] = present(/content="0;url=([^"]+)"/.exec(await answer.text()))
    return new URL(to.replaceAll('&amp;', '&'))
  }
  const promptOf = (who = browser) => acts.promptOf(who)
  const asks = (who = browser, headers?: Record<string, string>) => acts.asks(who, headers)
  const whoIsIn = (who = browser) => acts.whoIsIn(who)
  const audited = () => acts.audited()

  test('sign in at the provider, and get its identity and its roles', async () => {
    const { answer, way } = await signIn()
    expect(way.map((address) => new URL(address).host)).toContain(new URL(issuer.issuer).host)
    expect(new URL(at(way, 1)).searchParams.get('code_challenge_method')).toBe('S256')
    // The callback answers with a page that redirects: after a redirect from the site of the provider the browser would not send a cookie
    // that is `SameSite=Strict`.
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('content="0;url=/console/orders?status=FAILED"')
    expect(await whoIsIn()).toEqual({
      id: `${issuer.issuer} u-1`,
      name: 'awa.ngo@bank.example',
      roles: ['BACK_OFFICE'],
    })
    expect(await asks()).toEqual([200, 'awa.ngo@bank.example'])
    expect((await audited()).map(({ action, actor, actorId }) => [action, actor, actorId])).toContainEqual([
      'SIGN_IN',
      'awa.ngo@bank.example',
      `${issuer.issuer} u-1`,
    ])
  })

  test('get a cookie that no script can read and no other site can send, and that the database does not contain', async () => {
    const begins = await browser.ask(`${server.url}/sign-in`)
    expect(begins.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-cauri-sign-in=[^;]{50,}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
      ),
    ])
    const { answer } = await browser.follow(new URL(present(begins.headers.get('location'))).href)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-cauri=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/),
      '__Host-cauri-sign-in=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
      expect.stringMatching(
        /^__Secure-cauri-provider=[^;.]+\.[\w-]{50,}; Path=\/sign-out; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const secret = present(browser.jarOf(server.url).get('__Host-cauri'))
    const rows = await database.read.all('SELECT * FROM sessions')
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toContain(secret)
    expect(rows.map(({ hash }) => hash)).toContain(hashSecret(pepper, secret))
  })

  test('cannot change anything without the header of our pages, or from another origin', async () => {
    await signIn()
    expect(await asks(browser, {})).toEqual([401, undefined])
    expect(await asks(browser, { 'x-cauri-page': '1', 'sec-fetch-site': 'same-site' })).toEqual([
      401,
      undefined,
    ])
    expect(await asks(browser, { 'x-cauri-page': '1', 'sec-fetch-site': 'same-origin' })).toEqual([
      200,
      'awa.ngo@bank.example',
    ])
    const out = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await browser.ask(`${server.url}/sign-out`, out)).status).toBe(403)
    expect((await asks())[0]).toBe(200)
  })

  test('cannot act from a page that was opened by another person', async () => {
    await signIn()
    const { id } = shaped(z.object({ id: z.string() }), await whoIsIn())
    const asPerson = (person: string) =>
      browser.ask(`${server.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-cauri-page': '1',
          'x-cauri-person': encodeURIComponent(person),
        },
        body: JSON.stringify({ query: '{ who }' }),
      })
    expect((await asPerson(id)).status).toBe(200)
    const refused = await asPerson(`${issuer.issuer} u-2`)
    expect([refused.status, await refused.json()]).toEqual([
      401,
      {
        error: {
          code: 'UNAUTHENTICATED',
          message: 'Somebody else has signed in in this browser; load the page again',
        },
      },
    ])
  })

  test('are signed out after a quarter of an hour without an action; polls of a page do not count', async () => {
    await signIn()
    clock.advance(14 * minuteMs)
    expect((await asks())[0]).toBe(200)
    clock.advance(14 * minuteMs)
    expect((await asks(browser, { 'x-cauri-page': 'watch' }))[0]).toBe(200)
    expect(await whoIsIn()).toMatchObject({ roles: ['BACK_OFFICE'] })
    clock.advance(minuteMs)
    expect((await asks())[0]).toBe(401)
  })

  test('are signed out after eight hours, whatever they do', async () => {
    await signIn()
    for (let quarter = 0; quarter < 34; quarter++) {
      clock.advance(14 * minuteMs)
      expect((await asks())[0]).toBe(200)
    }
    clock.advance(4 * minuteMs)
    expect((await asks())[0]).toBe(401)
  })

  test('make their cookie worthless by signing out', async () => {
    await signIn()
    const stolen = present(browser.jarOf(server.url).get('__Host-cauri'))
    await signOut()
    browser.jarOf(server.url).set('__Host-cauri', stolen)
    expect(await whoIsIn()).toBe(401)
    expect((await audited()).at(-1)).toMatchObject({ action: 'SIGN_OUT', actor: 'awa.ngo@bank.example' })
  })

  test('are signed out at the provider too, and must log in again to return', async () => {
    expect(await promptOf()).toBeNull()
    await signIn()
    const out = await signOut()
    expect(out.origin).toBe(new URL(issuer.issuer).origin)
    expect(Object.fromEntries(out.searchParams)).toEqual({
      client_id: 'cauri',
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      post_logout_redirect_uri: `${server.url}/signed-out`,
    })
    const after = await browser.follow(`${server.url}/signed-out`)
    expect([after.answer.status, after.way.length, await whoIsIn()]).toEqual([200, 1, 401])
    // The provider's own session has not ended yet, because nobody opened the address that ends it.
    expect(await promptOf()).toBe('login')
  })

  test('are given no address for signing out at the provider while it is down', async () => {
    const alone = createIdentityProvider({ ...started.settings, issuer: 'http://127.0.0.1:9' })
    expect(await alone.signOutAddress('a token')).toBeUndefined()
  })

  test('must log in again after a session that expired', async () => {
    await signIn()
    clock.advance(15 * minuteMs)
    expect([await whoIsIn(), await promptOf()]).toEqual([401, 'login'])
  })

  test('lose all sessions once the provider gives no role any more; another person can then sign in', async () => {
    const other = createBrowser()
    issuer.is('u-4', { email: 'former@bank.example', groups: { cauri: ['APPROVER'] } })
    await signIn()
    expect((await asks())[0]).toBe(200)
    issuer.is('u-4', { email: 'former@bank.example' })
    expect((await signIn(other)).answer.status).toBe(403)
    expect([(await asks())[0], await whoIsIn(other)]).toEqual([401, 401])
    expect((await audited()).at(-1)).toMatchObject({
      action: 'SIGN_OUT',
      actor: 'former@bank.example',
      after: '{"why":"NO_ROLE"}',
    })
    const held = await database.read.all(
      'SELECT open_key, until_at FROM role_assignments WHERE person_id = ?',
      [`${issuer.issuer} u-4`],
    )
    expect(held.map((row) => [row['open_key'], Number(row['until_at'])])).toEqual([[null, clock.now()]])
    expect(await promptOf(other)).toBe('login')
  })

  test('lose all earlier sessions by signing in with other roles, and keep their person id', async () => {
    const [same, other] = [createBrowser(), createBrowser()]
    await signIn()
    await signIn(same)
    expect([(await asks())[0], (await asks(same))[0]]).toEqual([200, 200])
    issuer.is('u-1', { email: 'awa.ngo@bank.example', groups: { cauri: ['APPROVER'] } })
    await signIn(other)
    expect([(await asks())[0], (await asks(same))[0], (await asks(other))[0]]).toEqual([401, 401, 200])
    const ids = (await audited())
      .filter(({ actor }) => actor === 'awa.ngo@bank.example')
      .map(({ actorId }) => actorId)
    expect(new Set(ids).size).toBe(1)
  })

  test.each([
    ['no role', {}],
    ['roles that are not ours', { groups: { cauri: ['CEO', 7] } }],
    ['the role of a system', { groups: { cauri: ['GATEWAY'] } }],
  ])('are refused with %s', async (_, claims) => {
    issuer.is('u-2', claims)
    const { answer } = await signIn()
    expect([answer.status, await whoIsIn()]).toEqual([403, 401])
    expect(await answer.text()).toContain('Vous n’avez pas de rôle ici')
  })

  test('cannot sign in with an expired token', async () => {
    issuer.idTokensHold(-120)
    const { answer } = await signIn()
    expect([answer.status, await whoIsIn()]).toEqual([403, 401])
  })

  test('can use a code only once', async () => {
    const { ask, jarOf } = browser
    const begins = await ask(`${server.url}/sign-in`)
    const state = present(jarOf(server.url).get('__Host-cauri-sign-in'))
    const { way } = await browser.follow(present(begins.headers.get('location')))
    expect(await whoIsIn()).toMatchObject({ roles: ['BACK_OFFICE'] })
    const thief = createBrowser()
    thief.jarOf(server.url).set('__Host-cauri-sign-in', state)
    const replayed = await thief.ask(last(way))
    expect([replayed.status, await whoIsIn(thief)]).toEqual([403, 401])
  })

  const callbackOf = async (who: TestBrowser) => {
    let url = `${server.url}/sign-in`
    while (!url.includes('/sign-in/callback')) {
      const answer = await who.ask(url)
      url = new URL(present(answer.headers.get('location')), url).href
    }
    return url
  }

  test('cannot sign in with a state of another browser, or with a forged, late or missing state', async () => {
    const victim = createBrowser()
    const mine = await callbackOf(browser)
    expect((await victim.ask(mine)).status).toBe(400)
    await callbackOf(victim)
    expect((await victim.ask(mine)).status).toBe(403)
    const jar = victim.jarOf(server.url)
    const theirs = await callbackOf(victim)
    jar.set('__Host-cauri-sign-in', `${present(jar.get('__Host-cauri-sign-in')).slice(0, -4)}AAAA`)
    expect((await victim.ask(theirs)).status).toBe(400)
    const late = await callbackOf(victim)
    clock.advance(10 * minuteMs)
    expect((await victim.ask(late)).status).toBe(400)
    expect(await whoIsIn(victim)).toBe(401)
  })

  test('see an error while the provider is down, and can sign in when it is back', async () => {
    const begins = await browser.ask(`${server.url}/sign-in`)
    issuer.fails(502)
    const { answer } = await browser.follow(present(begins.headers.get('location')))
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Le service de connexion de votre établissement ne répond pas')
    issuer.fails(undefined)
    await signIn()
    expect(await whoIsIn()).toMatchObject({ roles: ['BACK_OFFICE'] })
  })

  test.each([
    ['temporarily_unavailable', 503],
    ['access_denied', 403],
  ])('see whether the provider refuses them or cannot answer now: %s', async (error, status) => {
    const callback = new URL(await callbackOf(browser))
    callback.searchParams.delete('code')
    callback.searchParams.set('error', error)
    expect((await browser.ask(callback.href)).status).toBe(status)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%5cevil.example/..//evil.example',
    '',
  ])('are not redirected to %j by a link to the sign-in', async (to) => {
    const { answer } = await signIn(browser, to)
    expect(await answer.text()).toMatch(/content="0;url=\/(?![/\\])/)
  })

  test('can sign in by a link that is too long for a cookie, and then see the first page', async () => {
    const { answer } = await signIn(browser, `/console/orders?customer=${'a'.repeat(3000)}`)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('content="0;url=/console"'),
    ])
  })
})

describe('without a provider', () => {
  const sessions = {
    begin: async ({ name }: { readonly name: string }) => Buffer.from(name).toString('base64url'),
    find: async () => undefined,
    end: async () => undefined,
    endAllOf: async () => undefined,
    isOver: async () => false,
  }
  const started = (secret: string | undefined) =>
    startStubServer({
      pages,
      signIn: {
        sessions,
        testPersons: { secret },
        sealing: developmentKeyRing('sealing'),
        clock: createManualClock('2026-03-01'),
      },
    })
  const choose = (url: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/sign-in`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(body) })

  test('test persons sign in by our own page only, one for each role', async () => {
    const server = await started(undefined)
    try {
      const text = await (await fetch(`${server.url}/sign-in?to=/console`)).text()
      const persons = [...text.matchAll(/name="person" value="([^"]+)"/g)].map(([, person]) =>
        present(person),
      )
      expect(persons).toHaveLength(6)
      const chosen = await choose(server.url, { person: first(persons), to: '/console' })
      expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/console'])
      expect(chosen.headers.getSetCookie()[0]).toMatch(/^__Host-cauri=[\w-]+; /)
      expect((await choose(server.url, { person: 'somebody', to: '/console' })).status).toBe(403)
      const to = `/console/orders?customer=${'a'.repeat(8000)}`
      expect((await choose(server.url, { person: first(persons), to })).status).toBe(303)
      const huge = await choose(server.url, { person: first(persons), to: to.repeat(9) })
      expect([huge.status, await huge.json()]).toEqual([
        413,
        { error: { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 64 KiB' } },
      ])
      const elsewhere = await choose(
        server.url,
        { person: first(persons) },
        { 'sec-fetch-site': 'cross-site' },
      )
      expect(elsewhere.status).toBe(403)
    } finally {
      await server.stop()
    }
  })

  test('test persons need the secret of the deployment, if it has one', async () => {
    const server = await started('a-secret-of-ours')
    try {
      const person = 'development admin'
      expect((await choose(server.url, { person })).status).toBe(403)
      expect((await choose(server.url, { person, secret: 'another-secret' })).status).toBe(403)
      expect((await choose(server.url, { person, secret: 'a-secret-of-ours' })).status).toBe(303)
      // Only a hundred guesses a minute are checked; after them the right secret is refused too.
      for (let guess = 3; guess < 100; guess++)
        expect((await choose(server.url, { person, secret: `guess ${guess}` })).status).toBe(403)
      const late = await choose(server.url, { person, secret: 'a-secret-of-ours' })
      expect([late.status, late.headers.has('retry-after')]).toEqual([429, true])
    } finally {
      await server.stop()
    }
  })
})

test('with sign-in, production refuses keys of persons and accepts keys of systems', () => {
  const clients = [
    { name: 'clerk', roles: ['BACK_OFFICE'], keyHash: hashSecret(pepper, 'clerk-key') },
    { name: 'gateway', roles: ['GATEWAY'], keyHash: hashSecret(pepper, 'gateway-key') },
  ] as const
  const config = { production: true, keyPepper: pepper, apiClients: clients }
  const nameOf = (key: string, identityProvider?: object) =>
    authenticator({ ...config, identityProvider })({ 'x-api-key': key })?.name
  expect([nameOf('clerk-key'), nameOf('gateway-key')]).toEqual(['clerk', 'gateway'])
  expect([nameOf('clerk-key', {}), nameOf('gateway-key', {})]).toEqual([undefined, 'gateway'])
})
