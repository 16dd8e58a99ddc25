import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { shownId } from '../../kernel/ids.js'
import { NodeType } from '../../platform/graphql/node.js'
import { idempotencyKey } from '../../platform/graphql/mutation.js'
import { GraphQLJSON } from 'graphql-scalars'
import { InstantScalar, LocalDateScalar, MsisdnScalar } from '../../platform/graphql/scalars.js'
import { UploadScalar, type UploadedFile } from '../../platform/graphql/upload.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { PersonalData } from '../../platform/identity/personal-data.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Language } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { failureText, scoreFailures, type ScoreFailure } from '../model/failure.rules.js'
import type { Decision, Judgement } from '../model/judgement.js'
import type { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import type { ScoreDocumentState, ScoreStatus } from '../model/states.js'

export { GraphQLJSON as JsonScalar }

export const scoreProductEnum = describedEnum<ProductCode>('ScoreProduct', 'What a score request orders.', {
  PA: 'Statements read: headers, transactions, authenticity.',
  PAS: 'PA with a risk score and a credit limit.',
  PARS: 'PAS with the behaviour: income, lifestyle, stability of spending.',
  P7: "A credit bureau's report with a score of it; without documents.",
  P8: 'P7 and PAS in one, with the score of both.',
})

export const scoreStatusEnum = describedEnum<ScoreStatus>('ScoreStatus', 'Where a score request stands.', {
  AWAITING_DOCUMENTS: 'Documents are still to be sent to their upload addresses, within a day.',
  QUEUED: 'It waits to be sent to the scoring service.',
  UPLOADING: 'The scoring service has it, and is being sent the documents.',
  PROCESSING: 'The scoring service is at work.',
  COMPLETED: 'The result is here.',
  FAILED: 'It ended without a result; the failure says why and what to do.',
})

export const scoreDocumentTypeEnum = describedEnum<DocumentType>('ScoreDocumentType', 'What a document is.', {
  WALLET_STATEMENT: 'The statement of a mobile-money wallet; needs its password.',
  WALLET_TILL_STATEMENT: 'The statement of a till; needs its password.',
  BANK_STATEMENT: 'The statement of a bank; needs the name of the bank.',
})

export const scoreDecisionEnum = describedEnum<Decision>('ScoreDecision', 'What a result decides.', {
  APPROVE: 'To lend.',
  APPROVE_WITH_CONDITIONS: 'To lend, within what it says.',
  REFER: 'A person decides.',
  DECLINE: 'Not to lend.',
  INSUFFICIENT_DATA: 'Nothing: too little is known.',
})

export const scoreBandEnum = describedEnum<NonNullable<Judgement['riskBand']>>(
  'ScoreRiskBand',
  'The risk of a result.',
  { A: 'The least.', B: 'More.', C: 'The most.' },
)

const documentStateEnum = describedEnum<ScoreDocumentState>('ScoreDocumentState', 'Where a document is.', {
  AWAITED: 'It has not come yet.',
  HELD: 'It has come and lies sealed until it is sent.',
  SENT: 'The scoring service has it.',
  READ: 'The scoring service has read it.',
  FAILED: 'The scoring service could not read it; its problem says why.',
})

const failureEnum = describedEnum<ScoreFailure>(
  'ScoreFailureCode',
  'Why a score request ended without a result.',
  scoreFailures,
)

@InputType('ScoreDocumentInput', { description: 'A document to be scored.' })
export class ScoreDocumentInput {
  @Field(() => String, { description: 'The name of the file, without a path; unique in its request.' })
  documentName!: string

  @Field(() => scoreDocumentTypeEnum, { description: 'What it is.' })
  documentType!: DocumentType

  @Field(() => String, { nullable: true, description: 'Its password; needed for statements of wallets.' })
  password?: string | null

  @Field(() => String, { nullable: true, description: 'Whose it is; needed for statements of banks.' })
  bankName?: string | null

  @Field(() => String, { nullable: true, description: 'The account, compared with the one printed.' })
  accountNumber?: string | null

  @Field(() => UploadScalar, {
    nullable: true,
    description: 'The file itself; without it, `uploadPath` of the document says where to send it.',
  })
  file?: UploadedFile | null
}

@InputType('SubmitScoreRequestInput', {
  description:
    'Who is to be scored, and by what. With `msisdn`, phone and e-mail may be left to what is on file.',
})
export class ScoreRequestInput {
  @Field(() => ID, { description: idempotencyKey.description })
  idempotencyKey!: string

  @Field(() => MsisdnScalar, {
    nullable: true,
    description: 'The number of a customer; null for anybody else.',
  })
  msisdn?: Msisdn | null

  @Field(() => String, { description: 'The number of their national identity card.' })
  nationalId!: string

  @Field(() => String, { description: 'Their first name.' })
  firstName!: string

  @Field(() => String, { nullable: true, description: 'Their middle name.' })
  middleName?: string | null

  @Field(() => String, { description: 'Their last name.' })
  lastName!: string

  @Field(() => String, {
    nullable: true,
    description: 'International format: a plus, the country code, digits.',
  })
  phoneNumber?: string | null

  @Field(() => String, { nullable: true, description: 'Their e-mail address.' })
  email?: string | null

  @Field(() => String, { nullable: true, description: 'Street and number.' })
  street?: string | null

  @Field(() => String, { nullable: true, description: 'Town.' })
  city?: string | null

  @Field(() => String, { nullable: true, description: 'Country.' })
  country?: string | null

  @Field(() => String, { nullable: true, description: 'Their number at the tax authority.' })
  taxPin?: string | null

  @Field(() => LocalDateScalar, { nullable: true, description: 'Date of birth; of age.' })
  dob?: LocalDate | null

  @Field(() => scoreProductEnum, { description: 'What is ordered.' })
  productCode!: ProductCode

  @Field(() => Boolean, {
    nullable: true,
    description: "Adds a bureau's summary beside the result; not by default.",
  })
  augment?: boolean | null

  @Field(() => [ScoreDocumentInput], { nullable: true, description: 'At most 12; none for P7.' })
  documents?: ScoreDocumentInput[] | null
}

@ObjectType('ScoredPerson', { simpleResolvers: true, description: 'Whom a score is about.' })
export class ScoredPersonType {
  @Field(() => String, { description: 'First name; masked for analysts.' })
  firstName!: string

  @Field(() => String, { nullable: true, description: 'Middle name; masked for analysts, null without one.' })
  middleName!: string | null

  @Field(() => String, { description: 'Last name; masked for analysts.' })
  lastName!: string

  @Field(() => String, { description: 'Phone number in international format; masked for analysts.' })
  phoneNumber!: string

  @Field(() => String, { description: 'National identity number, all but its end hidden.' })
  nationalId!: string
}

@ObjectType('ScoreFailure', { simpleResolvers: true, description: 'Why there is no result, for a person.' })
export class ScoreFailureType {
  @Field(() => failureEnum, { description: 'Why.' })
  code!: ScoreFailure

  @Field(() => String, { description: 'What to do about it, in the language of the caller.' })
  message!: string

  @Field(() => String, { nullable: true, description: 'What the scoring service said, in its words.' })
  detail!: string | null
}

@ObjectType('ScoreDocument', { simpleResolvers: true, description: 'A document of a score request.' })
export class ScoreDocumentType {
  @Field(() => String, { description: 'The name of the file; masked for analysts.' })
  documentName!: string

  @Field(() => scoreDocumentTypeEnum, { description: 'What it is.' })
  documentType!: DocumentType

  @Field(() => String, { nullable: true, description: 'The bank; null for a wallet.' })
  bankName!: string | null

  @Field(() => documentStateEnum, { description: 'Where it is.' })
  state!: ScoreDocumentState

  @Field(() => String, {
    nullable: true,
    description:
      'While it is awaited: the path, below the address of this API, that takes its bytes with PUT and without a key for a day. Null for analysts.',
  })
  uploadPath!: string | null

  @Field(() => ScoreFailureType, {
    nullable: true,
    description: 'Why the scoring service could not read it; null unless it failed to.',
  })
  problem!: ScoreFailureType | null
}

@ObjectType('ScoreRequest', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'A score that was asked for at the scoring service, and what became of it.',
})
export class ScoreRequestType {
  @Field(() => ID, { description: '`SCORE-...`.' })
  id!: string

