import { checkedKey } from '../../platform/graphql/mutation.js'
import type { SubmitScoreRequest } from '../requests/submit-score-request.js'
import { Field, ID, InputType } from 'type-graphql'
import { idempotencyKey } from '../../platform/graphql/mutation.js'
import { LocalDateScalar, MsisdnScalar } from '../../platform/graphql/scalars.js'
import { UploadScalar, type UploadedFile } from '../../platform/graphql/upload.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { scoreProductEnum, scoreDocumentTypeEnum } from './score.words.js'

@InputType('ScoreDocumentInput', { description: 'A document to be scored.' })
export class ScoreDocumentInput {
  @Field(() => String, { description: 'The name of the file, without a path; unique in its request.' })
  documentName!: string

  @Field(() => scoreDocumentTypeEnum, { description: 'The type of the document.' })
  documentType!: DocumentType

  @Field(() => String, {
    nullable: true,
    description: 'The password of the document; required for statements of wallets.',
  })
  password?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The bank that issued it; required for statements of banks.',
  })
  bankName?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The account number, which is compared with the printed one.',
  })
  accountNumber?: string | null

  @Field(() => UploadScalar, {
    nullable: true,
    description: 'The file itself; without it, `uploadPath` of the document says where to send it.',
  })
  file?: UploadedFile | null
}

@InputType('SubmitScoreRequestInput', {
  description:
    'The person to be scored, and the product. With `msisdn`, phone number and e-mail address can be left out: those of the customer are used.',
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
    description: 'The phone number in international format: a plus, the country code, digits.',
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

  @Field(() => String, { nullable: true, description: 'Their tax number.' })
  taxPin?: string | null

  @Field(() => LocalDateScalar, { nullable: true, description: 'Their date of birth; they must be of age.' })
  dob?: LocalDate | null

  @Field(() => scoreProductEnum, { description: 'The product that is ordered.' })
  productCode!: ProductCode

  @Field(() => Boolean, {
    nullable: true,
    description: 'Adds the summary of a bureau to the result; off by default.',
  })
  augment?: boolean | null

  @Field(() => [ScoreDocumentInput], {
    nullable: true,
    description: 'The documents, at most 12; none for P7.',
  })
  documents?: ScoreDocumentInput[] | null
}

export const documentsOf = (given: readonly ScoreDocumentInput[]): SubmitScoreRequest['documents'] =>
  given.map(({ documentName, documentType, password, bankName, accountNumber, file }) => ({
    documentName,
    documentType,
    password: password ?? null,
    bankName: bankName ?? null,
    accountNumber: accountNumber ?? null,
    file: file ?? null,
  }))

const withoutNulls = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/** The order, without members that were left out. */
export const orderOf = (input: ScoreRequestInput): SubmitScoreRequest => {
  const { middleName, email, street, city, country, taxPin, dob } = input
  const { nationalId, firstName, lastName, phoneNumber } = input
  const optional = withoutNulls({ middleName, email, street, city, country, taxPin, dob })
  return {
    orderKey: checkedKey(input.idempotencyKey),
    msisdn: input.msisdn ?? null,
    person: { nationalId, firstName, lastName, ...optional, phoneNumber: phoneNumber ?? null },
    productCode: input.productCode,
    augment: input.augment ?? false,
    documents: documentsOf(input.documents ?? []),
  }
}
