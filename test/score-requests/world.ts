import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { developmentKeyRing } from '../../src/platform/crypto/key-ring.js'
import { createFilesStore } from '../../src/platform/files/files-store.js'
import { openStaging } from '../../src/platform/files/staging.js'
import { createScoringService } from '../../src/score-requests/client/service.js'
import type { DriveScoresDeps } from '../../src/score-requests/model/deps.js'
import { sealToFile, type SealedFile } from '../../src/score-requests/documents/sealed-file.js'
import { wipeScores } from '../../src/score-requests/drive/wipe-scores.js'
import { createScoreWorker } from '../../src/score-requests/drive/worker.js'
import { ScoreDocument, ScoreRequest } from '../../src/score-requests/model/score.entity.js'
import {
  submitScoreRequest,
  type SubmitScoreRequest,
} from '../../src/score-requests/requests/submit-score-request.js'
import { selectAll, selectOne } from '../../src/platform/database/rows.js'
import { systemClock } from '../../src/kernel/clock.js'
import { person as actorWith } from '../graphql/support.js'
import type { TestDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { firstDay, openWorld, type World } from '../support/world.js'
import { pdf, startStubService, type StubService } from './stub-service.js'
import { present } from '../support/present.js'

export const clerk = actorWith('BACK_OFFICE')
export const credentials = { clientId: 'us', secret: 'our-secret', apiKey: 'our-key' }
export const password = 'open-sesame-please'

export const person = {
  nationalId: '29384756',
  firstName: 'Wanjiku',
  lastName: 'Kamau',
  phoneNumber: '+254712345678',
}

export const neverAborted = (): AbortSignal => new AbortController().signal

export interface ScoresWorld {
  readonly world: World
  readonly stub: StubService
  readonly deps: DriveScoresDeps
  readonly directory: string
  readonly nudges: () => number
  /** The problems for which an alarm was raised. */
  readonly alarms: string[]
  readonly sealed: (bytes?: Buffer) => Promise<SealedFile>
  /** Submits a request for a person, with a wallet statement of each name. */
  readonly submit: (names?: readonly string[], changes?: Partial<SubmitScoreRequest>) => Promise<ScoreRequest>
  /** Lets the worker process the requests that are due, once. */
  readonly tick: () => Promise<void>
  /** Makes all requests due and lets the worker process them, until this one has this status. */
  readonly until: (id: string, status: ScoreRequest['status']) => Promise<ScoreRequest>
  /** Makes all requests due now, so that no test waits for the ladder. */
  readonly makeAllDue: () => Promise<void>
  readonly find: (id: string) => Promise<ScoreRequest>
  readonly documents: (id: string) => Promise<ScoreDocument[]>
  /** The bytes of all files in the store and in the staging directory. */
  readonly stored: () => Buffer
}

const openScoresWorld = async (database: TestDatabase) => {
  const world = await openWorld(database)
  const stub = await startStubService()
  const directory = mkdtempSync(join(tmpdir(), 'cauri-scores-'))
  let nudges = 0
  const alarms: string[] = []
  const newService = () =>
    createScoringService({ baseUrl: stub.url, ...credentials, callMsMax: 5_000, transferMsMax: 1_500 })
  let service = newService()
  const deps: DriveScoresDeps = {
    database: world.database,
    clock: systemClock,
    objects: createFilesStore(join(directory, 'documents')),
    staging: openStaging(join(directory, 'staging')),
    sealing: developmentKeyRing('sealing'),
    signing: developmentKeyRing('signing'),
    pepper: 'a pepper',
    onScore: () => void nudges++,
    service: () => service,
    timing: { scale: 1000 },
    jobCall: world.orders.jobCall,
    onAlarm: (problem) => void alarms.push(problem),
    log: world.orders.log,
  }
  const worker = createScoreWorker(deps)
  const scores: ScoresWorld = {
    world,
    stub,
    deps,
    directory,
    nudges: () => nudges,
    alarms,
    sealed: (bytes = pdf) =>
      sealToFile(
        deps.staging,
        (async function* () {
          yield bytes
        })(),
      ),
    submit: async (names = ['a.pdf'], changes = {}) => {
      const documents: SubmitScoreRequest['documents'][number][] = []
      for (const documentName of names) {
        const file = await scores.sealed(Buffer.concat([pdf, Buffer.from(documentName)]))
        documents.push({
          documentName,
          documentType: 'WALLET_STATEMENT',
          bankName: null,
          password,
          accountNumber: null,
          file,
        })
      }
      const order = {
        msisdn: null,
        orderKey: null,
        person,
        productCode: 'PARS',
        augment: false,
        documents,
        ...changes,
      } as const
      return submitScoreRequest(deps, world.call({ actor: clerk }), order)
    },
    tick: async () => {
      await worker.tick(neverAborted())
      await worker.idle()
    },
    makeAllDue: async () => {
      await world.write(
        'UPDATE score_requests SET due_at = 0 WHERE due_at IS NOT NULL AND status <> ?',
        'AWAITING_DOCUMENTS',
      )
    },
    until: async (id, status) => {
      await eventually(`a score request is ${status}`, async () => {
        await scores.makeAllDue()
        await scores.tick()
        return (await scores.find(id)).status === status
      })
      return scores.find(id)
    },
    find: async (id) => present(await selectOne(world.database.read, ScoreRequest, 'WHERE id = ?', [id])),
    documents: (id) =>
      selectAll(world.database.read, ScoreDocument, 'WHERE score_id = ? ORDER BY position', [id]),
    stored: () =>
      Buffer.concat(
        readdirSync(directory, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
      ),
  }
  const close = async (): Promise<void> => {
    await worker.close()
    await stub.close()
    await world.close()
    rmSync(directory, { recursive: true, force: true })
  }
  // A test must not use the token of the previous one.
  const reset = (): void => {
    alarms.length = 0
    stub.reset()
    service = newService()
  }
  return { scores, reset, close }
}

/** One world for a suite; each test begins with a stub that follows the contract. */
export const scoresWorldFor = (database: TestDatabase): (() => ScoresWorld) => {
  let opened: Awaited<ReturnType<typeof openScoresWorld>>
  beforeAll(async () => {
    opened = await openScoresWorld(database)
  })
  afterEach(async () => {
    await opened.scores.world.write('UPDATE score_requests SET due_at = NULL')
    opened.scores.world.clock.set(firstDay)
    opened.reset()
  })
  afterAll(() => opened.close())
  return () => opened.scores
}

export { wipeScores }
