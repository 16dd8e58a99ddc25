import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.js'
import { bucketAway } from '../log/file-outages.js'
import type { Staging } from './staging.js'

export interface S3Settings {
  /** Undefined: Amazon's own endpoint. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const connectMsMax = 5_000
const answerMsMax = 60_000
/** The timeout of a silent connection. */
const silenceMsMax = 15_000
/** How often we try to store a file: as often as the SDK tries other requests. The SDK cannot repeat a request whose body is a stream. */
const triesMax = 3

const isTransient = (error: unknown): boolean =>
  !(error instanceof S3ServiceException) || (error.$metadata.httpStatusCode ?? 500) >= 500

/** Throws the error; that of a service that is away, hangs or fails as an outage. */
const throwAsOutage = (error: unknown): never => {
  throw isTransient(error)
    ? Object.assign(new Error('the bucket is not available', { cause: error }), { code: bucketAway })
    : error
}

const ignore = (): void => undefined
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

const clientOf = (settings: S3Settings, silence = silenceMsMax): S3Client =>
  new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would log to the console; failures are thrown, and logged by us.
    logger: silentLogger,
    requestHandler: {
      connectionTimeout: connectMsMax,
      requestTimeout: answerMsMax,
      // Without it the SDK only logs a warning when the time is up, and keeps waiting.
      throwOnRequestTimeout: true,
      socketTimeout: silence,
    },
  })

/** Writes a file, of which nothing is left if its source is cut off. */
const writeWhole = async (path: string, source: Readable): Promise<void> => {
  try {
    await pipeline(source, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Throws the error if the bucket is missing, not ours, or cannot be reached. */
export const reachBucket = async (settings: S3Settings, abortSignal: AbortSignal): Promise<void> => {
  const client = clientOf(settings)
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.bucket }), { abortSignal })
  } finally {
    client.destroy()
  }
}

/**
 * Objects in a bucket. Only the service uses it: clients never get an address of it. Checksums are sent only where the protocol
 * requires them, since compatible services refuse those that the SDK would add by default. If the service is away, fails or hangs,
 * that is an outage.
 *
 * @param silence how many milliseconds a connection may be silent
 */
export const createS3Store = (settings: S3Settings, staging: Staging, silence?: number): ObjectStore => {
  const { bucket: Bucket } = settings
  const client = clientOf(settings, silence)

  const get = async (Key: string) => {
    try {
      const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }))
      // On Node the body is a stream of Node; the type also covers browsers.
      return { stream: Body as Readable, bytes: ContentLength ?? 0 }
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      return throwAsOutage(error)
    }
  }

  return {
    keep: async (Key, path) => {
      const { size } = await stat(path)
      for (let attempt = 1; ; attempt++) {
        const Body = createReadStream(path)
        try {
          await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size }))
          break
        } catch (error) {
          if (attempt === triesMax || !isTransient(error)) throwAsOutage(error)
        } finally {
          Body.destroy()
        }
      }
      await rm(path)
    },
    read: get,
    borrow: async (key) => {
      const found = await get(key)
      if (!found) return undefined
      const path = staging.newPath()
      await writeWhole(path, found.stream)
      return { path, release: () => rm(path, { force: true }) }
    },
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(throwAsOutage)
    },
    close: () => client.destroy(),
  }
}