  @Field(() => scoreProductEnum, { description: 'What was ordered.' })
  productCode!: ProductCode

  @Field(() => scoreStatusEnum, { description: 'Where it stands.' })
  status!: ScoreStatus

  @Field(() => ScoredPersonType, { description: 'Whom it is about.' })
  person!: ScoredPersonType

  @Field(() => Int, { description: 'How often it was sent: more than once where documents were late.' })
  submissions!: number

  @Field(() => String, {
    nullable: true,
    description: "The scoring service's own id; null until it answered.",
  })
  serviceRequestId!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What came in the way of the last try, which is made again; null when nothing did.',
  })
  problem!: string | null

  @Field(() => ScoreFailureType, { nullable: true, description: 'Why it failed, else null.' })
  failure!: ScoreFailureType | null

  @Field(() => scoreDecisionEnum, {
    nullable: true,
    description: 'What its result decides; null where it decides nothing, and once it is about nobody.',
  })
  decision!: Decision | null

  @Field(() => scoreBandEnum, { nullable: true, description: 'The band of its risk; null without one.' })
  riskBand!: Judgement['riskBand']

  @Field(() => ID, { nullable: true, description: 'The failed request that it repeats, else null.' })
  resubmissionOf!: string | null

  @Field(() => String, { description: 'Who asked.' })
  askedBy!: string

  @Field(() => LocalDateScalar, { description: 'The business date of asking.' })
  askedOn!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was asked for.' })
  askedAt!: Instant

  @Field(() => InstantScalar, { nullable: true, description: 'When it ended; null until then.' })
  endedAt!: Instant | null

  /** The row behind it. */
  key!: string
  /** For the field `customer`. */
  customerId!: string | null
}

/** The service's own words may name a file, and so a person: an analyst reads ours. */
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
