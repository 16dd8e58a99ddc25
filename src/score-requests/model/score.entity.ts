import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { ScoreFailure } from './failure.rules.js'
import type { Decision, Judgement } from './judgement.js'
import { nameKeyLength } from './person-name.rules.js'
import type { ScoreDocumentState, ScoreStatus } from './states.js'

/** One score request, with its place in the queue of work. */
@Entity({ name: 'score_requests' })
@Index('ix_score_requests_due', ['dueAt'])
@Index('ix_score_requests_person', ['personHash'])
@Index('ix_score_requests_first_name', ['byFirstName', 'id'])
@Index('ix_score_requests_last_name', ['byLastName', 'id'])
@Index('ix_score_requests_forget', ['forgetAt'])
@Index('ix_score_requests_wipe', ['wipeAt'])
@Index('ix_score_requests_customer', ['customerId', 'id'])
@Index('ix_score_requests_status', ['status', 'id'])
@Index('ix_score_requests_decision', ['decision', 'id'])
@Index('uq_score_requests_order', ['askedBy', 'orderKey'], { unique: true })
@Index('uq_score_requests_resubmission', ['resubmissionOf'], { unique: true })
export class ScoreRequest {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** Null for a person who is not a customer. */
  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  @Column({ ...column.word, name: 'product_code' })
  productCode!: ProductCode

  /** Whether the result shall have the summary of a bureau too. */
  @Column({ ...column.flag })
  augment!: boolean

  @Column({ ...column.varchar(100), name: 'first_name' })
  firstName!: string

  @Column({ ...column.varchar(100), name: 'middle_name', nullable: true })
  middleName!: string | null

  @Column({ ...column.varchar(100), name: 'last_name' })
  lastName!: string

  /** All names in searchable form, beginning with the first name; null once it is anonymised. */
  @Column({ ...column.varchar(nameKeyLength), name: 'by_first_name', nullable: true })
  byFirstName!: string | null

  /** All names in searchable form, beginning with the last name. */
  @Column({ ...column.varchar(nameKeyLength), name: 'by_last_name', nullable: true })
  byLastName!: string | null

  /** In international format, with the plus. */
  @Column({ ...column.varchar(16), name: 'phone_number' })
  phoneNumber!: string

  /** Only the last three characters; the others are hidden. */
  @Column({ ...column.word, name: 'national_id' })
  nationalId!: string

  /** The person's data for the service, sealed; null once nothing more will be sent. */
  @Column({ ...column.text, nullable: true })
  person!: string | null

  /** The hash by which the person's requests are found; null once it is anonymised. */
  @Column({ ...column.varchar(64), name: 'person_hash', nullable: true })
  personHash!: string | null

  /** When it is to be anonymised; null once it is. */
  @Column({ ...column.instant, name: 'forget_at', nullable: true })
  forgetAt!: Instant | null

  @Column({ ...column.word })
  status!: ScoreStatus

  /** The number of the submission: when documents could not be uploaded in time, the request is submitted again. */
  @Column({ ...column.integer })
  submission!: number

  /** The service's own id of the latest submission; null until the service has accepted it, and once it is anonymised. */
  @Column({ ...column.varchar(64), name: 'service_request_id', nullable: true })
  serviceRequestId!: string | null

  /** The attempts at the present step, for the backoff. */
  @Column({ ...column.integer })
  attempts!: number

  /** The fence: counts the claims, so that a worker that has lost its claim cannot write. */
  @Column({ ...column.integer })
  fence!: number

  /**
   * When a worker processes the request next, by the database's clock; a claim moves this forward by the lease. Null
   * once the request has ended.
   */
  @Column({ ...column.instant, name: 'due_at', nullable: true })
  dueAt!: Instant | null

  /** The machine and number of the process that holds the claim, while `due_at` is in the future. */
  @Column({ ...column.varchar(64), nullable: true })
  holder!: string | null

  /** When we give up on a service that gives no usable answer. */
  @Column({ ...column.instant, name: 'give_up_at', nullable: true })
  giveUpAt!: Instant | null

  /** Our code for the problem of the last attempt. */
  @Column({ ...column.varchar(64), nullable: true })
  problem!: string | null

  @Column({ ...column.word, name: 'failure_code', nullable: true })
  failureCode!: ScoreFailure | null

  /** The detail, in the words of the service or our own. */
  @Column({ ...column.varchar(500), name: 'failure_detail', nullable: true })
  failureDetail!: string | null

