import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { BureauAnswer } from '../../src/scoring-service/model/bureau.js'
import { fixedIds } from '../../src/scoring-service/bureau/emulator/persons.js'
import {
  createBureauEmulator,
  type BureauEmulator,
} from '../../src/scoring-service/bureau/emulator/server.js'
import { setClientOptions } from '../../src/scoring-service/clients/manage-clients.js'
import { processorMs } from '../../src/scoring-service/reader/process-facts.js'
import { claimRequest, isStillClaimed, release } from '../../src/scoring-service/processing/claim-request.js'
import { bucketAway } from '../../src/platform/log/file-outages.js'
import { nextBureauWaitMs } from '../../src/scoring-service/processing/bureau-wait.rules.js'
import { compiledProgram } from '../end-to-end/compile.js'
import { runProgram } from '../running/processes.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { bureauAt, fixedClock } from './bureau/support.js'
import { ask, createCaller, person, put, tokenOf, wallet, type Caller } from './caller.js'
import { startTestEngine, type TestEngine } from './engine.js'
import type { WalletContent } from './fixtures/wallet-pdf.js'
import { holder, walletStatement, type WalletFile } from './fixtures/wallet-statement.js'
import { noRecord, openScoringWorld, pepper, readsAll, scoringWorldFor, type ScoringWorld } from './world.js'
import { at, present } from '../support/present.js'
import { textOf } from '../support/typed.js'

const makeAllDue = (world: ScoringWorld) =>
  world.write('UPDATE scoring_requests SET due_at = 0 WHERE due_at IS NOT NULL')
const requestRow = async (world: ScoringWorld, id: string) =>
  at(await world.rows('SELECT * FROM scoring_requests WHERE id = ?', id), 0)

const wanted = {
  environment: 'live',
  holder: 'this test',
  choose: ([first]: readonly string[]) => first,
} as const

/** A reader needs about 100 ms of processor time to start. One that has used more than 300 is reading without end. */
const isBusyReading = (pid: number): boolean => (processorMs(pid) ?? 0) > 300

/** For the tests that read documents. It has no database, so the suites of both databases share it. */
let reader: TestEngine
beforeAll(async () => {
  reader = await startTestEngine()
})
afterAll(() => reader.close())

