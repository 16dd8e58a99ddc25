import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { createBoundedCounter } from '../../src/kernel/bounded-counter.js'
import { consume, limiterOn } from '../../src/scoring-service/service/limit-counters.js'
import { createPollTurns } from '../../src/scoring-service/service/poll-turns.js'
import { describeEachDatabase } from '../support/services.js'
import { person, tokenOf, wallet, type Answer, type Caller } from './caller.js'
import { openScoringWorld, plentiful, scoringWorldFor, type ScoringWorld } from './world.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const submit = (caller: Caller) => caller.submit({ ...person, documentsDetails: [wallet('a.pdf')] })

/** `[limit, remaining]` of the headers, whose reset must be at most `secondsMax` away. */
const limitAndRemaining = ({ headers }: Answer, secondsMax = 60): number[] => {
  const [limit, remaining, reset] = shaped(
    z.tuple([z.number(), z.number(), z.number()]),
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN)),
  )
  expect(reset).toBeGreaterThanOrEqual(1)
  expect(reset).toBeLessThanOrEqual(secondsMax)
  return [limit, remaining]
}

const expectRequestLimit = ({ status, body, headers }: Answer, quotaRemaining: number): void => {
  expect([status, Object.keys(body).sort()]).toEqual([
    429,
    ['error', 'message', 'quotaRemaining', 'resetTime', 'retryAfter', 'success'],
  ])
  expect(body).toMatchObject({ success: false, error: 'RateLimitError', quotaRemaining })
  expect(body.retryAfter).toBeGreaterThanOrEqual(1)
  expect(headers.get('retry-after')).toBe(String(body.retryAfter))
  expect(Date.parse(body.resetTime)).toBeGreaterThan(Date.now())
}

test('a window of a minute that begins now ends in exactly a minute, in spite of rounding', () => {
  // The sum is rounded up to the next floating-point number, so the difference is slightly more than a minute.
  expect(46267.72404172166 + 60_000 - 46267.72404172166).toBeGreaterThan(60_000)
  expect(createBoundedCounter(60_000, 1).add('a', 46267.72404172166).resetMs).toBe(60_000)
})

describe('a client that obeys Retry-After', () => {
  /** The largest number of polls in sixty seconds, if all requests are polled as their Retry-After says. */
  const mostPolls = (requests: number, perMinute: number): number => {
    const turn = createPollTurns(perMinute)
    const polls: number[] = []
    const next = Array.from({ length: requests }, (_, i) => (i * 60) / 120)
    for (let second = 0; second < 1800; second++)
      for (const [i, at] of next.entries()) {
        if (at > second) continue
        polls.push(second)
        const waited = second - (i * 60) / 120
        const earliest = Math.min(60, Math.max(2, Math.ceil(waited / 5)))
        next[i] = second + turn('us', `${i}`, earliest, second * 1000)
      }
    const inWindow = (from: number) => polls.filter((at) => at >= from && at < from + 60).length
    return Math.max(...Array.from({ length: 1740 }, (_, from) => inWindow(from)))
  }

  test.each([1, 20, 150, 600])('is never refused with %d requests', (requests) => {
    expect(mostPolls(requests, 300)).toBeLessThanOrEqual(300)
  })

  test('waits longer if its requests are many, and no longer than necessary', () => {
    const turn = createPollTurns(300)
    expect([turn('a', 'one', 2, 0), turn('a', 'two', 60, 0), turn('b', 'three', 2, 0)]).toEqual([2, 60, 2])
    const crowd = Array.from({ length: 10 }, (_, i) => turn('c', `${i}`, 2, 0))
    expect(crowd).toEqual([2, 2, 3, 3, 4, 4, 5, 5, 6, 6])
    expect(createPollTurns(1)('d', 'one', 2, 0)).toBeGreaterThanOrEqual(2)
  })

  test('waits at most six seconds, even if its other programs poll before their turn all the time', () => {
    const turn = createPollTurns(300)
    for (let second = 0; second < 3600; second++)
      for (const hasty of ['one', 'two', 'three', 'four', 'five']) turn('a', hasty, 2, second * 1000)
    expect(turn('a', 'patient', 2, 3_600_000)).toBeLessThanOrEqual(6)
  })
})

