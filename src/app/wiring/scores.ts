import { openObjects } from '../../platform/files/open-objects.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import type { Staging } from '../../platform/files/staging.js'
import { createScores, type Scores } from '../../score-requests/create-scores.js'
import { registerScoreMetrics } from '../../score-requests/metrics.js'
import { bureauBody } from '../../scoring-service/bodies/bureau-body.rules.js'
import { openBureaus } from '../../scoring-service/bureau/open-bureaus.js'
import { createScoring } from '../../scoring-service/create-scoring.js'
import type { Engine } from '../../scoring-service/model/engine.js'
import { createEngine } from '../../scoring-service/reader/create-engine.js'
import type { Config } from '../config/config.js'
import type { AppParts } from '../parts.js'
import type { Core } from './core.js'
import { openStagingOrStartError, orStartError } from './openings.js'

/** The staging directory and the store of documents. */
export interface DocumentStore {
  readonly staging: Staging
  readonly objects: ObjectStore
}

export const openDocumentStore = async (config: Config): Promise<DocumentStore> => {
  const staging = openStagingOrStartError(config)
  const objects = await orStartError(
    openObjects(config.scoring.objects, staging),
    (message) => `DOCUMENTS_DIR cannot be written (${message})`,
  )
  return { staging, objects }
}

/** Our own use of a scoring service. */
export const wireScores = (
  config: Config,
  { clock, log, metrics, nudge, ownUrl, ownCertificate }: AppParts,
  { database, jobCall }: Core,
  documents: DocumentStore,
): Scores =>
  createScores(config.scores, {
    ...documents,
    database,
    clock,
    log,
    sealing: config.scoring.sealingKeys,
    signing: config.scoring.signingKeys,
    pepper: config.keyPepper,
    pepperBefore: config.keyPepperBefore,
    timing: { scale: config.paymentTimeScale },
    jobCall,
    onAlarm: registerScoreMetrics([metrics]),
    ownUrl,
    ...(ownCertificate && { ownCertificate }),
    onScore: () => nudge('drive-scores'),
  })

/** In place of the document reader, in a process that reads no documents. */
const readsNothing: Engine = () => Promise.reject(new Error('this process reads no documents'))

/** The scoring service, with the readers of documents where this process has them. */
export const openScoring = async (
  config: Config,
  { clock, log, nudge }: AppParts,
  { database }: Core,
  documents: DocumentStore,
) => {
  const bureaus = await orStartError(
    openBureaus(config.bureau, clock),
    (message) => `the bureau emulator cannot start: ${message}`,
  )
  const { sealingKeys: sealing } = config.scoring
  const readers = config.roles.has('reader')
    ? createEngine({ staging: documents.staging, sealing })
    : undefined
  const scoring = await createScoring(config.scoring, {
    ...documents,
    database,
    clock,
    log,
    pepper: config.keyPepper,
    pepperBefore: config.keyPepperBefore,
    engine: readers?.engine ?? readsNothing,
    bureaus,
    bureauBody,
    timeScale: 1,
    onQueued: () => nudge('process-scoring'),
  })
  return {
    ...scoring,
    sandbox: readers?.sandbox,
    close: async (): Promise<void> => {
      await Promise.all([scoring.close(), readers?.close()])
      await bureaus.close()
    },
  }
}
