import { Field, ID, Int, ObjectType } from 'type-graphql'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { GraphQLJSON } from 'graphql-scalars'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Language } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { failureText, type ScoreFailure } from '../model/failure.rules.js'
import type { Decision, Judgement } from '../model/judgement.js'
import type { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import type { ScoreDocumentState, ScoreStatus } from '../model/states.js'
import {
  scoreProductEnum,
  scoreStatusEnum,
  scoreDocumentTypeEnum,
  scoreDecisionEnum,
  scoreBandEnum,
  documentStateEnum,
  failureEnum,
} from './score.words.js'

export { GraphQLJSON as JsonScalar }

@ObjectType('ScoredPerson', { simpleResolvers: true, description: 'The person whom a score is about.' })
export class ScoredPersonType {
  @Field(() => String, { description: 'First name; masked for analysts.' })
  firstName!: string

  @Field(() => String, { nullable: true, description: 'Middle name; masked for analysts, null without one.' })
  middleName!: string | null

  @Field(() => String, { description: 'Last name; masked for analysts.' })
  lastName!: string

  @Field(() => String, { description: 'Phone number in international format; masked for analysts.' })
  phoneNumber!: string

  @Field(() => String, { description: 'The last characters of the national ID; the others are hidden.' })
  nationalId!: string
}

@ObjectType('ScoreFailure', {
  simpleResolvers: true,
  description: 'Why there is no result, or a document could not be read, as a text for people.',
})
export class ScoreFailureType {
  @Field(() => failureEnum, { description: 'The reason of the failure.' })
  code!: ScoreFailure

  @Field(() => String, { description: 'The cause, and what to do about it, in the language of the caller.' })
  message!: string

  @Field(() => String, {
    nullable: true,
    description:
      'The detail, in the words of the scoring service or our own; null without one, and for analysts.',
  })
  detail!: string | null
}

@ObjectType('ScoreDocument', { simpleResolvers: true, description: 'A document of a score request.' })
export class ScoreDocumentType {
  @Field(() => String, { description: 'The name of the file; masked for analysts.' })
  documentName!: string

  @Field(() => scoreDocumentTypeEnum, { description: 'The type of the document.' })
  documentType!: DocumentType

  @Field(() => String, { nullable: true, description: 'The bank; null for a wallet.' })
  bankName!: string | null

  @Field(() => documentStateEnum, { description: 'The state of the document.' })
  state!: ScoreDocumentState

  @Field(() => String, {
    nullable: true,
    description:
      'While the document is awaited: the path, below the address of this API, that accepts its bytes with PUT, without a key, for a day. Null for analysts.',
  })
  uploadPath!: string | null

  @Field(() => ScoreFailureType, {
    nullable: true,
    description: 'Why the scoring service could not read it; null unless that failed.',
  })
  problem!: ScoreFailureType | null
}

@ObjectType('ScoreRequest', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A score request to the scoring service, with its state and its result.',
})
export class ScoreRequestType {
  @Field(() => ID, { description: '`SCORE-...`.' })
  id!: string

  @Field(() => scoreProductEnum, { description: 'The product that was ordered.' })
  productCode!: ProductCode

  @Field(() => scoreStatusEnum, { description: 'The state of the request.' })
  status!: ScoreStatus

  @Field(() => ScoredPersonType, { description: 'The person whom it is about.' })
  person!: ScoredPersonType

  @Field(() => Int, {
    description:
      'The number of the latest submission to the service, from 1; there is another one if documents were late.',
  })
  submissions!: number

  @Field(() => String, {
    nullable: true,
    description:
      "The scoring service's own id of the latest submission; null until it has accepted it, and once the request is anonymised.",
  })
  serviceRequestId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The problem of the last attempt, which is retried; null without one.',
  })
  problem!: string | null

  @Field(() => ScoreFailureType, { nullable: true, description: 'Why it failed, else null.' })
  failure!: ScoreFailureType | null

  @Field(() => scoreDecisionEnum, {
    nullable: true,
    description: 'The decision of its result; null without a decision, and once the request is anonymised.',
  })
  decision!: Decision | null

  @Field(() => scoreBandEnum, {
    nullable: true,
    description: 'The risk band of its result; null without one.',
  })
  riskBand!: Judgement['riskBand']

  @Field(() => ID, { nullable: true, description: 'The failed request that it repeats, else null.' })
  resubmissionOf!: string | null

  @Field(() => String, { description: 'Who requested it.' })
  askedBy!: string

  @Field(() => LocalDateScalar, { description: 'The business date of the request.' })
  askedOn!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was requested.' })
  askedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When it ended; null until then.' })
  endedAt!: Instant | null

  /** The id of the stored request. */
  key!: string
  /** Read by the resolver of the field `customer`. */
  customerId!: string | null
}

/** The service's own words may contain a file name, and so identify a person: an analyst gets our words instead. */
const toFailure = (
  code: ScoreFailure | null,
  detail: string | null,
  personal: PersonalData,
  language: Language,
): ScoreFailureType | null =>
  code && { code, message: failureText(code, language), detail: personal.isMasked ? null : detail }

export const toScore = (
  score: ScoreRequest,
  personal: PersonalData,
  language: Language,
): ScoreRequestType => ({
  id: shownId('ScoreRequest', score.id),
  key: score.id,
  productCode: score.productCode,
  status: score.status,
  person: {
    firstName: personal.name(score.firstName),
    middleName: personal.name(score.middleName),
    lastName: personal.name(score.lastName),
    phoneNumber: personal.msisdn(score.phoneNumber),
    nationalId: score.nationalId,
  },
  submissions: score.submission,
  serviceRequestId: score.serviceRequestId,
  problem: score.problem,
  failure: toFailure(score.failureCode, score.failureDetail, personal, language),
  decision: score.decision,
  riskBand: score.riskBand,
  resubmissionOf: score.resubmissionOf && shownId('ScoreRequest', score.resubmissionOf),
  askedBy: score.askedBy,
  askedOn: score.askedOn,
  askedAt: score.askedAt,
  endedAt: score.endedAt,
  customerId: score.customerId,
})

export const toScoreDocument = (
  document: ScoreDocument,
  personal: PersonalData,
  language: Language,
  uploadPath: string | null,
): ScoreDocumentType => ({
  documentName: personal.name(document.documentName),
  documentType: document.documentType,
  bankName: document.bankName,
  state: document.state,
  uploadPath: personal.isMasked ? null : uploadPath,
  problem: toFailure(document.problemCode, document.problemDetail, personal, language),
})
