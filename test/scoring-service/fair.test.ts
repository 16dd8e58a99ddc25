import { expect, jest, test } from '@jest/globals'
import { ReaderCrashed } from '../../src/scoring-service/model/engine.js'
import { NoRoom } from '../../src/platform/files/staging.js'
import { describeEachDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { pdf, person, put, wallet } from './caller.js'
import { plentiful, readsAll, scoringWorldFor } from './world.js'
import { at } from '../support/present.js'

const signal = new AbortController().signal

describeEachDatabase('clients that share the service', (database) => {
  const world = scoringWorldFor(database, {
    settings: {
      limits: {
        ...plentiful,
        readingSecondsPerDay: { live: 100_000, sandbox: 2 },
        uploadBytesPerDay: { live: 64 * 1024, sandbox: 1e12 },
      },
    },
  })

  const makeAllDue = () => world().write('UPDATE scoring_requests SET due_at = 0 WHERE due_at IS NOT NULL')
  const clientOf = async (requestId: string) =>
    at(await world().rows('SELECT client FROM scoring_requests WHERE id = ?', requestId), 0)['client']

  test('have their turn before all requests of an earlier client are processed, and the sandbox has a limit of its own for requests in flight', async () => {
    const first = await world().newClient()
    const second = await world().newClient()
    const sandbox = await world().newClient('sandbox')
    for (let i = 0; i < 10; i++) await first.uploaded()
    const late = await second.uploaded()
    for (let i = 0; i < 4; i++) await sandbox.uploaded()
    const letGo: (() => void)[] = []
    world().engine.current = async (request) => {
      await new Promise<void>((resolve) => letGo.push(resolve))
      return readsAll(request)
    }
    await world().scoring.process(signal)
    await eventually(
      'as many requests are in flight as the limit allows',
      () => world().engine.requests.length === 9,
    )
    const asked = world().engine.requests.map(({ client, environment }) => ({ client, environment }))
    const secondId = await clientOf(late.requestId)
    const live = asked.filter(({ environment }) => environment === 'live')
    // Six requests of the first client are in flight, the most that one client may have; one of the second client, which was sent after ten
    // of the first; and two of the sandbox.
    expect(live).toHaveLength(7)
    expect(live.findIndex(({ client }) => client === secondId)).toBe(1)
    world().engine.current = readsAll
    for (const go of letGo) go()
    await world().process()
    expect(world().engine.requests).toHaveLength(15)
  })

  test('are not affected by a document that ends its reader: it is tried alone once more, then fails with its own code', async () => {
    const caller = await world().newClient()
    const beside = await world().newClient()
    const { requestId } = await caller.uploaded()
    let atWork = 0
    const besideIt: number[] = []
    world().engine.current = async (request) => {
      atWork++
      try {
        if (request.requestId !== requestId) return await readsAll(request)
        besideIt.push(atWork - 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
        throw new ReaderCrashed('a reader ended during its work (SIGSEGV)')
      } finally {
        atWork--
      }
    }
    await world().scoring.process(signal)
    await world().scoring.idle()
    for (let i = 0; i < 5; i++) await beside.uploaded()
    await makeAllDue()
    await world().process()
    expect(besideIt).toHaveLength(2)
    expect(besideIt[1]).toBe(0)
    const { status, body } = await caller.results(requestId)
    expect([status, body.details]).toEqual([
      422,
      'processing_crashed: the process that worked on the documents crashed twice',
    ])
  })

  test('are not affected by a document whose process died twice: it is not read a third time', async () => {
    world().engine.current = readsAll
    const caller = await world().newClient()
    const { requestId } = await caller.uploaded()
    await world().write(
      `UPDATE scoring_requests SET status = 'PROCESSING', holder = 'another process', crashes = 1, due_at = 0 WHERE id = ?`,
      requestId,
    )
    await world().process()
    expect(world().engine.requests).toEqual([])
    expect((await caller.results(requestId)).body.details).toMatch(/^processing_crashed\b/)
  })

  test('get a 429 until midnight only if their own daily budget is used up', async () => {
    const sandbox = await world().newClient('sandbox')
    world().engine.current = async (request) => ({ ...(await readsAll(request)), workMs: 2100 })
    await sandbox.uploaded()
    await world().process()
    const ask = { ...person, documentsDetails: [wallet('a.pdf')] }
    const refused = await sandbox.submit(ask)
    expect([refused.status, refused.body.error]).toEqual([429, 'RateLimitError'])
    expect((await (await world().newClient('sandbox')).submit(ask)).status).toBe(200)

    const caller = await world().newClient()
    const { uploadUrls } = await caller.accepted(['a.pdf', 'b.pdf'])
    expect((await put(uploadUrls[0].url, Buffer.concat([pdf, Buffer.alloc(64 * 1024)]))).status).toBe(200)
    expect((await put(uploadUrls[1].url, pdf)).status).toBe(429)
    expect((await caller.submit(ask)).status).toBe(429)
  })

  test('get a 503 for an upload while the disk has no room', async () => {
    const caller = await world().newClient()
    const { uploadUrls } = await caller.accepted(['a.pdf'])
    const room = jest.spyOn(world().staging, 'hasRoom').mockResolvedValue(false)
    try {
      const { status, body } = await put(uploadUrls[0].url, pdf)
      expect([status, body.message]).toEqual([503, new NoRoom().message])
    } finally {
      room.mockRestore()
    }
    expect((await put(uploadUrls[0].url, pdf)).status).toBe(200)
  })
})