describeEachDatabase('the scoring service', (database) => {
  describe('has limits per minute that', () => {
    const world = scoringWorldFor(database, {
      settings: {
        limits: {
          tokensPerMinute: 3,
          resultsPerMinute: 2,
          requestsPerMinute: { live: 4, sandbox: 2 },
          requestsPerDay: { live: 1000, sandbox: 1000 },
          readingSecondsPerDay: plentiful.readingSecondsPerDay,
          uploadBytesPerDay: plentiful.uploadBytesPerDay,
        },
      },
    })

    test('begin again if the clock was set back by an hour', async () => {
      const limiter = limiterOn(world().database)('set-back', 1, 60)
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
      expect((await consume(limiter, 'us')).isRefused).toBe(false)
      clock.mockRestore()
      const { isRefused, resetSeconds } = await consume(limiter, 'us')
      expect(isRefused).toBe(false)
      expect(resetSeconds).toBeLessThanOrEqual(60)
      expect((await consume(limiter, 'us')).isRefused).toBe(true)
    })

    test('count each attempt to get a token by its client id, even with a wrong secret', async () => {
      const { base } = await world().newClient()
      const ask = (clientId: string) => tokenOf(base, { clientId, secret: 'wrong' })
      const answers = [await ask('a'), await ask('a'), await ask('a'), await ask('a'), await ask('b')]
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429, 400])
      expect(answers.map((answer) => limitAndRemaining(answer))).toEqual([
        [3, 2],
        [3, 1],
        [3, 0],
        [3, 0],
        [3, 2],
      ])
      expect(Object.keys(present(answers[3]).body)).toEqual(['message'])
      expect(Number(present(answers[3]).headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    })

    test('count the requests of a client, with other limits for live and sandbox', async () => {
      const live = await world().newClient()
      for (let left = 3; left >= 0; left--) {
        const answer = await submit(live)
        expect([answer.status, ...limitAndRemaining(answer)]).toEqual([200, 4, left])
      }
      const refused = await submit(live)
      expectRequestLimit(refused, 996)
      expect([...limitAndRemaining(refused), refused.headers.get('ratelimit-reset')]).toEqual([
        4,
        0,
        refused.headers.get('retry-after'),
      ])
      const sandbox = await world().newClient('sandbox')
      for (let i = 0; i < 2; i++) expect((await submit(sandbox)).status).toBe(200)
      expectRequestLimit(await submit(sandbox), 998)
    })

    test('count new requests only, not those repeated under their Idempotency-Key', async () => {
      const caller = await world().newClient()
      const headers = { 'idempotency-key': 'k' }
      const body = { ...person, documentsDetails: [wallet('a.pdf')] }
      const first = await caller.submit(body, headers)
      for (let i = 0; i < 3; i++) expect((await submit(caller)).status).toBe(200)
      expect((await submit(caller)).status).toBe(429)
      for (let i = 0; i < 5; i++) {
        const again = await caller.submit(body, headers)
        expect([again.status, again.body.requestId]).toEqual([200, first.body.requestId])
        expect(again.headers.get('ratelimit-limit')).toBe(null)
      }
      expect((await caller.submit({ ...body, augment: true }, headers)).status).toBe(429)
      expect((await caller.submit(body, { 'idempotency-key': 'other' })).status).toBe(429)
    })

    test('count the polls of results, with a 429 in the error format of results', async () => {
      const caller = await world().newClient()
      const { requestId } = await caller.accepted()
      const left = [await caller.results(requestId), await caller.results(requestId)]
      expect(left.map((answer) => limitAndRemaining(answer))).toEqual([
        [2, 1],
        [2, 0],
      ])
      const refused = await caller.results(requestId)
      expect(limitAndRemaining(refused)).toEqual([2, 0])
      const { status, body, headers } = refused
      expect([status, body]).toEqual([
        429,
        { status: 'error', code: 429, message: expect.any(String), details: expect.stringMatching(/^retry/) },
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    })
  })

  describe('has a daily quota that', () => {
    const world = scoringWorldFor(database, {
      settings: { limits: { ...plentiful, requestsPerDay: { live: 3, sandbox: 3 } } },
    })

    test('counts accepted requests, but not those that fail later', async () => {
      const caller = await world().newClient()
      for (let i = 0; i < 5; i++) {
        const wrong = await caller.submit({})
        expect([wrong.status, limitAndRemaining(wrong)[0]]).toEqual([400, plentiful.requestsPerMinute.live])
      }
      const stranger = await caller.submit({}, { authorization: 'nobody' })
      expect([stranger.status, stranger.headers.get('ratelimit-limit')]).toEqual([401, null])
      const headers = { 'idempotency-key': 'k' }
      const body = { ...person, documentsDetails: [wallet('a.pdf')] }
      for (let i = 0; i < 5; i++) expect((await caller.submit(body, headers)).status).toBe(200)
      await caller.uploaded()
      expect((await submit(caller)).status).toBe(200)
      for (let i = 0; i < 3; i++) expectRequestLimit(await submit(caller), 0)
      await world().process()
      expect((await submit(caller)).status).toBe(200)
      expectRequestLimit(await submit(caller), 0)
    })

    test('resets at midnight UTC, as announced', async () => {
      const caller = await world().newClient()
      const answers: Answer[] = []
      for (let i = 0; i < 4; i++) answers.push(await submit(caller))
      const { resetTime, retryAfter } = present(answers[3]).body
      expect(answers.map((answer) => limitAndRemaining(answer, 86_400))).toEqual([
        [3, 2],
        [3, 1],
        [3, 0],
        [3, 0],
      ])
      expect(present(answers[3]).headers.get('ratelimit-reset')).toBe(String(retryAfter))
      expect(resetTime).toMatch(/T00:00:0\d/)
      world().clock.advance(retryAfter * 1000 + 1000)
      const { token } = (await tokenOf(caller.base, caller)).body
      expect(
        (await caller.submit({ ...person, documentsDetails: [wallet('a')] }, { authorization: token }))
          .status,
      ).toBe(200)
    })
  })

  describe('with several processes on one database', () => {
    let first: ScoringWorld
    let second: ScoringWorld | undefined
    beforeAll(async () => {
      const settings = { limits: { ...plentiful, requestsPerDay: { live: 6, sandbox: 6 } } }
      first = await openScoringWorld(database, { settings })
      // Two processes cannot share an SQLite file.
      if (database.kind === 'mysql')
        second = await openScoringWorld(database, { settings, databaseUrl: first.databaseUrl })
    })
    afterAll(async () => {
      await second?.close()
      await first.close()
    })

    test('counts the requests of all processes together', async () => {
      const here = await first.newClient()
      const there = second ? { ...here, base: second.url + '/scoring' } : here
      const answers: Answer[] = []
      const elsewhere = async () => {
        const response = await fetch(`${there.base}/score/request`, {
          method: 'POST',
          headers: {
            authorization: here.token,
            'x-api-key': here.apiKey,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ ...person, documentsDetails: [wallet('a.pdf')] }),
        })
        return { status: response.status, body: await response.json(), headers: response.headers }
      }
      for (let i = 0; i < 5; i++) answers.push(await submit(here), await elsewhere())
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    })
  })
})
