import { join, resolve } from 'node:path'
import { developmentKeyRing } from '../../platform/crypto/key-ring.js'
import type { ScoringSettings } from '../../scoring-service/create-scoring.js'
import { noAliases } from '../../scoring-contract/document-types.js'
import type { S3Settings } from '../../platform/files/s3-store.js'
import type { Variables } from './variables.js'

/** The store of documents and results. */
export type ObjectsConfig =
  { readonly kind: 'files'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings)

/** The configuration of the scoring service. */
export interface ScoringConfig extends ScoringSettings {
  readonly objects: ObjectsConfig
}

const objectsOf = (values: Variables): ObjectsConfig => {
  if (values.S3_BUCKET === undefined) {
    return { kind: 'files', directory: resolve(values.DOCUMENTS_DIR ?? join(values.DATA_DIR, 'documents')) }
  }
  return {
    kind: 's3',
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  }
}

const megabyte = 1024 * 1024

/** The guards have already refused what production must not run with. */
export const scoringOf = (values: Variables): ScoringConfig => ({
  publicUrl: values.SCORING_PUBLIC_URL,
  signingKeys: values.SCORING_SIGNING_KEYS ?? developmentKeyRing('signing', values.DEVELOPMENT_SECRET),
  sealingKeys: values.SCORING_SEALING_KEYS ?? developmentKeyRing('sealing', values.DEVELOPMENT_SECRET),
  tokenSeconds: values.SCORING_TOKEN_SECONDS,
  limits: {
    tokensPerMinute: values.SCORING_TOKENS_PER_MINUTE,
    resultsPerMinute: values.SCORING_RESULTS_PER_MINUTE,
    requestsPerMinute: {
      live: values.SCORING_REQUESTS_PER_MINUTE,
      sandbox: values.SCORING_SANDBOX_REQUESTS_PER_MINUTE,
    },
    requestsPerDay: {
      live: values.SCORING_REQUESTS_PER_DAY,
      sandbox: values.SCORING_SANDBOX_REQUESTS_PER_DAY,
    },
    readingSecondsPerDay: {
      live: values.SCORING_READING_SECONDS_PER_DAY,
      sandbox: values.SCORING_SANDBOX_READING_SECONDS_PER_DAY,
    },
    uploadBytesPerDay: {
      live: values.SCORING_UPLOAD_MB_PER_DAY * megabyte,
      sandbox: values.SCORING_SANDBOX_UPLOAD_MB_PER_DAY * megabyte,
    },
  },
  documentTypeAliases: values.SCORING_DOCUMENT_TYPE_ALIASES ?? noAliases,
  developmentClients: values.NODE_ENV !== 'production',
  developmentSecret: values.DEVELOPMENT_SECRET,
  objects: objectsOf(values),
})
