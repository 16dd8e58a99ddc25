import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Session } from '../../src/platform/identity/sessions/session.entity.js'
import { selectAll, selectOne, update } from '../../src/platform/database/rows.js'
import { describeEachDatabase } from '../support/services.js'
import { actsOf, createBrowser, startSigningIn, type TestBrowser } from './signing-in.js'
import { first, present } from '../support/present.js'

const minuteMs = 60_000
const claims = { email: 'awa.ngo@bank.example', groups: { cauri: ['APPROVER'] } }
const name = claims.email
const watching = { 'x-cauri-page': 'watch' }

describeEachDatabase('persons who are signed in', (kind) => {
  let started: Awaited<ReturnType<typeof startSigningIn>>
  let acts: ReturnType<typeof actsOf>
  let browser: TestBrowser
  /** Each test has a person of its own, so that no session of another test matters. */
  let person = 0

  beforeAll(async () => {
    started = await startSigningIn(kind, 2)
    acts = actsOf(started)
  })
  afterAll(() => started?.stop())
  beforeEach(async () => {
    browser = createBrowser()
    started.issuer.fails(undefined)
    started.issuer.renews(true)
    person += 1
    started.issuer.is(`p-${person}`, claims)
    await acts.signIn(browser)
    expect(await acts.asks(browser)).toEqual([200, name])
  })

  const idOf = () => `${started.issuer.issuer} p-${person}`
  const rows = () => selectAll(started.database.read, Session, 'WHERE person = ? ORDER BY id', [idOf()])
  /** The person acts every five minutes. */
  const work = async (minutes: number) => {
    for (let at = 0; at < minutes; at += 5) {
      started.clock.advance(5 * minuteMs)
      expect(await acts.asks(browser)).toEqual([200, name])
    }
  }
  const last = async () => (await acts.audited()).at(-1)

  test('stay signed in while the provider reports the same roles, and get a new token each time', async () => {
    const { refreshToken: before } = first(await rows())
    await work(60)
    const { refreshToken, confirmedAt } = first(await rows())
    expect(before).toMatch(/^[\w-]+\.[\w-]{60,}$/)
    expect(refreshToken).not.toBe(before)
    expect(started.clock.now() - present(confirmedAt)).toBeLessThan(15 * minuteMs)
  })

  test.each([
    ['every role', {}, 'NO_ROLE'],
    ['a role', { groups: { cauri: ['BACK_OFFICE'] } }, 'OTHER_ROLES'],
  ])(
    'are signed out within a quarter of an hour after %s was taken away, in every browser',
    async (_, left, why) => {
      const other = createBrowser()
      await acts.signIn(other)
      await work(5)
      started.issuer.is(`p-${person}`, { email: name, ...left })
      started.clock.advance(5 * minuteMs)
      // A poll of the page is enough to notice that the role is gone.
      expect([await acts.asks(browser, watching), await acts.asks(other)]).toEqual([
        [401, undefined],
        [401, undefined],
      ])
      expect(await last()).toMatchObject({ action: 'SIGN_OUT', actor: name, after: `{"why":"${why}"}` })
      expect((await rows()).map(({ endedAt, refreshToken }) => [endedAt, refreshToken])).toEqual(
        Array.from({ length: 2 }, () => [started.clock.now(), null]),
      )
      const held = await started.database.read.all(
        'SELECT until_at FROM role_assignments WHERE person_id = ? AND until_at IS NULL',
        [idOf()],
      )
      expect(held).toEqual([])
    },
  )

  test('are signed out when the provider has ended its session', async () => {
    started.issuer.forgets()
    started.clock.advance(10 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
    expect(await last()).toMatchObject({ action: 'SIGN_OUT', after: '{"why":"REFUSED"}' })
  })

  // 200 is a page of a proxy; 429 comes when many sessions are renewed at once; 400 and 401 mean that the service's own secret is wrong.
  test.each([502, 429, 404, 200, 400, 401])(
    'are refused ten minutes after the last usable answer of the provider, which now answers %i, and accepted when it is back',
    async (status) => {
      await work(5)
      started.issuer.fails(status)
      started.clock.advance(9 * minuteMs)
      expect((await acts.asks(browser))[0]).toBe(200)
      started.clock.advance(minuteMs)
      expect((await acts.asks(browser))[0]).toBe(401)
      expect(await acts.promptOf(createBrowser()).catch(() => 'away')).toBeNull()
      started.issuer.fails(undefined)
      started.clock.advance(minuteMs / 2)
      expect(await acts.asks(browser)).toEqual([200, name])
      expect((await rows()).map(({ endedAt }) => endedAt)).toEqual([null])
    },
  )

  test('use a refresh token once, however many of their requests come at once, to however many processes', async () => {
    const here = started.server.url
    const there = first(started.others).url
    const urls = [here, there]
    browser.jarOf(there).set('__Host-cauri', present(browser.jarOf(here).get('__Host-cauri')))
    started.clock.advance(10 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(5 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    // The person returns after 14 minutes, with several requests at once, when the provider's last answer is too old.
    started.clock.advance(14 * minuteMs)
    await started.database.inTransaction((tx) =>
      update(tx, Session, { confirmedAt: started.clock.now() - 16 * minuteMs }, 'person = ?', [idOf()]),
    )
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, at) => acts.asks(browser, undefined, urls[at % 2])),
    )
    // The provider would refuse a token that was already used, and end the session.
    expect(asked).toEqual(Array.from({ length: 8 }, () => [200, name]))
    started.clock.advance(10 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
  })

  test('must sign in every quarter of an hour if there is no refresh token', async () => {
    started.issuer.renews(false)
    browser = createBrowser()
    await acts.signIn(browser)
    expect(present((await rows()).at(-1)).refreshToken).toBeNull()
    started.clock.advance(14 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
    // The person was active a minute ago, so that the provider does not ask for the password again.
    expect(await acts.promptOf(browser)).toBeNull()
    await acts.signIn(browser)
    expect(await acts.asks(browser)).toEqual([200, name])
  })

  test('have their refresh token stored sealed, so that it cannot be altered', async () => {
    const session = present(await selectOne(started.database.read, Session, 'WHERE person = ?', [idOf()]))
    const { refreshToken } = session
    await started.database.inTransaction((tx) =>
      update(tx, Session, { refreshToken: `${present(refreshToken).slice(0, -4)}AAAA` }, 'id = ?', [
        session.id,
      ]),
    )
    started.clock.advance(14 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
  })
})
