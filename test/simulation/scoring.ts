import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { InternalAxiosRequestConfig, AxiosResponse } from 'axios'
import type { ObjectStore } from '../../src/platform/files/object-store.js'
import type { BureauAnswer, BureauQuery } from '../../src/scoring-service/model/bureau.js'
import type { Machine } from './machine.js'
import type { Random } from './random.js'
import { answer, broken, waitUnlessAborted } from './wallet.js'
import { recordOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const second = 1000
const uploadMs = 3_600_000

/** The record of a request in another operator's scoring service. */
export interface ScoringRecord {
  readonly id: string
  readonly key: string
  readonly product: string
  readonly documents: Map<string, 'AWAITED' | 'THERE'>
  readonly uploadsUntil: number
  readyAt: number | undefined
  readonly isRefused: boolean
  /** How often its result was served. */
  timesServed: number
}

/** A model of another operator's scoring service, called by axios. */
export interface OtherScoring {
  readonly requests: ReadonlyMap<string, ScoringRecord>
  readonly begin: (random: Random) => void
  readonly calm: () => void
  readonly handle: (config: InternalAxiosRequestConfig) => Promise<AxiosResponse>
}

export const otherScoringAddress = 'http://judge.example'

const json = (config: InternalAxiosRequestConfig): Record<string, unknown> =>
  recordOf(JSON.parse(String(config.data)))

const bytesOf = async (config: InternalAxiosRequestConfig): Promise<number> => {
  let bytes = 0
  for await (const piece of config.data as AsyncIterable<Buffer>) bytes += piece.length
  return bytes
}

export const createOtherScoring = (machine: Machine): OtherScoring => {
  const requests = new Map<string, ScoringRecord>()
  const results = new Map<string, ScoringRecord>()
  let random: Random
  let isCalm = false

  const failed = (config: InternalAxiosRequestConfig, code: number, details: string) =>
    answer(config, code, { status: 'error', code, message: 'no', details })

  /** Adds a random fault before or after a call. */
  const around = async (
    config: InternalAxiosRequestConfig,
    work: () => Promise<AxiosResponse> | AxiosResponse,
  ): Promise<AxiosResponse> => {
    const luck = isCalm ? 1 : random.next()
    if (luck < 0.03) throw broken(config, 'ECONNREFUSED', 'connect')
    if (luck < 0.05) return answer(config, 500, '<html>')
    if (luck < 0.06) return answer(config, 429, { success: false, retryAfter: 30 })
    if (luck < 0.07) await waitUnlessAborted(config, 60 * second)
    const said = await work()
    if (luck < 0.1) throw broken(config, 'ECONNRESET', 'read')
    if (luck < 0.11) return answer(config, 200, '<html>')
    return said
  }

  const finish = (request: ScoringRecord): void => {
    request.readyAt = machine.now() + (isCalm ? 0 : random.between(1, 120) * second)
  }

  const submit = (config: InternalAxiosRequestConfig): AxiosResponse => {
    const key = String(config.headers.get('Idempotency-Key'))
    let request = [...requests.values()].find((each) => each.key === key)
    if (!request) {
      const body = json(config)
      const documents = shaped(z.array(z.object({ documentName: z.string() })), body['documentsDetails'])
      request = {
        id: `R${requests.size + 1}`,
        key,
        product: String(body['productCode']),
        documents: new Map(documents.map(({ documentName }) => [documentName, 'AWAITED'])),
        uploadsUntil: machine.now() + uploadMs,
        readyAt: undefined,
        isRefused: !isCalm && random.chance(0.15),
        timesServed: 0,
      }
      requests.set(request.id, request)
      if (documents.length === 0) finish(request)
    }
    const { id } = request
    const addresses = [...request.documents.keys()].map((documentName) => ({
      documentName,
      url: `${otherScoringAddress}/upload/${id}/${documentName}`,
      expiresAt: new Date(request.uploadsUntil).toISOString(),
    }))
    return answer(config, 200, { success: true, requestId: id, documents: addresses })
  }

  const upload = async (config: InternalAxiosRequestConfig, id: string, name: string) => {
    const request = requests.get(id)
    if (!request || machine.now() >= request.uploadsUntil) return failed(config, 410, 'gone')
    if (request.documents.get(name) === 'THERE') return answer(config, 409, '')
    if ((await bytesOf(config)) === 0) return failed(config, 400, 'empty')
    request.documents.set(name, 'THERE')
    if ([...request.documents.values()].every((state) => state === 'THERE')) finish(request)
    return answer(config, 200, '')
  }

  const standing = (config: InternalAxiosRequestConfig, id: string): AxiosResponse => {
    const request = requests.get(id)
    if (!request) return failed(config, 404, 'not_found')
    const { readyAt, product, documents, isRefused } = request
    if (readyAt === undefined)
      return machine.now() < request.uploadsUntil
        ? answer(config, 202, { status: 'AWAITING_UPLOADS' })
        : failed(config, 422, 'documents_not_uploaded: too late')
    if (machine.now() < readyAt) return answer(config, 202, { status: 'PROCESSING' })
    if (isRefused) return failed(config, 422, 'no_transactions: nothing in it')
    const address = `${otherScoringAddress}/result/${id}-${results.size}`
    results.set(address, request)
    return answer(config, 200, {
      requestId: id,
      productCode: product,
      status: 'COMPLETED',
      parsedUrls: [address],
      documents: [...documents.keys()].map((documentName) => ({ documentName, state: 'PARSED' })),
    })
  }

  const result = (config: InternalAxiosRequestConfig, address: string): AxiosResponse => {
    const request = results.get(address)
    if (!request) return failed(config, 410, 'gone')
    results.delete(address)
    request.timesServed++
    const sections =
      request.documents.size > 0 ? { header: {}, transactions: [], validity: {} } : { identity: {} }
    return answer(config, 200, {
      status: 'success',
      code: 200,
      data: { productCode: request.product, of: request.key, ...sections },
    })
  }

  return {
    requests,
    begin: (chance) => {
      random = chance
      isCalm = false
      requests.clear()
      results.clear()
    },
    calm: () => {
      isCalm = true
    },
    handle: (config) => {
      const url = new URL(String(config.url))
      const [, what, id = '', name = ''] = url.pathname.split('/').map(decodeURIComponent)
      return around(config, () => {
        if (what === 'auth') return answer(config, 200, { token: 'token' })
        if (what === 'upload') return upload(config, id, name)
        if (what === 'result') return result(config, url.href)
        return config.method === 'post' ? submit(config) : standing(config, name)
      })
    },
  }
}

/** A store of documents that loses some objects and sometimes fails. */
export interface ForgetfulStore extends ObjectStore {
  readonly begin: (random: Random) => void
  readonly calm: () => void
  /** Objects that were stored, and lost before they were removed. */
  readonly forgotten: ReadonlySet<string>
}

export const createForgetfulStore = (root: string): ForgetfulStore => {
  const forgotten = new Set<string>()
  let random: Random
  let isCalm = false
  const pathOf = (key: string) => join(root, key)
  const isThere = (key: string): boolean => {
    if (!isCalm && random.chance(0.03))
      throw Object.assign(new Error('the store is away'), { code: 'ECONNRESET' })
    if (key === '' || !existsSync(pathOf(key))) return false
    if (isCalm || !random.chance(0.02)) return true
    forgotten.add(key)
    rmSync(pathOf(key))
    return false
  }
  return {
    forgotten,
    begin: (chance) => {
      rmSync(root, { recursive: true, force: true })
      random = chance
      isCalm = false
      forgotten.clear()
    },
    calm: () => {
      isCalm = true
    },
    keep: async (key, path) => {
      if (!isCalm && random.chance(0.03))
        throw Object.assign(new Error('no room in the store'), { code: 'ENOSPC' })
      mkdirSync(dirname(pathOf(key)), { recursive: true })
      copyFileSync(path, pathOf(key))
      renameSync(path, `${path}.gone`)
      rmSync(`${path}.gone`)
    },
    read: async (key) =>
      isThere(key)
        ? { stream: Readable.from([readFileSync(pathOf(key))]), bytes: statSync(pathOf(key)).size }
        : undefined,
    borrow: async (key) => (isThere(key) ? { path: pathOf(key), release: async () => undefined } : undefined),
    remove: async (key) => rmSync(pathOf(key), { force: true }),
    close: () => undefined,
  }
}

/** A model of a credit bureau: a person always has the same record, if there is an answer. */
export interface Bureau {
  readonly begin: (random: Random) => void
  readonly calm: () => void
  /** How often a definite answer was given, by national ID. */
  readonly definiteAnswers: ReadonlyMap<string, number>
  readonly ask: (query: BureauQuery, signal?: AbortSignal) => Promise<BureauAnswer>
}

export const createBureau = (machine: Machine): Bureau => {
  const definiteAnswers = new Map<string, number>()
  let random: Random
  let isCalm = false
  return {
    definiteAnswers,
    begin: (chance) => {
      random = chance
      isCalm = false
      definiteAnswers.clear()
    },
    calm: () => {
      isCalm = true
    },
    ask: async ({ identityNumber, correlationId }) => {
      const luck = isCalm ? 1 : random.next()
      if (luck < 0.2) return { kind: 'Unavailable', reason: 'away' }
      if (luck < 0.3) await new Promise((resolve) => setTimeout(resolve, random.between(1, 20) * second))
      if (luck < 0.33) return { kind: 'Rejected', reason: 'no such identity' }
      definiteAnswers.set(identityNumber, (definiteAnswers.get(identityNumber) ?? 0) + 1)
      return Number(identityNumber) % 2 === 0
        ? { kind: 'NoRecord', bureau: 'b', reference: correlationId, responseDigest: 'd' }
        : {
            kind: 'Found',
            report: {
              bureau: 'b',
              reference: correlationId,
              reportedAt: new Date(machine.now()).toISOString(),
              currency: 'XAF',
              reportedName: null,
              nameMatches: null,
              bureauScore: 600,
              hasFraud: false,
              accounts: [],
              enquiries90Days: 1,
              bouncedCheques12Months: 0,
              oldestAccountOn: null,
              responseDigest: 'd',
            },
          }
    },
  }
}
