import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { DocumentState, FailureCode, RequestStatus } from './states.js'

/** One score request; its columns are also its entry in the queue. */
@Entity({ name: 'scoring_requests' })
@Index('uq_scoring_requests_idempotency', ['client', 'idempotencyKey'], { unique: true })
@Index('ix_scoring_requests_due', ['dueAt'])
@Index('ix_scoring_requests_expiry', ['status', 'uploadsUntil'])
@Index('ix_scoring_requests_purge', ['purgeAt'])
@Index('ix_scoring_requests_person', ['nationalIdHash'])
export class ScoringRequest {
  /** A UUID, in the address at which the client asks for the results. */
  @PrimaryColumn({ ...column.id })
  id!: string

  /** The `id` of its client's row. */
  @Column({ ...column.id })
  client!: string

  @Column({ ...column.word })
  environment!: Environment

  @Column({ ...column.word, name: 'product_code' })
  productCode!: ProductCode

  @Column({ ...column.word })
  status!: RequestStatus

  /** The person, sealed; null after the purge. */
  @Column({ ...column.text, nullable: true })
  subject!: string | null

  /** HMAC of the national id: finds what is stored about a person without revealing who it is. */
  @Column({ ...column.varchar(64), name: 'national_id_hash', nullable: true })
  nationalIdHash!: string | null

  @Column({ ...column.flag })
  augment!: boolean

  /** The client's idempotency key; deleted after a day. */
  @Column({ ...column.varchar(128), name: 'idempotency_key', nullable: true })
  idempotencyKey!: string | null

  /** HMAC of the body: the same key with another body is refused. */
  @Column({ ...column.varchar(64), name: 'body_hash' })
  bodyHash!: string

  @Column({ ...column.instant, name: 'asked_at' })
  requestedAt!: Instant

  /** When its upload addresses expire. */
  @Column({ ...column.instant, name: 'uploads_until' })
  uploadsUntil!: Instant

  /** By the database's clock. */
  @Column({ ...column.instant, name: 'queued_at', nullable: true })
  queuedAt!: Instant | null

  /** When a worker first claimed it, by the database's clock. */
  @Column({ ...column.instant, name: 'started_at', nullable: true })
  startedAt!: Instant | null

  /**
   * When a worker may claim it next, by the database's clock; a claim moves this forward by the lease. Null when no
   * work is left.
   */
  @Column({ ...column.instant, name: 'due_at', nullable: true })
  dueAt!: Instant | null

  /** The fence: counts the claims, so that a worker that has lost its claim cannot write. */
  @Column({ ...column.integer })
  fence!: number

  /** Claims that ended without an outcome, and the present one. */
  @Column({ ...column.integer })
  attempts!: number

  /** The process with the claim; null after a release. If another process claims the request while this is set, the holder died. */
  @Column({ ...column.id, nullable: true })
  holder!: string | null

  /**
   * How often a process or a reader died during the work. After the first time the request is processed alone, after
   * the second it fails.
   */
  @Column({ ...column.integer, default: 0 })
  crashes!: number

  @Column({ ...column.word, name: 'failure_code', nullable: true })
  failureCode!: FailureCode | null

  @Column({ ...column.varchar(500), name: 'failure_detail', nullable: true })
  failureDetail!: string | null

  @Column({ ...column.instant, name: 'ended_at', nullable: true })
  endedAt!: Instant | null

  /** When the results and all personal data are removed. */
  @Column({ ...column.instant, name: 'purge_at', nullable: true })
  purgeAt!: Instant | null

  /** The UTC day of `addressSets`. */
  @Column({ ...column.date, name: 'minted_on', nullable: true })
  addressSetsOn!: LocalDate | null

  /** How often result addresses were created on that day. */
  @Column({ ...column.integer, name: 'mints' })
  addressSets!: number

  /** The W3C `traceparent` of the call that made the request; null without tracing. */
  @Column({ ...column.varchar(64), nullable: true })
  traceparent!: string | null
}

/** A document that a request announced. */
@Entity({ name: 'scoring_documents' })
@Index('uq_scoring_documents_position', ['requestId', 'position'], { unique: true })
export class ScoringDocument {
  /** Random, and part of its upload address. */
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'request_id' })
  requestId!: string

  /** Its index in the request, from 0. */
  @Column({ ...column.integer })
  position!: number

  @Column({ ...column.varchar(128), name: 'document_name' })
  documentName!: string

  @Column({ ...column.word, name: 'document_type' })
  documentType!: DocumentType

  @Column({ ...column.word, name: 'bank_name', nullable: true })
  bankName!: string | null

  /** Password and account number, sealed; null after the document was read. */
  @Column({ ...column.text, nullable: true })
  secrets!: string | null

  @Column({ ...column.word })
  state!: DocumentState

  @Column({ ...column.word, nullable: true })
  format!: 'pdf' | 'csv' | null

  /** Where its bytes are stored; null before the upload and after the reading. */
  @Column({ ...column.varchar(128), name: 'object_key', nullable: true })
  objectKey!: string | null

  /** Why it could not be read. */
  @Column({ ...column.word, name: 'failure_code', nullable: true })
  failureCode!: FailureCode | null

  @Column({ ...column.varchar(500), name: 'failure_detail', nullable: true })
  failureDetail!: string | null
}

/** One body of a request's results. */
@Entity({ name: 'scoring_results' })
@Index('uq_scoring_results_position', ['requestId', 'position'], { unique: true })
export class ScoringResult {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'request_id' })
  requestId!: string

  @Column({ ...column.integer })
  position!: number

  @Column({ ...column.varchar(128), name: 'object_key' })
  objectKey!: string
}

/** A result address, which works once. */
@Entity({ name: 'scoring_addresses' })
@Index('ix_scoring_addresses_expiry', ['expiresAt'])
export class ResultAddress {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.varchar(128), name: 'object_key' })
  objectKey!: string

  @Column({ ...column.instant, name: 'expires_at' })
  expiresAt!: Instant

  /** When the lease of a transfer ends, by the database's clock. */
  @Column({ ...column.instant, name: 'lease_until', nullable: true })
  leaseUntil!: Instant | null

  /** Counts the transfers that have begun, so that a transfer that has lost its lease cannot use up the address. */
  @Column({ ...column.integer })
  fence!: number

  @Column({ ...column.instant, name: 'consumed_at', nullable: true })
  consumedAt!: Instant | null
}

/**
 * Records that a document was read for a person. Document and person are stored as HMACs, so that the table reveals
 * nothing about anybody (docs/design/statement-layouts.md#checks).
 */
@Entity({ name: 'scoring_sightings' })
@Index('ix_scoring_sightings_expiry', ['expiresAt'])
@Index('ix_scoring_sightings_person', ['person'])
export class DocumentUse {
  /** The trace of a file or of a verification code, in one environment. */
  @PrimaryColumn({ ...column.varchar(64) })
  trace!: string

  /** The trace of a national id, in one environment. */
  @PrimaryColumn({ ...column.varchar(64) })
  person!: string

  @Column({ ...column.instant, name: 'expires_at' })
  expiresAt!: Instant
}

/** The counters of rate-limiter-flexible, which defines the table and its column names. */
@Entity({ name: 'scoring_limits' })
export class ScoringLimit {
  @PrimaryColumn({ ...column.varchar(255) })
  key!: string

  @Column({ ...column.integer })
  points!: number

  @Column({ ...column.instant, nullable: true })
  expire!: Instant | null
}