describeEachDatabase('processing', (database) => {
  const world = scoringWorldFor(database, { timeScale: 900 })
  const signal = new AbortController().signal

  test.each(['READING', 'STORED'])(
    'takes a request up again after its worker was killed at the moment %s, and stores one result',
    async (moment) => {
      world().engine.current = readsAll
      const caller = await world().caller()
      const { requestId } = await caller.uploaded()
      const args = [world().databaseUrl, world().directory, moment]
      const { code, stdout } = await runProgram('process-and-die', args)
      expect([code, stdout]).toEqual([null, ''])

      await world().process()
      expect((await caller.results(requestId)).body).toMatchObject({ status: 'PROCESSING', parsedUrls: [] })
      expect(world().engine.requests).toEqual([])

      await makeAllDue(world())
      await Promise.all(Array.from({ length: 4 }, () => world().process()))
      expect(world().engine.requests.map((asked) => asked.requestId)).toEqual([requestId])
      const { body } = await caller.results(requestId)
      expect(body.parsedUrls).toHaveLength(1)
      expect((await ask(body.parsedUrls[0])).body.data).toMatchObject({ requestId, documentName: 'a.pdf' })
      expect(
        await world().rows('SELECT * FROM scoring_results WHERE request_id = ?', requestId),
      ).toHaveLength(1)
      expect(await requestRow(world(), requestId)).toMatchObject({ status: 'COMPLETED', due_at: null })
    },
  )

  test('stores nothing of a worker that lost its claim', async () => {
    const caller = await world().caller()
    const { requestId } = await caller.uploaded()
    let calls = 0
    world().engine.current = async (request) => {
      calls++
      if (calls === 1) {
        // While the first worker reads, its lease ends, and another worker completes the request.
        await makeAllDue(world())
        await world().scoring.process(signal)
        await eventually('the second worker has completed it', async () => {
          const row = await requestRow(world(), requestId)
          return row['status'] === 'COMPLETED'
        })
      }
      const { documents } = await readsAll(request)
      return { documents, bodies: [{ json: `{"status":"success","code":200,"data":{"call":${calls}}}` }] }
    }
    await world().scoring.process(signal)
    await world().scoring.idle()
    expect(calls).toBe(2)
    expect(await world().rows('SELECT * FROM scoring_results WHERE request_id = ?', requestId)).toHaveLength(
      1,
    )
    const { parsedUrls } = (await caller.results(requestId)).body
    expect((await ask(parsedUrls[0])).body.data).toEqual({ call: 2 })
  })

  test('gives the claim to one of many workers, which can release it', async () => {
    const caller = await world().caller()
    await caller.uploaded()
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimRequest(world().database, wanted)))
    const won = claims.filter((claim) => claim !== undefined)
    expect(won).toHaveLength(1)
    expect(at(won, 0).request).toMatchObject({ fence: 1, attempts: 1 })
    await release(world().database, at(won, 0), { waitMs: 0, isAttempt: false })
    expect(await requestRow(world(), at(won, 0).request.id)).toMatchObject({ status: 'PROCESSING' })
    // A heartbeat that comes late must not delay the retry.
    const isClaimed = world().database.inTransaction((tx) => isStillClaimed(tx, at(won, 0)))
    expect(await isClaimed).toBe(false)
    expect(present(await claimRequest(world().database, wanted)).request).toMatchObject({
      fence: 2,
      attempts: 1,
    })
    await makeAllDue(world())
    await world().process()
  })

  test('starts the requests of a client in the order in which they became complete', async () => {
    world().engine.current = reader.sealed
    const { bytes, password } = await walletStatement({ persona: 'thin', months: 1 })
    const clients = [await world().caller(), await world().newClient()]
    const came: string[] = []
    // More than one process claims at once, and the requests were made in another order than their documents were sent.
    const announced = []
    for (let i = 0; i < 11; i++) {
      const productCode = i % 2 === 0 ? 'PARS' : 'PA'
      const documentsDetails = [wallet('a.pdf', { password })]
      announced.push(await at(clients, i % 2).accepted([], { productCode, documentsDetails }))
    }
    for (const { requestId, uploadUrls } of announced.reverse()) {
      expect((await put(uploadUrls[0].url, bytes)).status).toBe(200)
      came.push(requestId)
    }
    await world().process()
    const rows = await world().rows(
      `SELECT id, client, status, queued_at, started_at FROM scoring_requests WHERE id IN (${came.map(() => '?').join()})`,
      ...came,
    )
    const rowOf = new Map(rows.map((row) => [row['id'], row]))
    const inOrder = came.map((id) => present(rowOf.get(id)))
    expect(inOrder.map(({ status }) => status)).toEqual(came.map(() => 'COMPLETED'))
    const asked = world().engine.requests
    for (const client of new Set(inOrder.map((row) => row['client']))) {
      const own = inOrder.filter((row) => row['client'] === client)
      const started = own.map((row) => Number(row['started_at']))
      expect(started).toEqual(started.toSorted((a, b) => a - b))
      expect(started[0]).toBeGreaterThanOrEqual(Number(at(own, 0)['queued_at']))
      const begun = asked.filter((request) => request.client === client)
      expect(begun.map(({ requestId }) => requestId)).toEqual(own.map(({ id }) => id))
    }
  })

  describe('a document that was seen for another person', () => {
    type Validity = { checks?: { id: string; passed: boolean; weight: string; evidence: string }[] }
    let file: WalletFile
    let other: WalletFile
    let telling: Caller
    beforeAll(async () => {
      // Other bytes with the same verification code, because the issuer encrypts each download anew.
      const content = (drawn: WalletContent) => ({ ...drawn, code: 'Q4RT78ZX' })
      file = await walletStatement({ persona: 'thin', months: 1, content })
      other = await walletStatement({ persona: 'thin', months: 1, content, password: '771204' })
      telling = await world().newClient()
      const deps = { database: world().database, pepper, now: world().clock.now() }
      await setClientOptions(deps, { clientId: telling.clientId, options: { withChecks: true } })
    })

    const validityOf = async (
      caller: Caller,
      nationalId: string,
      { bytes, password } = file,
      productCode = 'PA',
    ) => {
      world().engine.current = reader.sealed
      const documentsDetails = [wallet('a.pdf', { password })]
      const changes = { ...holder, nationalId, productCode, documentsDetails }
      const { requestId, uploadUrls } = await caller.accepted([], changes)
      await put(uploadUrls[0].url, bytes)
      await world().process()
      const [url] = (await caller.results(requestId)).body.parsedUrls
      return (await ask(url)).body.data.validity as Validity
    }
    const toldOf = async (...wish: Parameters<typeof validityOf>) => {
      const check = (await validityOf(...wish)).checks?.find(({ id }) => id === 'seen_elsewhere')
      return [check?.passed, check?.weight, check?.evidence]
    }
    const clean = [true, 'soft', 'neither file nor verification code was seen for another national ID']
    const sightings = () => world().rows('SELECT trace, person FROM scoring_sightings')

    test('is reported even if another client sent it, by a soft check, and only to clients with the option withChecks', async () => {
      const silent = await world().caller()
      const first = await validityOf(silent, '11111111')
      expect(first).not.toHaveProperty('checks')
      expect(await toldOf(telling, '11111111')).toEqual(clean)
      const again = await validityOf(telling, '22222222')
      expect({ ...again, checks: undefined }).toEqual({ ...first, checks: undefined })
      const ofFile = [false, 'soft', 'the same file was sent for another national ID']
      expect(await toldOf(telling, '22222222', file, 'PAS')).toEqual(ofFile)
      // The first sender gets the report as well, because it is unknown who copied from whom.
      expect(await toldOf(telling, '11111111')).toEqual(ofFile)
      expect(await toldOf(telling, '33333333', other)).toEqual([
        false,
        'soft',
        'the same verification code was on a statement of another national ID',
      ])
    })

    test('is not reported for another spelling of the same national ID', async () => {
      const content = (drawn: WalletContent) => ({ ...drawn, code: 'W7SP3LLS' })
      const mine = await walletStatement({ persona: 'thin', months: 1, content })
      expect(await toldOf(telling, 'ab 55-555', mine)).toEqual(clean)
      expect(await toldOf(telling, 'AB55555', mine)).toEqual(clean)
    })

    test('is recorded separately in the sandbox', async () => {
      const sandbox = await world().newClient('sandbox')
      const deps = { database: world().database, pepper, now: world().clock.now() }
      await setClientOptions(deps, { clientId: sandbox.clientId, options: { withChecks: true } })
      expect(await toldOf(sandbox, '44444444')).toEqual(clean)
    })

    test('is recorded by HMACs alone, for 180 days', async () => {
      const rows = await sightings()
      expect(rows.length).toBeGreaterThan(0)
      const request = at(
        await world().rows('SELECT national_id_hash AS hash FROM scoring_requests LIMIT 1'),
        0,
      )
      for (const row of rows) {
        expect([row['trace'], row['person']]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{64}$/)))
        expect(row['person']).not.toBe(request['hash'])
      }
      world().clock.advance(179 * 86_400_000)
      await world().cleanUp()
      expect(await sightings()).toHaveLength(rows.length)
      world().clock.advance(2 * 86_400_000)
      await world().cleanUp()
      expect(await sightings()).toEqual([])
    })
  })

  test('tries five times if the reader of documents cannot be called', async () => {
    const caller = await world().caller()
    const { requestId } = await caller.uploaded()
    world().engine.current = async () => {
      throw new Error('the pool is closed')
    }
    const tryFiveTimes = async () => {
      for (let attempt = 0; attempt < 5; attempt++) {
        expect((await caller.results(requestId)).status).toBe(202)
        await makeAllDue(world())
        await world().scoring.process(signal)
        await world().scoring.idle()
      }
    }
    // A full disk is no fault of the documents, so these tries do not count.
    const room = jest.spyOn(world().staging, 'hasRoom').mockResolvedValue(false)
    await tryFiveTimes().finally(() => room.mockRestore())
    await tryFiveTimes()
    expect((await caller.results(requestId)).body.details).toMatch(/^resource_limit\b/)
    expect(world().engine.requests).toHaveLength(10)
    expect(world().printed()).toContain('the pool is closed')
  })

  test('does not count tries whose results could not be stored since the store or the database was away', async () => {
    const caller = await world().caller()
    const { requestId } = await caller.uploaded()
    let isAway = false
    world().engine.current = (request, aborted) => {
      isAway = true
      return readsAll(request, aborted)
    }
    world().beforeStatement.current = async () => {
      if (!isAway) return
      isAway = false
      throw Object.assign(new Error('the bucket is not available'), { code: bucketAway })
    }
    for (let attempt = 0; attempt < 7; attempt++) {
      await makeAllDue(world())
      await world().scoring.process(signal)
      await world().scoring.idle()
      const { attempts, holder: process } = await requestRow(world(), requestId)
      expect([Number(attempts), process]).toEqual([0, null])
    }
    world().engine.current = readsAll
    await makeAllDue(world())
    await world().process()
    expect((await caller.results(requestId)).status).toBe(200)
  })

  test('answers all other requests while every reader hangs in a document', async () => {
    const entry = compiledProgram('endless-reader')
    const readers = await startTestEngine({ entry, size: 2, workMs: 600_000 })
    const caller = await world().caller()
    const requests: string[] = []
    try {
      world().engine.current = readers.sealed
      for (let i = 0; i < 20; i++) requests.push((await caller.uploaded()).requestId)
      await world().scoring.process(signal)
      await eventually('all readers are at work', () => readers.pids().filter(isBusyReading).length === 2)
      const pids = readers.pids()
      // In parallel, because each call is slow while the readers load the whole machine.
      await Promise.all(
        requests.map(async (requestId) => {
          expect((await tokenOf(caller.base, caller)).status).toBe(200)
          const { status, body } = await caller.results(requestId)
          expect([status, ['QUEUED', 'PROCESSING'].includes(body.status)]).toEqual([202, true])
        }),
      )
      expect(readers.pids()).toEqual(pids)
    } finally {
      await readers.close()
    }
    await world().scoring.idle()
    world().engine.current = readsAll
    await makeAllDue(world())
    await world().process()
    for (const requestId of requests) expect((await caller.results(requestId)).status).toBe(200)
  })

  test('removes documents and passwords once they are read, after success and failure', async () => {
    const caller = await world().caller()
    const ids: string[] = []
    for (const engine of [readsAll, undefined]) {
      if (engine) world().engine.current = engine
      const { requestId } = await caller.uploaded(['a.pdf', 'b.pdf'])
      ids.push(requestId)
      const having = 'SELECT object_key, secrets FROM scoring_documents WHERE request_id = ?'
      const before = await world().rows(having, requestId)
      for (const row of before) {
        expect(await world().files()).toContain(String(row['object_key']).split('/')[1])
        expect(String(row['secrets'])).not.toContain('open-sesame')
      }
      await world().process()
      expect(await world().rows(having, requestId)).toEqual(
        before.map(() => ({ object_key: null, secrets: null })),
      )
      await world().cleanUp()
      for (const row of before)
        expect(await world().files()).not.toContain(String(row['object_key']).split('/')[1])
    }
    expect(ids).toHaveLength(2)
  })

  test('removes an object whose process died before it was recorded', async () => {
    const orphan = {
      objectKey: 'uploads/orphan-of-a-dead-process',
      removeAt: world().clock.now() + 7_200_000,
    }
    await world().store(orphan.objectKey, 'bytes')
    await world().write('INSERT INTO scoring_objects VALUES (?, ?)', orphan.objectKey, orphan.removeAt)
    await world().cleanUp()
    expect(await world().files()).toContain('orphan-of-a-dead-process')
    world().clock.advance(7_300_000)
    await world().cleanUp()
    expect(await world().files()).not.toContain('orphan-of-a-dead-process')
  })

  test('an object that cannot be removed delays neither other objects nor the deletion of personal data', async () => {
    world().engine.current = readsAll
    const { requestId } = await (await world().newClient()).uploaded()
    await world().process()
    world().clock.advance(31 * 86_400_000)
    // A folder in the place of the first object.
    await world().store('uploads/a-stuck-one/file', 'bytes')
    await world().store('uploads/b-removable', 'bytes')
    for (const key of ['uploads/a-stuck-one', 'uploads/b-removable'])
      await world().write('INSERT INTO scoring_objects VALUES (?, ?)', key, 0)
    await expect(world().cleanUp()).rejects.toThrow('EISDIR')
    expect(await world().files()).not.toContain('b-removable')
    const [row] = await world().rows('SELECT * FROM scoring_requests WHERE id = ?', requestId)
    expect(row).toMatchObject({ subject: null, national_id_hash: null })
    await world().write("DELETE FROM scoring_objects WHERE object_key = 'uploads/a-stuck-one'")
    await world().cleanUp()
  })

  test('objects that cannot be removed, however many, delay no other object for longer than one sweep', async () => {
    const stuck = Array.from({ length: 50 }, (_, i) => `uploads/a-stuck-${i}`)
    for (const key of stuck) await world().store(`${key}/file`, 'bytes')
    await world().store('uploads/b-removable', 'bytes')
    for (const key of [...stuck, 'uploads/b-removable'])
      await world().write('INSERT INTO scoring_objects VALUES (?, ?)', key, 0)
    await expect(world().cleanUp()).rejects.toThrow('EISDIR')
    await world().cleanUp()
    expect(await world().files()).not.toContain('b-removable')
    // They are tried again a minute later.
    world().clock.advance(60_000)
    await expect(world().cleanUp()).rejects.toThrow('EISDIR')
    await world().write("DELETE FROM scoring_objects WHERE object_key LIKE 'uploads/a-stuck-%'")
  })

  test('what was deleted leaves the log of the database also if an object cannot be removed', async () => {
    await world().write(
      'INSERT INTO scoring_sightings (trace, person, expires_at) VALUES (?, ?, ?)',
      't',
      'p',
      0,
    )
    await world().store('uploads/stuck/file', 'bytes')
    await world().write('INSERT INTO scoring_objects VALUES (?, ?)', 'uploads/stuck', 0)
    const purgeDeleted = jest.spyOn(world().database, 'purgeDeleted')
    await expect(world().cleanUp()).rejects.toThrow('EISDIR')
    expect(purgeDeleted).toHaveBeenCalledTimes(1)
    purgeDeleted.mockRestore()
    await world().write("DELETE FROM scoring_objects WHERE object_key = 'uploads/stuck'")
  })

  describe('the bureau', () => {
    const p7 = async () => {
      const caller = await world().newClient()
      const { body } = await caller.submit({ ...person, productCode: 'P7' })
      return { caller, requestId: textOf(body.requestId) }
    }
    const unavailable: BureauAnswer = { kind: 'Unavailable', reason: 'it takes too long' }
    const givesResultOnceItAnswers = async (caller: Caller, requestId: string) => {
      world().bureau.current = noRecord
      await makeAllDue(world())
      await world().process()
      expect((await caller.results(requestId)).status).toBe(200)
    }

    test('that does not answer is called again for a quarter of an hour, and the request stays PROCESSING', async () => {
      world().bureau.current = unavailable
      const { caller, requestId } = await p7()
      await world().scoring.process(signal)
      await world().scoring.idle()
      expect((await caller.results(requestId)).body).toMatchObject({ status: 'PROCESSING', parsedUrls: [] })
      await eventually('the request has failed', async () => {
        await world().process()
        return (await caller.results(requestId)).status === 422
      })
      expect((await caller.results(requestId)).body.details).toMatch(/^bureau_unavailable\b/)
      expect(world().bureau.queries.length).toBeGreaterThan(3)
      expect(new Set(world().bureau.queries.map(({ correlationId }) => correlationId))).toEqual(
        new Set([requestId]),
      )
    })

    test('that answers again in time gives a result', async () => {
      world().bureau.current = unavailable
      const { caller, requestId } = await p7()
      await world().scoring.process(signal)
      await world().scoring.idle()
      await givesResultOnceItAnswers(caller, requestId)
    })

    test('is called again also if the request was queued for hours, since the time counts from when a worker began it', async () => {
      world().bureau.current = unavailable
      const { caller, requestId } = await p7()
      await world().write(
        'UPDATE scoring_requests SET queued_at = queued_at - 10000000 WHERE id = ?',
        requestId,
      )
      await world().scoring.process(signal)
      await world().scoring.idle()
      expect((await caller.results(requestId)).body).toMatchObject({ status: 'PROCESSING', parsedUrls: [] })
      await givesResultOnceItAnswers(caller, requestId)
    })

    test('that gives no usable answer is named in the log with the reason, and in the sandbox it is not', async () => {
      const unusable = 'the credit bureau gave no usable answer'
      const logged = () =>
        world()
          .printed()
          .split('\n')
          .filter((line) => line.includes(unusable))
      const before = logged().length
      for (const environment of ['sandbox', 'live'] as const) {
        const caller = await world().caller(environment)
        const { requestId } = (await caller.submit({ ...person, productCode: 'P7' })).body
        for (const answer of [
          { kind: 'Unavailable', reason: 'answered 401' },
          { kind: 'Rejected', reason: 'Wanjiru is unknown here' },
        ] as const) {
          world().bureau.current = answer
          await makeAllDue(world())
          await world().scoring.process(signal)
          await world().scoring.idle()
        }
        expect((await caller.results(requestId)).body.details).toMatch(/^bureau_unavailable\b/)
      }
      const problems = logged().slice(before)
      expect(problems).toEqual([
        expect.stringContaining('"problem":"answered 401"'),
        expect.stringContaining('"problem":"refused the query"'),
      ])
      expect(problems.join('')).not.toContain('Wanjiru')
    })

    test('that rejects the query fails the request at once', async () => {
      world().bureau.current = { kind: 'Rejected', reason: 'no such id' }
      const { caller, requestId } = await p7()
      await world().process()
      expect((await caller.results(requestId)).body.details).toMatch(/^bureau_unavailable\b/)
      expect(world().bureau.queries).toHaveLength(1)
    })

    test('is called with the consent of the request, and each call is recorded', async () => {
      const { requestId } = await p7()
      await world().process()
      expect(world().bureau.queries).toEqual([
        expect.objectContaining({
          identityNumber: person.nationalId,
          purpose: 'CREDIT_SCORING',
          correlationId: requestId,
          consent: { given: true, by: expect.any(String), at: expect.any(Date) },
        }),
      ])
      const pulls = await world().rows('SELECT * FROM scoring_bureau_pulls WHERE request_id = ?', requestId)
      expect(pulls).toMatchObject([{ purpose: 'CREDIT_SCORING', answer: 'NoRecord', digest: '0'.repeat(64) }])
    })

    test('gives its report to the engine for P8', async () => {
      world().engine.current = readsAll
      const report = { bureau: 'fake', responseDigest: '2'.repeat(64) } as never
      world().bureau.current = { kind: 'Found', report }
      const caller = await world().newClient()
      await caller.uploaded(['a.pdf'], { productCode: 'P8' })
      await world().process()
      expect(world().engine.requests[0]).toMatchObject({
        productCode: 'P8',
        bureau: { answer: { report: { bureau: 'fake' } } },
      })
    })

    describe('within a day of an answer about a person', () => {
      const dayMs = 24 * 3_600_000
      const dataOf = async (caller: Caller, changes: object = {}) => {
        const { body } = await caller.submit({ ...person, productCode: 'P7', ...changes })
        await world().process()
        const { parsedUrls } = (await caller.results(body.requestId)).body
        return { requestId: body.requestId, data: (await ask(parsedUrls[0])).body.data }
      }
      const usesOf = (requestId: string) =>
        world().rows('SELECT * FROM scoring_bureau_pulls WHERE request_id = ?', requestId)

      test('is not called again for the same data; each use of the answer has its own consent', async () => {
        const caller = await world().newClient()
        const first = await dataOf(caller)
        world().clock.advance(dayMs / 2)
        // The caller's token, which is valid for a quarter of an hour, has expired: the same client signs in again.
        const later = await createCaller(world().url, 'live', caller)
        const second = await dataOf(later)
        expect(world().bureau.queries).toHaveLength(1)
        expect(second.data).toEqual(first.data)
        const [[pull], [use]] = [await usesOf(first.requestId), await usesOf(second.requestId)]
        expect(use).toMatchObject({
          client: present(pull)['client'],
          purpose: 'CREDIT_SCORING',
          answer: 'NoRecord',
          digest: present(pull)['digest'],
          answered_by: present(pull)['id'],
        })
        expect(present(pull)['answered_by']).toBeNull()
        expect(
          Number(present(use)['consent_at']) - Number(present(pull)['consent_at']),
        ).toBeGreaterThanOrEqual(dayMs / 2)

        world().clock.advance(dayMs / 2)
        const nextDay = await createCaller(world().url, 'live', caller)
        const third = await dataOf(nextDay)
        expect(world().bureau.queries).toHaveLength(2)
        expect(Date.parse(third.data.asOf) - Date.parse(first.data.asOf)).toBeGreaterThanOrEqual(dayMs)
      })

      test('is called again for another client, in the sandbox, and for other data of the person', async () => {
        const caller = await world().newClient()
        await dataOf(caller)
        await dataOf(await world().newClient())
        await dataOf(await world().newClient('sandbox'))
        const changes = {
          lastName: 'Njeri',
          dob: '1990-05-17',
          phoneNumber: '+254712345679',
          nationalId: '7',
        }
        for (const [field, value] of Object.entries(changes)) await dataOf(caller, { [field]: value })
        expect(world().bureau.queries).toHaveLength(7)
        await dataOf(caller, { lastName: 'Njeri' })
        expect(world().bureau.queries).toHaveLength(7)
      })

      test('is called again if it had no answer about the person', async () => {
        const caller = await world().newClient()
        for (const kind of ['Rejected', 'Unavailable'] as const) {
          world().bureau.current = { kind, reason: 'x' }
          await caller.submit({ ...person, productCode: 'P7' })
          await world().scoring.process(signal)
          await world().scoring.idle()
        }
        world().bureau.current = noRecord
        expect((await dataOf(caller)).data.bureau).toEqual({ kind: 'NoRecord' })
        expect(world().bureau.queries.length).toBeGreaterThanOrEqual(3)
      })

      test('has one of several simultaneous answers cached, and each request has its result', async () => {
        // As many requests as one client may have in flight.
        const requests = 6
        let answerAll = (): void => undefined
        const allAsked = new Promise<void>((resolve) => (answerAll = resolve))
        world().bureau.adapter = async () => {
          if (world().bureau.queries.length === requests) answerAll()
          await allAsked
          return noRecord
        }
        const caller = await world().newClient()
        const ids: string[] = []
        for (let i = 0; i < requests; i++)
          ids.push((await caller.submit({ ...person, productCode: 'P7' })).body.requestId)
        await world().process()
        for (const id of ids) {
          expect((await caller.results(id)).body.parsedUrls).toHaveLength(1)
          expect(Number((await requestRow(world(), id))['attempts'])).toBe(1)
        }
        const kept =
          'SELECT question FROM scoring_kept_answers WHERE pull IN (SELECT id FROM scoring_bureau_pulls WHERE client = ?)'
        const pull = at(await usesOf(at(ids, 0)), 0)
        expect(await world().rows(kept, pull['client'])).toHaveLength(1)
      })

      test('has its cached answer sealed, and removed after the day', async () => {
        const caller = await world().newClient()
        const about = { nationalId: 'ID-THAT-IS-KEPT', firstName: 'Kept-Name' }
        const { requestId } = await dataOf(caller, about)
        const pull = at(await usesOf(requestId), 0)
        const kept = () => world().rows('SELECT * FROM scoring_kept_answers WHERE pull = ?', pull['id'])
        expect(Object.values(at(await kept(), 0)).join(' ')).not.toMatch(/KEPT|Kept|NoRecord|fake/)
        await world().cleanUp()
        expect(await kept()).toHaveLength(1)
        world().clock.advance(dayMs)
        await world().cleanUp()
        expect(await kept()).toEqual([])
      })

      test('is called again if the cached answer cannot be decrypted', async () => {
        const caller = await world().newClient()
        await dataOf(caller)
        await world().write(`UPDATE scoring_kept_answers SET answer = 'lost.AAAA'`)
        await dataOf(caller)
        await dataOf(caller)
        expect(world().bureau.queries).toHaveLength(2)
      })
    })

    describe('a query about a person for whom the emulator has no answer', () => {
      let emulator: BureauEmulator
      beforeAll(async () => {
        emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, clock: fixedClock })
      })
      afterAll(() => emulator.close())

      const processOnce = async () => {
        await makeAllDue(world())
        await world().scoring.process(signal)
        await world().scoring.idle()
      }
      const quarterHourMs = Math.ceil((15 * 60_000) / 900)
      /** Moves the start of the wait into the future, so that the wait does not end too early on a busy machine. */
      const reserveMs = 60_000
      const waitLonger = (requestId: string, ms: number) =>
        world().write(
          'UPDATE scoring_requests SET started_at = COALESCE(started_at, queued_at) - ? WHERE id = ?',
          ms,
          requestId,
        )
      const submitAbout = async (who: keyof typeof fixedIds, productCode: 'P7' | 'P8') => {
        // A short time-out only for the person who never gets an answer; others get the time that a busy machine needs.
        const timeoutMs = who === 'timeout' ? 40 : 5_000
        world().bureau.adapter = bureauAt(emulator.url, { timeoutMs })
        world().engine.current = readsAll
        const caller = await world().newClient()
        const about = { productCode, nationalId: fixedIds[who] }
        const { requestId } =
          productCode === 'P8'
            ? await caller.uploaded(['a.pdf'], about)
            : (await caller.submit({ ...person, ...about })).body
        await waitLonger(requestId, -reserveMs)
        await processOnce()
        return { requestId: textOf(requestId), results: () => caller.results(requestId) }
      }
      const pullsOf = async (requestId: string) => {
        const pulls = 'SELECT id, answer, digest FROM scoring_bureau_pulls WHERE request_id = ?'
        return world().rows(pulls, requestId)
      }
      const expectGivenUp = async ({ requestId, results }: Awaited<ReturnType<typeof submitAbout>>) => {
        const { status, body } = await results()
        expect([status, body]).toMatchObject([
          422,
          { status: 'error', code: 422, details: expect.stringMatching(/^bureau_unavailable: /) },
        ])
        expect(JSON.stringify(body)).not.toMatch(/identity|9000000|answered/)
        const ofDocuments = 'SELECT secrets, object_key FROM scoring_documents WHERE request_id = ?'
        for (const row of await world().rows(ofDocuments, requestId))
          expect(row).toEqual({ secrets: null, object_key: null })
        expect(world().engine.requests).toEqual([])
        for (const { id } of await pullsOf(requestId))
          expect(await world().rows('SELECT * FROM scoring_kept_answers WHERE pull = ?', id)).toEqual([])
      }

      test.each(['P7', 'P8'] as const)(
        '%s: a rejected query fails the request at once',
        async (productCode) => {
          const request = await submitAbout('rejected', productCode)
          await expectGivenUp(request)
          expect(await pullsOf(request.requestId)).toMatchObject([{ answer: 'Rejected', digest: null }])
        },
      )

      test.each(
        (['timeout', 'cutOff', 'alwaysFails'] as const).flatMap((who) =>
          (['P7', 'P8'] as const).map((productCode) => [productCode, who] as const),
        ),
      )('%s: the request about %s fails after a quarter of an hour', async (productCode, who) => {
        const request = await submitAbout(who, productCode)
        const waiting = await request.results()
        expect([waiting.status, waiting.body.status]).toEqual([202, 'PROCESSING'])
        expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
        await waitLonger(request.requestId, reserveMs + quarterHourMs)
        await processOnce()
        await expectGivenUp(request)
        const unavailable = { answer: 'Unavailable', digest: null }
        expect(await pullsOf(request.requestId)).toMatchObject([unavailable, unavailable])
      })

      test.each(['P7', 'P8'] as const)(
        '%s: an answer within a quarter of an hour gives a result',
        async (productCode) => {
          const request = await submitAbout('alwaysFails', productCode)
          expect((await request.results()).status).toBe(202)
          world().bureau.adapter = undefined
          await processOnce()
          expect((await request.results()).body.parsedUrls).toHaveLength(1)
          expect(world().engine.requests).toHaveLength(productCode === 'P8' ? 1 : 0)
        },
      )
    })

    test('is needed for P7: a live service without a bureau refuses it, and the sandbox does not', async () => {
      const without = await openScoringWorld(database, { hasLiveBureau: false })
      try {
        const ask = async (environment: 'live' | 'sandbox') =>
          (await (await without.caller(environment)).submit({ ...person, productCode: 'P7' })).status
        expect([await ask('live'), await ask('sandbox')]).toEqual([403, 200])
      } finally {
        await without.close()
      }
    })
  })

  test('releases claimed requests at once when it is stopped', async () => {
    const stopped = await openScoringWorld(database)
    try {
      stopped.engine.current = (_request, engineSignal) =>
        new Promise((_resolve, reject) => {
          engineSignal?.addEventListener('abort', () => reject(new Error('aborted')))
        })
      const caller = await stopped.caller()
      const { requestId } = await caller.uploaded()
      await stopped.scoring.process(signal)
      await eventually('the document is being read', () => stopped.engine.requests.length === 1)
      await stopped.scoring.close()
      const row = at(
        await stopped.rows(
          `SELECT attempts, due_at <= ${stopped.database.dialect.nowMs} AS is_due FROM scoring_requests WHERE id = ?`,
          requestId,
        ),
        0,
      )
      expect([Number(row['attempts']), Number(row['is_due'])]).toEqual([0, 1])
    } finally {
      await stopped.close()
    }
  })
})

test('the waits between calls of a bureau grow from five seconds to a minute and end after fifteen minutes', () => {
  const minute = 60_000
  const waits = [0, 5_000, 30_000, 10 * minute, 15 * minute].map((waited) => nextBureauWaitMs(waited, 1))
  expect(waits).toEqual([5_000, 5_000, 15_000, 60_000, undefined])
  expect(nextBureauWaitMs(0, 10)).toBe(500)
  expect(nextBureauWaitMs(1.5 * minute, 10)).toBeUndefined()
})