  /** The judgement of its result; null where the result has none, before there is a result, and once it is anonymised. */
  @Column({ ...column.word, nullable: true })
  decision!: Decision | null

  @Column({ ...column.word, name: 'risk_band', nullable: true })
  riskBand!: Judgement['riskBand']

  /** The failed request that this one repeats. A request can be repeated once. */
  @Column({ ...column.id, name: 'resubmission_of', nullable: true })
  resubmissionOf!: string | null

  /** The name of the caller. */
  @Column({ ...column.varchar(128), name: 'asked_by' })
  askedBy!: string

  /** The id of the caller's API key, if it is in the database: when the key ends, so do the upload addresses. */
  @Column({ ...column.id, name: 'asked_with', nullable: true })
  askedWith!: string | null

  /** The caller's idempotency key, so that a lost answer can be requested again. */
  @Column({ ...column.varchar(64), name: 'order_key', nullable: true })
  orderKey!: string | null

  /** A hash of the whole order: another order under the same idempotency key is refused. */
  @Column({ ...column.varchar(64), name: 'order_hash', nullable: true })
  orderHash!: string | null

  /** The business date of the request. */
  @Column({ ...column.date, name: 'asked_on' })
  askedOn!: LocalDate

  @Column({ ...column.instant, name: 'asked_at' })
  askedAt!: Instant

  @Column({ ...column.instant, name: 'ended_at', nullable: true })
  endedAt!: Instant | null

  /**
   * When the documents, the passwords and the person's sealed data of a failed request will be deleted; null when they
   * are deleted or still needed.
   */
  @Column({ ...column.instant, name: 'wipe_at', nullable: true })
  wipeAt!: Instant | null

  /** The W3C `traceparent` of the call that ordered it; null without tracing. */
  @Column({ ...column.varchar(64), nullable: true })
  traceparent!: string | null
}

/** A document of a score request. */
@Entity({ name: 'score_documents' })
@Index('uq_score_documents_position', ['scoreId', 'position'], { unique: true })
export class ScoreDocument {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'score_id' })
  scoreId!: string

  /** The document's place in the request, from 0. */
  @Column({ ...column.integer })
  position!: number

  @Column({ ...column.varchar(128), name: 'document_name' })
  documentName!: string

  @Column({ ...column.word, name: 'document_type' })
  documentType!: DocumentType

  @Column({ ...column.varchar(64), name: 'bank_name', nullable: true })
  bankName!: string | null

  /** The password, the account number and the key without which the bytes are unreadable, sealed. Null once wiped. */
  @Column({ ...column.text, nullable: true })
  secrets!: string | null

  @Column({ ...column.word })
  state!: ScoreDocumentState

  /** The format, recognised by the first bytes; null until the document arrives. */
  @Column({ ...column.word, nullable: true })
  format!: 'pdf' | 'csv' | null

  @Column({ ...column.varchar(128), name: 'object_key', nullable: true })
  objectKey!: string | null

  /** The service's upload address. */
  @Column({ ...column.text, name: 'upload_url', nullable: true })
  uploadUrl!: string | null

  @Column({ ...column.instant, name: 'upload_until', nullable: true })
  uploadUntil!: Instant | null

  /** Our code for why the service could not read the document. */
  @Column({ ...column.varchar(64), name: 'problem_code', nullable: true })
  problemCode!: ScoreFailure | null

  /** The service's message. */
  @Column({ ...column.varchar(500), name: 'problem_detail', nullable: true })
  problemDetail!: string | null
}

/** One reason of a result, as a code. */
@Entity({ name: 'score_reasons' })
export class ScoreReason {
  @PrimaryColumn({ ...column.id, name: 'score_id' })
  scoreId!: string

  @PrimaryColumn({ ...column.word })
  code!: string
}

/** A part of one result body, or of the outlines of all bodies, compressed. A MySQL text holds at most 64 KiB. */
@Entity({ name: 'score_result_parts' })
export class ScoreResultPart {
  @PrimaryColumn({ ...column.id, name: 'score_id' })
  scoreId!: string

  /** The position of the result address that the body came from, from 0; -1 for the outlines. */
  @PrimaryColumn({ ...column.integer })
  position!: number

  @PrimaryColumn({ ...column.integer })
  part!: number

  /** A piece of the sealed gzip of the bytes. */
  @Column({ ...column.text })
  body!: string
}
