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
  /** Each test has a person of its own, so that nothing remains from the test before. */
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
  /** They do something each five minutes, and their page asks by itself. */
  const work = async (minutes: number) => {
    for (let at = 0; at < minutes; at += 5) {
      started.clock.advance(5 * minuteMs)
      expect(await acts.asks(browser)).toEqual([200, name])
    }
  }
  const last = async () => (await acts.audited()).at(-1)

  test('continue while the provider reports the same roles, with a new token each time', async () => {
    const { renewal: before } = first(await rows())
    await work(60)
    const { renewal, confirmedAt } = first(await rows())
    expect(before).toMatch(/^[\w-]+\.[\w-]{60,}$/)
    expect(renewal).not.toBe(before)
    expect(started.clock.now() - present(confirmedAt)).toBeLessThan(15 * minuteMs)
  })

  test.each([
    ['every role', {}, 'NO_ROLE'],
    ['a role', { groups: { cauri: ['BACK_OFFICE'] } }, 'OTHER_ROLES'],
  ])('are out within a quarter of an hour once %s was taken away, in every browser', async (_, left, why) => {
    const other = createBrowser()
    await acts.signIn(other)
    await work(5)
    started.issuer.is(`p-${person}`, { email: name, ...left })
    started.clock.advance(5 * minuteMs)
    // A page that only looks by itself is enough.
    expect([await acts.asks(browser, watching), await acts.asks(other)]).toEqual([
      [401, undefined],
      [401, undefined],
    ])
    expect(await last()).toMatchObject({ action: 'SIGN_OUT', actor: name, after: `{"why":"${why}"}` })
    expect((await rows()).map(({ endedAt, renewal }) => [endedAt, renewal])).toEqual(
      Array.from({ length: 2 }, () => [started.clock.now(), null]),
    )
    const held = await started.database.read.all(
      'SELECT until_at FROM role_assignments WHERE person_id = ? AND until_at IS NULL',
      [idOf()],
    )
    expect(held).toEqual([])
  })

  test('end when the provider has ended its session', async () => {
    started.issuer.forgets()
    started.clock.advance(10 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
    expect(await last()).toMatchObject({ action: 'SIGN_OUT', after: '{"why":"REFUSED"}' })
  })

  test('continue for a while when the provider is down, then stop, and continue when it answers again', async () => {
    await work(5)
    started.issuer.fails(502)
    started.clock.advance(9 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
    expect(await acts.promptOf(createBrowser()).catch(() => 'away')).toBeNull()
    started.issuer.fails(undefined)
    started.clock.advance(minuteMs / 2)
    expect(await acts.asks(browser)).toEqual([200, name])
    expect((await rows()).map(({ endedAt }) => endedAt)).toEqual([null])
  })

  test('are checked once, however many requests reach however many processes', async () => {
    const here = started.server.url
    const there = first(started.others).url
    const urls = [here, there]
    browser.jarOf(there).set('__Host-cauri', present(browser.jarOf(here).get('__Host-cauri')))
    started.clock.advance(10 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(5 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    // They came back after ten minutes at another desk: too late for the word of before, and all at once.
    started.clock.advance(14 * minuteMs)
    await started.database.inTransaction((tx) =>
      update(tx, Session, { confirmedAt: started.clock.now() - 16 * minuteMs }, 'person = ?', [idOf()]),
    )
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, at) => acts.asks(browser, undefined, urls[at % 2])),
    )
    // The provider refuses a token that was used already, and ends the session.
    expect(asked).toEqual(Array.from({ length: 8 }, () => [200, name]))
    started.clock.advance(10 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
  })

  test('without a refresh token require a sign-in every quarter of an hour', async () => {
    started.issuer.renews(false)
    browser = createBrowser()
    await acts.signIn(browser)
    expect(present((await rows()).at(-1)).renewal).toBeNull()
    started.clock.advance(14 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
    // They are known to have been here a minute ago: nobody asks for a password again.
    expect(await acts.promptOf(browser)).toBeNull()
    await acts.signIn(browser)
    expect(await acts.asks(browser)).toEqual([200, name])
  })

  test('store the refresh token sealed, so that nobody else can use it', async () => {
    const session = present(await selectOne(started.database.read, Session, 'WHERE person = ?', [idOf()]))
    const { renewal } = session
    await started.database.inTransaction((tx) =>
      update(tx, Session, { renewal: `${present(renewal).slice(0, -4)}AAAA` }, 'id = ?', [session.id]),
    )
    started.clock.advance(14 * minuteMs)
    expect((await acts.asks(browser))[0]).toBe(200)
    started.clock.advance(minuteMs)
    expect((await acts.asks(browser))[0]).toBe(401)
  })
})
