import { expect, test } from '@jest/globals'
import { createScoreWorker } from '../../src/score-requests/drive/worker.js'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { readResultsOf } from '../../src/score-requests/requests/scores.read.js'
import { interruptedAt, Killed } from '../end-of-day/interrupted.js'
import { runProgram } from '../running/processes.js'
import { describeEachDatabase } from '../support/services.js'
import { scoresWorldFor, neverAborted } from './world.js'

describeEachDatabase('a worker that is killed', (database) => {
  const scores = scoresWorldFor(database)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

  /** The state of a request, and the calls that the service has received for it. */
  const historyOf = async (id: string) => {
    const { stub, find, documents, world } = scores()
    const { status, submission, person, dueAt, failureCode } = await find(id)
    const audited = await world.rows('SELECT action FROM audit_log WHERE subject = ? ORDER BY action', id)
    return {
      row: { status, submission, person, dueAt, failureCode },
      documents: (await documents(id)).map(({ state, secrets, objectKey }) => ({
        state,
        secrets,
        objectKey,
      })),
      results: (await readResultsOf(world.database.read, developmentKeyRing('sealing'), [id])).get(id),
      audited: audited.map(({ action }) => action),
      keys: [
        ...new Set(
          stub
            .requestsTo('/score/request')
            .map(
              ({ headers, body }) =>
                `${String(headers['idempotency-key']).replace(id, '')} ${body.toString()}`,
            ),
        ),
      ],
      uploaded: [
        ...new Set(
          stub.requestsTo('/put/').map(({ path, body }) => `${path.split('/').at(-1)} ${body.toString()}`),
        ),
      ],
    }
  }
  const finish = async (id: string) => {
    await scores().until(id, 'COMPLETED')
    const fetched = scores()
      .stub.requestsTo('/results/')
      .map(({ path }) => path)
    expect(new Set(fetched).size).toBe(fetched.length)
    const history = await historyOf(id)
    scores().stub.reset()
    return history
  }

  test('at any of its SQL statements leaves a request that the next worker completes, under the same idempotency key', async () => {
    const names = ['a.pdf', 'b.pdf']
    const undisturbed = await scores().submit(names)
    const counting = interruptedAt(scores().world.database, () => undefined)
    const drive = async (counted: typeof counting) => {
      const worker = createScoreWorker({ ...scores().deps, database: counted.database, log: quiet })
      await worker.tick(neverAborted()).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      await worker.idle()
    }
    await drive(counting)
    const expected = await finish(undisturbed.id)
    expect(expected).toMatchObject({
      row: { status: 'COMPLETED', submission: 1 },
      audited: ['END_SCORE_REQUEST', 'SUBMIT_SCORE_REQUEST'],
    })
    expect(expected.keys).toHaveLength(1)
    expect(counting.steps()).toBeGreaterThan(25)

    for (let at = 1; at <= counting.steps(); at++) {
      const { id } = await scores().submit(names)
      await drive(
        interruptedAt(scores().world.database, (step) => {
          if (step >= at) throw new Killed(`at ${at}`)
        }),
      )
      expect([at, await finish(id)]).toEqual([at, expected])
    }
  })

  test('by kill -9, in a process of its own, leaves a request that ends like an undisturbed one', async () => {
    const run = (dieAt: number) =>
      runProgram('drive-and-die', [scores().world.url, scores().stub.url, scores().directory, String(dieAt)])
    const { id } = await scores().submit()
    const first = await run(0)
    expect([first.code, first.stderr]).toEqual([0, ''])
    const expected = await finish(id)
    for (const part of [0.2, 0.45, 0.7, 0.9]) {
      const killed = await scores().submit()
      const { code, stdout } = await run(Math.round(part * Number(first.stdout)))
      expect([code, stdout]).toEqual([null, ''])
      expect([part, await finish(killed.id)]).toEqual([part, expected])
    }
  })
})
