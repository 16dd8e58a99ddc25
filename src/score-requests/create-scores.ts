import type { FastifyInstance } from 'fastify'
import type { Role } from '../kernel/call.js'
import { UploadedFile } from '../platform/graphql/upload.js'
import { prefixOf } from '../scoring-contract/environment.js'
import { createScoringService, type ScoringAccount } from './client/service.js'
import type { DriveScoresDeps, ScoresDomain } from './model/deps.js'
import { wipeScores } from './drive/wipe-scores.js'
import { createScoreWorker } from './drive/worker.js'
import { documentBytesMax, sealToFile } from './documents/sealed-file.js'
import { scoreUploadRoutes } from './http/upload-routes.js'
import type { ScoringService } from './model/port.js'

export interface ScoresSettings {
  /** Undefined for the scoring service of this process, which is also called over HTTP. */
  readonly baseUrl: string | undefined
  readonly account: ScoringAccount
}

export interface ScoresParts extends Omit<DriveScoresDeps, 'service'> {
  /**
   * The address at which this process itself offers scoring; undefined until it listens, and in a process without
   * scoring.
   */
  readonly ownUrl: () => string | undefined
  /** The certificate that this process serves, in PEM; undefined without TLS. */
  readonly ownCertificate?: () => string | undefined
}

/** Our client of a scoring service, wired for resolvers, the server and the jobs. */
export interface Scores {
  readonly domain: ScoresDomain
  readonly routes: (app: FastifyInstance) => Promise<void>
  /** Receives the files that come with a GraphQL request. */
  readonly intake: {
    readonly roles: readonly Role[]
    readonly bytesMax: number
    readonly take: (source: AsyncIterable<Buffer>) => Promise<UploadedFile>
  }
  readonly drive: (signal: AbortSignal) => Promise<void>
  /** Deletes the inputs of failed requests after a day, and anonymises all requests after thirty days. */
  readonly wipe: (signal: AbortSignal) => Promise<void>
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Returns the client for the present address of the service: our own is known only once the server listens. */
const serviceOf = ({ baseUrl, account }: ScoresSettings, { ownUrl, ownCertificate, clock }: ScoresParts) => {
  const certificate = baseUrl === undefined ? ownCertificate : undefined
  let current: { readonly url: string; readonly service: ScoringService } | undefined
  return (): ScoringService | undefined => {
    const own = ownUrl()
    const url = baseUrl ?? (own === undefined ? undefined : own + prefixOf.live)
    if (url === undefined) return undefined
    if (current?.url !== url)
      current = { url, service: createScoringService({ baseUrl: url, ...account, certificate }, clock) }
    return current.service
  }
}

export const createScores = (settings: ScoresSettings, parts: ScoresParts): Scores => {
  const { objects, staging, sealing, signing, pepper, pepperBefore, onScore } = parts
  const deps: DriveScoresDeps = { ...parts, service: serviceOf(settings, parts) }
  const worker = createScoreWorker(deps)
  return {
    domain: { objects, staging, sealing, signing, pepper, pepperBefore, onScore },
    routes: scoreUploadRoutes(deps),
    intake: {
      roles: ['BACK_OFFICE', 'ADMIN'],
      bytesMax: documentBytesMax,
      take: async (source) => {
        const { path, key, format, digest } = await sealToFile(staging, source)
        return new UploadedFile(path, key, format, digest)
      },
    },
    drive: (signal) => worker.tick(signal),
    wipe: (signal) => wipeScores(deps, signal),
    idle: () => worker.idle(),
    close: () => worker.close(),
  }
}
